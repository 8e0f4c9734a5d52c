import { sql, type Transaction } from 'kysely'
import { invalid } from '../errors.ts'
import type { AnyTables } from '../storage/types.ts'

/** Number of rules that the message names. */
const NAMED = 3

/**
 * Refuses another model for a device where rules name it with a node of its present model: alarm rules would watch and
 * switch nothing any more, virtual rules would generate and copy nothing, and no user would notice. An alarm rule with
 * a scope adapts by itself.
 */
export async function keepModel(trx: Transaction<AnyTables>, id: number, model: number): Promise<void> {
  const alarms = await sql<{ name: string | null }>`select name from threshold
    where ((',' || device_list || ',') like ${`%,${id},%`} and coalesce(scope, '') = '') or ganged_device_id = ${id}
    order by id limit ${sql.lit(NAMED + 1)}`.execute(trx)
  refuse('error.alarm.modelRules', alarms.rows)
  const virtual = await sql<{ name: string | null }>`select device.name || ' ' || nodemap.alias as name from deviceai
    join device on device.id = deviceai.device_id
    join nodemap on nodemap.id = case when deviceai.device_id = ${id} then deviceai.nodemap_id else deviceai.other_nodemap_id end
    where (deviceai.device_id = ${id} or deviceai.other_device_id = ${id}) and nodemap.devicetype_id <> ${model}
    order by deviceai.id limit ${sql.lit(NAMED + 1)}`.execute(trx)
  refuse('error.virtual.model', virtual.rows)
}

function refuse(key: string, found: readonly { name: string | null }[]): void {
  if (found.length === 0) return
  const rules = found.slice(0, NAMED).map(({ name }) => name ?? '')
  throw invalid({
    devicetype_id: { key, args: { rules: rules.join(', ') + (found.length > NAMED ? ' …' : '') } },
  })
}
