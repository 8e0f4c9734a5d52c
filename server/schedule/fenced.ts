import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { AnyTables, Fence, FencedTransaction, Storage, Tables } from '../storage/types.ts'

/**
 * How long a write whose commit was not answered keeps asking for its outcome, ms: a database restarts within that
 * time.
 */
const COMMIT_TIMEOUT_MS = 30_000
/** Pause before the outcome is asked for again, ms. */
const POLL_INTERVAL_MS = 500

type Write<D> = <T>(work: (trx: Transaction<D>) => Promise<T>) => Promise<T>

/**
 * Wraps a storage so that its writes are refused (LeaseLost) once another process leads, however late they come. A
 * write that was committed returns its result even where the connection broke before the answer: a caller that is told
 * of a failure would write again.
 */
export function fenceWrites(storage: Storage, fence: Fence | null): Storage {
  if (fence === null) return storage
  const guard =
    <D>(write: Write<D>): Write<D> =>
    async <T>(work: (trx: Transaction<D>) => Promise<T>): Promise<T> => {
      const passage = fence.enter()
      let done: { result: Awaited<T> } | undefined
      try {
        return await write<T>(async (trx): Promise<T> => {
          await passage.check(trx)
          const result = await work(trx)
          done = { result }
          return result
        })
      } catch (error) {
        // A write that failed within the work was never committed; an error after it does not say whether the write
        // was.
        if (done && (await wasCommitted(storage, passage))) return done.result
        throw error
      } finally {
        passage.leave()
      }
    }
  const write = guard<Tables>((work) => storage.write(work))
  return {
    ...storage,
    write,
    writeAny: guard<AnyTables>((work) => storage.writeAny(work)),
    // Old history is dropped in many transactions, with the same result whichever process drops it.
    dropHistory: async (before) => {
      await write(async () => {})
      await storage.dropHistory(before)
    },
  }
}

/** Asks the database whether a write was committed. False also where it cannot be asked. */
async function wasCommitted(storage: Storage, passage: FencedTransaction): Promise<boolean> {
  const until = performance.now() + COMMIT_TIMEOUT_MS
  for (;;) {
    try {
      return await storage.writeAny((trx) => passage.wasCommitted(trx))
    } catch {
      if (performance.now() >= until) return false
      await sleep(POLL_INTERVAL_MS, undefined, { ref: false })
    }
  }
}
