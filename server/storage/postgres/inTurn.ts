import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Where statements go to. */
export interface Asked {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>>
}

/**
 * A connection whose statements take turns, in the order they came, whoever they are of: the driver wants one only once the last is answered. One that fails keeps
 * no other from its turn. `answered` resolves once none is left.
 */
export function inTurn(client: Asked): Asked & { answered(): Promise<void> } {
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

/** What ends a transaction, as Kysely sends it, and what begins one. */
const ENDS: ReadonlySet<string> = new Set(['commit', 'rollback'])
const BEGINS = /^(?:begin|start transaction)\b/

/**
 * A pool for Kysely: what reads side by side elsewhere reads in turn where a transaction has one connection for all of it. What comes once that is being
 * ended is refused: behind a rollback it would be written by itself.
 */
export const poolInTurn = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    const client = await pool.connect()
    const turn = inTurn(client)
    let isOver = false
    const query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> => {
      // A commit that failed is rolled back.
      if (isOver && text !== 'rollback' && !BEGINS.test(text))
        return Promise.reject(new Error('the transaction is over'))
      isOver = ENDS.has(text)
      return turn.query<Row>(text, values)
    }
    // Where one of several statements fails, the others may still wait behind the rollback: nobody else has the connection before they are answered.
    const release = (): void => void turn.answered().then(() => client.release())
    // Its type knows cursors as well, which nothing here reads by.
    return { query, release } as unknown as PostgresPoolClient
  },
  end: () => pool.end(),
})
