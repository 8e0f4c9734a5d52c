import { describe, expect, it } from 'vitest'
import { readStationRows } from '../../dataProvider/calls/environment.ts'
import type { PlaceHour } from '../../dataProvider/calls/placeHours.ts'
import { firstInTurn } from '../../src/environment/byStandard.ts'
import {
  measuredQuantities,
  namedMean,
  readingsOf,
  unitOfPollutant,
  unitOfQuantity,
  type Quantity,
} from '../../src/environment/quantity.ts'
import { onScale } from '../../src/environment/placeHours.ts'
import type { ClassWords } from '../../src/environment/useClassWords.ts'
import { verdictOf } from '../../src/environment/verdict.ts'
import { Clusters } from '../../src/map/clusters.ts'
import type { Pair } from '../../resources/kit/datum.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import { faceOf, markName, readingWords, type MarkState } from '../../src/monitor/map/marks/faces.ts'
import { spread } from '../../src/monitor/map/marks/spread.ts'
import { hourReading } from '../../src/monitor/map/hourReading.ts'
import { readMapParams } from '../../src/monitor/map/mapParams.ts'
import { captionOf } from '../../src/monitor/map/stations/caption.ts'
import { isAwaited, tallyOf, worstFirst } from '../../src/monitor/map/stations/worst.ts'
import { barsOf } from '../../src/monitor/map/time/useHours.ts'

const AT = 1_795_262_400_000
const air = (deviceid: number, index: number | null, level: number | null, pm25 = 30) => ({
  deviceid,
  medium: 'air',
  standard: 'HJ633-2026',
  index,
  level,
  primary: ['pm25'],
  missing: index === null ? ['so2', 'co'] : [],
  period: '1h',
  parts: { pm25: { index: index ?? 40, level: level ?? 1, value: pm25, count: 60, state: 'valid' } },
  coverage: 1,
  at: AT,
})
const verdicts = (...rows: object[]) => readStationRows(rows).map(verdictOf)
const readings = (quantity: Quantity, ...rows: object[]) => readingsOf(verdicts(...rows), quantity)

describe('station readings by quantity', () => {
  const noise = {
    deviceid: 9,
    medium: 'noise',
    standard: 'GB3096-2008',
    level: 2,
    index: null,
    exceeded: 3,
    value: 63.2,
    parts: {},
    period: 'day',
    at: AT,
  }
  it('lists only quantities measured by a station', () => {
    expect(measuredQuantities(verdicts(air(1, 60, 2), noise))).toEqual(['aqi', 'pm25', 'noise'])
    expect(measuredQuantities([])).toEqual([])
  })
  it('reads the index, one pollutant or noise', () => {
    expect(readings('aqi', air(1, 60, 2)).get(1)).toMatchObject({ level: 2, value: 60, index: 60 })
    expect(readings('pm25', air(1, 60, 2, 35.4)).get(1)).toMatchObject({ level: 2, value: 35.4, index: 60 })
    expect(readings('o3', air(1, 60, 2)).size).toBe(0)
    expect(readings('noise', air(1, 60, 2), noise).get(9)).toMatchObject({ scale: 'n', level: 2, value: 63 })
  })
  it('reads USAQI-2024 ozone from the 8-hour mean if the hourly mean has no index or a lower one', () => {
    const row = (o3: number | null, eight: number | null) => ({
      ...air(1, 60, 2),
      standard: 'USAQI-2024',
      parts: {
        o3: { index: o3, level: o3 === null ? null : 3, value: 220 },
        o3_8h: { index: eight, level: eight === null ? null : 2, value: 120 },
      },
    })
    expect(readings('o3', row(null, 60)).get(1)).toMatchObject({
      level: 2,
      value: 120,
      index: 60,
      period: '8h',
    })
    expect(readings('o3', row(50, 60)).get(1)).toMatchObject({ level: 2, value: 120, index: 60, period: '8h' })
    expect(readings('o3', row(120, 60)).get(1)).toMatchObject({ level: 3, value: 220, index: 120, period: '1h' })
    expect(readings('o3', row(null, null)).get(1)).toMatchObject({ level: null, value: 220 })
  })
  it('labels CO as 8h and PM2.5 as NowCast in hourly USAQI-2024 rows', () => {
    const part = { index: 60, level: 2, value: 9 }
    const row = (standard: string) => ({ ...air(1, 60, 2), standard, parts: { co: part, no2: part, pm25: part } })
    const periods = (standard: string) =>
      (['co', 'no2', 'pm25', 'aqi'] as const).map((quantity) => readings(quantity, row(standard)).get(1)?.period)
    expect(periods('USAQI-2024')).toEqual(['8h', '1h', 'NowCast', '1h'])
    expect(periods('HJ633-2026')).toEqual(['1h', '1h', '1h', '1h'])
    expect(namedMean({ standard: 'USAQI-2024', period: '1h' }, 'co')).toBe('co_8h')
    expect(namedMean({ standard: 'USAQI-2024', period: '24h' }, 'co')).toBe('co')
  })
  it('lists ozone if only its 8-hour mean is known', () => {
    const part = { index: 60, level: 2, value: 120 }
    const found = verdicts({ ...air(1, 60, 2), standard: 'USAQI-2024', parts: { o3_8h: part } })
    expect(measuredQuantities(found)).toEqual(['aqi', 'o3'])
    expect(readingsOf(found, 'o3').get(1)).toMatchObject({ value: 120, period: '8h' })
  })
  it('returns the unit of each pollutant and quantity, or an empty string', () => {
    expect(['o3', 'o3_8h', 'co', 'tp', 'ph', 'gold'].map(unitOfPollutant)).toEqual([
      'µg/m³',
      'µg/m³',
      'mg/m³',
      'mg/L',
      '',
      '',
    ])
    expect([unitOfQuantity('aqi'), unitOfQuantity('noise'), unitOfQuantity('water')]).toEqual(['', 'dB', ''])
  })
  it('keeps a station that cannot be judged, with level and value null', () =>
    expect(readings('aqi', air(1, null, null)).get(1)).toMatchObject({ level: null, value: null }))
})

