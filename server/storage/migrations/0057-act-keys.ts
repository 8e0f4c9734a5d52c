import { sql } from 'kysely'
import type { Migration } from './index.ts'

/** What a console calls an act: whoever sends it again, because the answer was lost, does not do it again. */
export const actKeys: Migration['up'] = async (trx) => {
  const statements = [
    'alter table episodeact add column act_key text',
    'create unique index episodeact_key on episodeact (thresholdlog_id, user_id, act_key) where act_key is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
