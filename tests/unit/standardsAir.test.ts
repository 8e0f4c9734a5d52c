import { describe, expect, it } from 'vitest'
import { addDays } from '../../resources/kit/zone.ts'
import { classOfIndex, HJ633 } from '../../standards/air/hj633.ts'
import { limitOf } from '../../standards/air/limits.ts'
import { nowCast } from '../../standards/air/nowcast.ts'
import { GAS_STATES } from '../../standards/air/states.ts'
import { AIR_SCHEMES, evaluate, lawOf, STANDARDS } from '../../standards/index.ts'
import type { Dated, Period, MeasuredValues, Verdict } from '../../standards/types.ts'

const judge = (code: string, period: Period, values: MeasuredValues, day = '2026-11-23'): Verdict => {
  const verdict = evaluate(code, { period, values, day })
  if (!verdict) throw new Error(code)
  return verdict
}
const indexOf = (code: string, period: Period, pollutant: string, value: number): number | null | undefined =>
  judge(code, period, { [pollutant]: value }).parts[pollutant]?.index

const STEPS = [0, 50, 100, 150, 200, 300, 400, 500]

/** The tables as printed; `step` is the measuring step. */
const table: readonly [code: string, period: Period, pollutant: string, step: number, edges: number[]][] = [
  ['HJ633-2012', '24h', 'pm25', 1, [0, 35, 75, 115, 150, 250, 350, 500]],
  ['HJ633-2012', '1h', 'pm25', 1, [0, 35, 75, 115, 150, 250, 350, 500]],
  ['HJ633-2026', '24h', 'pm25', 1, [0, 35, 60, 115, 150, 250, 350, 500]],
  ['HJ633-2026', '1h', 'pm25', 1, [0, 35, 60, 115, 150, 250, 350, 500]],
  ['HJ633-2012', '24h', 'pm10', 1, [0, 50, 150, 250, 350, 420, 500, 600]],
  ['HJ633-2012', '1h', 'pm10', 1, [0, 50, 150, 250, 350, 420, 500, 600]],
  ['HJ633-2012', '24h', 'o3', 1, [0, 160, 200, 300, 400, 800, 1000, 1200]],
  ['HJ633-2012', '1h', 'o3_8h', 1, [0, 100, 160, 215, 265, 800]],
  ['HJ633-2026', '24h', 'pm10', 1, [0, 50, 120, 250, 350, 420, 500, 600]],
  ['HJ633-2026', '1h', 'pm10', 1, [0, 50, 120, 250, 350, 420, 500, 600]],
  ...(['HJ633-2012', 'HJ633-2026'] as const).flatMap((code): typeof table => [
    [code, '24h', 'so2', 1, [0, 50, 150, 475, 800, 1600, 2100, 2620]],
    [code, '1h', 'so2', 1, [0, 150, 500, 650, 800]],
    [code, '24h', 'no2', 1, [0, 40, 80, 180, 280, 565, 750, 940]],
    [code, '1h', 'no2', 1, [0, 100, 200, 700, 1200, 2340, 3090, 3840]],
    [code, '24h', 'co', 0.1, [0, 2, 4, 14, 24, 36, 48, 60]],
    [code, '1h', 'co', 0.1, [0, 5, 10, 35, 60, 90, 120, 150]],
    [code, '8h', 'o3_8h', 1, [0, 100, 160, 215, 265, 800]],
    [code, '24h', 'o3_8h', 1, [0, 100, 160, 215, 265, 800]],
    [code, '1h', 'o3', 1, [0, 160, 200, 300, 400, 800, 1000, 1200]],
  ]),
]

/**
 * The index beyond the last column: the tables of hourly sulphur dioxide and eight-hour ozone end before 500, and 2012
 * has no index beyond them.
 */
function indexBeyond(code: string, period: Period, pollutant: string): number | null {
  const end = pollutant === 'o3_8h' ? 300 : pollutant === 'so2' && period === '1h' ? 200 : null
  if (end === null) return 500
  return code === 'HJ633-2012' ? null : end
}

