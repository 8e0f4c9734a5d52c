import { sql } from 'kysely'
import { wholeNumber } from '../columns.ts'
import type { Migration } from './index.ts'

/** From where an account signed in: guessing from elsewhere does not close it for those. */
export const knownNetworks: Migration['up'] = async (trx, engine) => {
  const int = wholeNumber[engine]
  const keyed = engine === 'sqlite' ? ' without rowid' : ''
  await sql
    .raw(
      `create table knownnetwork (account text not null, network text not null, seen_at ${int} not null, primary key (account, network))${keyed}`,
    )
    .execute(trx)
}
