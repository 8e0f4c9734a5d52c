import { describe, expect, it } from 'vitest'
import { roundHalfEven, roundHalfUp, scaledHalfEven, scaledTruncated, shiftDecimal } from '../../standards/decimal.ts'
import { celsiusOf, evaluate, standardOf } from '../../standards/index.ts'
import { isDaytime, NOISE_LIMITS } from '../../standards/noise.ts'
import {
  dayNightLevel,
  equivalentLevel,
  exceededLevel,
  noiseLevels,
  FINE_DECIMALS,
} from '../../standards/noiseLevels.ts'
import { NOISE_ZONES, type Body, type Verdict } from '../../standards/types.ts'
import { convert } from '../../standards/units.ts'
import {
  meanOf,
  meanOfYear,
  NEEDED,
  neededOfDay,
  neededOfHour,
  neededOfMonth,
  ozoneOfDay,
  runningEights,
} from '../../standards/validity.ts'

describe('rounding by GB/T 8170', () => {
  it.each([
    [2.15, 1, 2.2],
    [2.25, 1, 2.2],
    [2.35, 1, 2.4],
    [2.05, 1, 2],
    [1.005, 2, 1],
    [1.015, 2, 1.02],
    [0.5, 0, 0],
    [1.5, 0, 2],
    [2.5, 0, 2],
    [2.5000001, 0, 3],
    [-1.5, 0, -2],
    [-2.5, 0, -2],
    [1e-7, 1, 0],
    [5e-7, 6, 0],
    [1.5e-6, 6, 2e-6],
    [1e21, 0, 1e21],
    [123456.785, 2, 123456.78],
  ])('rounds %s to %s decimals as %s', (value, decimals, rounded) =>
    expect(roundHalfEven(value, decimals)).toBe(rounded),
  )

  it('is exact for every tie of tenths', () => {
    for (let tenths = 0; tenths < 2000; tenths++) {
      const value = Number(`${Math.floor(tenths / 10)}.${tenths % 10}5`)
      expect(scaledHalfEven(value, 1)).toBe(tenths % 2 === 0 ? tenths : tenths + 1)
    }
  })
  it('truncates by decimal digits, without binary error', () => {
    expect(scaledTruncated(0.0785, 3)).toBe(78)
    expect(scaledTruncated(0.289, 3)).toBe(289)
    expect(scaledTruncated(4.35, 2)).toBe(435)
    expect(shiftDecimal(1.005, 2)).toBe(100.5)
  })
  it('roundHalfUp rounds halves away from zero', () =>
    expect([1.005, 2.5, -2.5].map((v, at) => roundHalfUp(v, at === 0 ? 2 : 0))).toEqual([1.01, 3, -3]))
})

