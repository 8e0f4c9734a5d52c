// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../resources/kit/zone.ts'
import { useAreaHours, useWhole } from '../../src/dashboard/judged/usePlaces.ts'
import { useStationHours } from '../../src/dashboard/judged/useStationHours.ts'
import { lacksHours, SOON_MS } from '../../src/environment/placeHours.ts'
import { newestHourEnd, useStationDay } from '../../src/monitor/list/useStationDay.ts'
import { startLivePlatform, wrapperFor, type LivePlatform } from './monitorWorld.tsx'

const NOW = Date.parse('2026-11-29T04:20:00Z')
const UNTIL = newestHourEnd(NOW)

let platform: LivePlatform
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  platform = startLivePlatform()
  platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment-hours'] }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The newest `count` hours of a place that is both an area and a station. */
const told = (count: number) => ({
  dis_id: 3,
  deviceid: 1,
  medium: 'air',
  stations: 1,
  hours: Array.from({ length: count }, (_, at) => ({
    at: UNTIL - (count - 1 - at) * HOUR,
    standard: 'HJ633-2026',
    index: 40,
    level: 1,
    parts: {},
  })),
})

/**
 * Each screen with the hours it shows, the number of hours there are, and the interval in ms at which it asks once all
 * are there; null: it stops asking.
 */
const SCREENS = [
  ['the city on the overview', () => useWhole().rows?.[0]?.hours.length, 49, 2 * MINUTE],
  ['areas on the overview', () => useAreaHours().rows?.[0]?.hours.length, 25, 2 * MINUTE],
  [
    'the worst stations',
    () => useStationHours([1])({ deviceid: 1, medium: 'air' })?.filter((hour) => hour !== null).length,
    DAY / HOUR,
    5 * MINUTE,
  ],
  ['a row of the live list', () => useStationDay(1, UNTIL)?.[0]?.hours.length, DAY / HOUR, null],
] as const

describe('incomplete hours', () => {
  it.each(SCREENS)(
    'are requested again soon for %s, and at the usual interval once complete',
    async (_, use, all, usual) => {
      const waits = vi.spyOn(globalThis, 'setInterval')
      platform.answers.set('environment/hours', () => [told(5)])
      const { result } = renderHook(use, { wrapper: await wrapperFor() })
      await waitFor(() => expect(result.current).toBe(5))
      const again = waits.mock.calls.findLast(([, every]) => every === SOON_MS)?.[0]
      if (typeof again !== 'function') throw new Error('nothing is asked for again')
      platform.answers.set('environment/hours', () => [told(all)])
      act(() => void again())
      await waitFor(() => expect(result.current).toBe(all))
      const last = () => waits.mock.calls.findLast(([, every]) => every === SOON_MS || every === usual)?.[1]
      if (usual !== null) await waitFor(() => expect(last()).toBe(usual))
    },
  )

  it('are detected by lacksHours if every place lacks some, but not after 6 updates or an error', () => {
    const place = (hours: number) => ({ hours: Array.from({ length: hours }) })
    const after = (dataUpdateCount: number, status: 'pending' | 'success' | 'error' = 'success') => ({
      dataUpdateCount,
      status,
    })
    expect(lacksHours(undefined, 24, after(0, 'pending'))).toBe(false)
    expect(lacksHours([place(5), place(20)], 24, after(1))).toBe(true)
    // One station was silent for a while.
    expect(lacksHours([place(5), place(24)], 24, after(1))).toBe(false)
    expect(lacksHours([place(21)], 24, after(1))).toBe(false)
    expect(lacksHours([place(5)], 24, after(6))).toBe(false)
    // A refusal does not make the platform be asked more often.
    expect(lacksHours([place(5)], 24, after(1, 'error'))).toBe(false)
  })
})
