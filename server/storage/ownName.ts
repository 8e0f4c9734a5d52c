import { randomUUID } from 'node:crypto'
import type { Storage } from './types.ts'

/** What this installation is called at a service that others may use as well: made once and kept in the table `setting`, so all its processes have the same. */
export async function ownName({ write, read }: Pick<Storage, 'write' | 'read'>, setting: string): Promise<string> {
  const value = `console-${randomUUID()}`
  await write((trx) =>
    trx
      .insertInto('setting')
      .values({ name: setting, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  )
  const row = await read.selectFrom('setting').select('value').where('name', '=', setting).executeTakeFirst()
  return row?.value ?? value
}
