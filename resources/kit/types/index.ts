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

/** Every field type: what both sides know about it. The words of definitions (`f`), their types and the schema of entity files follow from it. */
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
/** What a definition says about a field of a type, besides Common. */
export type Shape = { [T in FieldType]: Carried<T>['shape'] }
/** What a row holds for a field of a type. */
export type ValueOf<T extends FieldType> = Carried<T>['value']

type Typed = Common & { type: FieldType }

/** What is known about a field's type. */
export const typeOf = (field: Typed): FieldTypeOf =>
  (fieldTypes as Record<FieldType, unknown>)[field.type] as FieldTypeOf

/** Whether a field's column holds text; else it holds numbers. */
export const holdsText = (field: Typed): boolean => typeOf(field).column(field).holds === 'text'
/** Whether lists may be sorted by a field, as far as its type goes. */
export const isOrdered = (field: Typed): boolean => isTrueOf(typeOf(field).ordered, field)
/** Whether a field's input takes a whole line of a form. */
export const isWide = (field: Typed): boolean => isTrueOf(typeOf(field).wide, field)

const isTrueOf = (property: ByField<object>, field: Typed): boolean =>
  typeof property === 'boolean' ? property : property(field)
