import type { Field, FieldType, Resource } from '../../../../resources/kit/define.ts'
import type { TableColumn } from './columns.ts'

/** Which of a table's columns a card has beside its name: one below it, one at its right; undefined where there is none. */
export function cardOf(
  resource: Resource,
  [first, ...others]: readonly TableColumn[],
): { under: string | undefined; aside: string | undefined } {
  const under =
    first?.second ??
    others.find(
      ({ name }) => name !== 'id' && resource.fields[name]?.type !== 'image' && !isBare(resource.fields[name]),
    )?.name
  return { under, aside: asideOf(resource, others, under) }
}

/** What stands at a card's right: states first, they say most at a glance; nothing that takes room, nor codes, nor the parent that the indent shows. */
function asideOf(resource: Resource, columns: readonly TableColumn[], under: string | undefined): string | undefined {
  const names = columns
    .map(({ name }) => name)
    .filter(
      (name) =>
        name !== under &&
        name !== 'id' &&
        name !== resource.tree?.parent &&
        !isCode(resource.fields[name]) &&
        !isBare(resource.fields[name]),
    )
  return telling.flatMap((type) => names.filter((name) => resource.fields[name]?.type === type))[0]
}

/** Yes or no, without the head of a column that says to what. */
const isBare = (field: Field | undefined): boolean =>
  field?.type === 'flag' && field.options === undefined && field.column === undefined

/** What the server made up, but for a state it keeps. */
const isCode = (field: Field | undefined): boolean => field?.readOnly === true && field.type !== 'flag'

const telling: readonly FieldType[] = ['flag', 'choice', 'dict', 'date', 'time', 'text', 'ref', 'int', 'decimal']
