import { contact } from '../../../resources/contact.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { nameIn, useNames } from '../../admin/fields/names.ts'
import type { ComboOption } from '../../kit/layers/Combo.tsx'

/**
 * Returns the contacts of a project to choose from, and the name of a contact; '#7' for one that is gone or that the
 * caller may not see.
 */
export function usePeople(project: number | null): {
  options: readonly ComboOption[] | undefined
  nameOf: (person: number) => string
} {
  const { data: rows } = useNames(contact.path)
  return {
    options: rows
      ?.filter((row: Row) => Number(row['project_id']) === project)
      .map(({ id }) => ({ id, name: nameIn(contact.path, rows, id) ?? `#${id}` })),
    nameOf: (person) => (rows && nameIn(contact.path, rows, person)) ?? `#${person}`,
  }
}
