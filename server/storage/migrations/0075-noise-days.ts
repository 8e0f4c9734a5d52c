import { sql } from 'kysely'
import { measuredValue } from '../columns.ts'
import type { Migration } from './index.ts'

/** By how many dB days of sound are above the limits by day and at night. Days that were judged before are judged anew, which takes their hours as they are kept. */
export const noiseDays: Migration['up'] = async (trx, engine) => {
  const real = measuredValue[engine]
  const statements = [
    `alter table environmentday add column ld_above ${real}`,
    `alter table environmentday add column ln_above ${real}`,
    `insert into environmentdirty (device_id, hour, stamp) select distinct device_id, start - start % 3600000, 0 from environmentday where medium = 'noise'
      on conflict (device_id, hour) do update set stamp = environmentdirty.stamp + 1`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
