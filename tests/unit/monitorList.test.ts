import { describe, expect, it } from 'vitest'
import { keepOrder, listDevices, listInSteps, type DeviceListQuery } from '../../src/live/deviceList.ts'
import { countByArea } from '../../src/live/deviceStatus.ts'
import { areFirst } from '../../src/live/listOrder.ts'
import { isWorseLow, QUANTITIES } from '../../src/environment/quantity.ts'
import { byDeviceOf, verdictOf } from '../../src/environment/verdict.ts'
import { CLASS_FILTERS } from '../../src/monitor/classFilters.ts'
import { worstByArea } from '../../src/monitor/list/areaClasses.ts'
import { classRanks } from '../../src/monitor/list/classRanks.ts'
import { isLongEnough, readMonitorParams, writeMonitorParams } from '../../src/monitor/monitorParams.ts'
import { aDevice, aNode } from '../support/devices.ts'

const devices = [
  aDevice({ id: 1, name: '站 10', sort_num: 0, gateway_id: 9, district_id: 4 }),
  aDevice({ id: 2, name: '站 9', sort_num: 5, gateway_id: 1, district_id: 3, online: false }),
  aDevice({ id: 3, name: '站 1', sort_num: 0, gateway_id: null, district_id: null, thre_list: [8] }),
  aDevice({ id: 4, name: '站 2', sort_num: 0, gateway_id: 1, district_id: 2, thre_list: [8], online: false }),
]
const all: DeviceListQuery = {
  areas: null,
  searchHits: null,
  online: 'all',
  run: 'all',
  sort: 'default',
  closedAreas: new Set(),
}
const aVerdict = (deviceid: number, level: number | null, standard: string, medium: 'air' | 'noise' = 'air') =>
  verdictOf({
    deviceid,
    medium,
    standard,
    period: '1h',
    index: null,
    level,
    primary: [],
    missing: [],
    parts: {},
    value: null,
    limit: null,
    exceeded: null,
    coverage: 1,
    at: 0,
  })
const ids = (query: Partial<DeviceListQuery>) => listDevices(devices, { ...all, ...query }).ids

it('worstByArea lists the worst station per area and standard, noise with the most common standard', () => {
  const [one, other] = ['HJ633-2026', 'EAQI-2025']
  const areas = [2, 3, 4].map((id) => ({ id, name: `Area ${id}`, children: [] }))
  const placed = [2, 2, 3, 3].map((district_id, at) => aDevice({ id: at + 1, district_id }))
  const noise = aVerdict(4, 1, 'GB3096-2008', 'noise')
  const verdicts = byDeviceOf([aVerdict(1, 4, one), aVerdict(2, 1, one), aVerdict(3, 4, other), noise])
  const worst = worstByArea(areas, placed, verdicts, { closedAreas: new Set(), now: 0 })
  expect([...worst].map(([area, stations]) => [area, stations.map((station) => station?.name ?? null)])).toEqual([
    [2, ['Device 1', null]],
    [null, ['Device 1', 'Device 3']],
    [3, ['Device 4', 'Device 3']],
  ])
})

