import { describe, expect, it } from 'vitest'
import type { NodeHours, RawHour } from '../../dataProvider/calls/historyHours.ts'
import { HOUR, zoneOf } from '../../resources/kit/zone.ts'
import { judgeDay } from '../../server/environment/dayVerdicts.ts'
import { judgeBy, ruleOf } from '../../src/environment/judge.ts'
import { carpetOf, clockEnds } from '../../src/history/month/carpet.ts'
import { dayKindOf, daysOf } from '../../src/history/month/days.ts'
import { exceededOf, figuresOf, meanOfHours } from '../../src/history/month/figures.ts'
import { hourLine, hoursBegun, type ShownHour } from '../../src/history/month/hours.ts'
import { judgementOf } from '../../src/history/month/judged.ts'
import { momentsAbout, momentWords } from '../../src/history/month/happened.ts'
import { aroundMoment, countsDays, monthOfSpan } from '../../src/history/month/overlays.ts'
import { inMetresPerSecond, ringOf, roseEnds, roseOf, sectorOf } from '../../src/history/month/rose.ts'
import { AIR_SCHEMES, lawOf } from '../../standards/index.ts'

const zone = zoneOf('Asia/Shanghai')
const START = zone.startOf('2026-11-01')
const hour = (index: number, mean: number, valid = 12): ShownHour => ({
  at: START + index * HOUR,
  mean,
  low: mean - 1,
  high: mean + 1,
  valid,
})
const hours = (means: readonly number[]): ShownHour[] => means.map((mean, index) => hour(index, mean))

describe('hourLine and hoursBegun', () => {
  const raw = (at: number, mean: number | null): RawHour => ({ at, mean, min: mean, max: mean, valid: 1, flagged: 0 })
  const node: NodeHours = {
    id: 3,
    alias: 'PM2.5',
    unitname: 'µg/m³',
    registertype: 4,
    node_script: null,
    pollutant: 'pm25',
    hours: [raw(START, 10), raw(START + HOUR, null)],
  }
  it('hourLine leaves out hours without a valid mean and applies the script', () => {
    expect(hourLine(node)?.hours.map(({ mean }) => mean)).toEqual([10])
    expect(hourLine({ ...node, node_script: '100 - value' })?.hours[0]).toMatchObject({ mean: 90, low: 90, high: 90 })
    expect(hourLine({ ...node, node_script: "value > 1 ? '开' : '关'" })).toBeNull()
  })
  it('hourLine returns the expected number of values if the platform sends it', () => {
    expect([hourLine(node, 60), hourLine(node, 0), hourLine(node)].map((line) => line?.expected)).toEqual([
      60,
      0,
      undefined,
    ])
  })
  it('hourLine counts flagged values, also of hours without a valid one', () => {
    const doubted = { ...raw(START + HOUR, null), valid: 0, flagged: 6 }
    expect(hourLine({ ...node, hours: [{ ...raw(START, 10), flagged: 2 }, doubted] })?.leftOut).toBe(8)
    expect(hourLine({ ...node, hours: [doubted] })).toMatchObject({ hours: [], leftOut: 6 })
  })
  it('hoursBegun counts hours from the start of the span until now', () => {
    expect(hoursBegun({ from: START, to: START + 24 * HOUR - 1 }, START + 100 * HOUR)).toBe(24)
    expect(hoursBegun({ from: START, to: START + 24 * HOUR - 1 }, START + 1.5 * HOUR)).toBe(2)
    expect(hoursBegun({ from: START, to: START + 24 * HOUR - 1 }, START - HOUR)).toBe(0)
  })
})

