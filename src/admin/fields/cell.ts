import type { FieldOf, FieldType, Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'

/** What a table cell is given. */
export interface CellProps<T extends FieldType = FieldType> {
  resource: Resource
  name: string
  field: FieldOf<T>
  /** Never empty: an empty value is drawn as a dash before a cell is asked. */
  value: unknown
  row: Values
  /** Stands small under another cell's value. */
  second: boolean
  /** Stands where a record is only read: whole, of many names the first, and with nothing in it that changes the record. */
  still: boolean
}
