import type { ReactNode } from 'react'
import css from './filters.module.css'

interface FilterChipProps {
  on: boolean
  /** How many devices the filter would leave; undefined until that is known. */
  count: number | undefined
  /** Shown before the text: a state's mark, a class' ladder. */
  mark?: ReactNode
  title?: string
  /** Whether a narrow bar hides the chip unless it is chosen; the panel has it then. */
  spare?: boolean
  onClick: () => void
  children: ReactNode
}

/** A list filter that is on or off, with the number of devices it would leave. */
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
