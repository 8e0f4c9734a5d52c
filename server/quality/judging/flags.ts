import type { Transaction } from 'kysely'
import { HOUR } from '../../storage/dirtyHours.ts'
import type { FlagRow, Tables } from '../../storage/types.ts'
import type { Fact } from './facts.ts'
import type { DeviceHour } from './judge.ts'

/** Rows per statement: databases limit the number of parameters. */
const CHUNK_ROWS = 200

/** Writes the flags of an hour if they changed. Returns whether they did. */
export async function keepFlags(
  trx: Transaction<Tables>,
  { device_id, hour }: DeviceHour,
  said: readonly Fact[],
  faults: ReadonlyMap<string, FlagRow>,
): Promise<boolean> {
  const old = said.filter(({ kind }) => kind === 'flag')
  const same = (row: Fact): boolean => {
    const now = faults.get(`${row.nodemap_id} ${row.ts}`)
    return now?.flag === row.flag && now.tests === row.amount
  }
  if (old.length === faults.size && old.every(same)) return false
  if (old.length > 0)
    await trx
      .deleteFrom('historyflag')
      .where('device_id', '=', device_id)
      .where('nodemap_id', 'in', [...new Set(old.map(({ nodemap_id }) => nodemap_id))])
      .where('ts', '>=', hour)
      .where('ts', '<', hour + HOUR)
      .execute()
  const rows = [...faults.values()]
  for (let at = 0; at < rows.length; at += CHUNK_ROWS)
    await trx
      .insertInto('historyflag')
      .values(rows.slice(at, at + CHUNK_ROWS))
      .execute()
  return true
}
