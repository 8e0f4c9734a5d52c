import type { DictionaryType } from '../dictionary.ts'
import { parseIds } from './access.ts'
import type { Field, Resource } from './define.ts'
import { isEmpty, isShown, type Values } from './validate.ts'

/** Where the words behind a row's numbers come from. */
export interface Lookups {
  /** Position of the language in labels. */
  language: 0 | 1 | 2
  name: (path: string, id: number) => string | undefined
  word: (dict: DictionaryType, value: number) => string | undefined
  time: (at: number) => string
}

/** The fields of an exported table: those of the list in its order, then the rest of the form. Outlines and other JSON stay out. */
export function exportedFields(resource: Resource, forSuper: boolean): string[] {
  const named = [...resource.list.flat(), ...resource.form.flatMap(({ fields }) => fields)]
  return [...new Set(named)].filter((name) => {
    const field = resource.fields[name]
    return (
      field &&
      !field.secret &&
      !field.ownerOnly &&
      !field.computed &&
      field.type !== 'json' &&
      field.type !== 'polygon' &&
      (!field.superOnly || field.seen || forSuper)
    )
  })
}

/** A field's value as a reader expects it in a table: names for references, words for numbers out of a list; null where there is none. */
export function exportedValue(field: Field, row: Values, value: unknown, lookups: Lookups): string | number | null {
  if (isEmpty(value) || !isShown(field, row)) return null
  const number = Number(value)
  const pick = (label: readonly [string, string, string] | undefined): string =>
    label?.[lookups.language] ?? String(value)
  switch (field.type) {
    case 'int':
    case 'decimal':
      return Number.isFinite(number) ? number : String(value)
    case 'flag':
      return pick((field.options ?? yesNo)[number === 1 ? 1 : 0])
    case 'choice':
      return pick(field.options.find((option) => option.value === number)?.label)
    case 'dict':
      return lookups.word(field.dict, number) ?? String(value)
    case 'ref':
      return parseIds(String(value))
        .map((id) => lookups.name(field.to, id) ?? `#${id}`)
        .join(', ')
    case 'time':
      return lookups.time(number)
    case 'point':
      return pointText(String(value))
    default:
      return String(value)
  }
}

const yesNo = [
  ['否', '否', 'No'],
  ['是', '是', 'Yes'],
] as const

function pointText(json: string): string {
  try {
    const { maplng, maplat } = JSON.parse(json) as { maplng?: unknown; maplat?: unknown }
    return `${String(maplng)}, ${String(maplat)}`
  } catch {
    return json
  }
}
