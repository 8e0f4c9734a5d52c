import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Poller } from '../../src/live/poller.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

function polling(task: (signal: AbortSignal) => Promise<void> = () => Promise.resolve(), busy?: () => boolean) {
  const spy = vi.fn(task)
  const poller = new Poller(spy, { every: 10_000, after: 500 }, busy)
  poller.start()
  return { poller, spy, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('Poller', () => {
  it('polls first after 500 ms, then every 10 s from the last response', async () => {
    const { poller, spy, pass } = polling()
    await pass(499)
    expect(spy).not.toHaveBeenCalled()
    await pass(1)
    expect(spy).toHaveBeenCalledTimes(1)
    expect(poller.state).toMatchObject({ busy: false, error: null, updatedAt: 1_000_500, dueAt: 1_010_500 })
    await pass(9999)
    expect(spy).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(spy).toHaveBeenCalledTimes(2)
    poller.stop()
  })

  it('never runs two requests at once, even on refresh()', async () => {
    let answer = () => {}
    const { poller, spy, pass } = polling(() => new Promise((resolve) => (answer = resolve)))
    await pass(500)
    poller.refresh()
    await pass(60_000)
    expect([spy.mock.calls.length, poller.state.busy]).toEqual([1, true])
    answer()
    await pass(9999)
    expect(spy).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(spy).toHaveBeenCalledTimes(2)
    poller.stop()
  })

  it('pauses while held; on release polls at once if due, else at the scheduled time', async () => {
    const { poller, spy, pass } = polling()
    await pass(500)
    poller.hold(true)
    await pass(120_000)
    expect([spy.mock.calls.length, poller.state.held]).toEqual([1, true])
    poller.hold(false)
    await pass(0)
    expect(spy).toHaveBeenCalledTimes(2)
    poller.hold(true)
    await pass(3000)
    poller.hold(false)
    await pass(6999)
    expect(spy).toHaveBeenCalledTimes(2)
    await pass(1)
    expect(spy).toHaveBeenCalledTimes(3)
    poller.stop()
  })

  it('defers a poll while the page is busy, by at most one interval', async () => {
    let busy = true
    const { poller, spy, pass } = polling(undefined, () => busy)
    await pass(2000)
    expect([spy.mock.calls.length, poller.state.held]).toEqual([0, false])
    busy = false
    await pass(100)
    expect(spy).toHaveBeenCalledTimes(1)
    busy = true
    // 10 s until the next poll is due, and 10 s of patience.
    await pass(19_900)
    expect(spy).toHaveBeenCalledTimes(1)
    await pass(200)
    expect(spy).toHaveBeenCalledTimes(2)
    poller.stop()
  })

  it('polls once on refresh() while held', async () => {
    const { poller, spy, pass } = polling()
    poller.hold(true)
    poller.refresh()
    await pass(0)
    expect(spy).toHaveBeenCalledTimes(1)
    await pass(60_000)
    expect(spy).toHaveBeenCalledTimes(1)
    poller.stop()
  })

  it('keeps the time of the last success after a failed poll and retries at the next interval', async () => {
    const failure = new Error('down')
    let fails = false
    const { poller, spy, pass } = polling(() => (fails ? Promise.reject(failure) : Promise.resolve()))
    await pass(500)
    fails = true
    await pass(10_000)
    expect(poller.state).toMatchObject({ error: failure, updatedAt: 1_000_500, busy: false })
    fails = false
    await pass(10_000)
    expect(poller.state).toMatchObject({ error: null, updatedAt: 1_020_500 })
    expect(spy).toHaveBeenCalledTimes(3)
    poller.stop()
  })

  it('aborts the request on stop(), ignores its outcome and polls no more', async () => {
    let signal: AbortSignal | undefined
    const { poller, spy, pass } = polling((given) => {
      signal = given
      return new Promise((_, reject) => given.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    await pass(500)
    poller.stop()
    await pass(60_000)
    expect([signal?.aborted, spy.mock.calls.length, poller.state.error, poller.state.busy]).toEqual([
      true,
      1,
      null,
      false,
    ])
    poller.refresh()
    expect(spy).toHaveBeenCalledTimes(1)
  })
})
