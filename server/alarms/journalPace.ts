/** Coalescing: changes within this time share a transaction, ms. */
const BATCH_WINDOW_MS = 20
const RETRY_MS = 1000
/** After a transaction it rests so many times as long as that took, and no longer than some ms: on SQLite samples wait to be stored while it is under way. */
const REST_FACTOR = 20
const MAX_REST_MS = 500

/** When what gathers is written. */
export interface JournalPace {
  /** Something is to be written. */
  wake(): void
  /** Waits until all of it is written, without a rest. */
  settled(): Promise<void>
  /** Waits until what was there by now is written or could not be, however much comes meanwhile. */
  caughtUp(): Promise<void>
}

/**
 * @param write one transaction; answers whether it succeeded, and must not throw
 * @param isPending whether something is still to be written
 */
export function createJournalPace(write: () => Promise<boolean>, isPending: () => boolean): JournalPace {
  let running: Promise<void> | null = null
  let tries = 0
  let restsUntil = 0
  /** Ends the time in which changes gather; null while a transaction is under way, and while one that failed waits to be tried again. */
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
      // The one under way, and the next: it may have begun without what was found last.
      const enough = tries + 2
      return wait(() => tries >= enough)
    },
  }
}
