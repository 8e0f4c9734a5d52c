// @vitest-environment happy-dom
import { useIsFetching } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi, type MockInstance } from 'vitest'
import { HOUR, MINUTE } from '../../resources/kit/zone.ts'
import { newestHourEnd, useStationDay } from '../../src/monitor/list/useStationDay.ts'
import { giveElementsASize } from './elementSizes.ts'
import {
  deviceRow,
  nodeRow,
  openMonitor,
  Refused,
  startLivePlatform,
  wrapperFor,
  type LivePlatform,
} from './monitorWorld.tsx'

/** No hour ends while a test runs: its rows would trigger another request. */
const NOW = Date.parse('2026-11-29T04:20:00Z')
const UNTIL = newestHourEnd(NOW)

const verdict = (deviceid: number, level: number | null) => ({
  deviceid,
  medium: 'air',
  standard: 'HJ633-2026',
  period: '1h',
  index: level === null ? null : level * 45,
  level,
  primary: [],
  missing: [],
  coverage: 1,
  at: UNTIL,
})

/** The newest hours of a station, each with its index and class. */
const told = (deviceid: number, ...hours: [index: number, level: number][]) => ({
  deviceid,
  medium: 'air',
  stations: 1,
  hours: hours.map(([index, level], at) => ({
    at: UNTIL - (hours.length - 1 - at) * HOUR,
    standard: 'HJ633-2026',
    index,
    level,
    parts: {},
  })),
})

let platform: LivePlatform
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  platform = startLivePlatform()
  const old = { lastdata: { historydata: 400, insertdate: Date.now() - 13.7 * MINUTE } }
  platform.devices = [
    deviceRow(1),
    deviceRow(2, { nodestatelist: [nodeRow(41, 400, old)] }),
    deviceRow(3, { deviceisonline: 0 }),
    deviceRow(4),
    deviceRow(5),
  ]
  platform.answers.set('capabilities', () => ({
    name: 'p',
    version: '1',
    extensions: ['environment', 'environment-hours'],
  }))
  // No limit applies to the fifth station.
  platform.answers.set('environment', () => [verdict(1, 3), verdict(2, 2), verdict(3, 2), verdict(4, 1)])
  platform.answers.set('environment/hours', () => [
    told(1, [40, 1], [90, 2], [130, 3]),
    told(2, [60, 2], [70, 2]),
    told(3, [60, 2], [55, 2]),
    // A single hour makes no curve.
    told(4, [20, 1]),
  ])
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Returns which stations each call for hours named. */
function watchCalls(): () => (string | null)[] {
  const fetched = vi.spyOn(globalThis, 'fetch')
  return () =>
    fetched.mock.calls.flatMap(([url]) => {
      const { pathname, searchParams } = new URL(String(url), 'http://platform')
      return pathname.endsWith('environment/hours') ? [searchParams.get('deviceid')] : []
    })
}

/** An hour without a verdict. */
const NONE = { index: null, level: null }

/** Runs the timer after which the hours are requested again. */
function passed(waits: MockInstance<typeof setInterval>): void {
  const again = waits.mock.calls.findLast(([, every]) => every === 5 * MINUTE)?.[0]
  if (typeof again !== 'function') throw new Error('nothing is asked for again')
  act(() => void again())
}

/** By device, the class at the end of its curve and its label. */
const curves = () =>
  [...document.querySelectorAll('[data-part="day"]')].map((curve) =>
    [
      curve.closest('[role="row"]')?.textContent?.match(/空气微站 \d/)?.[0],
      curve.getAttribute('data-verdict') ?? curve.getAttribute('data-look'),
      curve.getAttribute('aria-label'),
      curve.querySelectorAll('circle').length,
    ].join(' '),
  )

/** The classes of the segments of each curve. */
const stretches = () =>
  [...document.querySelectorAll('[data-part="day"]')].map((curve) =>
    [...curve.querySelectorAll('path')].map((path) => path.getAttribute('data-verdict')),
  )

