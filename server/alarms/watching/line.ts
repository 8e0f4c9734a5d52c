import type { Batch } from '../inbox.ts'

/** Batches in the order of receipt, also while the inbox is read: those that come meanwhile wait for what was left in it. */
export interface Line {
  take(batch: Batch): void
  /** Whether batches wait for the inbox. */
  isWaiting(): boolean
  /** Runs work that reads the inbox; batches are evaluated afterwards. */
  inOrder(work: () => Promise<void>): Promise<void>
}

/** The same work, one time after the other in the order of the calls. One that fails is told to its caller, and stops none. */
export function inTurn<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let before: Promise<void> = Promise.resolve()
  return (...args) => {
    const mine = before.then(() => work(...args))
    before = mine.catch(() => {})
    return mine
  }
}

/**
 * The same work, one time after the other: all that is asked for while it is under way is done together once that is over. A call resolves when what it
 * asked for is done, and fails with it.
 */
export function gathered<Item>(
  work: (items: ReadonlySet<Item>) => Promise<void>,
): (items: Iterable<Item>) => Promise<void> {
  let before: Promise<void> = Promise.resolve()
  let next: { items: Set<Item>; done: Promise<void> } | null = null
  const begin = () => {
    const items = new Set<Item>()
    const done = before.then(() => {
      next = null
      return work(items)
    })
    before = done.catch(() => {})
    return { items, done }
  }
  return (items) => {
    next ??= begin()
    for (const item of items) next.items.add(item)
    return next.done
  }
}

/** @param judge must not throw: those behind would be lost */
export function createLine(judge: (batch: Batch) => void): Line {
  let waiting: Batch[] | null = null
  let inLine = 0
  const read = inTurn((work: () => Promise<void>) =>
    work().finally(() => {
      if (--inLine > 0) return
      const rest = waiting ?? []
      waiting = null
      rest.forEach(judge)
    }),
  )
  return {
    take(batch) {
      if (waiting) waiting.push(batch)
      else judge(batch)
    },
    isWaiting: () => waiting !== null,
    inOrder(work) {
      waiting ??= []
      inLine++
      return read(work)
    },
  }
}