describe('daily values', () => {
  const pm25 = (list: readonly ShownHour[]) => daysOf({ pollutant: 'pm25', hours: list }, zone, true)
  it('need 20 hours if a standard applies, and one hour otherwise', () => {
    expect(pm25(hours(Array.from({ length: 20 }, () => 5)))[0]).toMatchObject({
      day: '2026-11-01',
      value: 5,
      hours: 20,
    })
    expect(pm25(hours(Array.from({ length: 19 }, () => 5)))[0]).toMatchObject({
      value: null,
      hours: 19,
      needed: 20,
      low: 4,
    })
    expect(daysOf({ pollutant: null, hours: hours([5]) }, zone, false)[0]?.value).toBe(5)
  })
  it('need one hour for water and count every hour with a sample, as the platform does', () => {
    const sampled = [0, 4, 8, 12, 16, 20].map((index) => hour(index, index, 1))
    const cod = (list: readonly ShownHour[]) => daysOf({ pollutant: 'cod', hours: list }, zone, true)[0]
    expect(cod(sampled)).toMatchObject({ value: 10, hours: 6, needed: 1 })
    expect(cod([hour(3, 7, 1)])).toMatchObject({ value: 7, hours: 1 })
    expect(cod([hour(0, 1), hour(1, 1), hour(2, 4, 1)])).toMatchObject({ value: 2, hours: 3 })
    const means = Array.from({ length: 24 }, (_, index) => (index % 4 === 0 ? { cod: [index, 5] as const } : undefined))
    const context = { medium: 'water', scheme: 'HJ', site: {}, day: '2026-11-01' } as const
    const { parts } = judgeDay({ means, hours: means.map((_, index) => index) }, context)
    expect(parts['cod']).toMatchObject({ value: 10, count: 6, state: 'valid' })
  })
  it('leave out hours with too few values', () => {
    const list = [...hours(Array.from({ length: 20 }, () => 5)), hour(20, 500, 3)]
    expect(pm25(list)[0]).toMatchObject({ value: 5, hours: 20, high: 501 })
  })
  it('use the highest 8-hour mean of ozone and the energy mean of sound', () => {
    const ozone = Array.from({ length: 24 }, (_, at) => (at >= 12 && at < 20 ? 150 : 30))
    expect(daysOf({ pollutant: 'o3', hours: hours(ozone) }, zone, true)[0]?.value).toBe(150)
    const sound = Array.from({ length: 24 }, (_, at) => (at < 6 || at >= 22 ? 90 : at === 12 ? 70 : 0))
    expect(daysOf({ pollutant: 'leq', hours: hours(sound) }, zone, true)[0]?.value).toBeCloseTo(
      70 - 10 * Math.log10(16),
      1,
    )
    const loud = daysOf({ pollutant: 'leq', hours: hours([50, 80]) }, zone, false)[0]?.value
    expect(loud).toBeCloseTo(80 - 10 * Math.log10(2), 1)
  })
  it.each([
    ['ppb', 24.45 / 48],
    ['mg/m³', 0.001],
    ['µg/m³', 1],
  ])('are given for ozone in %s above the limit from only eight hours, as by the platform', (unit, factor) => {
    const valueOf = (micrograms: number): number | null | undefined => {
      const eight = Array.from({ length: 8 }, () => micrograms * factor)
      return daysOf({ pollutant: 'o3', unit, hours: hours(eight) }, zone, true)[0]?.value
    }
    const ofPlatform = (micrograms: number) =>
      judgeDay(
        {
          means: Array.from({ length: 8 }, () => ({ o3: [micrograms, 60] as const })),
          hours: Array.from({ length: 8 }, (_, index) => index),
        },
        { medium: 'air', scheme: 'HJ', site: {}, day: '2026-11-01' },
      ).parts['o3_8h']?.value
    expect([valueOf(159), ofPlatform(159) ?? null]).toEqual([null, null])
    expect(valueOf(161)).toBeCloseTo(161 * factor, 5)
    expect(ofPlatform(161)).toBe(161)
  })
  it.each(
    AIR_SCHEMES.flatMap((scheme) =>
      ['pm25', 'so2', 'no2', 'co', 'o3'].map((pollutant) => [scheme, pollutant] as const),
    ),
  )('with scheme %s equal the platform’s daily value of %s', (scheme, pollutant) => {
    const line = Array.from({ length: 24 }, (_, index) => 10 + ((index * 7) % 24))
    const { parts } = judgeDay(
      { means: line.map((mean) => ({ [pollutant]: [mean, 60] as const })), hours: line.map((_, index) => index) },
      { medium: 'air', scheme, site: {}, day: '2026-11-01' },
    )
    const key = pollutant === 'o3' && dayKindOf(pollutant, scheme) === 'eight' ? 'o3_8h' : pollutant
    const [day] = daysOf({ pollutant, hours: hours(line) }, zone, true, scheme)
    expect(day?.value).toBeCloseTo(parts[key]?.value ?? Number.NaN, 3)
  })
  it('with the US index have the class of the 24-hour mean for sulphur dioxide above 304 ppb', () => {
    const { kind, day } = judgementOf({ pollutant: 'so2', unit: 'ppb' }, { scheme: 'USAQI' }, zone, { short: () => '' })
    expect(kind).toBe('hourOrMean')
    const judged = (list: readonly number[]) => {
      const [one] = daysOf({ pollutant: 'so2', hours: hours(list) }, zone, true, 'USAQI')
      return one?.value == null ? null : day(one.value, one.at, one.mean)
    }
    const peak = (usual: number, most: number) => Array.from({ length: 24 }, (_, at) => (at === 12 ? most : usual))
    expect(judged(peak(20, 100))).toMatchObject({ level: 3, period: '1h' })
    // The hourly value alone yields at most 200.
    expect(judged(peak(20, 400))).toMatchObject({ index: 200, level: 4, period: '1h' })
    expect(judged(peak(400, 700))).toMatchObject({ level: 5, period: '24h', standard: 'USAQI-2024' })
    // The platform's own judgement of the same days.
    for (const list of [peak(20, 100), peak(20, 400), peak(400, 700)]) {
      const { level } = judgeDay(
        // In µg/m³, at 25 °C.
        {
          means: list.map((mean) => ({ so2: [(mean * 64.06) / 24.45, 60] as const })),
          hours: list.map((_, at) => at),
        },
        { medium: 'air', scheme: 'USAQI', site: {}, day: '2026-11-01' },
      )
      expect(judged(list)?.level).toBe(level)
    }
  })
  it('with the European index are the worst of at least 20 hours and have its class', () => {
    const dayOf = (count: number) => {
      const list = hours(Array.from({ length: count }, (_, at) => (at === 1 ? 130 : 90)))
      return daysOf({ pollutant: 'o3', hours: list }, zone, true, 'EAQI')[0]
    }
    expect(dayOf(19)).toMatchObject({ value: null, hours: 19, needed: 20 })
    expect(dayOf(20)).toMatchObject({ value: 130, hours: 20, needed: 20 })
    const words = { short: () => '' }
    const { kind, day } = judgementOf({ pollutant: 'o3', unit: 'µg/m³' }, { scheme: 'EAQI' }, zone, words)
    expect(kind).toBe('hour')
    expect(day(130, START)).toMatchObject({ level: 4, standard: 'EAQI-2025', period: '1h' })
  })
  it('of sound are judged after rounding: level, excess and deciding period agree near the limit', () => {
    const judged = (byDay: number, atNight: number) => {
      const clock = Array.from({ length: 24 }, (_, index) => index)
      const means = clock.map((index) => ({ leq: [index >= 6 && index < 22 ? byDay : atNight, 60] as const }))
      const site = { zone: '2' } as const
      const { level, primary, above } = judgeDay(
        { means, hours: clock },
        { medium: 'noise', scheme: 'HJ', site, day: '2026-11-01' },
      )
      return { level, primary, above }
    }
    expect(judged(60.04, 50.04)).toEqual({ level: 1, primary: [], above: { ld: 0, ln: 0 } })
    expect(judged(60.06, 50.04)).toEqual({ level: 2, primary: ['ld'], above: { ld: 0.1, ln: 0 } })
    const rule = ruleOf(zone, 'leq', 'dB', '24h', zone.startOf('2026-11-01') + 12 * HOUR, { zone: '2' })
    const shown = (value: number) => rule && judgeBy(rule, value)
    expect(shown(60.04)).toMatchObject({ level: 1, exceeded: 0 })
    expect(shown(60.06)).toMatchObject({ level: 2, exceeded: 0.1 })
  })
  it('use days in the platform’s time zone', () => {
    const late = { ...hour(0, 5), at: Date.parse('2026-11-01T16:30:00Z') }
    expect(daysOf({ pollutant: null, hours: [late] }, zone, false)[0]?.day).toBe('2026-11-02')
  })
})