describe('HJ 633 index', () => {
  it.each(table)('%s, %s of %s: every limit belongs to the lower class', (code, period, pollutant, step, edges) => {
    for (const [place, edge] of edges.entries()) {
      const at = STEPS[place] ?? 0
      expect(indexOf(code, period, pollutant, edge), `at ${edge}`).toBe(at)
      if (place > 0) expect(indexOf(code, period, pollutant, edge - step), `below ${edge}`).toBeLessThanOrEqual(at)
      if (place > 0) expect(indexOf(code, period, pollutant, edge - step)).toBeGreaterThan(STEPS[place - 1] ?? 0)
      if (place < edges.length - 1)
        expect(indexOf(code, period, pollutant, edge + step), `above ${edge}`).toBeGreaterThan(at)
    }
    expect(indexOf(code, period, pollutant, (edges.at(-1) ?? 0) + step)).toBe(indexBeyond(code, period, pollutant))
  })

  it('is rounded up', () => {
    expect(indexOf('HJ633-2012', '24h', 'pm25', 76)).toBe(102) // 101.25
    expect(indexOf('HJ633-2026', '24h', 'pm25', 61)).toBe(101) // 100.91
    expect(indexOf('HJ633-2026', '24h', 'pm25', 36)).toBe(52)
    expect(indexOf('HJ633-2026', '24h', 'pm10', 51)).toBe(51) // 50.71
  })

  it('of 2026 rounds the concentration first, half to even by decimal digits', () => {
    expect(indexOf('HJ633-2026', '24h', 'pm25', 60.5)).toBe(100)
    expect(indexOf('HJ633-2026', '24h', 'pm25', 60.51)).toBe(101)
    expect(indexOf('HJ633-2026', '24h', 'pm25', 61.5)).toBe(indexOf('HJ633-2026', '24h', 'pm25', 62))
    expect(indexOf('HJ633-2026', '24h', 'co', 2.15)).toBe(indexOf('HJ633-2026', '24h', 'co', 2.2))
    expect(indexOf('HJ633-2026', '24h', 'co', 4.05)).toBe(100)
    expect(indexOf('HJ633-2026', '24h', 'co', 4.051)).toBe(101)
  })

  it('of 2012 uses the unrounded concentration', () => {
    expect(indexOf('HJ633-2012', '24h', 'pm25', 35.1)).toBe(51)
    expect(indexOf('HJ633-2012', '24h', 'pm25', 75.01)).toBe(101)
    expect(indexOf('HJ633-2012', '24h', 'co', 4.1)).toBe(101)
  })

  it('above the last column is 500; for hourly SO2 and 8-hour ozone null or the last index, by edition', () => {
    for (const code of ['HJ633-2012', 'HJ633-2026']) {
      expect(indexOf(code, '24h', 'pm25', 501)).toBe(500)
      expect(indexOf(code, '24h', 'pm25', 9999)).toBe(500)
      expect(indexOf(code, '24h', 'co', 60.1)).toBe(500)
    }
    expect(indexOf('HJ633-2012', '1h', 'so2', 801)).toBeNull()
    expect(indexOf('HJ633-2026', '1h', 'so2', 801)).toBe(200)
    expect(indexOf('HJ633-2012', '8h', 'o3_8h', 801)).toBeNull()
    expect(indexOf('HJ633-2026', '8h', 'o3_8h', 801)).toBe(300)
  })

  const six = { pm25: 30, pm10: 40, so2: 20, no2: 30, co: 1, o3_8h: 90 }

  it('comes with class, name and primary pollutants', () => {
    expect(judge('HJ633-2026', '24h', { ...six, pm25: 108 })).toMatchObject({
      standard: 'HJ633-2026',
      index: 144,
      level: 3,
      category: ['轻度污染', '輕度污染', 'Lightly polluted'],
      primary: ['pm25'],
      missing: [],
      parts: { pm25: { index: 144, level: 3, limit: 60, exceeded: true }, co: { limit: 4, exceeded: false } },
    })
    expect(judge('HJ633-2026', '24h', six)).toMatchObject({ level: 1, primary: [] })
    expect([50, 51, 100, 101, 150, 151, 200, 201, 300, 301, 500].map(classOfIndex)).toEqual([
      1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6,
    ])
  })

  it('lists all pollutants with the largest index as primary, and none up to 50', () => {
    const tied = judge('HJ633-2026', '24h', { ...six, pm25: 60, pm10: 120, o3_8h: 160 })
    expect(tied.index).toBe(100)
    expect([...tied.primary].sort()).toEqual(['o3_8h', 'pm10', 'pm25'])
    expect(judge('HJ633-2026', '24h', { ...six, pm25: 35, pm10: 50, o3_8h: 100 }).primary).toEqual([])
  })

  it('lists missing pollutants', () => {
    const { pm25: _, o3_8h: __, ...four } = six
    expect(judge('HJ633-2012', '24h', four)).toMatchObject({ index: 40, missing: ['pm25', 'o3_8h'] })
    expect(judge('HJ633-2012', '24h', { ...four, pm25: null, o3_8h: null }).missing).toEqual(['pm25', 'o3_8h'])
    expect(judge('HJ633-2012', '24h', { ...four, pm25: 10, o3: 90 }).missing).toEqual([])
    expect(judge('HJ633-2012', '24h', {})).toMatchObject({ index: null, level: null, category: null, primary: [] })
  })

  it('of 2026 is null with missing pollutants, unless above 100', () => {
    expect(judge('HJ633-2026', '24h', { pm25: 60 })).toMatchObject({
      index: null,
      level: null,
      category: null,
      primary: [],
    })
    expect(judge('HJ633-2026', '24h', { pm25: 60 }).parts.pm25).toMatchObject({ index: 100, level: 2 })
    expect(judge('HJ633-2026', '24h', { pm25: 61 })).toMatchObject({ index: 101, level: 3, primary: ['pm25'] })
    expect(judge('HJ633-2026', '24h', { pm25: 61 }).missing).toHaveLength(5)
  })

  it('of an hour in 2012 uses the daily table for particles, and 8-hour ozone if given', () => {
    const { o3_8h: _, ...five } = six
    const hour = { ...five, pm25: 76, o3: 100 }
    const pm25 = { index: 102, level: 3, limit: null, exceeded: null }
    expect(judge('HJ633-2012', '1h', hour, '2026-02-28')).toMatchObject({
      index: 102,
      primary: ['pm25'],
      missing: [],
      parts: { pm25 },
    })
    expect(judge('HJ633-2012', '1h', { ...hour, o3_8h: 266 }, '2026-02-28')).toMatchObject({
      index: 201,
      primary: ['o3_8h'],
    })
  })

  it('of an hour in 2012 is null if SO2 has no index, unless another pollutant exceeds 200', () => {
    const { o3_8h: _, ...five } = six
    const hour = { ...five, o3: 100, so2: 801 }
    expect(judge('HJ633-2012', '1h', hour, '2026-02-28')).toMatchObject({
      index: null,
      level: null,
      category: null,
      primary: [],
      missing: ['so2'],
      parts: { so2: { index: null, level: null, limit: 500, exceeded: true }, pm25: { index: 43 } },
    })
    // 800 µg/m³ give 200: other pollutants' values up to 200 do not determine the whole index, values above it do.
    expect(judge('HJ633-2012', '1h', { ...hour, pm25: 150 }, '2026-02-28')).toMatchObject({ index: null, level: null })
    expect(judge('HJ633-2012', '1h', { ...hour, pm25: 151 }, '2026-02-28')).toMatchObject({
      index: 201,
      level: 5,
      primary: ['pm25'],
      missing: ['so2'],
    })
    // Hourly ozone replaces the eight-hour mean, which has no index there.
    expect(judge('HJ633-2012', '1h', { ...hour, so2: 20, o3_8h: 801 }, '2026-02-28')).toMatchObject({
      index: 43,
      missing: [],
    })
    expect(judge('HJ633-2026', '1h', hour)).toMatchObject({ index: 200, primary: ['so2'], missing: [] })
    expect(judge('HJ633-2012', '8h', { o3: 801 }).missing).toEqual(['o3_8h'])
    expect(judge('HJ633-2012', '24h', { ...five, o3_8h: 801, o3: 801 }).missing).toEqual([])
  })

  it('of 2026 requires hourly ozone for an hour and 8-hour ozone for a day', () => {
    const { o3_8h: _, ...five } = six
    expect(judge('HJ633-2026', '1h', { ...five, o3: 100 })).toMatchObject({ missing: [] })
    expect(judge('HJ633-2026', '1h', { ...five, o3_8h: 100 }).missing).toEqual(['o3'])
    expect(judge('HJ633-2026', '24h', { ...five, o3: 100 }).missing).toEqual(['o3_8h'])
    expect(judge('HJ633-2026', '8h', { o3: 161 })).toMatchObject({ index: 101, missing: [] })
  })
})