describe('noise by GB 3096-2008', () => {
  const noise = (
    zone: (typeof NOISE_ZONES)[number],
    period: 'day' | 'night',
    leq?: number,
    lmax?: number,
  ): Verdict | undefined => evaluate('GB3096-2008', { period, zone, day: '2026-11-23', values: { leq, lmax } })

  it.each(NOISE_ZONES)('zone %s: a level equal to the limit is within it', (zone) => {
    for (const period of ['day', 'night'] as const) {
      const limit = NOISE_LIMITS[zone][period]
      expect(noise(zone, period, limit)).toMatchObject({ limit, exceeded: 0, level: 1, primary: [], missing: [] })
      expect(noise(zone, period, limit + 0.1)).toMatchObject({ limit, exceeded: 0.1, level: 2, primary: ['leq'] })
    }
  })
  it.each(NOISE_ZONES)('zone %s: rounds the level to a tenth, half to even, before the comparison', (zone) => {
    for (const period of ['day', 'night'] as const) {
      const limit = NOISE_LIMITS[zone][period]
      for (const [above, exceeded] of [
        [0.04, 0],
        [0.05, 0],
        [0.0501, 0.1],
        [0.06, 0.1],
        [0.14, 0.1],
        [0.15, 0.2],
      ] as const) {
        const judged = { level: exceeded > 0 ? 2 : 1, exceeded }
        expect(noise(zone, period, limit + above), `${limit} + ${above}`).toMatchObject({
          ...judged,
          primary: exceeded > 0 ? ['leq'] : [],
          parts: { leq: { ...judged, limit } },
        })
      }
    }
  })
  it('judges the equivalent level of a constant sound at the limit as within it', () =>
    expect(noise('2', 'day', equivalentLevel(Array<number>(24).fill(60)) ?? Number.NaN)).toMatchObject({ level: 1 }))
  it('has the limits of table 1', () =>
    expect(NOISE_ZONES.map((zone) => [NOISE_LIMITS[zone].day, NOISE_LIMITS[zone].night])).toEqual([
      [50, 40],
      [55, 45],
      [60, 50],
      [65, 55],
      [70, 55],
      [70, 60],
    ]))
  it.each(NOISE_ZONES)('zone %s: allows a peak at night up to 15 dB above the limit', (zone) => {
    const most = NOISE_LIMITS[zone].night + 15
    expect(noise(zone, 'night', 35, most)).toMatchObject({ level: 1 })
    expect(noise(zone, 'night', 35, most + 0.05)).toMatchObject({ level: 1 })
    expect(noise(zone, 'night', 35, most + 0.1)).toMatchObject({ level: 2, primary: ['lmax'] })
    expect(noise(zone, 'day', 35, 99)).toMatchObject({ level: 1 })
  })
  it('reports a missing leq', () => expect(noise('2', 'day')).toMatchObject({ level: null, missing: ['leq'] }))
  it('counts 6:00 to 22:00 as day', () => expect([5, 6, 21, 22].map(isDaytime)).toEqual([false, true, true, false]))
})

describe('noise levels', () => {
  const HOUR = 3_600_000
  const dayOf = (level: (hour: number) => number) =>
    Array.from({ length: 24 }, (_, hour) => ({ t: hour * HOUR, v: level(hour) }))
  const isDayAt = (t: number): boolean => isDaytime((t / HOUR) % 24)

  it('of a constant sound equal its level', () =>
    expect(
      noiseLevels(
        dayOf(() => 60),
        isDayAt,
      ),
    ).toEqual({ leq: 60, l10: 60, l50: 60, l90: 60, ld: 60, ln: 60, ldn: 66.02, lmax: 60, coverage: 1 }))
  it('have two decimals, or the requested number', () => {
    const levels = dayOf(() => 60.0546)
    expect(noiseLevels(levels, isDayAt)).toMatchObject({ ld: 60.05, ln: 60.05 })
    expect(noiseLevels(levels, isDayAt, undefined, FINE_DECIMALS)).toMatchObject({ ld: 60.0546, ln: 60.0546 })
  })
  it('yield Ldn 65 for 65 dB by day and 55 dB by night', () => {
    expect(dayNightLevel(65, 55)).toBeCloseTo(65, 10)
    expect(
      noiseLevels(
        dayOf((hour) => (isDaytime(hour) ? 65 : 55)),
        isDayAt,
      ),
    ).toMatchObject({ ld: 65, ln: 55, ldn: 65 })
  })
  it('equivalentLevel averages energy, not decibels', () => {
    expect(equivalentLevel([50, 60])).toBeCloseTo(57.4, 1)
    expect(equivalentLevel([])).toBeNull()
    expect(equivalentLevel([50, 60], [3, 1])).toBeCloseTo(10 * Math.log10((3e5 + 1e6) / 4), 10)
  })
  it('exceededLevel returns the level exceeded in N % of the time', () => {
    const levels = Array.from({ length: 100 }, (_, place) => place + 1)
    expect([0.1, 0.5, 0.9].map((share) => exceededLevel(levels, share))).toEqual([91, 51, 11])
    expect(exceededLevel([], 0.1)).toBeNull()
  })
  it('without night samples have no Ln and no Ldn', () =>
    expect(noiseLevels(dayOf(() => 60).slice(8, 20), isDayAt)).toMatchObject({ ld: 60, ln: null, ldn: null }))
  it('accept samples in any order, and are null without samples', () => {
    const samples = dayOf((hour) => 40 + hour)
    expect(noiseLevels(samples.toReversed(), isDayAt)).toEqual(noiseLevels(samples, isDayAt))
    expect(noiseLevels([], isDayAt)).toMatchObject({ leq: null, lmax: null, coverage: 0 })
    expect(noiseLevels([{ t: 5, v: 50 }], isDayAt)).toMatchObject({ leq: 50, coverage: 1 })
  })
  it('weight samples by the time until the next one', () => {
    const samples = [0, 1, 2, 4, 5].map((minute) => ({ t: minute * 60_000, v: minute === 2 ? 60 : 50 }))
    // 60 dB for two of six minutes, 50 dB for the others.
    expect(noiseLevels(samples, () => true)).toMatchObject({ leq: 56.02, coverage: 1 })
  })
  it('do not count a gap as covered', () => {
    const samples = [0, 1, 2, 3, 13].map((minute) => ({ t: minute * 60_000, v: minute === 13 ? 70 : 50 }))
    const { coverage } = noiseLevels(samples, () => true)
    expect(coverage).toBeCloseTo(5 / 14, 3)
  })
  it('have the coverage of the given span, not only between the first and the last sample', () => {
    const samples = dayOf(() => 60).slice(0, 12)
    expect(noiseLevels(samples, isDayAt, { from: 0, to: 24 * HOUR }).coverage).toBe(0.5)
    expect(noiseLevels(samples, isDayAt, { from: 0, to: 11.5 * HOUR }).coverage).toBe(1)
    expect(noiseLevels([{ t: 5, v: 50 }], isDayAt, { from: 0, to: 24 * HOUR }).coverage).toBe(0)
  })
})