describe('listDevices', () => {
  it('pauses over a city and keeps devices of equal rank in their places', () => {
    const names = ['南', '北', '东']
    const city = Array.from({ length: 2500 }, (_, at) =>
      aDevice({ id: at + 1, name: names[at % 3] ?? '', sort_num: at % 7, thre_list: at % 50 === 0 ? [1] : [] }),
    )
    const steps = listInSteps(city, all)
    expect(steps.next().done).toBe(false)
    for (const sort of ['default', 'name', 'area'] as const) {
      const byPlace = city.toSorted((a, b) => b.sort_num - a.sort_num || a.id - b.id)
      const collator = new Intl.Collator(['zh-Hans-CN', 'en'], { numeric: true })
      const wanted = {
        default: byPlace.toSorted((a, b) => b.thre_list.length - a.thre_list.length),
        name: city.toSorted((a, b) => collator.compare(a.name, b.name) || a.id - b.id),
        area: city,
      }[sort]
      expect(listDevices(city, { ...all, sort }).ids).toEqual(wanted.map(({ id }) => id))
    }
  })

  it('keeps devices whose alarms have levels that it does not know', () => {
    const levels = [9, -1, 0, 2].map((level, at) =>
      aDevice({ id: at + 1, thre_list: [1], alarms: JSON.stringify([{ id: 1, level }]) }),
    )
    expect(listDevices(levels, all).ids.toSorted()).toEqual([1, 2, 3, 4])
  })

  it('sorts as requested with ties by id; the default order has alarms first', () => {
    expect(ids({})).toEqual([3, 4, 2, 1])
    expect(ids({ sort: 'gateway' })).toEqual([2, 4, 1, 3])
    expect(ids({ sort: 'area' })).toEqual([4, 2, 1, 3])
    expect(ids({ sort: 'name' })).toEqual([3, 4, 2, 1])
  })
  it('puts alarms by level first, then stale devices unless offline, in default and class order', () => {
    const levels = (...all: (number | null)[]) => JSON.stringify(all.map((level) => ({ level, limit: 'x > 1' })))
    const some = [
      aDevice({ id: 1, sort_num: 9 }),
      aDevice({ id: 2, sort_num: 8 }),
      aDevice({ id: 3, thre_list: [8], alarms: levels(null) }),
      aDevice({ id: 4, thre_list: [8], alarms: levels(3, 2) }),
      aDevice({ id: 5, thre_list: [8], alarms: levels(1) }),
      aDevice({ id: 6, online: false }),
      aDevice({ id: 7, thre_list: [8] }),
      aDevice({ id: 8 }),
    ]
    const isStale = (id: number) => id === 6 || id === 8
    const classRanks = new Map([1, 2, 5].map((id) => [id, id]))
    const by = (sort: 'default' | 'class') => listDevices(some, { ...all, sort, isStale, classRanks })
    expect([by('default').ids, by('default').alarms]).toEqual([[5, 4, 3, 7, 8, 1, 2, 6], 4])
    expect([by('class').ids, by('class').alarms]).toEqual([[5, 4, 3, 7, 8, 2, 1, 6], 4])
  })
  it('sorts by a value in descending order, missing values last, and filters by a lower bound', () => {
    const readings = new Map([
      [1, { value: 30 }],
      [2, { value: 108 }],
      [3, { value: null }],
    ])
    expect(ids({ sort: 'pm25', readings })).toEqual([2, 1, 3, 4])
    const bounded = { sort: 'pm25', readings, boundReadings: readings } as const
    expect(ids({ ...bounded, bound: 30 })).toEqual([2, 1])
    expect(ids({ ...bounded, bound: 0 })).toEqual([2, 1])
    expect(ids({ sort: 'pm25', readings, bound: 0 })).toEqual([])
  })
  it('applies the bound to its own quantity, regardless of the sort quantity', () => {
    const boundReadings = new Map(devices.map(({ id }) => [id, { value: id * 10 }]))
    const readings = new Map(devices.map(({ id }) => [id, { value: -id }]))
    expect(ids({ sort: 'name', boundReadings, bound: 20 })).toEqual([3, 4, 2])
    expect(ids({ sort: 'do', readings, isWorseLow: true, boundReadings, bound: 30 })).toEqual([4, 3])
    expect(ids({ sort: 'pm25', readings, boundReadings, bound: 30, isBoundLow: true })).toEqual([1, 2, 3])
  })
  it('filters by class, or class and worse, in any medium, and counts each class', () => {
    const air = (level: number | null) => ({ scale: 'a', level, standard: 'HJ633-2026' }) as const
    const verdicts = new Map([
      [1, [air(2), { scale: 'n', level: 3, standard: 'GB3096-2008' } as const]],
      [2, [air(4)]],
      [3, [air(null)]],
      [4, [air(3)]],
    ])
    const of = (name: string) => ids({ verdicts, judged: CLASS_FILTERS.get(name) ?? null })
    expect([of('a3'), of('a3-worse'), of('a1-worse'), of('a1')]).toEqual([[4], [4, 2], [4, 2, 1], []])
    expect([of('n2'), of('n2-worse'), of('n3'), of('w1-worse')]).toEqual([[], [1], [1], []])
    expect(ids({ judged: CLASS_FILTERS.get('a1-worse') ?? null })).toEqual([])
    const judged = CLASS_FILTERS.get('a4') ?? null
    const counted = [
      ['a2 HJ633-2026', 1],
      ['a3 HJ633-2026', 1],
      ['a4 HJ633-2026', 1],
      ['n3 GB3096-2008', 1],
    ]
    expect([...listDevices(devices, { ...all, verdicts, judged }).classes].toSorted()).toEqual(counted)
  })
  it('filters and counts classes by one of several standards', () => {
    const air = (level: number, standard: string) => [{ scale: 'a', level, standard } as const]
    const verdicts = new Map([
      [1, air(3, 'HJ633-2026')],
      [2, air(3, 'EAQI-2025')],
      [4, air(4, 'EAQI-2025')],
    ])
    const judged = CLASS_FILTERS.get('a3-worse') ?? null
    const by = (standard: string | null) => ids({ verdicts, judged, standard })
    expect([by('HJ633-2026'), by('EAQI-2025'), by(null)]).toEqual([[1], [4, 2], [4, 2, 1]])
    expect([...listDevices(devices, { ...all, verdicts }).classes].toSorted()).toEqual([
      ['a3 EAQI-2025', 1],
      ['a3 HJ633-2026', 1],
      ['a4 EAQI-2025', 1],
    ])
  })
  it('sorts by class, grouped by air standard with the most common one first', () => {
    const noise = 'GB3096-2008'
    const ranked = (...rows: [deviceid: number, level: number | null, standard: string][]) => {
      const verdicts = rows.map(([deviceid, level, standard]) =>
        aVerdict(deviceid, level, standard, standard === noise ? 'noise' : 'air'),
      )
      const calm = devices.map((device) => ({ ...device, thre_list: [] }))
      return listDevices(calm, { ...all, sort: 'class', classRanks: classRanks(byDeviceOf(verdicts)) }).ids
    }
    const one = 'HJ633-2026'
    expect(ranked([1, 2, one], [2, 4, one], [3, null, one], [4, 3, one])).toEqual([2, 4, 1, 3])
    expect(ranked([1, 5, one], [2, 2, 'EAQI-2025'], [3, 4, one], [4, 1, 'EAQI-2025'])).toEqual([2, 4, 1, 3])
    expect(ranked([1, 2, one], [2, 6, 'EAQI-2025'], [3, 1, one])).toEqual([1, 3, 2, 4])
    // Noise above its limit ranks worse than the third of six classes, and is kept apart where it would make two
    // standards comparable.
    expect(ranked([1, 5, one], [2, null, one], [3, 2, noise], [4, 3, one])).toEqual([1, 3, 4, 2])
    expect(ranked([1, 5, one], [2, 2, 'EAQI-2025'], [3, 1, noise], [4, 2, noise])).toEqual([4, 3, 2, 1])
  })
  it('sorts in ascending order if lower is worse, missing values last, and filters by an upper bound', () => {
    const readings = new Map([
      [1, { value: 2.4 }],
      [2, { value: 7.9 }],
      [3, { value: null }],
      [4, { value: 0 }],
    ])
    const isLow = isWorseLow('do')
    const worst = { sort: 'do', readings, isWorseLow: isLow, boundReadings: readings, isBoundLow: isLow } as const
    expect(ids(worst)).toEqual([4, 1, 2, 3])
    expect(ids({ ...worst, bound: 2.4 })).toEqual([4, 1])
    expect(ids({ ...worst, bound: 0 })).toEqual([4])
    expect(ids({ ...worst, boundReadings: new Map(), bound: 10 })).toEqual([])
  })
  it('detects devices in platform order and without stale ones, unless offline or in alarm', () => {
    const inOrder = devices.toSorted((a, b) => b.sort_num - a.sort_num)
    const old = { nodes: [aNode({ id: 1, value: 1, at: 0 })] }
    const last = (given: object) => [...inOrder, aDevice({ id: 9, ...given })]
    expect(
      [devices, [], inOrder, last(old), last({ ...old, online: false }), last({ ...old, thre_list: [8] })].map((some) =>
        areFirst(some, 3_600_000),
      ),
    ).toEqual([false, true, true, false, true, true])
  })
  it('filters by area, connection, alarm state and search', () => {
    expect(ids({ online: 'online' })).toEqual([3, 1])
    expect(ids({ online: 'offline', run: 'abnormal' })).toEqual([4])
    expect(ids({ online: 'online', closedAreas: new Set([4]) })).toEqual([3])
    expect(ids({ areas: new Set([2, 3]) })).toEqual([4, 2])
    expect(ids({ searchHits: new Set([4, 99]) })).toEqual([4])
  })
  it('counts the devices of each filter regardless of the selected filters', () => {
    const { counts } = listDevices(devices, { ...all, online: 'offline', run: 'abnormal' })
    expect(counts).toEqual({ all: 4, online: 2, offline: 2, unknown: 0, normal: 2, abnormal: 2 })
  })
  it('counts devices with unknown connection as neither online nor offline', () => {
    const silent = [...devices, aDevice({ id: 9, online: null })]
    expect(listDevices(silent, all).counts).toMatchObject({ all: 5, online: 2, offline: 2, unknown: 1 })
    expect(listDevices(silent, { ...all, online: 'online' }).ids).not.toContain(9)
    expect(listDevices(silent, { ...all, online: 'offline' }).ids).not.toContain(9)
  })
  it('counts devices and alarms by area', () => {
    const { total, alarms, all: sum } = countByArea(devices)
    expect([[...total], [...alarms], sum]).toEqual([
      [
        [4, 1],
        [3, 1],
        [2, 1],
      ],
      [[2, 1]],
      4,
    ])
  })
})