describe('GB 3095 limits', () => {
  it.each([
    ['2025-06-01', 'pm25', '24h', 75],
    ['2026-02-28', 'pm25', '24h', 75],
    ['2026-03-01', 'pm25', '24h', 60],
    ['2030-12-31', 'pm25', '24h', 60],
    ['2031-01-01', 'pm25', '24h', 50],
    ['2026-02-28', 'pm10', '24h', 150],
    ['2026-03-01', 'pm10', '24h', 120],
    ['2031-01-01', 'pm10', '24h', 100],
    ['2030-12-31', 'so2', '1h', 500],
    ['2031-01-01', 'so2', '1h', 150],
    ['2031-01-01', 'no2', '24h', 50],
    ['2025-06-01', 'o3_8h', '24h', 160],
    ['2025-06-01', 'pm25', '1h', null],
    ['2001-01-01', 'pm25', '24h', 75],
  ] as const)('on %s for %s over %s are %s', (day, pollutant, period, limit) =>
    expect(limitOf(day, pollutant, period)).toBe(limit),
  )

  /** Limits as printed, grade I and II: of the year, the day (for ozone eight hours) and the hour. */
  const printed: Record<string, Record<string, Partial<Record<'year' | '24h' | '8h' | '1h', [number, number]>>>> = {
    '2025-06-01': {
      so2: { year: [20, 60], '24h': [50, 150], '1h': [150, 500] },
      no2: { year: [40, 40], '24h': [80, 80], '1h': [200, 200] },
      co: { '24h': [4, 4], '1h': [10, 10] },
      o3: { '1h': [160, 200] },
      o3_8h: { '8h': [100, 160] },
      pm10: { year: [40, 70], '24h': [50, 150] },
      pm25: { year: [15, 35], '24h': [35, 75] },
      tsp: {},
    },
    '2030-12-31': {
      so2: { year: [20, 60], '24h': [50, 150], '1h': [150, 500] },
      no2: { year: [40, 40], '24h': [80, 80], '1h': [200, 200] },
      co: { '24h': [4, 4], '1h': [10, 10] },
      o3: { '1h': [160, 200] },
      o3_8h: { '8h': [100, 160] },
      pm10: { year: [40, 60], '24h': [50, 120] },
      pm25: { year: [15, 30], '24h': [35, 60] },
      tsp: { year: [80, 200], '24h': [120, 300] },
      nox: { year: [50, 50], '24h': [100, 100], '1h': [250, 250] },
    },
    '2031-01-01': {
      so2: { year: [20, 20], '24h': [50, 50], '1h': [150, 150] },
      no2: { year: [30, 30], '24h': [50, 50], '1h': [200, 200] },
      co: { '24h': [4, 4], '1h': [10, 10] },
      o3: { '1h': [160, 200] },
      o3_8h: { '8h': [100, 160] },
      pm10: { year: [20, 50], '24h': [50, 100] },
      pm25: { year: [10, 25], '24h': [25, 50] },
      tsp: { year: [80, 200], '24h': [120, 300] },
      nox: { year: [40, 40], '24h': [70, 70], '1h': [250, 250] },
    },
  }
  const rows = Object.entries(printed).flatMap(([day, table]) =>
    Object.entries(table).map(([pollutant, periods]) => [day, pollutant, periods] as const),
  )

  it.each(rows)('on %s match the printed table for %s in both grades', (day, pollutant, periods) => {
    const own: ('year' | '24h' | '8h' | '1h')[] = ['year', '24h', '8h', '1h']
    // The day's greatest hour has the hourly limit, and eight hours of ozone have the day's limit.
    for (const period of pollutant === 'o3' || pollutant === 'o3_8h' ? [] : own)
      expect([1, 2].map((grade) => limitOf(day, pollutant, period, grade === 1 ? 1 : 2))).toEqual(
        periods[period] ?? [null, null],
      )
    for (const [period, grades] of Object.entries(periods))
      expect([1, 2].map((grade) => limitOf(day, pollutant, period as Period, grade === 1 ? 1 : 2))).toEqual(grades)
  })

  it.each(rows.filter(([, pollutant]) => pollutant !== 'tsp' && pollutant !== 'nox'))(
    'on %s include the limit of %s itself, but nothing above it',
    (day, pollutant, periods) => {
      const step = pollutant === 'co' ? 0.1 : 1
      for (const period of ['24h', '8h', '1h'] as const) {
        const limit = periods[period]?.[1]
        if (limit === undefined) continue
        const exceeded = (value: number) =>
          judge(lawOf('air', day).code, period, { [pollutant]: value }, day).parts[pollutant]?.exceeded
        expect([exceeded(limit), exceeded(limit + step)], `${pollutant} ${period}`).toEqual([false, true])
      }
    },
  )

  it('include annual limits and both grades', () => {
    expect(limitOf('2025-01-01', 'pm25', 'year')).toBe(35)
    expect(limitOf('2026-04-01', 'pm25', 'year')).toBe(30)
    expect(limitOf('2031-01-01', 'pm25', 'year')).toBe(25)
    expect(limitOf('2031-01-01', 'pm25', 'year', 1)).toBe(10)
  })
})

