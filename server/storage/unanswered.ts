import type { Compilable, CompiledQuery, Kysely } from 'kysely'

/** A statement whose answer is not looked at. */
interface Unanswered extends CompiledQuery {
  isUnanswered: true
}

export const isUnanswered = (query: CompiledQuery): query is Unanswered => 'isUnanswered' in query

/**
 * Writes, within a transaction, what needs no answer. On SQLite it waits for the transaction's next statement that does, or its end, and goes to the
 * thread with it: each answer waits for the event loop, and whoever stores samples waits for that. So it is that statement, or the transaction, that
 * fails where this one does.
 */
export function writeUnanswered<T>(trx: Kysely<T>, query: Compilable): Promise<unknown> {
  const unanswered: Unanswered = { ...query.compile(), isUnanswered: true }
  return trx.executeQuery(unanswered)
}