describe('station plate (faceOf)', () => {
  const words = { figure: () => null } as unknown as ClassWords
  const plate = (state: Partial<MarkState>) => {
    const reading = readings('aqi', air(1, 169, 4)).get(1)
    if (!reading) throw new Error('it is judged')
    return faceOf(reading, words, { status: 'online', alarm: false, upkeep: false, ...state })
  }
  it('hides the class under maintenance, shows no value when also offline, and dims stale values', () => {
    expect(plate({})).toMatchObject({ look: 'solid', figure: '169', ticks: 4 })
    expect(plate({ status: 'stale' })).toMatchObject({ look: 'stale', figure: '169' })
    expect(plate({ upkeep: true, alarm: true })).toMatchObject({ look: 'upkeep', verdict: null, ticks: 0, alarm: true })
    expect(plate({ upkeep: true, status: 'offline' })).toMatchObject({ look: 'none', figure: '—' })
  })
})

it('readingWords lists the pollutants missing from an index, but not for a single pollutant', () => {
  const words = {
    short: () => 'lightly',
    partial: ({ missing }: { missing: readonly string[] }) => (missing.length > 0 ? `without ${missing.join()}` : ''),
  } as unknown as ClassWords
  const told = (quantity: Quantity, missing: string[]) => {
    const reading = readings(quantity, { ...air(1, 148, 3, 110), missing }).get(1)
    return reading && readingWords(reading, quantity, words, String)
  }
  expect(told('aqi', ['so2', 'co'])).toBe('aqi 148 lightly · without so2,co')
  expect(told('aqi', [])).toBe('aqi 148 lightly')
  expect(told('pm25', ['so2', 'co'])).toBe('pm25 110 lightly')
})

it('readingWords names standard and period of a reading if they differ from the legend’s', () => {
  const words = {
    short: () => 'lightly',
    partial: () => '',
    law: ({ standard, period }: { standard: string; period: string }) => `${period} of ${standard}`,
  } as unknown as ClassWords
  const told = (legend: { standard: string; period: string }) => {
    const reading = readings('aqi', air(1, 148, 3)).get(1)
    return reading && readingWords(reading, 'aqi', words, String, legend)
  }
  expect(told({ standard: 'HJ633-2026', period: '1h' })).toBe('aqi 148 lightly')
  expect(told({ standard: 'EAQI-2025', period: '1h' })).toBe('aqi 148 lightly · 1h of HJ633-2026')
  expect(told({ standard: 'HJ633-2026', period: '' })).toBe('aqi 148 lightly · 1h of HJ633-2026')
})

it('markName says "unknown", not "no data", of a device of which nothing is known at a past moment', () => {
  const translate = (key: string, options?: object) => [key, ...Object.values(options ?? {})].join(' ')
  const named = (said: string, isPast: boolean, status: 'online' | 'unknown' = 'unknown') =>
    markName({ name: 'S', status, said, isPast }, translate)
  expect(named('', true)).toBe('map.mark S shell.status.unknown')
  expect(named('AQI 60', true)).toBe('map.mark S AQI 60')
  expect(named('AQI 60', false, 'online')).toBe('map.markValue S shell.status.online AQI 60')
})