describe('US AQI of 2024', () => {
  const bands: Record<string, [Period, number, (readonly [number, number] | null)[]]> = {
    pm25: [
      '24h',
      0.1,
      [
        [0, 9],
        [9.1, 35.4],
        [35.5, 55.4],
        [55.5, 125.4],
        [125.5, 225.4],
        [225.5, 325.4],
      ],
    ],
    pm10: [
      '24h',
      1,
      [
        [0, 54],
        [55, 154],
        [155, 254],
        [255, 354],
        [355, 424],
        [425, 604],
      ],
    ],
    o3_8h: ['8h', 0.001, [[0, 0.054], [0.055, 0.07], [0.071, 0.085], [0.086, 0.105], [0.106, 0.2], null]],
    o3: ['1h', 0.001, [null, null, [0.125, 0.164], [0.165, 0.204], [0.205, 0.404], [0.405, 0.604]]],
    co: [
      '8h',
      0.1,
      [
        [0, 4.4],
        [4.5, 9.4],
        [9.5, 12.4],
        [12.5, 15.4],
        [15.5, 30.4],
        [30.5, 50.4],
      ],
    ],
    so2: ['1h', 1, [[0, 35], [36, 75], [76, 185], [186, 304], null, null]],
    no2: [
      '1h',
      1,
      [
        [0, 53],
        [54, 100],
        [101, 360],
        [361, 649],
        [650, 1249],
        [1250, 2049],
      ],
    ],
  }
  const indexes = [
    [0, 50],
    [51, 100],
    [101, 150],
    [151, 200],
    [201, 300],
    [301, 500],
  ] as const

  it.each(Object.entries(bands))('has the index of both ends of each band of %s', (pollutant, [period, , rows]) => {
    for (const [place, band] of rows.entries()) {
      if (!band) continue
      expect(indexOf('USAQI-2024', period, pollutant, band[0]), `${band[0]}`).toBe(indexes[place]?.[0])
      expect(indexOf('USAQI-2024', period, pollutant, band[1]), `${band[1]}`).toBe(indexes[place]?.[1])
    }
  })

  it('truncates the concentration by decimal digits', () => {
    expect(indexOf('USAQI-2024', '8h', 'o3_8h', 0.0785)).toBe(indexOf('USAQI-2024', '8h', 'o3_8h', 0.078))
    expect(indexOf('USAQI-2024', '8h', 'o3_8h', 0.0549)).toBe(50)
    expect(indexOf('USAQI-2024', '24h', 'pm25', 9.09)).toBe(50)
    expect(indexOf('USAQI-2024', '24h', 'pm10', 54.99)).toBe(50)
    expect(indexOf('USAQI-2024', '24h', 'pm25', 1.1)).toBe(6)
  })

  it('is rounded to the nearest integer, half up', () => {
    expect(indexOf('USAQI-2024', '1h', 'o3', 0.162)).toBe(147)
    expect(indexOf('USAQI-2024', '8h', 'o3_8h', 0.078)).toBe(126) // 125.5
  })

  it('uses the larger index of both ozone means', () => {
    expect(judge('USAQI-2024', '24h', { o3_8h: 0.078, o3: 0.162 }).index).toBe(147)
    expect(indexOf('USAQI-2024', '8h', 'o3_8h', 0.201)).toBeNull()
    expect(indexOf('USAQI-2024', '1h', 'o3', 0.124)).toBeNull()
  })

  it('reports ozone as missing if neither mean has an index, and is null if ozone could be the worst', () => {
    const five = { pm25: 5, pm10: 5, co: 1, so2: 5, no2: 5 }
    expect(judge('USAQI-2024', '1h', { ...five, o3: 0.124 })).toMatchObject({ index: 28, missing: ['o3_8h'] })
    expect(judge('USAQI-2024', '1h', { ...five, o3: 0.125 })).toMatchObject({ index: 101, missing: [] })
    expect(judge('USAQI-2024', '1h', { ...five, o3: 0.1, o3_8h: 0.05 }).missing).toEqual([])
    expect(judge('USAQI-2024', '1h', { ...five, o3_8h: 0.201 })).toMatchObject({
      index: null,
      level: null,
      primary: [],
      missing: ['o3_8h'],
    })
    expect(judge('USAQI-2024', '1h', { ...five, pm25: 225.5, o3_8h: 0.201 })).toMatchObject({
      index: 301,
      level: 6,
      primary: ['pm25'],
      missing: ['o3_8h'],
    })
    expect(judge('USAQI-2024', '8h', {}).missing).toEqual(['o3_8h', 'co'])
  })

  it('requires the daily SO2 mean above 304 ppb', () => {
    expect(judge('USAQI-2024', '1h', { so2: 305 })).toMatchObject({ index: 200 })
    expect(judge('USAQI-2024', '1h', { so2: 305 }).missing).toContain('so2_24h')
    expect(judge('USAQI-2024', '1h', { so2: 305, so2_24h: 304 }).index).toBe(200)
    expect(judge('USAQI-2024', '1h', { so2: 700, so2_24h: 305 }).index).toBe(201)
    expect(judge('USAQI-2024', '24h', { so2: 604 }).index).toBe(300)
    expect(judge('USAQI-2024', '24h', { so2: 605 }).index).toBe(301)
    expect(judge('USAQI-2024', '24h', { so2: 1004 }).index).toBe(500)
    expect(judge('USAQI-2024', '24h', { so2: 1006 }).index).toBe(501)
  })

  // The last limit, the next measurable value above it, and a value above it by the width of the last band.
  it.each([
    ['pm25', '24h', [325.4, 325.5, 425.3], [500, 500, 699]],
    ['pm10', '24h', [604, 605, 783], [500, 501, 699]],
    ['o3', '1h', [0.604, 0.605, 0.803], [500, 501, 699]],
    ['co', '8h', [50.4, 50.5, 70.3], [500, 501, 699]],
    ['so2', '24h', [1004, 1005, 1403], [500, 500, 699]],
    ['no2', '1h', [2049, 2050, 2848], [500, 500, 699]],
    ['o3_8h', '8h', [0.2, 0.201, 0.294], [300, null, null]],
  ] as const)('continues the last band above 500: %s', (pollutant, period, values, wanted) =>
    expect(values.map((value) => indexOf('USAQI-2024', period, pollutant, value))).toEqual(wanted),
  )

  it('comes with level, name, primary and missing pollutants', () => {
    expect(judge('USAQI-2024', '24h', { pm25: 40 })).toMatchObject({
      level: 3,
      category: ['对敏感人群不健康', '對敏感族群不健康', 'Unhealthy for sensitive groups'],
      primary: ['pm25'],
      missing: ['pm10', 'o3_8h', 'co', 'so2', 'no2'],
    })
  })
})

