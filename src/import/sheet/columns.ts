import { isSuper, type Caller } from '../../../resources/kit/access.ts'
import type { Field, Resource } from '../../../resources/kit/define.ts'
import { projectField } from '../../admin/fields/controls/refChoices.ts'

/** The field that each column of a file fills; null: none. */
export interface Match {
  /** Whether the first record is a header. */
  header: boolean
  columns: readonly (string | null)[]
}

/**
 * Returns the fields that a file may fill: those of the definition's `csv` in their order, then the other fields of its
 * form.
 */
export function importable(resource: Resource, caller: Caller): string[] {
  const named = [...(resource.csv ?? []), ...resource.form.flatMap(({ fields }) => fields)]
  const may = (field: Field | undefined): boolean =>
    field !== undefined && !field.readOnly && !field.computed && !field.secret && (!field.superOnly || isSuper(caller))
  return [...new Set(named)].filter((name) => may(resource.fields[name]))
}

/**
 * Recognises the columns of a file: by its header (labels in any of the three languages, or names of fields) or, where
 * the first record contains no known name, by the order of the definition's `csv` (spec 2 §9).
 */
export function matchColumns(resource: Resource, caller: Caller, first: readonly string[]): Match {
  const names = namesOf(resource, importable(resource, caller))
  const used = new Set<string>()
  const columns = first.map((text) => {
    const name = names.get(plain(text)) ?? names.get(plain(text.replace(/[(（][^()（）]*[)）]\s*[*＊]?\s*$/, '')))
    if (name === undefined || used.has(name)) return null
    used.add(name)
    return name
  })
  const filled = first.filter((text) => text.trim() !== '').length
  const header = used.size > 0 && (used.has(resource.title) || used.size * 2 >= filled)
  return header ? { header, columns } : { header, columns: byOrder(resource, caller, first.length) }
}

/** Returns the definition's `csv` in its order, for the given number of columns. */
export function byOrder(resource: Resource, caller: Caller, count: number): (string | null)[] {
  const may = new Set(importable(resource, caller))
  const order = (resource.csv ?? []).filter((name) => may.has(name))
  return Array.from({ length: count }, (_, at) => order[at] ?? null)
}

/** Returns the columns of the import's table: those that the definition expects, and further ones that the file has. */
export function importFields(resource: Resource, caller: Caller, columns: readonly (string | null)[]): string[] {
  const mapped = new Set(columns)
  const usual = new Set(resource.csv)
  return importable(resource, caller).filter((name) =>
    usual.has(name) ? name !== projectField(resource) || mapped.has(name) : mapped.has(name),
  )
}

function namesOf(resource: Resource, fields: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  const add = (text: string, name: string) => names.has(plain(text)) || names.set(plain(text), name)
  for (const name of fields) add(name, name)
  for (const name of fields) for (const label of resource.fields[name]?.label ?? []) add(label, name)
  return names
}

/** Normalizes a text: without case, width, blanks and punctuation. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*:-]/g, '')
