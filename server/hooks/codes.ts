import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { AnyTables } from '../storage/types.ts'

/** Returns random digits, the first not 0, that no row has in a column yet. */
export async function freeDigits(
  trx: Transaction<AnyTables>,
  table: string,
  column: string,
  length: number,
): Promise<string> {
  for (;;) {
    const digits = draw(length)
    const taken = await trx.selectFrom(table).select('id').where(column, '=', digits).executeTakeFirst()
    if (!taken) return digits
  }
}

/** Returns free digits for many rows at once, all different, with one query for each draw. */
export async function freeDigitsFor(
  count: number,
  trx: Transaction<AnyTables>,
  table: string,
  column: string,
  length: number,
): Promise<string[]> {
  const free = new Set<string>()
  while (free.size < count) {
    const drawn = new Set<string>()
    while (drawn.size < count - free.size) drawn.add(draw(length))
    const taken = await trx
      .selectFrom(table)
      .select(column)
      .where(column, 'in', [...drawn])
      .execute()
    for (const row of taken) drawn.delete(String(row[column]))
    for (const digits of drawn) free.add(digits)
  }
  return [...free]
}

const draw = (length: number): string => String(randomInt(10 ** (length - 1), Math.min(10 ** length, 2 ** 48 - 1)))
