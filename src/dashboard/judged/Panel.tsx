import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { InlineError, TextSkeleton } from '../../kit/index.ts'
import css from './judged.module.css'

interface PanelProps {
  title: string
  beside?: ReactNode
  end?: ReactNode
  /** Its grid area in the page. */
  area: string
  /** Why some of its data could not be loaded, initially or on a refresh; null: no error. Existing data stays below. */
  error?: unknown
  onRetry?: () => void
  /** Its figures are loading. */
  waiting?: boolean
  children: ReactNode
}

/** A panel of the overview: it keeps its frame whether or not its figures are available. */
export function Panel({ title, beside, end, area, error = null, onRetry, waiting = false, children }: PanelProps) {
  const heading = useId()
  return (
    <section className={clsx(css.panel)} data-area={area} aria-labelledby={heading} aria-busy={waiting && !error}>
      <header>
        <h2 id={heading}>{title}</h2>
        {beside && <span className={css.small}>{beside}</span>}
        {end && <span className={css.end}>{end}</span>}
      </header>
      {error ? <InlineError error={error} onRetry={onRetry} /> : waiting && <TextSkeleton />}
      {waiting || children}
    </section>
  )
}
