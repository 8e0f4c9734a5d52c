import { describe, expect, it } from 'vitest'
import { HOUR } from '../../resources/kit/zone.ts'
import type { PlaceHour, PlaceRow } from '../../dataProvider/calls/placeHours.ts'
import { classChanges, lastDay, newestHour } from '../../src/dashboard/judged/changes.ts'
import { changeInHour } from '../../src/chart/changeInHour.ts'
import { axisEnds, curvePoints, doubtedNear, doubtedPoints } from '../../src/device/curve.ts'
import { offlineOf } from '../../src/device/Trust.tsx'
import { newest } from '../../src/device/useDeviceState.ts'
import { pageOfDialog } from '../../src/monitor/dialogs/openDialog.ts'

describe('sparkline', () => {
  it('keeps peaks and time order when 5,000 samples are reduced', () => {
    const times = Array.from({ length: 5000 }, (_, at) => at * 1000)
    const values = times.map((_, at) => (at === 2345 ? 900 : at === 4001 ? -5 : at % 7))
    const points = curvePoints({ times, values }, [])
    expect(points.length).toBeLessThanOrEqual(404)
    expect(Math.max(...points.map(({ value }) => value ?? 0))).toBe(900)
    expect(Math.min(...points.map(({ value }) => value ?? 0))).toBe(-5)
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((a, b) => a - b))
  })

  it('has a gap while the device was silent', () => {
    expect(curvePoints({ times: [0, 100], values: [1, 2] }, [{ from: 0, to: 100 }])).toEqual([
      { at: 0, value: 1 },
      { at: 50, value: null },
      { at: 100, value: 2 },
    ])
  })

  it('shows suspect and failed values separately, one of each kind when they lie close together', () => {
    const one = { first: null, stands: false, source: '', by: null, received: null, tests: [], reason: '' }
    const beside = [
      { ...one, kind: 'suspect' as const, at: 10, value: 900 },
      { ...one, kind: 'suspect' as const, at: 11, value: 910 },
      { ...one, kind: 'fail' as const, at: 11, value: -1 },
      { ...one, kind: 'revision' as const, at: 500, value: 1 },
      { ...one, kind: 'suspect' as const, at: 500, value: 920 },
    ]
    const read = (raw: number) => (raw < 0 ? null : raw / 10)
    expect(doubtedPoints({ beside, read }, { from: 0, to: 1000 })).toEqual([
      { at: 10, value: 90, doubt: 'suspect' },
      { at: 11, value: -1, doubt: 'fail' },
      { at: 500, value: 92, doubt: 'suspect' },
    ])
  })

  it('returns the doubted value nearest to the crosshair, within reach', () => {
    const doubted = [10, 40, 60].map((at) => ({ at, value: at, doubt: 'suspect' as const }))
    const near = (at: number) => doubtedNear(doubted, at, 30)?.at
    expect([near(38), near(52), near(90), near(91), near(0)]).toEqual([40, 60, 60, undefined, 10])
  })

  it('extends its axis to a nearby limit, but not to a distant one', () => {
    const points = [
      { at: 0, value: 40 },
      { at: 1, value: 80 },
    ]
    expect(axisEnds(points, [115])[1]).toBeGreaterThan(115)
    expect(axisEnds(points, [1000])[1]).toBeLessThan(115)
    expect(axisEnds(points, [])[0]).toBe(0)
    expect(axisEnds([], [])).toEqual([0, 1])
  })

  it('shows the change in an hour, or null without a value an hour earlier', () => {
    expect(changeInHour({ times: [0, HOUR / 2, HOUR], values: [10, 20, 35] })).toBe(25)
    expect(changeInHour({ times: [HOUR / 2, HOUR], values: [20, 35] })).toBeNull()
    const turned = { times: [0, HOUR], values: [350, 10] }
    expect([changeInHour(turned), changeInHour({ ...turned, isDirection: true })]).toEqual([-340, 20])
    expect(changeInHour({ times: [], values: [] })).toBeNull()
  })
})

