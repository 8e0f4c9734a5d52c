import { randomBytes } from 'node:crypto'
import type { Storage } from '../storage/types.ts'

/**
 * Returns a secret key that all processes of one platform share, created at the first start and stored in the database.
 */
export async function platformKey(storage: Storage, name: string): Promise<Buffer> {
  const value = await storage.write(async (trx) => {
    await trx
      .insertInto('setting')
      .values({ name, value: randomBytes(32).toString('hex') })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return trx.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  })
  return Buffer.from(value.value, 'hex')
}
