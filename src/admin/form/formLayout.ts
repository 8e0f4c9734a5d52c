import type { Field, Label, Resource } from '../../../resources/kit/define.ts'
import { isWide } from '../../../resources/kit/types/index.ts'

/** A section of a form as it is drawn: its applicable fields and their layout. */
export interface FormSection {
  /** Index of the section in the definition, which stays the same while other sections appear and disappear. */
  index: number
  label: Label | undefined
  columns: 2 | 3
  fields: readonly PlacedField[]
}

export interface PlacedField {
  name: string
  field: Field
  /** Takes the whole line. */
  wide: boolean
  /** The section's title already is its label. */
  plain: boolean
}

/** Returns the layout of the shown fields; sections without a field are left out. */
export function layoutOf(resource: Resource, shown: ReadonlySet<string>): FormSection[] {
  return resource.form.flatMap((section, index) => {
    const fields = section.fields.flatMap((name) => {
      const field = resource.fields[name]
      return field && shown.has(name)
        ? [
            {
              name,
              field,
              wide: isWide(field),
              plain: section.label !== undefined && sameLabel(section.label, field.label),
            },
          ]
        : []
    })
    if (fields.length === 0) return []
    const columns = section.columns ?? (fields.filter(({ wide }) => !wide).length > MANY ? 3 : 2)
    const alone = columns === 2 ? aloneIn(fields.map(({ wide }) => wide)) : new Set<number>()
    return [
      {
        index,
        label: section.label,
        columns,
        fields: fields.map((placed, at) => (alone.has(at) ? { ...placed, wide: true } : placed)),
      },
    ]
  })
}

/** Up to this number of fields are laid out in two columns, more in three. */
const MANY = 5

/**
 * Returns which fields of a section would leave a gap beside them, before one that takes the whole line: they take a
 * whole line too.
 */
export function aloneIn(wide: readonly boolean[]): ReadonlySet<number> {
  const alone = new Set<number>()
  let used = 0
  wide.forEach((whole, at) => {
    if (whole && used === 1) alone.add(at - 1)
    used = whole || used === 1 ? 0 : 1
  })
  return alone
}

const sameLabel = (one: Label, other: Label): boolean => one.every((text, at) => text === other[at])
