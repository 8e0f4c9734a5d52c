import type { Batch } from '../inbox.ts'

/** Batches in the order of receipt, also while the inbox is read: those that come meanwhile wait for what was left in it. */
export interface Line {
  take(batch: Batch): void
  /** Whether batches wait for the inbox. */
  isWaiting(): boolean
  /** Runs work that reads the inbox; batches are evaluated afterwards. */
  inOrder(work: () => Promise<void>): Promise<void>
}

export function createLine(judge: (batch: Batch) => void): Line {
  let waiting: Batch[] | null = null
  let reading: Promise<void> = Promise.resolve()
  let inLine = 0
  return {
    take(batch) {
      if (waiting) waiting.push(batch)
      else judge(batch)
    },
    isWaiting: () => waiting !== null,
    inOrder(work) {
      waiting ??= []
      inLine++
      const mine = reading.then(work).finally(() => {
        if (--inLine > 0) return
        const rest = waiting ?? []
        waiting = null
        rest.forEach(judge)
      })
      reading = mine.catch(() => {})
      return mine
    },
  }
}
