/** PostgreSQL's error code for a transaction that it aborted because of a deadlock; the other transaction goes on. */
const DEADLOCK = '40P01'
/** How often a write is tried at most. */
const MAX_TRIES = 5

/**
 * Runs a write that may change several rows which other writes change in another order, above all in the alarm journal.
 * It is tried again where PostgreSQL aborted it because of a deadlock. SQLite writes one transaction at a time.
 *
 * @param write one transaction, which leaves no effect outside of the database where it fails
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
