import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../resources/kit/zone.ts'
import { createDrain } from '../../server/north/reports/drain.ts'
import type { QueuedSpan } from '../../server/north/reports/spool.ts'

const spanAt = (minute: number): QueuedSpan => ({ cn: '2051', subject: 1, ts: minute * MINUTE })
const minutesFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at)

/** A drain over a spool in memory; `says` tells whether the other side acknowledges the span of a minute. */
function openDrain(minutes: readonly number[], says: (minute: number) => boolean) {
  let waiting = minutes.map(spanAt)
  const limits: number[] = []
  const tried: number[] = []
  let isUp = true
  const drain = createDrain({
    spool: {
      async waiting(limit) {
        limits.push(limit)
        return waiting.toSorted((a, b) => a.ts - b.ts).slice(0, limit)
      },
      async settle({ ts }) {
        waiting = waiting.filter((span) => span.ts !== ts)
      },
    },
    link: () => ({
      up: () => isUp,
      async report(_mn, _cn, [group]) {
        const minute = Number(group?.[0]?.[1])
        tried.push(minute)
        return says(minute)
      },
    }),
    messagesOf: async ({ ts }) => ({ mn: 'M', messages: [[[['DataTime', String(ts / MINUTE)]]]] }),
    onSettled: () => {},
  })
  return {
    drain,
    limits,
    tried,
    waits: () => waiting.map(({ ts }) => ts / MINUTE),
    add: (more: readonly number[]) => {
      waiting.push(...more.map(spanAt))
    },
    drop: (below: number) => {
      waiting = waiting.filter(({ ts }) => ts >= below * MINUTE)
    },
    end: () => {
      isUp = false
    },
    reopen: () => {
      isUp = true
    },
  }
}

describe('drain of an HJ 212 spool', () => {
  it('reports the oldest spans first and postpones those not acknowledged', async () => {
    const { drain, tried, waits } = openDrain(minutesFrom(0, 20), (minute) => minute !== 3)
    await drain.run()
    expect(tried).toEqual(minutesFrom(0, 20))
    expect(waits()).toEqual([3])
    await drain.run()
    expect(tried).toHaveLength(20)
    expect(drain.isIdle()).toBe(true)
  })

  it('stops after the current batch when the connection has ended, and tries its spans again at the next run', async () => {
    let isLost = true
    const { drain, tried, limits, waits, end, reopen } = openDrain(minutesFrom(0, 20), () => {
      if (isLost) end()
      return !isLost
    })
    await drain.run()
    expect(tried).toEqual(minutesFrom(0, 8))
    expect(limits).toEqual([8])
    isLost = false
    reopen()
    await drain.run()
    expect(tried.slice(8)).toEqual(minutesFrom(0, 20))
    expect(waits()).toEqual([])
  })

  it('forgets postponed spans that were dropped meanwhile', async () => {
    const { drain, limits, drop } = openDrain(minutesFrom(0, 20), () => false)
    await drain.run()
    expect(limits).toEqual([8, 16, 24, 28])
    drop(15)
    await drain.run()
    await drain.run()
    // Five spans are still postponed.
    expect(limits.slice(4)).toEqual([28, 13])
  })

  it('forgets dropped spans also if more than one batch waits, and keeps the others postponed', async () => {
    const { drain, limits, tried, add, drop } = openDrain(minutesFrom(0, 8), (minute) => minute >= 100)
    await drain.run()
    drop(4)
    add(minutesFrom(100, 30))
    await drain.run()
    // Four spans are still postponed, and are not tried again so soon.
    expect(limits.slice(2)).toEqual([16, 12, 12, 12, 12])
    expect(tried).toEqual([...minutesFrom(0, 8), ...minutesFrom(100, 30)])
  })
})
