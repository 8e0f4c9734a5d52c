import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { InlineError, TextSkeleton } from '../../kit/index.ts'
import css from './judged.module.css'

interface PanelProps {
  title: string
  beside?: ReactNode
  end?: ReactNode
  /** Where it stands in the page's grid. */
  area: string
  /** Why something of it could not be had, the first time or again; null while it may. What there is stands below. */
  error?: unknown
  onRetry?: () => void
  /** Its figures are not there. */
  waiting?: boolean
  children: ReactNode
}

/** A part of the overview: it keeps its frame whatever becomes of its figures. */
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
