import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { AnyTables, Fence, Passage, Storage, Tables } from '../storage/types.ts'

/** How long a write whose commit was not answered asks what became of it, ms: a database restarts within that. */
const COMMIT_TIMEOUT_MS = 30_000
/** How long it waits before it asks again, ms. */
const POLL_INTERVAL_MS = 500

type Write<D> = <T>(work: (trx: Transaction<D>) => Promise<T>) => Promise<T>

/**
 * A storage whose writes are refused (LeaseLost) once another process leads, however late they come. One that was committed returns also where the
 * connection broke before its answer: whoever was told that it failed would write it again.
 */
export function fenced(storage: Storage, fence: Fence | null): Storage {
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
        // What failed within the work was never committed; from there on the error does not say.
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
    // Old history is dropped in many transactions, and it is the same for whoever drops it.
    dropHistory: async (before) => {
      await write(async () => {})
      await storage.dropHistory(before)
    },
  }
}

/** What became of a write, by the database. False too where that cannot be asked. */
async function wasCommitted(storage: Storage, passage: Passage): Promise<boolean> {
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
