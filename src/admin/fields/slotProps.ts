import type { ReactNode } from 'react'
import type { Row } from '../../../dataProvider/rows.ts'
import type { Label, Resource } from '../../../resources/kit/define.ts'

/** What a dialog of a record is given. It reads the record itself: it may have been opened by its address. */
export interface DialogSlotProps {
  resource: Resource
  id: number
  label: Label
  onClose: () => void
}

/** How a form of its own stands: drawn with its inputs, and with their rooms until it, or its record, is there. */
export interface FormShapeProps {
  resource: Resource
  /** Of a record that is made, not changed. */
  isNew?: boolean
  /** The fields that apply. */
  shown: ReadonlySet<string>
  field: (name: string, wide?: boolean) => ReactNode
  /** What the form draws besides fields; its room without it. */
  body?: ReactNode
}

/** What an entry of a row's menu is given; it draws a MenuItem and calls `onDone` when it was chosen, or with `button` an IconButton of the row. */
export interface CommandSlotProps {
  resource: Resource
  row: Row
  button: boolean
  onDone: () => void
}

/**
 * What a button above a list is given: whether what it opens is open (it has an address of its own), and the list's filters, which a new or imported
 * record starts from.
 */
export interface ToolSlotProps {
  resource: Resource
  project: number | null
  area: number | null
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** What is done with selected rows: draws a button of the batch bar. `onDone` receives the rows that stay selected: those it failed with. */
export interface BulkSlotProps {
  resource: Resource
  rows: readonly Row[]
  onDone: (failed: readonly Row[]) => void
}

/** Another way to draw a list's rows: it asks the list context for them, and has one of them deleted. */
export interface ViewSlotProps {
  onDelete: (row: Row) => void
}
