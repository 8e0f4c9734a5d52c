import type { Ref } from 'react'
import type { FieldOf, FieldType } from '../../../../resources/kit/define.ts'

/** Properties of an input. It knows its field and value, not where they come from. */
export interface ControlProps<T extends FieldType = FieldType> {
  id: string
  name: string
  field: FieldOf<T>
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
  /** Receives the focus when this is the first field with a problem. */
  inputRef: Ref<HTMLInputElement>
  disabled: boolean
  invalid: boolean
  /** Id of the help or error text. */
  describedBy: string | undefined
  /** Label in the current language. */
  label: string
}

/** Returns a form value as the text of an input. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
