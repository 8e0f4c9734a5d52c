/** PostgreSQL's code of a transaction that it ended because that and another waited for each other; the other goes on. */
const DEADLOCK = '40P01'
/** How often a write is tried. */
const MAX_TRIES = 5

/**
 * A write that may change several rows which others change in another order, the alarm journal above all: done again where PostgreSQL ended it in favour of
 * another one. SQLite writes one transaction at a time.
 *
 * @param write one transaction, which leaves nothing behind outside of the database where it fails
 */
export async function throughDeadlocks<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK
      if (!isDeadlock || tries === MAX_TRIES) throw error
    }
  }
}
