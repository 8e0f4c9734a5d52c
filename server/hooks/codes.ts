import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { AnyTables } from '../storage/types.ts'

/** Random digits, the first not 0, that no row of a column holds yet. */
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

/** The same for many rows at once: as many different ones, with one query each time. */
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
