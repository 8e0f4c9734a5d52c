import { sql, type Transaction } from 'kysely'
import { isSuper, type Caller } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { isTop } from '../../resources/kit/tree.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import type { Entity } from './entity.ts'

/**
 * Checks the place of a record in a tree: it may not lie below itself, and where the definition says so (`superTop`),
 * only the super administrator may put it at the top. The rule is the same for all trees. An unchanged place is not
 * checked.
 *
 * @param old null while the record is being created
 */
export async function placeProblems(
  trx: Transaction<AnyTables>,
  { resource }: Entity,
  row: Row,
  old: Row | null,
  caller: Caller,
): Promise<Record<string, Problem>> {
  const { tree, table } = resource
  if (!tree || row[tree.parent] === old?.[tree.parent]) return {}
  const parent = row[tree.parent] ?? tree.root
  if (isTop(resource, tree.parent, parent))
    return tree.superTop && !isSuper(caller) ? { [tree.parent]: { key: 'error.rule.missing' } } : {}
  return old && (await liesInside(trx, table, tree.parent, Number(parent), Number(old.id)))
    ? { [tree.parent]: { key: 'error.rule.cycle' } }
    : {}
}

/**
 * Returns whether a record is another one or lies anywhere below it. An existing cycle ends the walk, since no record
 * is visited twice.
 */
async function liesInside(
  trx: Transaction<AnyTables>,
  table: string,
  parent: string,
  id: number,
  other: number,
): Promise<boolean> {
  const { rows } = await sql`with recursive above (id) as (
      select cast(${id} as bigint) union select cast(${sql.ref(`${table}.${parent}`)} as bigint) from ${sql.table(table)} join above on ${sql.ref(`${table}.id`)} = above.id
    ) select 1 from above where id = ${other}`.execute(trx)
  return rows.length > 0
}