describe('figures of a span', () => {
  const span = { from: START, to: START + 48 * HOUR - 1 }
  const now = START + 1000 * HOUR
  it('have mean, maximum, minimum, P95, their times, and captured hours', () => {
    const list = hours(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(figuresOf({ pollutant: null, hours: list, isSound: false }, span, now)).toEqual({
      mean: 20.5,
      most: { value: 40, at: START + 39 * HOUR },
      least: { value: 1, at: START },
      p95: { value: 38, at: START + 37 * HOUR },
      captured: { hours: 40, of: 48 },
      gap: { at: START + 40 * HOUR, hours: 8 },
    })
    expect(figuresOf({ pollutant: null, hours: [], isSound: false }, span, now)).toBeNull()
  })
  it('do not count future hours as missing', () => {
    const figures = figuresOf({ pollutant: null, hours: hours([1, 2, 3]), isSound: false }, span, START + 3 * HOUR)
    expect([figures?.captured, figures?.gap]).toEqual([{ hours: 3, of: 3 }, null])
  })
  it('count a judged hour by the device’s cycle, and are null when no hour counts', () => {
    const of = (valid: number, expected?: number, pollutant: string | null = 'pm25') => {
      const list = Array.from({ length: 48 }, (_, index) => hour(index, 5, valid))
      const line = { pollutant, hours: list, isSound: false, expected }
      return { figures: figuresOf(line, span, now), days: daysOf(line, zone, pollutant !== null) }
    }
    // A device with a cycle of one minute that sends eight values an hour throughout.
    const thin = of(8, 60)
    expect(thin.figures).toEqual({
      mean: null,
      most: null,
      least: null,
      p95: null,
      captured: { hours: 0, of: 48 },
      gap: { at: START, hours: 48 },
    })
    expect(thin.days.map(({ value, hours: counted }) => [value, counted])).toEqual([
      [null, 0],
      [null, 0],
    ])
    // A value every five minutes covers the whole hour, whatever the cycle; a cycle of hours requires none.
    expect([8, 9].map((valid) => of(valid, 60).figures?.captured.hours)).toEqual([0, 48])
    expect([of(9, 120), of(1, 0)].map(({ figures }) => figures?.captured.hours)).toEqual([48, 48])
    // Where the cycle is unknown, or no law applies, hours count as usual; for water every hour counts.
    expect([of(8), of(8, 60, null), of(1, 60, 'cod')].map(({ figures }) => figures?.captured.hours)).toEqual([
      48, 48, 48,
    ])
  })
  it('average sound by its energy', () => {
    expect(meanOfHours([{ mean: 60 }, { mean: 70 }], true)).toBeCloseTo(67.4, 1)
    expect(meanOfHours([{ mean: 60 }, { mean: 70 }], false)).toBe(65)
    expect(meanOfHours([], true)).toBeNull()
  })
  it('judge each day by the limit in force on its date', () => {
    // PM2.5 over 24 h: 75 by GB 3095-2012, 60 from 2026-03-01.
    const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'].map((day) => ({
      at: zone.startOf(day),
      value: 70,
      day,
    }))
    const isBeyond = ({ day, value }: { day: string; value: number }): boolean | null => {
      const part = lawOf('air', day).evaluate({ period: '24h', day, values: { pm25: value } }).parts['pm25']
      return part?.limit == null ? null : value > part.limit
    }
    expect(exceededOf(days, isBeyond)).toEqual({ count: 2, of: 4, first: zone.startOf('2026-03-01') })
    expect(exceededOf(days, () => null)).toEqual({ count: 0, of: 0, first: null })
  })
})

