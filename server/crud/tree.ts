import { sql, type Transaction } from 'kysely'
import { isSuper, type Caller } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { isTop } from '../../resources/kit/tree.ts'
import type { Row } from '../storage/row.ts'
import type { AnyTables } from '../storage/types.ts'
import type { Entity } from './entity.ts'

/**
 * Whether a record of a tree may hang where it is about to: never below itself, and at the top only the super administrator's where the
 * definition says so (`superTop`). One rule for all trees; a place that stays is not looked at.
 *
 * @param old null while it is being created
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

/** Whether a record is another or lies anywhere below it; a ring that is there already ends the walk, since no record is met twice. */
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
