import type { Compilable, CompiledQuery, Kysely } from 'kysely'

/** A statement whose answer is not read. */
interface Unanswered extends CompiledQuery {
  isUnanswered: true
}

export const isUnanswered = (query: CompiledQuery): query is Unanswered => 'isUnanswered' in query

/**
 * Runs a write, within a transaction, whose answer is not needed. On SQLite it waits for the transaction's next
 * statement that needs an answer, or for its end, and goes to the thread together with it: each answer waits for the
 * event loop, and so does every caller that stores samples. So where this write fails, that statement, or the
 * transaction, fails.
 */
export function writeUnanswered<T>(trx: Kysely<T>, query: Compilable): Promise<unknown> {
  const unanswered: Unanswered = { ...query.compile(), isUnanswered: true }
  return trx.executeQuery(unanswered)
}