describe('pollution rose', () => {
  it('has 16 sectors, the first around north, and rings by wind speed', () => {
    expect([0, 11, 12, 350, 359.9, 348, 90, 180, -90].map(sectorOf)).toEqual([0, 0, 1, 0, 0, 15, 4, 8, 12])
    expect([0, 0.99, 1, 3.9, 5.9, 6, 40].map(ringOf)).toEqual([0, 0, 1, 2, 3, 4, 4])
  })
  it('has means for cells of at least five hours, and the number of calm hours', () => {
    const values = hours([10, 20, 30, 40, 50, 99, 99, 7])
    const speeds = hours([3, 3, 3, 3, 3, 3, 0.1, 3])
    const directions = hours([90, 91, 92, 89, 88, 180, 90])
    const rose = roseOf(values, speeds, directions, false)
    expect(rose.cells).toEqual([{ sector: 4, ring: 2, mean: 30, hours: values.slice(0, 5).map(({ at }) => at) }])
    expect([rose.hours, rose.calm]).toEqual([7, 1])
    expect(roseEnds(rose)).toBeNull()
  })
  it('converts wind speeds to m/s and rejects an unknown unit', () => {
    const speed = (unit: string, values: readonly number[]) =>
      inMetresPerSecond({
        id: 1,
        label: '',
        unit,
        pollutant: null,
        isSound: false,
        decimals: 1,
        leftOut: 0,
        hours: hours(values),
      })
    const means = (unit: string, values: readonly number[]) => speed(unit, values)?.hours.map(({ mean }) => mean)
    expect(means('m/s', [3])).toEqual([3])
    expect(means(' km/h', [10.8])).toEqual([expect.closeTo(3)])
    expect(means('KT', [10])).toEqual([expect.closeTo(5.144)])
    expect(speed('级', [3])).toBeNull()
  })
  it('returns the cells with the highest and lowest mean', () => {
    const values = hours([1, 1, 1, 1, 1, 9, 9, 9, 9, 9])
    const speeds = hours(Array.from({ length: 10 }, () => 1.5))
    const directions = hours([0, 0, 0, 0, 0, 180, 180, 180, 180, 180])
    expect(roseEnds(roseOf(values, speeds, directions, false))).toMatchObject({
      most: { sector: 8, mean: 9 },
      least: { sector: 0, mean: 1 },
    })
  })
})

