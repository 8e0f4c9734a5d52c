import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import type { KeyboardEvent, ReactNode } from 'react'

export interface SegmentOption<T extends string> {
  value: T
  label: string
  icon?: ReactNode
  disabled?: boolean
  /** Reason for `disabled`, as a tooltip. */
  reason?: string
}

export interface SegmentProps<T extends string> {
  /** Accessible name of the group. */
  label: string
  options: readonly SegmentOption<T>[]
  value: T
  onChange: (value: T) => void
  /** Shows only icons; the labels become accessible names and tooltips. */
  iconsOnly?: boolean
}

/**
 * One choice out of a few, side by side: MUI's toggle buttons as a radio group. One tab stop; the arrow keys choose.
 */
export function Segment<T extends string>({ label, options, value, onChange, iconsOnly = false }: SegmentProps<T>) {
  return (
    <ToggleButtonGroup
      exclusive
      role="radiogroup"
      aria-label={label}
      value={value}
      // MUI passes null when the current option is pressed again: it stays chosen.
      onChange={(_event, next: T | null) => next !== null && onChange(next)}
      onKeyUp={chooseReached}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          value={option.value}
          role="radio"
          aria-checked={option.value === value}
          aria-pressed={undefined}
          aria-label={iconsOnly ? option.label : undefined}
          title={option.reason ?? (iconsOnly ? option.label : undefined)}
          disabled={option.disabled}
          sx={iconsOnly ? ICON_ALONE : undefined}
        >
          {option.icon}
          {!iconsOnly && option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

const ICON_ALONE = { paddingInline: '8px' }

/** MUI's arrow keys only move the focus; in a radio group they also choose. */
function chooseReached({ key, target }: KeyboardEvent<HTMLElement>): void {
  if (key.startsWith('Arrow') && target instanceof HTMLElement && target.ariaChecked === 'false') target.click()
}
