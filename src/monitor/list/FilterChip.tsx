import type { ReactNode } from 'react'
import css from './filters.module.css'

interface FilterChipProps {
  on: boolean
  /** How many devices it would leave; undefined until that is known. */
  count: number | undefined
  /** What stands before its words: a state's mark, a class' ladder. */
  mark?: ReactNode
  title?: string
  /** Where the bar has little room it stands in its panel alone, while it is not chosen. */
  spare?: boolean
  onClick: () => void
  children: ReactNode
}

/** A filter of the list that is on or off, with how many devices it would leave. */
export function FilterChip({ on, count, mark, title, spare = false, onClick, children }: FilterChipProps) {
  return (
    <button
      type="button"
      className={css.chip}
      data-spare={spare || undefined}
      aria-pressed={on}
      title={title}
      onClick={onClick}
    >
      {mark}
      {children}
      {count !== undefined && <span className={css.chipCount}>{count}</span>}
    </button>
  )
}
