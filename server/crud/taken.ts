import type { Transaction } from 'kysely'
import type { Field } from '../../resources/kit/define.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import type { Entity } from './entity.ts'

/**
 * Finds the values of new rows that another row already has, either stored or earlier among the new ones. One query per
 * unique field.
 *
 * @param rows null where a row was rejected already: its values stay free for the other rows
 * @returns the problems of each row, at its index
 */
export async function takenProblems(
  trx: Transaction<AnyTables>,
  entity: Entity,
  rows: readonly (Row | null)[],
): Promise<Record<string, Problem>[]> {
  const problems = rows.map((): Record<string, Problem> => ({}))
  for (const [name, field] of entity.fields) {
    if (!field.unique) continue
    const keyOf = (row: Row): string =>
      JSON.stringify([
        field.unique === 'project' && entity.project !== null ? Number(row[entity.project]) : null,
        String(row[name]),
      ])
    const taken = await takenKeys(trx, entity, name, field, rows, keyOf)
    for (const [at, row] of rows.entries()) {
      if (row === null || row[name] === null || row[name] === undefined) continue
      const key = keyOf(row)
      if (taken.has(key)) Object.assign(problems[at] ?? {}, { [name]: { key: 'error.rule.unique' } })
      taken.add(key)
    }
  }
  return problems
}

async function takenKeys(
  trx: Transaction<AnyTables>,
  entity: Entity,
  name: string,
  field: Field,
  rows: readonly (Row | null)[],
  keyOf: (row: Row) => string,
): Promise<Set<string>> {
  const values = [
    ...new Set(rows.flatMap((row) => (row?.[name] === null || row?.[name] === undefined ? [] : [row[name]]))),
  ]
  if (values.length === 0) return new Set()
  const columns = field.unique === 'project' && entity.project !== null ? [name, entity.project] : [name]
  const stored = await trx.selectFrom(entity.resource.table).select(columns).where(name, 'in', values).execute()
  return new Set(stored.map(keyOf))
}