describe('keepOrder', () => {
  it('returns the same array if no id was added or removed', () => {
    const shown = [3, 1, 2]
    expect(keepOrder(shown, [1, 2, 3])).toBe(shown)
  })
  it('removes missing ids and inserts new ones after their neighbour', () => {
    expect(keepOrder([3, 1, 2], [1, 4, 2])).toEqual([1, 4, 2])
    expect(keepOrder([2, 1], [9, 1, 8, 7, 2])).toEqual([9, 2, 1, 8, 7])
    expect(keepOrder([], [1, 2])).toEqual([1, 2])
    expect(keepOrder([1, 2], [])).toEqual([])
  })
})

describe('monitor URL', () => {
  const params = {
    area: 12,
    online: 'offline',
    run: 'abnormal',
    judged: CLASS_FILTERS.get('n2-worse') ?? null,
    standard: 'GB3096-2008',
    sort: 'name',
    bounded: 'pm25',
    bound: 75.5,
    layout: 'rows',
    by: 'sn',
    q: '186901',
  } as const
  it('round-trips all list settings', () => {
    expect(readMonitorParams(writeMonitorParams(params), null)).toEqual(params)
  })
  it('uses most instead of least if lower is worse, and ignores the wrong one', () => {
    const oxygen = { ...params, bounded: 'do', bound: 5 } as const
    const written = writeMonitorParams(oxygen)
    expect([written.get('most'), written.get('least')]).toEqual(['5', null])
    expect(readMonitorParams(written, null)).toEqual(oxygen)
    expect(readMonitorParams(new URLSearchParams('bound=do&least=5'), null).bound).toBeNull()
    expect(readMonitorParams(new URLSearchParams('bound=cod&most=5&least=30'), null).bound).toBe(30)
    expect(QUANTITIES.filter(isWorseLow)).toEqual(['do'])
  })
  it('round-trips every class filter of every scale, with and without worse classes', () => {
    expect([...CLASS_FILTERS.keys()]).toHaveLength(11 + 5 + 11)
    for (const name of CLASS_FILTERS.keys()) {
      const read = readMonitorParams(new URLSearchParams({ class: name }), null)
      expect(writeMonitorParams(read).get('class')).toBe(name)
      expect(read.judged).toBe(CLASS_FILTERS.get(name))
    }
  })
  it('converts the four old class names and the bound tied to the sort order', () => {
    const now = (before: string) => {
      const search = writeMonitorParams(readMonitorParams(new URLSearchParams(before), null))
      search.delete('layout')
      return search.toString()
    }
    expect(['air3', 'air4', 'noise2', 'water4'].map((name) => now(`class=${name}`))).toEqual([
      'class=a3',
      'class=a4-worse',
      'class=n2-worse',
      'class=w4-worse',
    ])
    expect(now('sort=pm25&least=75')).toBe('sort=pm25&bound=pm25&least=75')
    expect(now('sort=do&most=5')).toBe('sort=do&bound=do&most=5')
    expect([now('sort=do&least=5'), now('sort=name&least=5')]).toEqual(['sort=do', 'sort=name'])
  })
  it('ignores unknown values', () => {
    const wild = new URLSearchParams(
      'area=-3&online=maybe&run=%00&class=a7&sort=password&bound=radon&least=1&standard=EAQI-2025&layout=grid&by=id&q=a',
    )
    expect(readMonitorParams(wild, 'rows')).toEqual({
      area: null,
      online: 'all',
      run: 'all',
      judged: null,
      standard: null,
      sort: 'default',
      bounded: null,
      bound: null,
      layout: 'rows',
      by: 'name',
      q: '',
    })
    expect(readMonitorParams(new URLSearchParams('area=1.5'), 'circles')).toMatchObject({ area: null, layout: 'cards' })
  })
  it('requires 2 characters to search a name and 6 for a serial number', () => {
    expect([
      isLongEnough('name', ' 站 '),
      isLongEnough('name', '站点'),
      isLongEnough('sn', '12345'),
      isLongEnough('sn_value', '123456'),
    ]).toEqual([false, true, false, true])
    expect(isLongEnough('name', '😀')).toBe(false)
  })
})
