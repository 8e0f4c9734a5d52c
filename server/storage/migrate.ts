import { sql, type Transaction } from 'kysely'
import { StartError } from '../settings.ts'
import { wholeNumber, type EngineName } from './columns.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './types.ts'

/** Runs the migrations that this database has not seen yet, in order, and records them. */
export async function migrate(trx: Transaction<Tables>, engine: EngineName): Promise<void> {
  await sql
    .raw(`create table if not exists migration (name text primary key, ran_at ${wholeNumber[engine]} not null)`)
    .execute(trx)
  const ran = new Set((await trx.selectFrom('migration').select('name').execute()).map(({ name }) => name))
  for (const { name, up } of migrations) {
    if (ran.delete(name)) continue
    await up(trx, engine)
    await trx.insertInto('migration').values({ name, ran_at: Date.now() }).execute()
  }
  const [unknown] = ran
  if (unknown !== undefined)
    throw new StartError(
      `The database was written by a newer version of this program (it knows the step "${unknown}"); start that version.`,
    )
}
