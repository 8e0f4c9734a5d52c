/** Coalescing window: changes within this time share a transaction, ms. */
const BATCH_WINDOW_MS = 20
const RETRY_MS = 1000
/**
 * After a transaction the journal pauses for this many times the transaction's duration, at most MAX_REST_MS: on
 * SQLite, samples wait to be stored while a transaction runs.
 */
const REST_FACTOR = 20
const MAX_REST_MS = 500

/** Decides when gathered changes are written. */
export interface JournalPace {
  /** Signals that something is to be written. */
  wake(): void
  /** Waits until everything is written, without a pause. */
  settled(): Promise<void>
  /** Waits until everything there at the call is written or has failed to be, however much arrives meanwhile. */
  caughtUp(): Promise<void>
}

/**
 * Creates the pace of a journal.
 *
 * @param write one transaction; returns whether it succeeded, and must not throw
 * @param isPending whether something is still to be written
 */
export function createJournalPace(write: () => Promise<boolean>, isPending: () => boolean): JournalPace {
  let running: Promise<void> | null = null
  let tries = 0
  let restsUntil = 0
  /**
   * Ends the time in which changes gather; null while a transaction runs, and while a failed one waits for its retry.
   */
  let hasten: (() => void) | null = null

  const wake = (isRetry = false): void => {
    if (running) return
    const gathered = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isRetry ? RETRY_MS : Math.max(BATCH_WINDOW_MS, restsUntil - performance.now()))
      hasten = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    if (isRetry) hasten = null
    running = gathered.then(run)
  }
  const run = async (): Promise<void> => {
    hasten = null
    const begun = performance.now()
    const isDone = await write()
    restsUntil = performance.now() + Math.min(MAX_REST_MS, REST_FACTOR * (performance.now() - begun))
    tries++
    running = null
    if (isPending()) wake(!isDone)
  }
  const wait = async (isOver: () => boolean): Promise<void> => {
    while (running && !isOver()) {
      hasten?.()
      await running
    }
  }
  return {
    wake: () => wake(),
    settled: () => wait(() => false),
    caughtUp() {
      // The transaction under way and the next one: the first may have begun without what was found last.
      const enough = tries + 2
      return wait(() => tries >= enough)
    },
  }
}