describe('24-hour curves in rows of the live list', () => {
  it('are requested in one call, coloured by class, and grey without a dot for old or offline stations', async () => {
    const asked = watchCalls()
    await openMonitor('/monitor/data?layout=rows&sort=name')
    await waitFor(() =>
      expect(curves().toSorted()).toEqual([
        '空气微站 1 a3 过去 24 小时 · 40 – 130 1',
        '空气微站 2 old 过去 24 小时 · 60 – 70 0',
        '空气微站 3 old 过去 24 小时 · 55 – 60 0',
      ]),
    )
    // Coloured by the class of each hour, where the station has verdicts.
    expect(stretches()).toEqual([['a1', 'a2', 'a3'], [null], [null]])
    expect(await screen.findByText('24 小时（主要项）')).toBeTruthy()
    expect(asked()).toEqual(['1,2,3,4'])
  })

  it('are requested once, not again on a poll or a change of layout', async () => {
    const asked = watchCalls()
    const { refresh } = await openMonitor('/monitor/data?layout=rows&sort=name')
    await waitFor(() => expect(curves()).toHaveLength(3))
    platform.devices = platform.devices.map((device) => ({ ...device, nodestatelist: [nodeRow(41, 777)] }))
    refresh()
    await waitFor(() => expect(screen.getAllByText('77.7').length).toBeGreaterThan(0))
    fireEvent.click(screen.getByRole('radio', { name: '卡片' }))
    await waitFor(() => expect(curves()).toEqual([]))
    fireEvent.click(screen.getByRole('radio', { name: '列表' }))
    await waitFor(() => expect(curves()).toHaveLength(3))
    expect(asked()).toEqual(['1,2,3,4'])
  })

  it('are omitted when the request fails', async () => {
    platform.answers.set('environment/hours', () => new Refused(500, 'no'))
    const asked = watchCalls()
    await openMonitor('/monitor/data?layout=rows')
    await waitFor(() => expect(asked()).toHaveLength(1))
    expect(curves()).toEqual([])
  })

  it('are shown for the other stations when one is not found', async () => {
    const asked = watchCalls()
    const hours = platform.answers.get('environment/hours')
    platform.answers.set('environment/hours', (body, query) =>
      asked().at(-1)?.split(',').includes('3') ? new Refused(404, 'no') : hours?.(body, query),
    )
    await openMonitor('/monitor/data?layout=rows&sort=name')
    await waitFor(() => expect(asked().toSorted()).toEqual(['1,2', '1,2,3,4', '3', '3,4', '4']))
    await waitFor(() => expect(curves()).toHaveLength(2))
  })

  const head = () => screen.queryByText('24 小时（主要项）')
  const plates = () => document.querySelectorAll('[data-part="plate"]')

  it('have no column without the environment-hours extension', async () => {
    const asked = watchCalls()
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment'] }))
    await openMonitor('/monitor/data?layout=rows')
    await waitFor(() => expect(plates()).toHaveLength(4))
    expect(head()).toBeNull()
    expect(asked()).toEqual([])
  })

  it('have no column when fewer than four nodes fit beside it', async () => {
    const asked = watchCalls()
    Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1000 })
    onTestFinished(giveElementsASize)
    await openMonitor('/monitor/data?layout=rows')
    await waitFor(() => expect(plates()).toHaveLength(4))
    expect(head()).toBeNull()
    expect(asked()).toEqual([])
  })
})

describe('useStationDay', () => {
  const openDay = async () => {
    const { result, rerender } = renderHook(
      ({ until }) => ({ day: useStationDay(1, until), asking: useIsFetching() }),
      { initialProps: { until: UNTIL }, wrapper: await wrapperFor() },
    )
    return {
      shown: () => result.current.day?.map(({ standard, hours }) => [standard, ...hours.map(({ value }) => value)]),
      isAsking: () => result.current.asking > 0,
      turnTo: (until: number) => rerender({ until }),
    }
  }

  it('returns only hours with the newest hour’s standard or without a named standard', async () => {
    const { hours, ...place } = told(1, [60, 2], [70, 2], [0, 1], [80, 2])
    const standards = ['HJ633-2012', '', 'HJ633-2026', 'HJ633-2026']
    platform.answers.set('environment/hours', () => [
      { ...place, hours: hours.map((hour, at) => ({ ...hour, standard: standards[at], ...(at === 2 && NONE) })) },
    ])
    const { shown } = await openDay()
    await waitFor(() => expect(shown()).toEqual([['HJ633-2026', 70, 80]]))
  })

  it('requests the hours again after a failure', async () => {
    const waits = vi.spyOn(globalThis, 'setInterval')
    const asked = watchCalls()
    const hours = platform.answers.get('environment/hours')
    platform.answers.set('environment/hours', (body, query) =>
      asked().length < 2 ? new Refused(500, 'no') : hours?.(body, query),
    )
    const { shown, isAsking } = await openDay()
    await waitFor(() => expect([asked(), isAsking()]).toEqual([['1'], false]))
    expect(shown()).toBeUndefined()
    passed(waits)
    await waitFor(() => expect(shown()).toEqual([['HJ633-2026', 40, 90, 130]]))
    expect(asked()).toEqual(['1', '1'])
  })

  it('keeps the previous hours when the hour changes, until new ones are loaded', async () => {
    const waits = vi.spyOn(globalThis, 'setInterval')
    const asked = watchCalls()
    const { shown, isAsking, turnTo } = await openDay()
    await waitFor(() => expect(shown()).toEqual([['HJ633-2026', 40, 90, 130]]))
    platform.answers.set('environment/hours', () => new Refused(503, 'no'))
    turnTo(UNTIL + HOUR)
    await waitFor(() => expect([asked(), isAsking()]).toEqual([['1', '1'], false]))
    expect(shown()).toEqual([['HJ633-2026', 40, 90, 130]])
    platform.answers.set('environment/hours', () => [told(1, [90, 2], [130, 3], [145, 3])])
    passed(waits)
    await waitFor(() => expect(shown()).toEqual([['HJ633-2026', 90, 130, 145]]))
    turnTo(UNTIL + 2 * HOUR)
    await waitFor(() => expect([asked(), isAsking()]).toEqual([['1', '1', '1', '1'], false]))
  })

  it('requests at most 100 stations per call', async () => {
    const asked = watchCalls()
    const Row = ({ device }: { device: number }) => {
      useStationDay(device, UNTIL)
      return null
    }
    render(
      Array.from({ length: 101 }, (_, at) => <Row key={at} device={at + 1} />),
      { wrapper: await wrapperFor() },
    )
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked().map((ids) => ids?.split(',').length)).toEqual([100, 1])
  })
})
