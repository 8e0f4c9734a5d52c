import { sql } from 'kysely'
import type { Migration } from './index.ts'

/**
 * Levels of sound are rounded to a tenth before they are compared with a limit. Days that were judged above one before are judged anew, which takes their hours as
 * they are kept: some were above it by 0 dB. What was within stays within.
 */
export const noiseTenths: Migration['up'] = async (trx) => {
  await sql`insert into environmentdirty (device_id, hour, stamp)
    select distinct device_id, start - start % 3600000, 0 from environmentday where medium = 'noise' and level > 1
    on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`.execute(trx)
}
