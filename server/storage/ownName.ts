import { randomUUID } from 'node:crypto'
import type { Storage } from './types.ts'

/**
 * Returns the name of this installation at a service that other installations may use as well. It is made once and kept
 * in the table `setting`, so that all processes of the installation have the same name.
 */
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
