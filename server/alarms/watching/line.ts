import type { Batch } from '../inbox.ts'

/**
 * Keeps batches in the order of receipt, also while the inbox is read: batches that arrive meanwhile wait for those
 * that were left in it.
 */
export interface Line {
  take(batch: Batch): void
  /** Whether batches wait for the inbox. */
  isWaiting(): boolean
  /** Runs work that reads the inbox; waiting batches are evaluated afterwards. */
  inOrder(work: () => Promise<void>): Promise<void>
  /** Waits until every batch that came before the call is evaluated. */
  settled(): Promise<void>
}

/**
 * Serialises calls of the same work, in the order of the calls. A failure is passed to its caller, and does not stop
 * later calls.
 */
export function serialise<Args extends unknown[]>(
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
 * Serialises and coalesces calls of the same work: all items that are asked for while it runs are done together in its
 * next run. A call resolves when its items are done, and fails with their run.
 */
export function coalesce<Item>(
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

/**
 * Creates the line.
 *
 * @param judge must not throw: the batches behind would be lost
 */
export function createLine(judge: (batch: Batch) => void): Line {
  let waiting: Batch[] | null = null
  let inLine = 0
  const read = serialise((work: () => Promise<void>) =>
    work().finally(() => {
      if (--inLine > 0) return
      const rest = waiting ?? []
      waiting = null
      rest.forEach(judge)
    }),
  )
  const inOrder: Line['inOrder'] = (work) => {
    waiting ??= []
    inLine++
    return read(work)
  }
  return {
    take(batch) {
      if (waiting) waiting.push(batch)
      else judge(batch)
    },
    isWaiting: () => waiting !== null,
    inOrder,
    settled: () => (waiting ? inOrder(async () => {}) : Promise.resolve()),
  }
}
