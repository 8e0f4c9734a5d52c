import { scaledHalfEven, shiftDecimal } from '../decimal.ts'
import type { Dated, Part, Period, Question, Standard, Verdict, Words } from '../types.ts'
import { limitOf } from './limits.ts'

const STEPS = [0, 50, 100, 150, 200, 300, 400, 500] as const

/** Upper bounds of the index classes 1 to 5; an index above the last is class 6. */
const CLASS_ENDS = [50, 100, 150, 200, 300] as const

export const AIR_CLASSES: readonly Words[] = [
  ['优', '優', 'Excellent'],
  ['良', '良', 'Good'],
  ['轻度污染', '輕度污染', 'Lightly polluted'],
  ['中度污染', '中度污染', 'Moderately polluted'],
  ['重度污染', '重度污染', 'Heavily polluted'],
  ['严重污染', '嚴重污染', 'Severely polluted'],
]

const AIR_COLOURS = ['#00E400', '#FFFF00', '#FF7E00', '#FF0000', '#99004C', '#7E0023'] as const

/** Class of an index, 1 to 6. */
export function classOfIndex(index: number): number {
  const place = CLASS_ENDS.findIndex((end) => index <= end)
  return place === -1 ? CLASS_ENDS.length + 1 : place + 1
}

/**
 * A row of table 1: the concentrations at the index steps. `above` is the index beyond the last concentration; null:
 * this mean has no index there.
 */
interface Row {
  pollutant: string
  periods: readonly Period[]
  steps: readonly number[]
  above: number | null
}

const DAILY = ['24h'] as const
const HOURLY = ['1h'] as const

/** Rows that both editions share. µg/m³, CO mg/m³. */
const COMMON: readonly Row[] = [
  { pollutant: 'so2', periods: DAILY, steps: [0, 50, 150, 475, 800, 1600, 2100, 2620], above: 500 },
  { pollutant: 'no2', periods: DAILY, steps: [0, 40, 80, 180, 280, 565, 750, 940], above: 500 },
  { pollutant: 'no2', periods: HOURLY, steps: [0, 100, 200, 700, 1200, 2340, 3090, 3840], above: 500 },
  { pollutant: 'co', periods: DAILY, steps: [0, 2, 4, 14, 24, 36, 48, 60], above: 500 },
  { pollutant: 'co', periods: HOURLY, steps: [0, 5, 10, 35, 60, 90, 120, 150], above: 500 },
]
const SO2_HOUR = [0, 150, 500, 650, 800]
const O3_HOUR = [0, 160, 200, 300, 400, 800, 1000, 1200]
const O3_EIGHT = [0, 100, 160, 215, 265, 800]
/**
 * Hourly means of particles use the row of the daily mean. The edition of 2026 says so; the table of 2012 has no hourly
 * row for particles, and the national network has published them this way since 2014 (docs/environment.md).
 */
const PM = ['24h', '1h'] as const

interface Edition extends Dated {
  code: string
  title: Words
  rows: readonly Row[]
  /** Decimals that concentrations are rounded to first; null: judged as they are written. */
  decimals: ((pollutant: string) => number) | null
  /** Pollutants that must have an index, by period; of several keys in one entry, one is enough. */
  needed: Partial<Record<Period, readonly (readonly string[])[]>>
  /** With pollutants missing, an index up to 100 is not published (HJ 633-2026, 5.3.1). */
  strict: boolean
}

/** A strict edition publishes no index up to this one if pollutants are missing. */
const STRICT_UP_TO = 100

const FIVE = [['pm25'], ['pm10'], ['so2'], ['no2'], ['co']] as const
const OZONE_EIGHT = [['o3_8h', 'o3']] as const

const editions: readonly Edition[] = [
  {
    code: 'HJ633-2012',
    title: [
      '环境空气质量指数（AQI）技术规定 HJ 633-2012',
      '環境空氣品質指數（AQI）技術規定 HJ 633-2012',
      'Ambient air quality index (AQI), HJ 633-2012',
    ],
    since: '2016-01-01',
    until: '2026-02-28',
    source: 'HJ 633-2012, table 1, 4.2, 4.3, 5.1.1',
    rows: [
      ...COMMON,
      { pollutant: 'pm25', periods: PM, steps: [0, 35, 75, 115, 150, 250, 350, 500], above: 500 },
      { pollutant: 'pm10', periods: PM, steps: [0, 50, 150, 250, 350, 420, 500, 600], above: 500 },
      { pollutant: 'so2', periods: HOURLY, steps: SO2_HOUR, above: null },
      { pollutant: 'o3', periods: ['1h', '24h'], steps: O3_HOUR, above: 500 },
      { pollutant: 'o3_8h', periods: ['1h', '8h', '24h'], steps: O3_EIGHT, above: null },
    ],
    decimals: null,
    needed: { '1h': [...FIVE, ['o3', 'o3_8h']], '8h': OZONE_EIGHT, '24h': [...FIVE, ['o3_8h', 'o3']] },
    strict: false,
  },
  {
    code: 'HJ633-2026',
    title: [
      '环境空气质量指数（AQI）技术规定 HJ 633-2026',
      '環境空氣品質指數（AQI）技術規定 HJ 633-2026',
      'Ambient air quality index (AQI), HJ 633-2026',
    ],
    since: '2026-03-01',
    until: null,
    source: 'HJ 633-2026, table 1, 4.2.2, 5.2, 5.3.1',
    rows: [
      ...COMMON,
      { pollutant: 'pm25', periods: PM, steps: [0, 35, 60, 115, 150, 250, 350, 500], above: 500 },
      { pollutant: 'pm10', periods: PM, steps: [0, 50, 120, 250, 350, 420, 500, 600], above: 500 },
      { pollutant: 'so2', periods: HOURLY, steps: SO2_HOUR, above: 200 },
      { pollutant: 'o3', periods: HOURLY, steps: O3_HOUR, above: 500 },
      { pollutant: 'o3_8h', periods: ['8h', '24h'], steps: O3_EIGHT, above: 300 },
    ],
    decimals: (pollutant) => (pollutant === 'co' ? 1 : 0),
    needed: { '1h': [...FIVE, ['o3']], '8h': OZONE_EIGHT, '24h': [...FIVE, ['o3_8h']] },
    strict: true,
  },
]

