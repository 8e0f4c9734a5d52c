import { allResources } from '../resources/index.ts'
import type { Label } from '../resources/kit/define.ts'
import { menu, overview } from '../resources/menu.ts'
import { labelIndex, type Language } from './types.ts'

/** The messages of one resource: react-admin finds the labels of lists and forms by these keys. */
export type ResourceMessages = {
  name: string
  noun: string
  fields: Record<string, string>
  help: Record<string, string>
}

/** `resources.<path>`: name, noun, labels and help of the fields, from the definitions alone. */
export function resourceLabels(language: Language): Record<string, ResourceMessages> {
  const pick = picker(language)
  return Object.fromEntries(
    allResources.map(({ path, label, noun, fields }) => [
      path,
      {
        name: pick(label),
        noun: pick(noun),
        fields: { id: 'ID', ...mapValues(fields, (field) => pick(field.label)) },
        help: mapValues(fields, (field) => (field.help ? pick(field.help) : '')),
      },
    ]),
  )
}

/** `menu.<key>`: the overview, groups and entries of the side menu. */
export function menuLabels(language: Language): Record<string, string> {
  const pick = picker(language)
  return Object.fromEntries(
    [overview, ...menu.flatMap((group) => [group, ...group.entries])].map(({ key, label }) => [key, pick(label)]),
  )
}

/** Returns a function that chooses the text of a label in a language. */
export const picker =
  (language: Language) =>
  (label: Label): string =>
    label[labelIndex[language]]

const mapValues = <A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
