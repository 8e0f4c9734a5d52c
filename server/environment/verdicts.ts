import { nowCast } from '../../standards/air/nowcast.ts'
import { lawOf, type AirScheme } from '../../standards/index.ts'
import { equivalentLevel } from '../../standards/noiseLevels.ts'
import { isDaytime } from '../../standards/noise.ts'
import { roundHalfUp } from '../../standards/decimal.ts'
import type { Day, Medium, Part, Period, Verdict } from '../../standards/types.ts'
import { factorOf } from '../../standards/units.ts'
import { meanOf, NEEDED, ozoneOfDay } from '../../standards/validity.ts'
import { isValid, validMeans, type Means } from './hours.ts'
import type { Site } from './measures.ts'

/** A part with the mean it was judged by, and of how much it was made. */
export interface MeasuredPart extends Part {
  value: number | null
  /** Minutes of sampling in an hour, valid hours of a day. */
  count: number
  state: 'valid' | 'insufficient'
}

export interface MeasuredVerdict extends Omit<Verdict, 'parts'> {
  period: Period
  parts: Record<string, MeasuredPart>
}

/** What a judgement needs besides the means. */
export interface Context {
  medium: Medium
  scheme: AirScheme
  site: Site
  /** The day of the hour, or the day itself, in the platform's time zone. */
  day: Day
}

/** Decimals of a mean as it is told. */
const MEAN_DECIMALS = 4

const known = (values: readonly (number | null | undefined)[]): number[] =>
  values.filter((value): value is number => value != null)
const most = (values: readonly (number | null | undefined)[]): number | null =>
  known(values).reduce<number | null>((max, value) => (max === null ? value : Math.max(max, value)), null)

/** In ppm and ppb, as the US standard takes gases. */
const US_UNITS: Readonly<Record<string, [from: string, to: string]>> = {
  o3: ['µg/m³', 'ppm'],
  o3_8h: ['µg/m³', 'ppm'],
  co: ['mg/m³', 'ppm'],
  so2: ['µg/m³', 'ppb'],
  no2: ['µg/m³', 'ppb'],
}

function inUnitsOf(scheme: AirScheme, values: Record<string, number | null>): Record<string, number | null> {
  if (scheme !== 'USAQI') return values
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const [from, to] = US_UNITS[key] ?? []
      const factor = from && to ? factorOf({ from, to, pollutant: key }) : 1
      // Conversion leaves digits that no instrument has, and truncation would fall on the wrong side of an edge.
      return [key, value === null || factor === null ? null : roundHalfUp(value * factor, 6)]
    }),
  )
}

/**
 * What law says of an hour.
 *
 * @param past means of the hour and of the eleven before it, the hour first; only what looks back asks for more than the first
 * @param hour of the day on local clocks, 0 to 23
 */
export function judgeHour(past: readonly (Means | undefined)[], context: Context, hour: number): MeasuredVerdict {
  const { medium, scheme, site, day } = context
  const means = past[0] ?? {}
  let values: Record<string, number | null> = validMeans(medium, means)
  if (medium === 'air' && looksBack(scheme)) values = lookingBack(past, values)
  const period: Period = medium === 'air' ? '1h' : medium === 'water' ? 'sample' : isDaytime(hour) ? 'day' : 'night'
  if (medium === 'noise' && site.zone === undefined) return unzoned(values, means, period)
  const verdict = lawOf(medium, day, scheme).evaluate({ period, values: inUnitsOf(scheme, values), day, ...site })
  const parts: MeasuredVerdict['parts'] = {}
  for (const key of new Set([...Object.keys(verdict.parts), ...Object.keys(means)])) {
    const mean = means[key]
    parts[key] = measuredPart(verdict.parts[key], values[key] ?? null, mean?.[1] ?? 0, mean && !isValid(medium, mean))
  }
  return { ...verdict, period, parts }
}

/** Whether a scheme judges an hour by those before it too. */
export const looksBack = (scheme: AirScheme): boolean => scheme === 'USAQI'

/** Particles by NowCast, ozone and carbon monoxide over eight hours. */
function lookingBack(
  past: readonly (Means | undefined)[],
  values: Readonly<Record<string, number | null>>,
): Record<string, number | null> {
  const series = (key: string): (number | null)[] =>
    past.map((means) => {
      const mean = means?.[key]
      return mean && isValid('air', mean) ? mean[0] : null
    })
  const eight = (key: string): number | null => meanOf(series(key).slice(0, 8), NEEDED.eight).mean
  return {
    ...values,
    pm25: nowCast(series('pm25')),
    pm10: nowCast(series('pm10')),
    o3_8h: eight('o3'),
    co: eight('co'),
  }
}

function measuredPart(part: Part | undefined, value: number | null, count: number, insufficient = false): MeasuredPart {
  const { index, level, limit, exceeded } = part ?? { index: null, level: null, limit: null, exceeded: null }
  const state = insufficient || value === null ? 'insufficient' : 'valid'
  return {
    index,
    level,
    limit,
    exceeded,
    value: value === null ? null : roundHalfUp(value, MEAN_DECIMALS),
    count,
    state,
  }
}

/** Sound without a zone has a level and no limit. */
function unzoned(values: Record<string, number | null>, means: Means, period: Period): MeasuredVerdict {
  const verdict = { standard: 'GB3096-2008', index: null, level: null, category: null, primary: [], missing: [] }
  const parts = Object.fromEntries(
    Object.entries(means).map(([key, mean]) => [
      key,
      measuredPart(undefined, values[key] ?? null, mean[1], !isValid('noise', mean)),
    ]),
  )
  return { ...verdict, period, parts }
}

/** The hours of a day in order, undefined where a station told nothing; `hours` are their numbers on local clocks. */
export interface DayHours {
  means: readonly (Means | undefined)[]
  hours: readonly number[]
}

