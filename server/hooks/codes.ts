import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { AnyTables } from '../storage/types.ts'

/** Random digits, the first not 0, that no row of a column holds yet. */
export async function freeDigits(trx: Transaction<AnyTables>, table: string, column: string, length: number): Promise<string> {
  for (;;) {
    const digits = String(randomInt(10 ** (length - 1), Math.min(10 ** length, 2 ** 48 - 1)))
    const taken = await trx.selectFrom(table).select('id').where(column, '=', digits).executeTakeFirst()
    if (!taken) return digits
  }
}
