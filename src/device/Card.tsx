import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { InlineError, TextSkeleton } from '../kit/index.ts'
import css from './devicePage.module.css'

interface CardProps {
  title: string
  /** Behind the title, small. */
  beside?: ReactNode
  /** At the right end of the head. */
  end?: ReactNode
  /** Where a link of the page jumps to. */
  id?: string
  className?: string | undefined
  children: ReactNode
}

/** A part of the page with its head. */
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

/** What a part asked for, its room until it is here, or why it is not, with another try: the rest of the page goes on. */
export function Answer<T>({ query: { data, error, refetch }, children }: AnswerProps<T>) {
  if (data !== undefined) return children(data)
  if (error) return <InlineError error={error} onRetry={() => void refetch()} />
  return <TextSkeleton />
}
