import { sql } from 'kysely'
import { idColumn, wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/**
 * Messages to channels: which, what as JSON, how often it was tried and when it is tried again. Browsers that opted in to be told are kept by their
 * endpoint, which the browser's maker made up for this one browser.
 */
export const channels: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const statements = [
    `alter table alarmsendlog add column channel_id ${int}`,
    `alter table alarmsendlog add column message text`,
    `alter table alarmsendlog add column attempts ${int} not null default 0`,
    `alter table alarmsendlog add column next_at ${int}`,
    `create index alarmsendlog_channel on alarmsendlog (channel_id, id) where channel_id is not null`,
    `create table pushsubscription (${idColumn[engine]}, user_id ${int} not null, endpoint text not null, p256dh text not null, auth text not null, language text not null, created_at ${int} not null)`,
    `create unique index pushsubscription_endpoint on pushsubscription (endpoint)`,
    `create index pushsubscription_user on pushsubscription (user_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(trx)
}
