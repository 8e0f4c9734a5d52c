import type { DictionaryType } from '../../dictionary.ts'
import type { Common, Label, Option } from '../define.ts'
import type { JsonSchema } from '../jsonSchema.ts'
import type { Message, Problem } from '../rules.ts'
import type { SqlColumn } from './columns.ts'

/** Position of a language in a label. */
export type LanguageIndex = 0 | 1 | 2

/** Where the words behind a row's numbers come from. */
export interface Lookups {
  language: LanguageIndex
  name: (path: string, id: number) => string | undefined
  word: (dict: DictionaryType, value: number) => string | undefined
  time: (at: number) => string
}

/** What a cell of an imported file means: the value to store, or why it means nothing. */
export interface Reading {
  value: unknown
  problem?: Problem
}

/** What the text of a cell may name. */
export interface CellLookups {
  /** The entries of a dictionary, as the platform has them. */
  words: (dict: DictionaryType) => readonly Option[]
  /** The record of another entity that is called so. */
  record: (path: string, text: string) => Reading
  /** The moment a text says on the clocks of the platform's zone, epoch ms; null where it says none. */
  moment: (text: string) => number | null
}

/** What an entity is called, and whether its records form a tree. */
export interface Target {
  noun: Label
  isTree: boolean
}

/** What a check may look at besides the value: the whole record, and the label of another field. */
export interface Surroundings {
  values: Readonly<Record<string, unknown>>
  called: (name: string) => Label
}

/** A property of every field of a type, or one that depends on what its definition says. */
export type ByField<S extends object> = boolean | ((field: S & Common) => boolean)

/**
 * Everything there is to know about a field type, for both sides; how it is drawn is the console's part. Pure data and functions.
 *
 * @typeParam S  what a definition says about such a field besides Common
 * @typeParam V  what a row holds
 */
export interface FieldTypeOf<S extends object = object, V extends string | number = string | number> {
  /** Carries the two type parameters to define.ts; never set. */
  readonly carries?: { shape: S; value: V }

  /** One sentence about it in the schema of entity files. */
  readonly description: string
  /** The properties of its shape in the schema of entity files. A property of S without a row does not compile. */
  readonly shape: { readonly [K in keyof Required<S>]: JsonSchema }
  /** Properties that a definition may not leave out. */
  readonly required?: readonly (keyof S & string)[]
  /** Text that a person writes: it may have `rules` and be searched. */
  readonly prose?: true
  /** Other fields that a check of this one reads, by the place that names them: { above: 'min_value' }. */
  others?(field: S): Readonly<Record<string, string>>
  /** What its values mean, where that is more than the type: 'dict ProtocalType'. A field whose kind changes cannot keep its values. */
  kind?(field: S): string

  /** Its column in the database. */
  column(field: S): SqlColumn
  /** A valid value of the wire or a form, in the form its column stores. It is answered in that form as well; optional text may be wrapped (wrapped.ts). */
  stored(value: unknown, field: S): V | string
  /** The value that a client's means, where it may be written otherwise; what it does not know stays as it is. */
  meant?(value: unknown, field: S): unknown
  /** What is wrong with a value that is not empty, or null. `rules` are asked elsewhere. */
  problem(value: unknown, field: S & Common, around: Surroundings): Problem | null
  /** What is wrong with an empty value, beyond `required`. */
  missing?(field: S & Common, around: Surroundings): Problem | null

  /** Its JSON Schema on the wire, where it is neither wrapped nor null. */
  wire(field: S): JsonSchema
  /** What a client may send, where that is more; undefined where it is not. */
  sent?(field: S): JsonSchema | undefined
  /** What the description of the API says about its values. */
  notes?(field: S, language: LanguageIndex): readonly string[]
  /** Its text or number in an exported table, for a reader; null where it has no place in one. */
  readonly exported: ((value: unknown, field: S, lookups: Lookups) => string | number) | null
  /** What a cell of an imported file means; left out, the text is the value. Whether that may be stored is asked by `problem`. */
  read?(text: string, field: S, lookups: CellLookups): Reading
  /** What such a cell takes, in the notes of an import's template: sentences, or text that is the same in all languages. */
  takes?(field: S, target: (path: string) => Target): readonly (Message | string)[]

  /** Whether its order means something to a person: lists sort by it. */
  readonly ordered: ByField<S>
  /** Whether its input takes a whole line of a form. */
  readonly wide: ByField<S>
  /** Whether its values stand at the right of a table's column, as numbers do. */
  readonly numeric: boolean
  /** A stored value as its input holds it: what is typed is text, what is chosen keeps its number, and empty is ''. */
  input(value: unknown): unknown
  /** A value that such a field takes; different ones for different `n` where it can. */
  example(field: S, n: number): V | string
}

/** Most types are typed as text or chosen as numbers. */
export const typed = (value: unknown): unknown => (value === null || value === undefined ? '' : String(value))
export const chosen = (value: unknown): unknown => value ?? ''

export const asText = (value: unknown): string => String(value)
export const trimmed = (value: unknown): string => String(value).trim()
export const asNumber = (value: unknown): number => Number(value)
