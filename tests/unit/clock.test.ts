import { afterEach, describe, expect, it, vi } from 'vitest'
import { clockOffset, forgetClock, learnClock, platformNow } from '../../dataProvider/clock.ts'
import { call, configureHttp } from '../../dataProvider/http.ts'
import { formatTime } from '../../src/admin/fields/formats.ts'
import { zoneOf } from '../../resources/kit/zone.ts'

afterEach(() => {
  forgetClock()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const AT = Date.UTC(2026, 10, 27, 12)
/**
 * An answer written at `at` by the platform's clock, received by a browser whose clock is `off` ms ahead, with 80 ms of
 * round trip.
 */
const answered = (at: number, off: number) => learnClock(new Date(at).toUTCString(), at + off - 40, at + off + 40)

describe('platform clock', () => {
  it('equals the browser’s clock before the first response and when both agree', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: AT })
    expect(platformNow()).toBe(AT)
    for (const ms of [0, 130, 420, 990]) answered(AT + ms, 0)
    expect(platformNow()).toBe(AT)
  })

  it.each([
    ['15 minutes ahead', 15 * 60_000],
    ['a day behind', -86_400_000],
    ['3 seconds ahead', 3000],
  ])('is known within 1 s after one response and 150 ms after five, with the browser %s', (_name, off) => {
    answered(AT + 700, off)
    expect(Math.abs(clockOffset() + off)).toBeLessThanOrEqual(1000)
    for (const ms of [1050, 2480, 3900, 5270]) answered(AT + ms, off)
    expect(Math.abs(clockOffset() + off)).toBeLessThanOrEqual(150)
  })

  it('follows a change of the browser’s clock while the console is open', () => {
    answered(AT, 0)
    answered(AT + 5000, 3_600_000)
    expect(Math.abs(clockOffset() + 3_600_000)).toBeLessThanOrEqual(1000)
  })

  it('ignores a response without a valid Date header', () => {
    learnClock(null, AT, AT + 10)
    learnClock('soon', AT, AT + 10)
    expect(clockOffset()).toBe(0)
  })

  it('is learned from every API call and determines the current day', async () => {
    const off = 86_400_000
    vi.useFakeTimers({ toFake: ['Date'], now: AT + off })
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(JSON.stringify({ code: 0, data: null }), { headers: { date: new Date(AT).toUTCString() } }),
    )
    configureHttp({ token: () => null, languageTag: () => 'en', onSignedOut: () => {} })
    await call('GET', 'x')
    expect(zoneOf('UTC').day(platformNow())).toBe('2026-11-27')
    // Times of the current day are shown without a date.
    expect(formatTime(AT - 1000, zoneOf('UTC'))).toBe('11:59:59')
  })
})