describe('surface water by GB 3838-2002', () => {
  const water = (values: Record<string, number>, body: Body = 'river'): Verdict | undefined =>
    evaluate('GB3838-2002', { period: 'sample', body, day: '2026-11-23', values })
  const levelOf = (key: string, value: number, body?: Body): number | null | undefined =>
    water({ [key]: value }, body)?.parts[key]?.level

  const upper: Record<string, number[]> = {
    codmn: [2, 4, 6, 10, 15],
    cod: [15, 15, 20, 30, 40],
    bod5: [3, 3, 4, 6, 10],
    nh3n: [0.15, 0.5, 1, 1.5, 2],
    tp: [0.02, 0.1, 0.2, 0.3, 0.4],
    cu: [0.01, 1, 1, 1, 1],
    zn: [0.05, 1, 1, 2, 2],
    f: [1, 1, 1, 1.5, 1.5],
    se: [0.01, 0.01, 0.01, 0.02, 0.02],
    as: [0.05, 0.05, 0.05, 0.1, 0.1],
    hg: [0.00005, 0.00005, 0.0001, 0.001, 0.001],
    cd: [0.001, 0.005, 0.005, 0.005, 0.01],
    cr6: [0.01, 0.05, 0.05, 0.05, 0.1],
    pb: [0.01, 0.01, 0.05, 0.05, 0.1],
    cn: [0.005, 0.05, 0.2, 0.2, 0.2],
    phenol: [0.002, 0.002, 0.005, 0.01, 0.1],
    oil: [0.05, 0.05, 0.05, 0.5, 1],
    las: [0.2, 0.2, 0.2, 0.3, 0.3],
    s: [0.05, 0.1, 0.2, 0.5, 1],
    coliform: [200, 2000, 10_000, 20_000, 40_000],
  }
  it.each(Object.entries(upper))('puts every limit of %s into the better class', (key, limits) => {
    for (const [place, limit] of limits.entries()) {
      expect(levelOf(key, limit), `${limit}`).toBe(limits.indexOf(limit) + 1)
      expect(levelOf(key, limit * 1.0001), `above ${limit}`).toBe(limits.lastIndexOf(limit) + 2)
      expect(place).toBeLessThan(5)
    }
  })
  it('has lower limits for oxygen only', () => {
    expect(standardOf('GB3838-2002')?.worseLow).toEqual(['do'])
    for (const [place, limit] of [7.5, 6, 5, 3, 2].entries()) {
      expect(levelOf('do', limit)).toBe(place + 1)
      expect(levelOf('do', limit - 0.01)).toBe(place + 2)
    }
  })
  it('uses own limits of phosphorus and nitrogen for lakes, and none of nitrogen for rivers', () => {
    const lakes = { tp: [0.01, 0.025, 0.05, 0.1, 0.2], tn: [0.2, 0.5, 1, 1.5, 2] }
    for (const [key, limits] of Object.entries(lakes))
      for (const [place, limit] of limits.entries()) {
        expect(levelOf(key, limit, 'lake'), `${key} ${limit}`).toBe(place + 1)
        expect(levelOf(key, limit + 0.0001, 'lake'), `above ${key} ${limit}`).toBe(place + 2)
      }
    expect(levelOf('tn', 1.01)).toBeUndefined()
  })
  it('accepts pH from 6 to 9', () => expect([5.99, 6, 9, 9.01].map((ph) => levelOf('ph', ph))).toEqual([6, 1, 1, 6]))
  it('is classified by the worst parameter, with ties listed as deciding', () => {
    expect(water({ do: 8, cod: 12, nh3n: 0.8, tp: 0.15 })).toMatchObject({
      index: null,
      level: 3,
      primary: [],
      deciding: ['nh3n', 'tp'],
    })
    expect(water({ do: 8, cod: 12 })).toMatchObject({ level: 1, primary: [], deciding: [] })
    expect(water({ cod: 35, nh3n: 1.8, tp: 0.1 })).toMatchObject({
      level: 5,
      primary: ['cod', 'nh3n'],
      deciding: ['cod', 'nh3n'],
      parts: { cod: { limit: 20, exceeded: true } },
    })
    expect(water({ cod: 41 })).toMatchObject({ level: 6, category: ['劣Ⅴ类', '劣Ⅴ類', 'Worse than class V'] })
  })
  it('ignores total nitrogen and coliforms for the class', () =>
    expect(water({ tn: 9, coliform: 99_999, cod: 10 }, 'lake')).toMatchObject({
      level: 1,
      parts: { tn: { level: 6 }, coliform: { level: 6 } },
    }))
  it('lists parameters that were not measured', () =>
    expect(water({ cod: 10 })?.missing).toEqual(expect.arrayContaining(['do', 'nh3n', 'tp', 'ph'])))
})