describe('carpetOf', () => {
  it('returns a row of 24 hours per day, with null for hours without values', () => {
    const rows = carpetOf(hours([1, 2, 3]), '2026-11-01', '2026-11-02', zone)
    expect(rows.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02'])
    expect(rows[0]?.cells.map((cell) => cell?.mean ?? null).slice(0, 4)).toEqual([1, 2, 3, null])
    expect(rows[1]?.cells.every((cell) => cell === null)).toBe(true)
    expect(rows[0]?.cells).toHaveLength(24)
    expect(clockEnds(rows, false)).toEqual({ most: 2, least: 0 })
    expect(clockEnds([], false)).toBeNull()
  })
})

describe('daily wind direction', () => {
  const vector = (degrees: number, weight: number) =>
    [weight * Math.sin((degrees * Math.PI) / 180), weight * Math.cos((degrees * Math.PI) / 180)] as const
  const hour = (index: number, mean: number, weight = 60) => ({
    at: START + index * HOUR,
    mean,
    min: null,
    max: null,
    valid: 60,
    flagged: 0,
    vector: vector(mean, weight),
  })
  const node = { id: 1, alias: 'Wind', unitname: '°', registertype: 4, node_script: null, pollutant: null }
  const line = (...hours: ReturnType<typeof hour>[]) => hourLine({ ...node, direction: true, hours })

  it('is the mean of the vectors, or null when they cancel each other out', () => {
    const north = line(hour(0, 350), hour(1, 10))
    expect(north && daysOf(north, zone, false)[0]?.value).toBeCloseTo(0)
    expect(north && figuresOf(north, { from: START, to: START + 24 * HOUR }, START + 24 * HOUR)?.mean).toBeCloseTo(0)
    const weighted = line(hour(0, 90, 300), hour(1, 0, 100))
    expect(weighted && daysOf(weighted, zone, false)[0]?.value).toBeCloseTo((Math.atan2(3, 1) * 180) / Math.PI)
    const calm = line(hour(0, 90), hour(1, 270))
    expect(calm && daysOf(calm, zone, false)[0]?.value).toBeNull()
  })
})

describe('targets of history figures', () => {
  const at = zone.startOf('2026-11-03') + 10 * HOUR
  it('aroundMoment returns the day of a moment, or three hours within a single day', () => {
    const day = zone.rangeOf('2026-11-03')
    expect(aroundMoment(at, zone.rangeOf('2026-11-02', '2026-11-08'), zone)).toEqual(day)
    expect(aroundMoment(at, day, zone)).toEqual({ from: at - HOUR, to: at + 2 * HOUR })
    expect(aroundMoment(day.from, day, zone)).toEqual({ from: day.from, to: day.from + 3 * HOUR })
  })
  it('monthOfSpan returns a month for the whole month or the current one until today', () => {
    const month = (first: string, last: string, today = '2026-11-20') =>
      monthOfSpan(zone.rangeOf(first, last), zone, today)
    expect(month('2026-02-01', '2026-02-28')).toBe('2026-02')
    expect(month('2026-11-01', '2026-11-20')).toBe('2026-11')
    expect(month('2026-02-01', '2026-02-27')).toBeNull()
    expect(month('2026-02-02', '2026-02-28')).toBeNull()
    expect(month('2026-10-01', '2026-11-20')).toBeNull()
    // The first days of a month are also a day or a week.
    expect(month('2026-11-01', '2026-11-02', '2026-11-02')).toBeNull()
  })
  it('countsDays is true from seven days on, also with a 23-hour day', () => {
    const berlin = zoneOf('Europe/Berlin')
    expect(countsDays(berlin.rangeOf('2026-03-23', '2026-03-29'))).toBe(true)
    expect(countsDays(zone.rangeOf('2026-11-02', '2026-11-07'))).toBe(false)
  })
})

describe('events at the crosshair', () => {
  const moment = (at: number) => ({ at, kind: 'operation', color: '--text2', label: String(at) }) as const
  const range = { from: 0, to: 1600 }
  const told = (at: number, ...moments: number[]) =>
    momentsAbout(moments.map(moment), at, [100, 200, 400], range).map((one) => one.at)
  it('are those within the width of a mark, or nearer than to any other sample', () => {
    expect(told(200, 189, 190, 210, 300, 301)).toEqual([189, 190, 210, 300])
    expect(told(100, 5, 150, 151)).toEqual([5, 150])
    expect(told(400, 300, 301, 900)).toEqual([301, 900])
    // Where a line is broken, nothing was measured.
    expect(told(300, 289, 290, 310, 311)).toEqual([290, 310])
  })
  it('are listed once, with their count', () => expect(momentWords(['a', 'b', 'a'])).toEqual(['a ×2', 'b']))
})
