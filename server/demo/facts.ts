import type { Storage } from '../storage/types.ts'

/** Returns a value of the `setting` table, or null. */
export async function readFact({ read }: Storage, name: string): Promise<string | null> {
  return (await read.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value ?? null
}

export async function writeFact(storage: Storage, name: string, value: string): Promise<void> {
  await storage.write((trx) =>
    trx
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  )
}