describe('mean values', () => {
  const fill = (count: number): number[] => Array<number>(count).fill(10)
  it.each([
    ['an hour', neededOfHour('air'), 45],
    ['eight hours', NEEDED.eight, 6],
    ['a day of air data', neededOfDay('air'), 20],
    ['a day of noise data', neededOfDay('noise'), 20],
    ['a day of water data', neededOfDay('water'), 1],
    ['February', neededOfMonth(2), 25],
    ['March', neededOfMonth(3), 27],
  ])('of %s require %s values', (_, needed, count) => {
    expect(meanOf(fill(count), needed)).toEqual({ mean: 10, count, needed, state: 'valid' })
    expect(meanOf([...fill(count - 1), null, Number.NaN], needed)).toEqual({
      mean: null,
      count: count - 1,
      needed,
      state: 'insufficient',
    })
  })
  it('have no floating-point residue that would put a value above its limit', () => {
    expect(meanOf([0.1, 0.2, 0.3], 1).mean).toBe(0.2)
    expect(meanOf([...Array<number>(54).fill(10), ...Array<number>(270).fill(34.6)], NEEDED.year).mean).toBe(30.5)
    // 160, which does not exceed the day's limit, from three of the means that the day needs.
    const eight = [...Array<number>(6).fill(160.2), 159.4, 159.4]
    expect(ozoneOfDay(eight)).toEqual({ mean: null, count: 3, needed: 14, state: 'insufficient' })
  })
  it('of a year require 324 days and valid months', () => {
    const months = Array.from({ length: 12 }, () => fill(27))
    expect(meanOfYear(months)).toMatchObject({ mean: 10, count: 324, state: 'valid' })
    expect(meanOfYear(months.with(1, fill(24)))).toMatchObject({ mean: null, count: 321, state: 'insufficient' })
    // Every month is valid by itself, and there are still too few days.
    for (const days of [25, 26])
      expect(meanOfYear(months.with(1, fill(days)))).toEqual({
        mean: null,
        count: 297 + days,
        needed: 324,
        state: 'insufficient',
      })
    expect(meanOfYear(months.with(0, fill(31)).with(5, fill(26)))).toMatchObject({
      mean: null,
      count: 327,
      state: 'insufficient',
    })
    expect(meanOfYear(months.slice(1)).state).toBe('insufficient')
  })
  it('of ozone for a day are the largest 8-hour running mean that ends at 8 to 24', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => (hour >= 10 && hour < 18 ? 120 : 40))
    expect(ozoneOfDay(hours)).toEqual({ mean: 120, count: 17, needed: 14, state: 'valid' })
    expect(ozoneOfDay([...fill(12), ...Array<null>(12).fill(null)])).toMatchObject({
      mean: null,
      state: 'insufficient',
    })
    expect(ozoneOfDay([...Array<number>(12).fill(200), ...Array<null>(12).fill(null)])).toMatchObject({
      mean: 200,
      state: 'valid',
    })
    expect(ozoneOfDay([])).toMatchObject({ mean: null, count: 0 })
  })
  it('of ozone for a day require 14 running means, or one above the daily limit', () => {
    const day = (count: number, value: number) =>
      ozoneOfDay([...Array<number>(count).fill(value), ...Array<null>(24 - count).fill(null)])
    expect(day(19, 160)).toEqual({ mean: 160, count: 14, needed: 14, state: 'valid' })
    expect(day(18, 160)).toEqual({ mean: null, count: 13, needed: 14, state: 'insufficient' })
    expect(day(18, 160.1)).toEqual({ mean: expect.closeTo(160.1, 6) as number, count: 13, needed: 14, state: 'valid' })
  })
  it('of eight hours require six values', () => {
    expect(runningEights([...fill(6), null, null])).toEqual([10])
    expect(runningEights([null, ...fill(5), null, null])).toEqual([null])
    expect(runningEights([...fill(8), 90])).toEqual([10, 20])
    expect(runningEights(fill(7))).toEqual([])
  })
})

