import { sql, type RawBuilder } from 'kysely'

/** The history without what is suspect or failed, to stand after FROM under its own name. Costs a look-up a row: for where there are flags. */
export const TRUSTED: RawBuilder<unknown> = sql`(select * from history where not exists (
  select 1 from historyflag where historyflag.device_id = history.device_id and historyflag.nodemap_id = history.nodemap_id
    and historyflag.ts = history.ts and historyflag.flag > 2)) as history`

/** All of the history. */
export const ALL: RawBuilder<unknown> = sql`history`
