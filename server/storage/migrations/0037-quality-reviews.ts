import { sql } from 'kysely'
import { idColumn, wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** What people said of values: who, when, why, at which step; what was taken back stays. */
export const qualityReviews: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const statements = [
    `create table qualityreview (${idColumn[engine]}, device_id ${int} not null, nodemap_id ${int} not null, since ${int} not null, until ${int} not null,
      flag ${int} not null, step ${int} not null, reason text not null, user_id ${int} not null, made_at ${int} not null, revoked_by ${int}, revoked_at ${int})`,
    `create index qualityreview_device on qualityreview (device_id, since)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
