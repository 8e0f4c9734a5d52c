import type { ReactNode } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Label, Resource } from '../../../resources/kit/define.ts'

/**
 * Properties of a record's dialog. The dialog reads the record itself, since it may have been opened by its address.
 */
export interface DialogSlotProps {
  resource: Resource
  id: number
  label: Label
  onClose: () => void
}

/**
 * Properties of a form's own layout: drawn with its inputs, and with skeletons until the form or its record is loaded.
 */
export interface FormShapeProps {
  resource: Resource
  /** Whether a record is created, not changed. */
  isNew?: boolean
  /** Fields that apply. */
  shown: ReadonlySet<string>
  field: (name: string, wide?: boolean) => ReactNode
  /** Content of the form besides its fields; without it a skeleton. */
  body?: ReactNode
}

/**
 * Properties of an entry of a row's menu: it draws a MenuItem and calls `onDone` when it was chosen, or with `button`
 * an IconButton of the row.
 */
export interface CommandSlotProps {
  resource: Resource
  row: Row
  button: boolean
  onDone: () => void
}

/**
 * Properties of a button above a list: whether its dialog, which has an address of its own, is open, and the list's
 * filters, which a new or imported record starts from.
 */
export interface ToolSlotProps {
  resource: Resource
  project: number | null
  area: number | null
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/**
 * Properties of a button of the batch bar. `onDone` receives the rows that stay selected: those on which the action
 * failed.
 */
export interface BulkSlotProps {
  resource: Resource
  rows: readonly Row[]
  onDone: (failed: readonly Row[]) => void
}

/**
 * Properties of another view of a list's rows: it takes them from the list context, and calls `onDelete` to delete one.
 */
export interface ViewSlotProps {
  onDelete: (row: Row) => void
}
