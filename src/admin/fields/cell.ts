import type { FieldOf, FieldType, Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'

/** Properties of a table cell. */
export interface CellProps<T extends FieldType = FieldType> {
  resource: Resource
  name: string
  field: FieldOf<T>
  /**
   * Empty only for the cell of a slot: a cell of a field type is not drawn for an empty value, which shows as a dash.
   */
  value: unknown
  row: Values
  /** Drawn small below another cell's value. */
  second: boolean
  /**
   * Drawn where a record is only read: uncut, with only the first of many names, and without controls that change the
   * record.
   */
  still: boolean
}
