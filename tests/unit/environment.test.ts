import { describe, expect, it } from 'vitest'
import { readStationRows } from '../../dataProvider/calls/environment.ts'
import type { Means } from '../../server/environment/hours.ts'
import { judgePlace } from '../../server/environment/places.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { bandsOf } from '../../src/environment/bands.ts'
import { judgeValue } from '../../src/environment/judge.ts'
import { judgeSeries } from '../../src/environment/judgeSeries.ts'
import { byDeviceOf, figureOf, isStation, partClass, verdictOf } from '../../src/environment/verdict.ts'

const zone = new Zone('Asia/Shanghai')
const at = Date.parse('2026-11-22T11:40:00Z')
const air = {
  deviceid: 7,
  medium: 'air',
  standard: 'HJ633-2026',
  period: '1h',
  index: 144,
  level: 3,
  primary: ['pm25'],
  missing: [],
  coverage: 1,
  at,
}
const noise = {
  deviceid: 7,
  medium: 'noise',
  standard: 'GB3096-2008',
  period: 'day',
  index: null,
  level: 2,
  primary: ['leq'],
  missing: [],
  value: 71.6,
  limit: 70,
  exceeded: 1.6,
  coverage: 0.98,
  at,
}
const verdictsOf = (...rows: unknown[]) => readStationRows(rows).map(verdictOf)

describe('verdict of a station', () => {
  it('has the console’s scale and the number of required and known pollutants', () => {
    const [one, two] = verdictsOf(air, { ...air, index: null, level: null, missing: ['so2', 'co'] })
    expect(one).toMatchObject({ scale: 'a', level: 3, needed: 6, known: 6 })
    expect(two).toMatchObject({ level: null, needed: 6, known: 4 })
  })

  it('counts as a station if it has a class or the device measures enough for one', () => {
    const six = ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3']
    const silent = { ...air, index: null, level: null, missing: six }
    const telling = { ...silent, missing: six.slice(1) }
    const stations = (...rows: object[]) => verdictsOf(...rows).map(isStation)
    expect(stations({ ...air, measures: 1 })).toEqual([true])
    const measuring = [1, 2, 3, 6].map((measures) => ({ ...silent, measures }))
    expect(stations(...measuring)).toEqual([false, false, true, true])
    expect(stations({ ...telling, measures: 3 }, { ...telling, measures: 2 })).toEqual([true, false])
    // The US index is computed from whichever pollutants there are.
    expect(stations(...measuring.map((row) => ({ ...row, standard: 'USAQI-2024' })))).toEqual([true, true, true, true])
    // Where the platform does not say what a device measures, its values do.
    expect(stations(silent, telling)).toEqual([true, false])
    const water = { ...silent, medium: 'water', standard: 'GB3838-2002', period: 'sample' }
    expect(stations({ ...water, measures: 1 })).toEqual([true])
  })

  it('has three levels for noise: within the limit, up to 5 dB above, more than 5 dB above', () => {
    const levels = verdictsOf(
      { ...noise, level: 1, exceeded: 0 },
      noise,
      { ...noise, exceeded: 5 },
      { ...noise, exceeded: 5.1 },
    )
    expect(levels.map(({ level }) => level)).toEqual([1, 2, 2, 3])
    expect(levels.map(figureOf)).toEqual([72, 72, 72, 72])
  })

  it.each([0, -1])('has no class if the platform sends level %i, for the whole or a pollutant', (level) => {
    const part = { value: 20, index: null, level, limit: null, exceeded: null }
    for (const row of [
      { ...air, parts: { pm25: part } },
      { ...noise, parts: { leq: part } },
    ])
      for (const verdict of verdictsOf({ ...row, level })) {
        expect(verdict.level).toBeNull()
        expect(Object.values(verdict.parts).map((one) => partClass(verdict, one))).toEqual([null])
      }
  })

  it('shows the worse medium of a station, or air if both are equal', () => {
    const worse = byDeviceOf(verdictsOf(air, { ...noise, exceeded: 11 }))
    expect(worse.get(7)?.medium).toBe('noise')
    expect(byDeviceOf(verdictsOf({ ...noise, level: 1, exceeded: 0 }, { ...air, level: 1 })).get(7)?.medium).toBe('air')
    expect(byDeviceOf(verdictsOf({ ...air, level: null }, noise)).get(7)?.medium).toBe('noise')
  })

  it('ignores malformed rows and limits a level to the scale', () => {
    expect(
      readStationRows({ list: [null, 3, {}, { deviceid: 'x', medium: 'air' }, { deviceid: 1, medium: 'soil' }] }),
    ).toEqual([])
    expect(verdictsOf({ deviceid: '7', medium: 'water', level: 99 })[0]).toMatchObject({
      deviceid: 7,
      scale: 'w',
      level: 6,
    })
  })
})