/** What law says of a day, and how many of its hours count. */
export function judgeDay({ means, hours }: DayHours, context: Context): MeasuredVerdict & { valid: number } {
  const { medium } = context
  const valid = means.filter((hour) => hour && Object.values(hour).some((mean) => isValid(medium, mean))).length
  const series = (key: string): (number | null)[] =>
    means.map((hour) => {
      const mean = hour?.[key]
      return mean && isValid(medium, mean) ? mean[0] : null
    })
  const keys = [...new Set(means.flatMap((hour) => Object.keys(hour ?? {})))]
  if (medium === 'noise') return { ...noiseDay(series('leq'), hours, context), valid }
  return { ...(medium === 'water' ? waterDay(keys, series, context) : airDay(keys, series, context)), valid }
}

type SeriesOf = (key: string) => (number | null)[]

function airDay(keys: readonly string[], series: SeriesOf, context: Context): MeasuredVerdict {
  const { scheme, day, site } = context
  if (scheme === 'EAQI') return worstHour(keys, series, context)
  const values: Record<string, number | null> = {}
  const counts: Record<string, number> = {}
  for (const key of keys) {
    const line = series(key)
    const { mean, count } = meanOf(line, NEEDED.day)
    values[key] = mean
    counts[key] = count
    if (key === 'o3') {
      const eight = ozoneOfDay(line)
      values.o3_8h = eight.mean
      counts.o3_8h = eight.count
      values.o3 = count >= NEEDED.day ? most(line) : null
    }
    // The US index of a day is that of the greatest hour, or eight hours, of gases.
    if (scheme === 'USAQI' && (key === 'so2' || key === 'no2') && mean !== null) values[key] = most(line)
    if (scheme === 'USAQI' && key === 'co') values.co = mean === null ? null : most(eights(line))
  }
  const verdict = lawOf('air', day, scheme).evaluate({
    // In a question about 24 h sulphur dioxide is its mean of the day; here it is the greatest hour.
    period: scheme === 'USAQI' ? '1h' : '24h',
    values: inUnitsOf(scheme, values),
    day,
    ...site,
  })
  const parts: MeasuredVerdict['parts'] = {}
  for (const key of new Set([...Object.keys(verdict.parts), ...keys]))
    parts[key] = measuredPart(verdict.parts[key], values[key] ?? null, counts[key] ?? 0)
  return { ...verdict, period: '24h', parts }
}

const eights = (line: readonly (number | null)[]): (number | null)[] =>
  line.map((_, end) => (end < 7 ? null : meanOf(line.slice(end - 7, end + 1), NEEDED.eight).mean))

/** The European index knows hours alone: a day is its worst. */
function worstHour(keys: readonly string[], series: SeriesOf, { scheme, day, site }: Context): MeasuredVerdict {
  const lines = new Map(keys.map((key) => [key, series(key)]))
  const law = lawOf('air', day, scheme)
  let worst: Verdict | null = null
  const length = Math.max(0, ...[...lines.values()].map((line) => line.length))
  for (let hour = 0; hour < length; hour++) {
    const values = Object.fromEntries(keys.map((key) => [key, lines.get(key)?.[hour] ?? null]))
    const verdict = law.evaluate({ period: '1h', values, day, ...site })
    if (worst === null || (verdict.level ?? 0) > (worst.level ?? 0)) worst = verdict
  }
  const verdict = worst ?? law.evaluate({ period: '1h', values: {}, day, ...site })
  const parts: MeasuredVerdict['parts'] = {}
  for (const key of keys) {
    const line = lines.get(key) ?? []
    parts[key] = measuredPart(verdict.parts[key], most(line), known(line).length)
  }
  return { ...verdict, period: '24h', parts }
}

function waterDay(keys: readonly string[], series: SeriesOf, { day, site }: Context): MeasuredVerdict {
  const values: Record<string, number | null> = {}
  const counts: Record<string, number> = {}
  for (const key of keys) {
    const { mean, count } = meanOf(series(key), 1)
    values[key] = mean
    counts[key] = count
  }
  const verdict = lawOf('water', day).evaluate({ period: 'sample', values, day, ...site })
  const parts: MeasuredVerdict['parts'] = {}
  for (const key of keys) parts[key] = measuredPart(verdict.parts[key], values[key] ?? null, counts[key] ?? 0)
  return { ...verdict, period: 'sample', parts }
}

/** Ld and Ln of a day against the limits of its zone; with fewer than 20 hours there is neither. */
function noiseDay(line: readonly (number | null)[], hours: readonly number[], { day, site }: Context): MeasuredVerdict {
  const enough = known(line).length >= NEEDED.day
  const law = lawOf('noise', day)
  const parts: MeasuredVerdict['parts'] = {}
  let level: number | null = null
  let category: MeasuredVerdict['category'] = null
  const primary: string[] = []
  const missing: string[] = []
  for (const [key, period] of [
    ['ld', 'day'],
    ['ln', 'night'],
  ] as const) {
    const levels = known(line.filter((_, place) => isDaytime(hours[place] ?? 0) === (period === 'day')))
    const mean = enough ? equivalentLevel(levels) : null
    const verdict = site.zone ? law.evaluate({ period, values: { leq: mean }, day, zone: site.zone }) : null
    parts[key] = measuredPart(verdict?.parts.leq, mean, levels.length)
    if (mean === null) missing.push(key)
    if (!verdict || verdict.level === null) continue
    if (verdict.level > 1) primary.push(key)
    if (level === null || verdict.level > level) {
      level = verdict.level
      category = verdict.category
    }
  }
  return { standard: law.code, index: null, level, category, primary, missing, period: 'day', parts }
}
