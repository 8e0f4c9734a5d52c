import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { InlineError, TextSkeleton } from '../kit/index.ts'
import css from './devicePage.module.css'

interface CardProps {
  title: string
  /** After the title, in small type. */
  beside?: ReactNode
  /** At the right end of the head. */
  end?: ReactNode
  /** Target of the page's jump links. */
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** A section of the page with a head. */
export function Card({ title, beside, end, id, className, children }: CardProps) {
  const heading = useId()
  return (
    <section id={id} className={clsx(css.card, className)} aria-labelledby={heading}>
      <header className={css.cardHead}>
        <h2 id={heading}>{title}</h2>
        {beside && <span className={css.small}>{beside}</span>}
        {end && <span className={css.cardEnd}>{end}</span>}
      </header>
      {children}
    </section>
  )
}

interface AnswerProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/**
 * Renders a section's answer, its placeholder while loading, or its error with a retry: the rest of the page is
 * unaffected.
 */
export function Answer<T>({ query: { data, error, refetch }, children }: AnswerProps<T>) {
  if (data !== undefined) return children(data)
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />
  return <TextSkeleton />
}
