/** An entity in the form of its file. */
export interface Entity {
  fields: Record<string, Record<string, unknown>>
  [key: string]: unknown
}

/** The example file from which these tests start. */
export const PART = 'examples/spare-part.json'
/** A row of the spare parts' table. */
export const BATTERY = { created_at: 1, updated_at: 1, name: 'Battery', part_no: 'BAT12', kind: 3, project_id: 1 }

/** The spare parts' file under a numbered name, so that a folder can hold several. */
export const renamed = (part: string, number: number): string =>
  part
    .replaceAll('sparePart', `sparePart${number}`)
    .replaceAll('spare_part', `spare_part${number}`)
    .replaceAll('11-2', `11-${20 + number}`)

/** Removes a field from everything that names it. */
export function drop(entity: Entity, name: string): void {
  const { fields } = entity
  delete fields[name]
  for (const [other, field] of Object.entries(fields))
    if (JSON.stringify(field.when ?? null).includes(`"${name}"`)) delete fields[other]?.when
  const without = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.length === 2 && value.includes(name)
        ? value.find((one) => one !== name)
        : value.filter((one) => one !== name).map(without)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, without(inner)]))
        : value
  for (const place of ['list', 'form', 'csv']) entity[place] = without(entity[place])
}
