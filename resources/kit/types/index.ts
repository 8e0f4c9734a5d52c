import type { Common } from '../define.ts'
import { choice } from './choice.ts'
import { date } from './date.ts'
import { decimal } from './decimal.ts'
import { dict } from './dict.ts'
import type { ByField, FieldTypeOf } from './fieldType.ts'
import { flag } from './flag.ts'
import { image } from './image.ts'
import { int } from './int.ts'
import { json } from './json.ts'
import { longText } from './longText.ts'
import { point } from './point.ts'
import { polygon } from './polygon.ts'
import { ref } from './ref.ts'
import { text } from './text.ts'
import { time } from './time.ts'

/**
 * Every field type with what server and console know about it. The constructors of definitions (`f`), their types and
 * the schema of entity files are derived from this map.
 */
export const fieldTypes = {
  text,
  longText,
  int,
  decimal,
  flag,
  choice,
  dict,
  ref,
  point,
  polygon,
  image,
  json,
  date,
  time,
}

export type FieldType = keyof typeof fieldTypes

type Carried<T extends FieldType> = NonNullable<(typeof fieldTypes)[T]['carries']>
/** The properties that a definition sets for a field of a type, besides Common. */
export type Shape = { [T in FieldType]: Carried<T>['shape'] }
/** Type of a row's value for a field of a type. */
export type ValueOf<T extends FieldType> = Carried<T>['value']

type Typed = Common & { type: FieldType }

/** Returns the type of a field. */
export const typeOf = (field: Typed): FieldTypeOf =>
  (fieldTypes as Record<FieldType, unknown>)[field.type] as FieldTypeOf

/** Whether a field's column holds text; otherwise it holds numbers. */
export const holdsText = (field: Typed): boolean => typeOf(field).column(field).holds === 'text'
/** Whether the type of a field allows lists to be sorted by it. */
export const isOrdered = (field: Typed): boolean => isTrueOf(typeOf(field).ordered, field)
/** Whether a field's input takes a whole line of a form. */
export const isWide = (field: Typed): boolean => isTrueOf(typeOf(field).wide, field)

const isTrueOf = (property: ByField<object>, field: Typed): boolean =>
  typeof property === 'boolean' ? property : property(field)
