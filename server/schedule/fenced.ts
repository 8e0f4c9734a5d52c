import type { Fence, Storage } from '../storage/types.ts'

/** A storage whose writes are refused (LeaseLost) once another process leads, however late they come. */
export function fenced(storage: Storage, fence: Fence | null): Storage {
  if (fence === null) return storage
  return {
    ...storage,
    write: (work) =>
      storage.write(async (trx) => {
        await fence.check(trx)
        return work(trx)
      }),
    writeAny: (work) =>
      storage.writeAny(async (trx) => {
        await fence.check(trx)
        return work(trx)
      }),
    // Old history is dropped in many transactions, and it is the same for whoever drops it.
    dropHistory: async (before) => {
      await storage.write((trx) => fence.check(trx))
      await storage.dropHistory(before)
    },
  }
}
