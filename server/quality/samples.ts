import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../storage/types.ts'

/** The history without what is suspect or failed, to stand after FROM under its own name. Costs a look-up a row: for where there are flags. */
export const TRUSTED: RawBuilder<unknown> = sql`(select * from history where ${isTrusted()}) as history`

/** Whether a row of the history is neither suspect nor failed. */
export function isTrusted(): RawBuilder<boolean> {
  return sql`not exists (select 1 from historyflag where historyflag.device_id = history.device_id and historyflag.nodemap_id = history.nodemap_id
    and historyflag.ts = history.ts and historyflag.flag > 2)`
}

/** Whether a span holds what is not trusted. */
export async function hasDoubts(
  read: Kysely<Tables>,
  { device, nodemaps, start, end }: { device: number; nodemaps: readonly number[]; start: number; end: number },
): Promise<boolean> {
  if (nodemaps.length === 0) return false
  const found = await read
    .selectFrom('historyflag')
    .select('ts')
    .where('device_id', '=', device)
    .where('nodemap_id', 'in', nodemaps)
    .where('ts', '>=', start)
    .where('ts', '<=', end)
    .where('flag', '>', 2)
    .limit(1)
    .execute()
  return found.length > 0
}

/** All of the history. */
export const ALL: RawBuilder<unknown> = sql`history`