describe('NowCast', () => {
  it('equals the values if they are constant', () => expect(nowCast(Array(12).fill(20))).toBeCloseTo(20, 10))
  it('halves the weight per hour if values change fast', () => {
    const hours = [100, ...Array<number>(11).fill(10)]
    const weights = hours.map((_, age) => 0.5 ** age)
    const sum = hours.reduce((total, value, age) => total + value * (weights[age] ?? 0), 0)
    expect(nowCast(hours)).toBeCloseTo(sum / weights.reduce((a, b) => a + b), 10)
  })
  it('requires two of the last three hours', () => {
    expect(nowCast([null, null, 30, 30, 30])).toBeNull()
    expect(nowCast([null, 30, 30])).toBeCloseTo(30, 10)
    expect(nowCast([])).toBeNull()
    expect(nowCast([0, 0, 0])).toBe(0)
  })
})

describe('European index of 2025', () => {
  const ends = {
    pm25: [5, 15, 50, 90, 140],
    pm10: [15, 45, 120, 195, 270],
    o3: [60, 100, 120, 160, 180],
    no2: [10, 25, 60, 100, 150],
    so2: [20, 40, 125, 190, 275],
  }
  it.each(Object.entries(ends))('classifies both sides of every limit of %s', (pollutant, edges) => {
    for (const [place, edge] of edges.entries()) {
      expect(judge('EAQI-2025', '1h', { [pollutant]: edge }).parts[pollutant]?.level).toBe(place + 1)
      expect(judge('EAQI-2025', '1h', { [pollutant]: edge + 0.01 }).parts[pollutant]?.level).toBe(place + 2)
    }
  })
  it('is the worst level, or null with too few pollutants and a good level', () => {
    expect(judge('EAQI-2025', '1h', { pm25: 12, no2: 30, o3: 50 })).toMatchObject({
      index: 3,
      level: 3,
      primary: ['no2'],
      missing: ['pm10', 'so2'],
    })
    expect(judge('EAQI-2025', '1h', { pm25: 12, o3: 50 })).toMatchObject({ index: null, level: null })
    expect(judge('EAQI-2025', '1h', { pm25: 91 })).toMatchObject({ index: 5, level: 5 })
    expect(judge('EAQI-2025', '1h', { pm25: 51 })).toMatchObject({ level: 4 })
  })
  it('requires fewer pollutants at a traffic station', () =>
    expect(
      evaluate('EAQI-2025', { period: '1h', day: '2026-01-01', traffic: true, values: { no2: 9, pm10: 9 } })?.level,
    ).toBe(1))
})