describe('ranking and counting of stations', () => {
  const found = readings('aqi', air(1, 60, 2), air(2, 169, 4), air(3, null, null), air(4, 148, 3), air(5, 60, 2))
  it('sorts by class, then by value, then by id, with stations without a class last', () => {
    expect([...worstFirst(found)]).toEqual([['HJ633-2026', [2, 4, 1, 5, 3]]])
    expect([...worstFirst(found, (id) => id !== 2).values()]).toEqual([[4, 1, 5, 3]])
    expect([...worstFirst(readings('aqi', air(1, 60, 2), air(2, 90, 2), air(3, 101, 3))).values()]).toEqual([[3, 2, 1]])
  })
  it('ranks each standard separately, the most common first, and takes turns if space is limited', () => {
    const european = (id: number, level: number) => ({ ...air(id, level, level), standard: 'EAQI-2025' })
    const mixed = readings('aqi', european(6, 6), air(1, 60, 2), air(2, 169, 4), european(7, 3), air(4, 148, 3))
    const order = worstFirst(mixed)
    expect([...order]).toEqual([
      ['HJ633-2026', [2, 4, 1]],
      ['EAQI-2025', [6, 7]],
    ])
    // Where there is not room for all, those of each standard take turns.
    expect([...firstInTurn(order, 3)]).toEqual([
      ['HJ633-2026', [2, 4]],
      ['EAQI-2025', [6]],
    ])
    expect([...firstInTurn(order, 1)]).toEqual([['HJ633-2026', [2]]])
  })
  it('counts stations by class', () => {
    const { levels, stations, judged } = tallyOf([...found.keys()], found, 'aqi')
    expect([stations, judged]).toEqual([5, 4])
    expect(levels.map(({ count }) => count)).toEqual([0, 2, 1, 1, 0, 0])
    expect(tallyOf([], found, 'aqi')).toEqual({ levels: [], stations: 0, judged: 0 })
  })
  it('excludes a station measuring too little for an index, except for its own pollutant', () => {
    const display = { ...air(6, null, null), measures: 2 }
    const counted = (quantity: Quantity) => {
      const { stations, judged } = tallyOf(
        [1, 3, 6],
        readings(quantity, air(1, 60, 2), air(3, null, null), display),
        quantity,
      )
      return [stations, judged]
    }
    expect(counted('aqi')).toEqual([2, 1])
    expect(counted('pm25')).toEqual([3, 3])
  })
  it('reports a quantity as awaited if a device measures it but nothing is judged yet', () => {
    const judged = verdicts(air(1, 60, 2))
    const waiting = verdicts({ ...air(1, null, null), parts: {} })
    const measuring = (...pollutants: string[]) => [
      isAwaited('o3', judged, () => pollutants),
      isAwaited('o3', waiting, () => pollutants),
    ]
    expect(measuring('pm25', 'o3')).toEqual([true, true])
    expect(measuring('pm25')).toEqual([false, false])
    // Where the platform does not say what a device measures, its parts do once there are any.
    expect(measuring()).toEqual([false, true])
    expect(isAwaited('o3', [], () => ['o3'])).toBe(false)
    expect(isAwaited('noise', waiting, () => ['leq'])).toBe(false)
  })
})

describe('spread (clusters of station markers)', () => {
  const near: Pair[] = [
    [114.5, 38],
    [114.5006, 38],
    [114.5003, 38.0005],
  ]
  const found = readings('aqi', air(1, 60, 2), air(2, 169, 4))
  it('merges close stations into one cluster with the worst value at low zoom', () => {
    const clusters = new Clusters([1, 2, 3], near)
    const [mark, ...others] = spread(clusters.within([114, 37, 115, 39], 8), clusters, found)
    expect(others).toEqual([])
    expect(mark).toMatchObject({ kind: 'cluster', worst: { level: 4, value: 169 } })
  })
  it('keeps a cluster that no zoom splits, with or without judged stations', () => {
    const clusters = new Clusters(
      [1, 2],
      [
        [114.5, 38],
        [114.5, 38],
      ],
    )
    expect(spread(clusters.within([114, 37, 115, 39], 19), clusters, new Map())).toMatchObject([{ worst: null }])
    expect(spread(clusters.within([114, 37, 115, 39], 19), clusters, found)).toMatchObject([
      { kind: 'cluster', worst: { value: 169 } },
    ])
  })
})

describe('map URL', () => {
  const read = (text: string) => readMapParams(new URLSearchParams(text))
  it('holds quantity, layers and moment', () => {
    expect(read('quantity=pm25&layers=areas,field&moment=1795262400000')).toMatchObject({
      quantity: 'pm25',
      layers: ['field', 'areas'],
      moment: 1_795_262_400_000,
      bar: true,
    })
    expect(read('layers=')).toMatchObject({ layers: [], quantity: null, moment: null, bar: false })
  })
  it('ignores unknown values', () =>
    expect(read('quantity=radon&moment=soon&layers=lava')).toMatchObject({ quantity: null, moment: null, layers: [] }))
})