/** Decimals of a concentration that is judged as it is written; no instrument has more. */
const AS_WRITTEN = 6

export const HJ633: readonly Standard[] = editions.map((edition) => {
  const indicators = indicatorsOf(edition)
  return {
    code: edition.code,
    medium: 'air',
    title: edition.title,
    since: edition.since,
    until: edition.until,
    source: edition.source,
    periods: ['1h', '8h', '24h'],
    classes: AIR_CLASSES,
    colours: AIR_COLOURS,
    units: { pm25: 'µg/m³', pm10: 'µg/m³', so2: 'µg/m³', no2: 'µg/m³', o3: 'µg/m³', o3_8h: 'µg/m³', co: 'mg/m³' },
    evaluate: (question) => judge(edition, indicators[question.period] ?? [], question),
  }
})

/** A row prepared for computation: its concentrations as integers in units of the last decimal place. */
interface Indicator {
  pollutant: string
  edges: readonly number[]
  places: number
  above: number | null
}

function indicatorsOf({ rows, decimals }: Edition): Partial<Record<Period, Indicator[]>> {
  const byPeriod: Partial<Record<Period, Indicator[]>> = {}
  for (const { pollutant, periods, steps, above } of rows) {
    const places = decimals?.(pollutant) ?? AS_WRITTEN
    const edges = steps.map((step) => shiftDecimal(step, places))
    for (const period of periods) (byPeriod[period] ??= []).push({ pollutant, edges, places, above })
  }
  return byPeriod
}

function judge(edition: Edition, indicators: readonly Indicator[], { period, values, day }: Question): Verdict {
  const parts: Record<string, Part> = {}
  let worst: number | null = null
  let primary: string[] = []
  const beyond = new Map<string, number>()
  for (const indicator of indicators) {
    const value = valueOf(values, indicator.pollutant, period)
    if (value === null) continue
    const concentration = scaledHalfEven(value, indicator.places)
    const index = indexOf(concentration, indicator)
    const limit = limitOf(day, indicator.pollutant, period)
    parts[indicator.pollutant] = {
      index,
      level: index === null ? null : classOfIndex(index),
      limit,
      exceeded: limit === null ? null : concentration > shiftDecimal(limit, indicator.places),
    }
    if (index === null) beyond.set(indicator.pollutant, STEPS[indicator.edges.length - 1] ?? 0)
    if (index === null || (worst !== null && index < worst)) continue
    if (index === worst) primary.push(indicator.pollutant)
    else primary = [indicator.pollutant]
    worst = index
  }
  const lacking = (edition.needed[period] ?? []).filter((keys) =>
    keys.every((key) => (parts[key]?.index ?? null) === null),
  )
  const missing = lacking.map(([key = '']) => key)
  // A concentration beyond its last column is worse than that column: an index up to that column's cannot be the index
  // of the air as a whole.
  const least = Math.max(
    edition.strict && missing.length > 0 ? STRICT_UP_TO : -1,
    ...lacking.flat().map((key) => beyond.get(key) ?? -1),
  )
  const index = worst !== null && worst <= least ? null : worst
  const level = index === null ? null : classOfIndex(index)
  return {
    standard: edition.code,
    index,
    level,
    category: level === null ? null : (AIR_CLASSES[level - 1] ?? null),
    primary: index !== null && index > 50 ? primary : [],
    missing,
    parts,
  }
}

/** An eight-hour mean is always one of ozone, under either key. */
function valueOf(values: Question['values'], pollutant: string, period: Period): number | null {
  const value = values[pollutant] ?? (period === '8h' && pollutant === 'o3_8h' ? values.o3 : null)
  return value ?? null
}

/**
 * Interpolates linearly between the steps and always rounds up. The numerator is an integer, so that a concentration
 * exactly at a step gets exactly that step's index.
 */
function indexOf(concentration: number, { edges, above }: Indicator): number | null {
  const last = edges.length - 1
  if (concentration > (edges[last] ?? 0)) return above
  let high = 1
  while (high < last && concentration > (edges[high] ?? 0)) high++
  const from = edges[high - 1] ?? 0
  const to = edges[high] ?? 0
  const low = STEPS[high - 1] ?? 0
  const step = (STEPS[high] ?? 0) - low
  return Math.ceil((step * (concentration - from)) / (to - from)) + low
}
