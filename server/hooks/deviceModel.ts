import { sql, type Transaction } from 'kysely'
import { invalid } from '../errors.ts'
import type { AnyTables } from '../storage/types.ts'

/** How many rules are named in the sentence. */
const NAMED = 3

/**
 * Refuses another model for a device that rules name with a node of its present one: they would watch and switch nothing from then on, and
 * nobody would be told. A rule with a scope follows by itself.
 */
export async function keepModel(trx: Transaction<AnyTables>, id: number): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`select name from threshold
    where ((',' || device_list || ',') like ${`%,${id},%`} and coalesce(scope, '') = '') or ganged_device_id = ${id}
    order by id limit ${sql.lit(NAMED + 1)}`.execute(trx)
  if (rows.length === 0) return
  const rules = rows.slice(0, NAMED).map(({ name }) => name ?? '')
  throw invalid({
    devicetype_id: {
      key: 'error.alarm.modelRules',
      args: { rules: rules.join(', ') + (rows.length > NAMED ? ' …' : '') },
    },
  })
}