describe('unit conversion', () => {
  it.each([
    [1, 'ppb', 'µg/m³', 'o3', 25, 1.963],
    [1, 'ppb', 'ug/m3', 'no2', 25, 1.882],
    [1, 'ppb', 'μg/m³', 'so2', 25, 2.62],
    [1, 'ppm', 'mg/m³', 'co', 25, 1.146],
    [1, 'ppm', 'mg/m3', 'co', 0, 1.25],
    [1, 'ppb', 'µg/m³', 'o3', 20, 1.9954],
    [1, 'ppb', 'µg/m³', 'no2', 20, 1.913],
    [0.075, 'mg/m³', 'µg/m³', 'pm25', 25, 75],
    [1.146, 'mg/m³', 'ppm', 'co', 25, 1],
    [20, 'µg/L', 'mg/L', 'tp', 25, 0.02],
    [0.05, 'ppm', 'ppb', 'o3', 25, 50],
    [1, 'nmol/mol', 'µg/m³', 'o3', 25, 1.963],
    [1, 'µmol/mol', 'mg/m³', 'co', 25, 1.146],
    [1, 'umol/mol', 'mg/m³', 'co', 25, 1.146],
    // A Greek letter in place of the micro sign.
    [1, 'μmol/mol', 'ppb', 'so2', 25, 1000],
    [3, 'nmol/mol', 'ppb', 'pm25', 25, 3],
  ] as const)('converts %s %s to %s for %s', (value, from, to, pollutant, celsius, result) =>
    expect(convert(value, { from, to, pollutant, celsius })).toBeCloseTo(result, 3),
  )
  it('returns null for a volume share of particles and for an unknown unit', () => {
    expect(convert(1, { from: 'ppb', to: 'µg/m³', pollutant: 'pm25', celsius: 25 })).toBeNull()
    expect(convert(1, { from: 'dB', to: 'µg/m³', pollutant: 'o3', celsius: 25 })).toBeNull()
  })
  it.each([
    ['1990-01-01', 'HJ', 0],
    ['2018-08-31', 'HJ', 0],
    ['2018-09-01', 'HJ', 25],
    ['2026-03-01', 'HJ', 25],
    ['2018-08-31', 'USAQI', 25],
    ['2026-03-01', 'EAQI', 20],
  ] as const)('on %s uses for %s the reference temperature of gases in force', (day, scheme, celsius) =>
    expect(celsiusOf(day, scheme)).toBe(celsius),
  )
})