describe('judgePlace (hour of an area)', () => {
  it('counts noise stations in three classes, by day and by night', () => {
    const sites = new Map([1, 2, 3, 4].map((id) => [id, { zone: '2' as const }]))
    const place = { medium: 'noise' as const, name: { dis_id: 3 }, scheme: 'HJ' as const, sites }
    const found = new Map([50, 60, 65, 65.1].map((leq, at) => [at + 1, { leq: [leq, 60] as const }]))
    const day = '2026-11-22'
    // The limit itself and the limit plus 5 dB belong to the lower class.
    expect(judgePlace(place, found, [], { day, hour: 12 })).toMatchObject({ level: 2, classes: [2, 1, 1], worst: 4 })
    expect(judgePlace(place, found, [], { day, hour: 23 })?.classes).toEqual([1, 0, 3])
  })

  it.each([
    ['HJ', 'HJ633-2026'],
    ['USAQI', 'USAQI-2024'],
    ['EAQI', 'EAQI-2025'],
  ] as const)('returns the standard of scheme %s', (scheme, standard) => {
    const place = { medium: 'air' as const, name: { dis_id: 3 }, scheme, sites: new Map([[1, {}]]) }
    const found = new Map<number, Means>([[1, { pm25: [120, 60] }]])
    expect(judgePlace(place, found, [], { day: '2026-11-22', hour: 12 })).toMatchObject({ standard })
  })

  it('lists pollutants as missing if no station has a valid hourly mean', () => {
    const sites = new Map([1, 2].map((id) => [id, {}]))
    const place = { medium: 'air' as const, name: { dis_id: 3 }, scheme: 'HJ' as const, sites }
    const found = new Map<number, Means>([
      [1, { pm25: [120, 60], so2: [10, 60], co: [1, 20] }],
      [2, { pm25: [120, 60], no2: [20, 60] }],
    ])
    const hour = judgePlace(place, found, [], { day: '2026-11-22', hour: 12 })
    // Twenty minutes make no hourly mean.
    expect(hour).toMatchObject({ stations: 2, primary: ['pm25'], missing: ['pm10', 'co', 'o3'] })
  })
})

describe('judgeValue', () => {
  it('applies the standard in force on that day and converts units, or returns null', () => {
    expect(judgeValue(zone, 65, 'pm25', 'ug/m3', '1h', at)).toMatchObject({
      scale: 'a',
      level: 3,
      standard: 'HJ633-2026',
    })
    expect(judgeValue(zone, 65, 'pm25', 'µg/m³', '1h', Date.parse('2025-11-22T00:00:00Z'))).toMatchObject({
      level: 2,
      standard: 'HJ633-2012',
    })
    expect(judgeValue(zone, 0.065, 'pm25', 'mg/m³', '1h', at)?.level).toBe(3)
    // The mean is 0.2, but floating-point addition leaves an extra digit.
    expect(judgeValue(zone, (0.1 + 0.2 + 0.3) / 3, 'tp', 'mg/L', '24h', at)?.level).toBe(3)
    expect(judgeValue(zone, 65, 'pm25', '℃', '1h', at)).toBeNull()
    expect(judgeValue(zone, 65, 'unheard', '', '1h', at)).toBeNull()
  })

  it('applies the scheme of the project', () => {
    expect(judgeValue(zone, 40, 'pm25', 'µg/m³', '1h', at, { scheme: 'USAQI' })).toMatchObject({
      standard: 'USAQI-2024',
      level: 3,
    })
    expect(judgeValue(zone, 60, 'pm25', 'µg/m³', '1h', at, { scheme: 'EAQI' })).toMatchObject({
      standard: 'EAQI-2025',
      level: 4,
    })
  })

  it('converts ppb to mass at the reference temperature of the standard in force', () => {
    const classOf = (value: number, day: string, scheme: 'HJ' | 'EAQI') =>
      judgeValue(zone, value, 'o3', 'ppb', '1h', Date.parse(`${day}T04:00:00Z`), { scheme })?.level
    // 214 µg/m³ at 0 °C, 196 at 25 °C; 121.7 at 20 °C, 119.8 at 25 °C.
    expect([classOf(100, '2018-08-31', 'HJ'), classOf(100, '2018-09-01', 'HJ')]).toEqual([3, 2])
    expect(classOf(61, '2026-11-22', 'EAQI')).toBe(4)
  })

  it('judges sound by noise zone and by the hour in the platform’s time zone', () => {
    expect(judgeValue(zone, 71.6, 'leq', 'dB', '1h', at, { zone: '4a' })).toMatchObject({
      scale: 'n',
      level: 2,
      limit: 70,
    })
    const night = Date.parse('2026-11-22T14:30:00Z')
    expect(judgeValue(zone, 71.6, 'leq', 'dB', '1h', night, { zone: '4a' })).toMatchObject({ level: 3, limit: 55 })
    expect(judgeValue(zone, 71.6, 'leq', 'dB', '1h', at)).toBeNull()
  })
})

