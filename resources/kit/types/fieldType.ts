import type { DictionaryType } from '../../dictionary.ts'
import type { Common, Label, Option } from '../define.ts'
import type { JsonSchema } from '../jsonSchema.ts'
import type { Message, Problem } from '../rules.ts'
import type { SqlColumn } from './columns.ts'

/** Index of a language in a label. */
export type LanguageIndex = 0 | 1 | 2

/** Supplies the words for a row's ids and numbers. */
export interface Lookups {
  language: LanguageIndex
  name: (path: string, id: number) => string | undefined
  word: (dict: DictionaryType, value: number) => string | undefined
  time: (at: number) => string
}

/** Result of reading a cell of an imported file: the value to store, or why the cell cannot be read. */
export interface Reading {
  value: unknown
  problem?: Problem
}

/** Supplies the things that the text of a cell may name. */
export interface CellLookups {
  /** The entries of a dictionary, as the platform has them. */
  words: (dict: DictionaryType) => readonly Option[]
  /** Finds the record of another entity with that name. */
  record: (path: string, text: string) => Reading
  /** Reads a moment in the platform's time zone, epoch ms; null if the text is not a moment. */
  moment: (text: string) => number | null
}

/** Name of an entity, and whether its records form a tree. */
export interface Target {
  noun: Label
  isTree: boolean
}

/** Context of a check besides the value: the whole record, and the labels of other fields. */
export interface CheckContext {
  values: Readonly<Record<string, unknown>>
  called: (name: string) => Label
}

/** A property that is the same for all fields of a type, or depends on the field's definition. */
export type ByField<S extends object> = boolean | ((field: S & Common) => boolean)

/**
 * Everything that server and console know about a field type; how it is drawn is defined in the console. Pure data and
 * functions.
 *
 * @typeParam S properties that a definition sets for such a field besides Common
 * @typeParam V type of the value in a row
 */
export interface FieldTypeOf<S extends object = object, V extends string | number = string | number> {
  /** Carries the two type parameters to define.ts; never set. */
  readonly carries?: { shape: S; value: V }

  /** One sentence about the type in the schema of entity files. */
  readonly description: string
  /** The properties of its shape in the schema of entity files. A property of S without an entry does not compile. */
  readonly shape: { readonly [K in keyof Required<S>]: JsonSchema }
  /** Properties that a definition may not leave out. */
  readonly required?: readonly (keyof S & string)[]
  /** Text that users write: it may have `rules` and be searched. */
  readonly prose?: true
  /** Other fields that a check of this one reads, by the property that names them: { above: 'min_value' }. */
  others?(field: S): Readonly<Record<string, string>>
  /**
   * Meaning of its values, if that is more than the type: 'dict ProtocalType'. A field whose kind changes cannot keep
   * its values.
   */
  kind?(field: S): string

  /** Returns its column in the database. */
  column(field: S): SqlColumn
  /**
   * Converts a valid value of the wire or a form to the form that its column stores, which is also that of answers;
   * optional text may be wrapped (wrapped.ts).
   */
  stored(value: unknown, field: S): V | string
  /** Converts other accepted spellings of a client's value to the value itself; unknown ones stay as they are. */
  meant?(value: unknown, field: S): unknown
  /** Returns what is wrong with a non-empty value, or null. `rules` are checked elsewhere. */
  problem(value: unknown, field: S & Common, around: CheckContext): Problem | null
  /** Returns what is wrong with an empty value, beyond `required`. */
  missing?(field: S & Common, around: CheckContext): Problem | null

  /** Returns its JSON Schema on the wire, for values that are neither wrapped nor null. */
  wire(field: S): JsonSchema
  /** Returns the schema of what a client may send, if it accepts more than `wire`; undefined otherwise. */
  sent?(field: S): JsonSchema | undefined
  /** Returns notes about its values for the description of the API. */
  notes?(field: S, language: LanguageIndex): readonly string[]
  /** Returns its text or number in an exported table; null for types that are not exported. */
  readonly exported: ((value: unknown, field: S, lookups: Lookups) => string | number) | null
  /**
   * Reads a cell of an imported file; without this function, the text is the value. Whether the value is valid is
   * checked by `problem`.
   */
  read?(text: string, field: S, lookups: CellLookups): Reading
  /**
   * Returns what such a cell accepts, for the notes of an import template: messages, or text that is the same in all
   * languages.
   */
  takes?(field: S, target: (path: string) => Target): readonly (Message | string)[]

  /** Whether its order is meaningful to users: lists can be sorted by it. */
  readonly ordered: ByField<S>
  /** Whether its input takes a whole line of a form. */
  readonly wide: ByField<S>
  /** Whether its values are right-aligned in a table's column, as numbers are. */
  readonly numeric: boolean
  /** Converts a stored value to that of its input: typed values are text, chosen ones stay numbers, and empty is ''. */
  input(value: unknown): unknown
  /** Returns a valid example value; different ones for different `n` if possible. */
  example(field: S, n: number): V | string
}

/** Values of `input`: most types are typed as text or chosen as numbers. */
export const typed = (value: unknown): unknown => (value === null || value === undefined ? '' : String(value))
export const chosen = (value: unknown): unknown => value ?? ''

export const asText = (value: unknown): string => String(value)
export const trimmed = (value: unknown): string => String(value).trim()
export const asNumber = (value: unknown): number => Number(value)
