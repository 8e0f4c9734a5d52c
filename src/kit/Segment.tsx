import type { KeyboardEvent, ReactNode } from 'react'

export interface SegmentOption<T extends string> {
  value: T
  label: string
  icon?: ReactNode
  disabled?: boolean
  /** Why it is disabled, as a tooltip. */
  reason?: string
}

export interface SegmentProps<T extends string> {
  /** Accessible name of the whole. */
  label: string
  options: readonly SegmentOption<T>[]
  value: T
  onChange: (value: T) => void
  /** Show icons alone; the labels become names and tooltips. */
  iconsOnly?: boolean
}

/** One out of a few, side by side. A radio group: one tab stop, arrow keys choose. */
export function Segment<T extends string>({ label, options, value, onChange, iconsOnly = false }: SegmentProps<T>) {
  return (
    <div
      className={`ui-segment${iconsOnly ? ' ui-segment--icons' : ''}`}
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => step(event)}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={iconsOnly ? option.label : undefined}
          title={option.reason ?? (iconsOnly ? option.label : undefined)}
          tabIndex={option.value === value ? 0 : -1}
          disabled={option.disabled}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {!iconsOnly && option.label}
        </button>
      ))}
    </div>
  )
}

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Moves focus and choice to the neighbour that is not disabled, round the ends. */
function step(event: KeyboardEvent<HTMLDivElement>): void {
  const by = STEPS[event.key]
  if (!by) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = buttons[(at + by + buttons.length) % buttons.length]
  next?.focus()
  next?.click()
}