const anHour: PlaceHour = {
  at: AT,
  standard: 'HJ633-2026',
  index: 88,
  level: 2,
  exceeded: null,
  primary: [],
  missing: [],
  stations: 1,
  classes: [],
  worst: null,
  parts: {},
}

describe('time bar', () => {
  it('has 48 hours up to the last full one, with null for unknown hours', () => {
    const hour = { ...anHour, missing: ['co'], parts: { pm25: { value: 60, index: 80, level: 2 } } }
    const bars = barsOf([hour], 'aqi', AT + 1_200_000)
    expect(bars).toHaveLength(48)
    expect(bars.at(-1)).toEqual({
      at: AT,
      hour: { standard: 'HJ633-2026', index: 88, level: 2, missing: ['co'], value: 88, mean: '' },
    })
    expect(bars[0]).toEqual({ at: AT - 47 * 3_600_000, hour: null })
    expect(barsOf([hour], 'pm25', AT).at(-1)?.hour).toEqual({
      standard: 'HJ633-2026',
      index: 80,
      level: 2,
      missing: [],
      value: 60,
      mean: 'pm25',
    })
    expect(barsOf([hour], 'co', AT).at(-1)?.hour).toBeNull()
  })
})

describe('hourReading', () => {
  const noise = (exceeded: number | null) => {
    const hours = [{ ...anHour, index: null, exceeded }]
    const row = onScale({ area: 1, device: null, medium: 'noise', stations: 1, hours })
    return hourReading(row.hours[0], 'noise')?.level
  }

  it('has noise level 3 if the limit is exceeded by more than 5 dB, else 2', () =>
    expect([noise(5), noise(5.1), noise(null)]).toEqual([2, 3, 2]))
  it('takes its value from the index, the mean or the sound level, and has none for water', () => {
    const part = { value: 71.4, index: null, level: 2 }
    const value = (parts: typeof anHour.parts, quantity: 'aqi' | 'noise' | 'water' | 'pm25', index: number | null) =>
      hourReading({ ...anHour, index, parts }, quantity)?.value
    expect([value({}, 'aqi', 88), value({ pm25: part }, 'pm25', 88)]).toEqual([88, 71.4])
    expect([value({ leq: part }, 'noise', null), value({}, 'noise', null), value({}, 'water', null)]).toEqual([
      71.4,
      null,
      null,
    ])
  })
  it('returns null for a pollutant without data and for a missing hour', () => {
    expect([hourReading(anHour, 'co'), hourReading(undefined, 'aqi')]).toEqual([null, null])
    expect(hourReading(anHour, 'aqi')).toEqual({
      standard: 'HJ633-2026',
      index: 88,
      level: 2,
      missing: [],
      value: 88,
      mean: '',
    })
  })
  it('names the mean that provides the value', () => {
    const part = { value: 120, index: 60, level: 2 }
    const meanOf = (quantity: Quantity, parts: typeof anHour.parts) =>
      hourReading({ ...anHour, standard: 'USAQI-2024', parts }, quantity)?.mean
    expect(meanOf('co', { co: part })).toBe('co')
    expect(meanOf('o3', { o3: { ...part, index: null }, o3_8h: part })).toBe('o3_8h')
    expect(meanOf('o3', { o3: { ...part, index: 120 }, o3_8h: part })).toBe('o3')
  })
})

describe('caption of the worst stations', () => {
  const zone = zoneOf('Asia/Shanghai')
  const say = (key: string, options: object = {}) =>
    [key.split('.').at(-1), 'time' in options ? options.time : ''].join(' ').trim()
  const of = (at: string | null, moment: string | null) => {
    const read = (clock: string | null) => clock && Date.parse(`2026-03-09T${clock}+08:00`)
    return captionOf({ name: 'AQI', periods: ['1h'], at: read(at) || null, moment: read(moment) || null }, zone, say)
  }
  it('adds the hour of the classes only if it ended before the selected moment', () => {
    expect([of('09:00', null), of('09:00', '09:00'), of(null, '09:40')]).toEqual(['AQI · 1h', 'AQI · 1h', 'AQI · 1h'])
    expect(of('09:00', '09:40')).toBe('AQI · 1h · classes 09:00')
  })

  it('captionOf omits the hour of the classes if the moment lies in the same minute', () => {
    expect([of('09:00', '09:00:40'), of('09:00', '09:01')]).toEqual(['AQI · 1h', 'AQI · 1h · classes 09:00'])
  })
})
