import type { Field, FieldType, Resource } from '../../../../resources/kit/define.ts'
import type { TableColumn } from './columns.ts'

/**
 * Returns the columns that a card shows beside its name: one below it, one at its right; undefined where there is none.
 */
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

/**
 * Returns the column at a card's right: preferably a state, the most informative at a glance; never a large value, a
 * code, or the parent, which the indent shows.
 */
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

/** Whether a value is a plain yes or no, which means nothing without its column's head. */
const isBare = (field: Field | undefined): boolean =>
  field?.type === 'flag' && field.options === undefined && field.column === undefined

/** Whether the server generates the value, except for a state. */
const isCode = (field: Field | undefined): boolean => field?.readOnly === true && field.type !== 'flag'

const telling: readonly FieldType[] = ['flag', 'choice', 'dict', 'date', 'time', 'text', 'ref', 'int', 'decimal']
