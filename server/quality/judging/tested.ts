import { sql, type Transaction } from 'kysely'
import { isDirection, turnOf } from '../../../resources/kit/reading.ts'
import type { Checks } from '../../platform/checks.ts'
import type { Tables } from '../../storage/types.ts'
import { CHECK_COLUMNS, checksOf } from '../checks.ts'

type Trx = Transaction<Tables>

/**
 * Returns whether any value of the platform may be doubted at all. Where no node asks for tests, judging is skipped.
 */
export async function mayDoubt(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ any: number | boolean }>`
    select exists (select 1 from node where ${sql.join(
      CHECK_COLUMNS.map((column) => sql`${sql.ref(column)} is not null`),
      sql` or `,
    )}) or exists (select 1 from hj212mark) or exists (select 1 from historyflag) or exists (select 1 from qualityreview) as "any"`.execute(
    trx,
  )
  return Boolean(rows[0]?.any)
}

/** Returns the tests of the nodes of some devices. Devices of one model share them. */
export async function testedNodes(
  trx: Trx,
  devices: readonly number[],
): Promise<Map<number, ReadonlyMap<number, Checks>>> {
  const rows = await trx
    .selectFrom('nodemap')
    .innerJoin('node', 'node.id', 'nodemap.node_id')
    .where((where) => where.or(CHECK_COLUMNS.map((column) => where(`node.${column}`, 'is not', null))))
    .select(['nodemap.id as nodemap_id', 'nodemap.devicetype_id', 'nodemap.key_msg'])
    .select(['node.is_direction', 'node.node_script', 'node.pollutant', 'node.unitname'])
    .select(CHECK_COLUMNS.map((column) => `node.${column}` as const))
    .execute()
  const models = new Map<number | null, Map<number, Checks>>()
  for (const { nodemap_id, devicetype_id, ...row } of rows) {
    const checks = checksOf(row, isDirection(row) ? turnOf(row.node_script) : null)
    const own = models.get(devicetype_id) ?? new Map<number, Checks>()
    if (checks) models.set(devicetype_id, own.set(nodemap_id, checks))
  }
  const found = new Map<number, ReadonlyMap<number, Checks>>()
  if (models.size === 0) return found
  const own = await trx.selectFrom('device').where('id', 'in', devices).select(['id', 'devicetype_id']).execute()
  for (const { id, devicetype_id } of own) {
    const model = models.get(devicetype_id)
    if (model) found.set(id, model)
  }
  return found
}
