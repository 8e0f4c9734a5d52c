import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJournalPace } from '../../server/alarms/journalPace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Transactions of this duration, ms; those whose numbers, from 1, are in `failing` fail. */
function start(takes: number, failing: readonly number[] = []) {
  let pending = 0
  const begun: number[] = []
  const from = performance.now()
  const pace = createJournalPace(
    async () => {
      const taken = pending
      pending = 0
      begun.push(performance.now() - from)
      const isDone = !failing.includes(begun.length)
      await new Promise((resolve) => setTimeout(resolve, takes))
      if (!isDone) pending += taken
      return isDone
    },
    () => pending > 0,
  )
  const add = (): void => {
    pending++
    pace.wake()
  }
  return { pace, begun, add }
}

describe('journal pace', () => {
  it('waits 20 ms for more entries, and then pauses 20 times the duration of its transaction', async () => {
    const { begun, add } = start(20)
    add()
    await vi.advanceTimersByTimeAsync(30)
    add()
    await vi.advanceTimersByTimeAsync(1000)
    add()
    await vi.advanceTimersByTimeAsync(1000)
    expect(begun).toEqual([20, 440, 1050])
  })

  it('pauses no longer than 500 ms', async () => {
    const { begun, add } = start(200)
    add()
    await vi.advanceTimersByTimeAsync(100)
    add()
    await vi.advanceTimersByTimeAsync(2000)
    expect(begun).toEqual([20, 720])
  })

  it('writes at once while a caller waits, including entries added meanwhile', async () => {
    const { pace, begun, add } = start(30)
    add()
    const settled = pace.settled()
    await vi.advanceTimersByTimeAsync(10)
    add()
    await vi.advanceTimersByTimeAsync(60)
    await settled
    expect(begun).toEqual([0, 30])
  })

  it('retries a failed transaction after 1 s, even while a caller waits', async () => {
    const { pace, begun, add } = start(30, [1])
    add()
    const [settled, caughtUp] = [pace.settled(), pace.caughtUp()]
    await vi.advanceTimersByTimeAsync(3000)
    await Promise.all([settled, caughtUp])
    expect(begun).toEqual([0, 1030])
  })

  it('makes a caller wait only for the current transaction and the next one', async () => {
    const { pace, begun, add } = start(30)
    const coming = setInterval(add, 5)
    await vi.advanceTimersByTimeAsync(30)
    let isOver = false
    void pace.caughtUp().then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(70)
    clearInterval(coming)
    expect([isOver, begun.length]).toEqual([true, 2])
  })
})
