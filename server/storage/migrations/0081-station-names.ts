import { sql } from 'kysely'
import type { Migration } from './index.ts'

/**
 * MNs of devices that were made with many others were kept as they were typed, so that another device could have the same in other letters: a station is known
 * by its MN in capitals. Where two have it by now each keeps its own, since one of them has to be told another.
 */
export const stationNames: Migration['up'] = async (trx) => {
  const { rows } = await sql<{ id: number; mn: string }>`select id, mn from device where mn is not null`.execute(trx)
  const holders = new Map<string, number>()
  for (const { mn } of rows) holders.set(mn.toUpperCase(), (holders.get(mn.toUpperCase()) ?? 0) + 1)
  for (const { id, mn } of rows) {
    const name = mn.toUpperCase()
    if (name !== mn && holders.get(name) === 1) await sql`update device set mn = ${name} where id = ${id}`.execute(trx)
  }
}
