import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** What statements are sent to. */
export interface QueryClient {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/**
 * Makes the statements of a connection take turns, in the order they come, whichever caller they belong to: the driver
 * accepts a statement only once the last one is answered. A statement that fails does not keep later ones from their
 * turn. `answered` resolves once no statement is left.
 */
export function serialiseQueries(client: QueryClient): QueryClient & { answered(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      const answer = last.then(() => client.query<Row>(text, values))
      last = answer.catch(() => {})
      return answer
    },
    async answered() {
      for (let awaited: unknown = null; awaited !== last; ) {
        awaited = last
        await last
      }
    },
  }
}

/** Statements that end a transaction, as Kysely sends them, and those that begin one. */
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback'])
const BEGINS = /^(?:begin|start transaction)\b/

/**
 * Wraps a pool for Kysely. Reads that run in parallel elsewhere run in turn within a transaction, which has one
 * connection. A statement that comes once the transaction is being ended is refused: after a rollback it would be
 * executed on its own.
 */
export const poolInTurn = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    const client = await pool.connect()
    const turn = serialiseQueries(client)
    let isOver = false
    const query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> => {
      // A commit that failed is followed by a rollback.
      if (isOver && text !== 'rollback' && !BEGINS.test(text))
        return Promise.reject(new Error('the transaction is over'))
      isOver = ENDS.has(text)
      return turn.query<Row>(text, values)
    }
    // Where one of several statements fails, others may still wait behind the rollback: the connection returns to the
    // pool only once they are answered.
    const release = (): void => void turn.answered().then(() => client.release())
    // Kysely's type includes cursors, which nothing here reads by.
    return { query, release } as unknown as PostgresPoolClient
  },
  end: () => pool.end(),
})
