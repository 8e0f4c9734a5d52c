import type { Field, Resource } from './define.ts'
import type { Lookups } from './types/fieldType.ts'
import { typeOf } from './types/index.ts'
import { isEmpty, isShown, type Values } from './validate.ts'
import type { Zone } from './zone.ts'

export type { Lookups } from './types/fieldType.ts'

/**
 * Returns the fields of an exported table: those of the list in its order, then the rest of the form. Outlines and
 * other JSON are left out.
 */
export function exportedFields(resource: Resource, forSuper: boolean): string[] {
  const named = [...resource.list.flat(), ...resource.form.flatMap(({ fields }) => fields)]
  return [...new Set(named)].filter((name) => {
    const field = resource.fields[name]
    return (
      field &&
      !field.secret &&
      !field.ownerOnly &&
      !field.computed &&
      typeOf(field).exported !== null &&
      (!field.superOnly || field.seen || forSuper)
    )
  })
}

/** Returns the heading of a field's column: its label and, for times, the time zone if its clocks change. */
export function exportedTitle({ fields }: Resource, name: string, language: 0 | 1 | 2, zone: Zone): string {
  const field = fields[name]
  const title = field?.label[language] ?? name
  return field?.type === 'time' ? zone.head(title) : title
}

/**
 * Returns a field's value for a table: names for references, words for numbers of a dictionary; null if there is none.
 */
export function exportedValue(field: Field, row: Values, value: unknown, lookups: Lookups): string | number | null {
  if (isEmpty(value) || !isShown(field, row)) return null
  return typeOf(field).exported?.(value, field, lookups) ?? String(value)
}
