import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** How far an episode's escalation is. The clock asks for what is due, and reads nothing else: episodes that wait for nobody are not in its index. */
export const escalation: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const columns = [`escalation_id ${int}`, `escalation_step ${int} not null default 0`, `escalation_since ${int}`]
  for (const column of [...columns, `escalate_at ${int}`])
    await sql.raw(`alter table thresholdlog add column ${column}`).execute(trx)
  await sql
    .raw('create index thresholdlog_escalate on thresholdlog (escalate_at) where escalate_at is not null')
    .execute(trx)
}