describe('bandsOf', () => {
  const edges = (...asked: Parameters<typeof bandsOf> extends [unknown, ...infer R] ? R : never) =>
    bandsOf(zone, ...asked).map(({ level, from, to }) => [level, from, to])

  it('returns the limits of the standard as edges', () => {
    expect(edges('pm25', 'µg/m³', '1h', at)).toEqual([
      [1, 0, 35],
      [2, 35, 60],
      [3, 60, 115],
      [4, 115, 150],
      [5, 150, 250],
      [6, 250, Infinity],
    ])
    expect(edges('co', 'mg/m³', '1h', at).slice(0, 2)).toEqual([
      [1, 0, 5],
      [2, 5, 10],
    ])
    expect(edges('tp', 'mg/L', '1h', at, { body: 'lake' }).map(([, , to]) => to)).toEqual([
      0.01,
      0.025,
      0.05,
      0.1,
      0.2,
      Infinity,
    ])
    expect(edges('leq', 'dB(A)', '1h', at, { zone: '4a' })).toEqual([
      [1, 0, 70],
      [2, 70, 75],
      [3, 75, Infinity],
    ])
  })

  it('returns descending bands when more is better, and none for pH', () => {
    expect(edges('do', 'mg/L', '1h', at)).toEqual([
      [1, 7.5, Infinity],
      [2, 6, 7.5],
      [3, 5, 6],
      [4, 3, 5],
      [5, 2, 3],
      [6, 0, 2],
    ])
    expect(edges('ph', '', '1h', at)).toEqual([])
    expect(edges('so2', 'µg/m³', '1h', at).at(-1)).toEqual([4, 650, Infinity])
  })
})

describe('judgeSeries', () => {
  const zone = new Zone('Asia/Shanghai')
  it('judges each value like judgeValue, by the standard and time of its day', () => {
    const air = judgeSeries(zone, 'pm25', 'µg/m³')
    const sound = judgeSeries(zone, 'leq', 'dB(A)', { zone: '2' })
    const times = ['2025-06-01T12:00:00+08:00', '2026-11-21T12:00:00+08:00', '2026-11-21T23:30:00+08:00'].map(
      Date.parse,
    )
    for (const at of times)
      for (const value of [0, 35, 35.4, 75, 75.1, 120, 900, -1, Number.NaN, 35]) {
        expect(air(value, at)).toEqual(judgeValue(zone, value, 'pm25', 'µg/m³', '1h', at))
        expect(sound(value, at)).toEqual(judgeValue(zone, value, 'leq', 'dB(A)', '1h', at, { zone: '2' }))
      }
    expect(air(70, times[0] ?? 0)?.standard).not.toBe(air(70, times[1] ?? 0)?.standard)
    expect(sound(55, times[1] ?? 0)?.level).not.toBe(sound(55, times[2] ?? 0)?.level)
  })
  it('returns null for a unit that cannot be converted', () => {
    expect(judgeSeries(zone, 'pm25', 'V')(3, Date.parse('2026-11-21T12:00:00+08:00'))).toBeNull()
  })
})