describe('all air indices', () => {
  it.each(
    STANDARDS.filter(({ medium }) => medium === 'air').flatMap(({ code, periods, units }) =>
      periods.flatMap((period) => Object.keys(units).map((key) => [code, period, key] as const)),
    ),
  )('%s, %s: more %s never improves the index', (code, period, pollutant) => {
    const unit = STANDARDS.find((standard) => standard.code === code)?.units[pollutant]
    const step = unit === 'ppm' ? 0.0005 : 0.5
    const others = { pm25: 20, pm10: 20, no2: 20 }
    let before = 0
    let partBefore = 0
    const better: number[] = []
    for (let value = 0; value < step * 2400; value += step) {
      const { index, parts } = judge(code, period, { ...others, [pollutant]: value })
      const part = parts[pollutant]?.index ?? null
      // A pollutant without an index beyond its table (US ozone of 8 h, HJ 2012) does not change the index of the
      // others.
      if (part === null) continue
      if (part < partBefore || (index !== null && index < before)) better.push(value)
      partBefore = part
      before = index ?? before
    }
    expect(better).toEqual([])
  })
})

describe('standard in force (lawOf)', () => {
  it.each([
    ['2025-07-01', 'HJ633-2012'],
    ['2026-02-28', 'HJ633-2012'],
    ['2026-03-01', 'HJ633-2026'],
    ['2040-01-01', 'HJ633-2026'],
    ['2010-01-01', 'HJ633-2012'],
  ])('on %s is %s', (day, code) => expect(lawOf('air', day).code).toBe(code))

  it('exists for every medium and scheme', () => {
    expect(AIR_SCHEMES.map((scheme) => lawOf('air', '2026-11-23', scheme).code)).toEqual([
      'HJ633-2026',
      'USAQI-2024',
      'EAQI-2025',
    ])
    expect(lawOf('noise', '2026-11-23').code).toBe('GB3096-2008')
    expect(lawOf('water', '2026-11-23').code).toBe('GB3838-2002')
  })

  it('has a colour for every class, and its title and classes in three languages', () => {
    for (const { title, classes, colours } of STANDARDS) {
      expect(classes).toHaveLength(colours.length)
      for (const colour of colours) expect(colour).toMatch(/^#[0-9A-F]{6}$/)
      for (const words of [title, ...classes]) expect(words.filter(Boolean)).toHaveLength(3)
    }
  })

  it('has no gap between two editions or two reference states of gases', () => {
    const families: readonly (readonly Pick<Dated, 'since' | 'until'>[])[] = [HJ633, ...Object.values(GAS_STATES)]
    for (const rows of families) {
      const ends = rows.map(({ until }) => (until === null ? null : addDays(until, 1)))
      expect(ends).toEqual([...rows.slice(1).map(({ since }) => since), null])
    }
  })
})