describe('device page', () => {
  it('offlineOf derives offline periods from the records, or from the current state without any', () => {
    const record = [
      { time: 80, online: true },
      { time: 60, online: false },
      { time: 20, online: true },
    ]
    expect(offlineOf(record, { from: 0, to: 100 }, true)).toEqual([
      { from: 0, to: 20 },
      { from: 60, to: 80 },
    ])
    expect(offlineOf([], { from: 0, to: 100 }, false)).toEqual([{ from: 0, to: 100 }])
    expect(offlineOf([], { from: 0, to: 100 }, true)).toEqual([])
    expect(offlineOf([], { from: 0, to: 100 }, null), 'nobody knows').toBeNull()
    expect(offlineOf([{ time: 90, online: false }], { from: 0, to: 100 }, false)).toEqual([{ from: 90, to: 100 }])
  })

  it('newest ignores a live value older than the known one', () => {
    const node = { id: 1, value: 5, at: 100 }
    const device = { nodes: [node] } as unknown as Parameters<typeof newest>[0]
    expect(newest(device, new Map([[1, { value: 9, at: 200 }]])).nodes[0]).toMatchObject({ value: 9, at: 200 })
    expect(newest(device, new Map([[1, { value: 9, at: 50 }]])).nodes[0]).toBe(node)
  })

  it.each([
    ['open=data&of=7', '/device/7'],
    ['open=data&of=7&tab=switch', '/device/7#switch'],
    ['open=history&of=7&span=week', '/device/7?span=week'],
    ['open=record&of=7&count=60', '/device/7?open=record&count=60'],
    ['open=flow&of=0', null],
    ['open=else&of=7', null],
  ])('pageOfDialog maps the dialog address %s to its device page', (query, page) =>
    expect(pageOfDialog(new URLSearchParams(query))).toBe(page),
  )
})

describe('class changes of areas', () => {
  const hour = (at: number, level: number | null, pm25: number): PlaceHour => ({
    at: at * HOUR,
    standard: 'HJ633-2026',
    index: level === null ? null : level * 50,
    level,
    exceeded: null,
    primary: level !== null && level > 1 ? ['pm25'] : [],
    missing: [],
    stations: 1,
    classes: [],
    worst: null,
    parts: { pm25: { value: pm25, index: null, level } },
  })
  const row = (hours: PlaceHour[]): PlaceRow => ({ area: 3, device: null, medium: 'air', stations: 1, hours })

  it('have the time when an area reached its present class, and the deciding pollutant', () => {
    const rows = [
      row([hour(1, 2, 50), hour(2, 3, 90), hour(3, 2, 52), hour(4, null, 0), hour(5, 3, 104), hour(6, 3, 110)]),
    ]
    expect(classChanges(rows)).toEqual([
      {
        area: 3,
        medium: 'air',
        standard: 'HJ633-2026',
        from: 2,
        to: 3,
        at: 5 * HOUR,
        cause: { key: 'pm25', before: 52, now: 104 },
      },
    ])
  })

  it('take the cause for water from the deciding parameter, also for class I, else have none', () => {
    const water = (at: number, level: number, tp: number): PlaceHour => ({
      ...hour(at, level, 0),
      standard: 'GB3838-2002',
      index: null,
      primary: [],
      deciding: level > 1 ? ['tp'] : [],
      parts: { do: { value: 9, index: null, level: 1 }, tp: { value: tp, index: null, level } },
    })
    const causeOf = (...hours: PlaceHour[]) => classChanges([{ ...row(hours), medium: 'water' }])[0]?.cause
    expect(causeOf(water(1, 1, 0.02), water(2, 3, 0.18))).toEqual({ key: 'tp', before: 0.02, now: 0.18 })
    expect(causeOf(water(1, 3, 0.18), water(2, 1, 0.02))).toEqual({ key: 'tp', before: 0.18, now: 0.02 })
    // A platform that does not name the deciding pollutant.
    const { deciding: _before, ...before } = water(1, 2, 0.08)
    const { deciding: _now, ...now } = water(2, 3, 0.18)
    expect(causeOf(before, now)).toBeNull()
  })

  it('ignore a class of another standard', () => {
    const european = { ...hour(1, 4, 50), standard: 'EAQI-2025' }
    expect(classChanges([row([european, hour(2, 2, 52)])])).toEqual([])
    expect(classChanges([row([hour(1, 3, 90), european, hour(3, 2, 52)])])).toMatchObject([{ from: 3, to: 2 }])
  })

  it('are empty when the class was constant or unknown', () => {
    expect(classChanges([row([hour(1, 2, 50), hour(2, 2, 60)]), row([]), row([hour(1, null, 1)])])).toEqual([])
  })

  it('lastDay returns one slot per hour, and newestHour ignores old hours', () => {
    const hours = [hour(1, 2, 50), hour(24, 2, 60)]
    expect(lastDay(hours, 24 * HOUR).map((one) => one?.at ?? null)).toEqual([
      HOUR,
      ...Array<null>(22).fill(null),
      24 * HOUR,
    ])
    expect(newestHour(hours, 26 * HOUR)?.at).toBe(24 * HOUR)
    expect(newestHour(hours, 30 * HOUR)).toBeNull()
  })
})
