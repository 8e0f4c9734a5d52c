import { constraintOf } from '../storage/index.ts'

/**
 * Writes, in order, the entries of a batch that the database refused because one of them violates a constraint, as many
 * at once as the database takes. Only the violating entry is given up. Entries that are dealt with are removed from the
 * batch: where this function throws for another reason, the rest is to be retried.
 */
export async function salvage<T>(
  batch: T[],
  write: (some: T[]) => Promise<void>,
  giveUp: (entry: T, error: unknown) => void,
): Promise<void> {
  let size = Math.ceil(batch.length / 2)
  while (batch.length > 0) {
    const some = batch.slice(0, size)
    try {
      await write(some)
    } catch (error) {
      if (constraintOf(error) === null) throw error
      if (some.length > 1) {
        size = Math.ceil(some.length / 2)
        continue
      }
      for (const entry of some) giveUp(entry, error)
    }
    batch.splice(0, some.length)
  }
}
