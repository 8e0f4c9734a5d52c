import { nowCast } from '../../standards/air/nowcast.ts'
import { celsiusOf, lawOf, type AirScheme } from '../../standards/index.ts'
import { isDaytime } from '../../standards/noise.ts'
import { roundHalfUp } from '../../standards/decimal.ts'
import type { Day, Medium, Part, Period, Verdict } from '../../standards/types.ts'
import { factorOf } from '../../standards/units.ts'
import { meanOf, NEEDED } from '../../standards/validity.ts'
import type { Site } from '../live/measures.ts'
import { isValid, validMeans, type Means } from './hours.ts'

/** A part with the mean it was judged by, and the amount of data behind the mean. */
export interface MeasuredPart extends Part {
  value: number | null
  /** Minutes of sampling in an hour, or valid hours of a day. */
  count: number
  /**
   * Whether there is a mean to judge by. A mean over several hours (NowCast, eight hours) may exist for an hour that
   * has too few minutes itself.
   */
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

/** Decimals of a mean in answers. */
export const MEAN_DECIMALS = 4

/** The US standard takes gases in ppm and ppb. */
const US_UNITS: Readonly<Record<string, [from: string, to: string]>> = {
  o3: ['µg/m³', 'ppm'],
  o3_8h: ['µg/m³', 'ppm'],
  co: ['mg/m³', 'ppm'],
  so2: ['µg/m³', 'ppb'],
  so2_24h: ['µg/m³', 'ppb'],
  no2: ['µg/m³', 'ppb'],
}

/** Converts values to the units that the scheme requires on a day. */
export function inUnitsOf(
  { scheme, day }: Pick<Context, 'scheme' | 'day'>,
  values: Record<string, number | null>,
): Record<string, number | null> {
  if (scheme !== 'USAQI') return values
  const celsius = celsiusOf(day, scheme)
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const [from, to] = US_UNITS[key] ?? []
      const factor = from && to ? factorOf({ from, to, pollutant: key, celsius }) : 1
      // Conversion adds digits that no instrument has, with which truncation would fall on the wrong side of a limit.
      return [key, value === null || factor === null ? null : roundHalfUp(value * factor, 6)]
    }),
  )
}

/**
 * Judges an hour by law.
 *
 * @param past means of the hour and of the eleven before it, the hour first; only schemes that look back need more than
 * the first
 * @param hour hour of the day on local clocks, 0 to 23
 */
export function judgeHour(past: readonly (Means | undefined)[], context: Context, hour: number): MeasuredVerdict {
  const { medium, scheme, site, day } = context
  const means = past[0] ?? {}
  let values: Record<string, number | null> = validMeans(medium, means)
  if (medium === 'air' && looksBack(scheme)) values = lookingBack(past, values)
  const period: Period = medium === 'air' ? '1h' : medium === 'water' ? 'sample' : isDaytime(hour) ? 'day' : 'night'
  if (medium === 'noise' && site.zone === undefined) return unzoned(values, means, period)
  const verdict = lawOf(medium, day, scheme).evaluate({ period, values: inUnitsOf(context, values), day, ...site })
  const parts: MeasuredVerdict['parts'] = {}
  for (const key of new Set([...Object.keys(verdict.parts), ...Object.keys(means)])) {
    parts[key] = measuredPart(verdict.parts[key], values[key] ?? null, means[key]?.[1] ?? 0)
  }
  return { ...verdict, period, parts }
}

/** Number of hours that a judgement may use, including its own. */
export const LOOKS_BACK = 12

/**
 * Number of hours, including the last one, among which the newest water sample is searched: stations usually sample
 * every four hours (HJ 915) and report later.
 */
export const WATER_HOURS = 6

/**
 * Returns how many hours before the last one the newest with means lies, among the last `reach` hours; 0 where none
 * has. `past`: the last hour first.
 */
export const newestOf = (past: readonly unknown[], reach: number): number =>
  Math.max(
    0,
    past.slice(0, reach).findIndex((means) => means !== undefined),
  )

/** Returns whether a scheme judges an hour by earlier hours too. */
export const looksBack = (scheme: AirScheme): boolean => scheme === 'USAQI'

/** Replaces values of particles by NowCast, those of ozone and carbon monoxide by means over eight hours. */
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

/** Returns a part of a verdict with the mean it was judged by; the mean is null where there was too little data. */
export function measuredPart(part: Part | undefined, value: number | null, count: number): MeasuredPart {
  const { index, level, limit, exceeded } = part ?? { index: null, level: null, limit: null, exceeded: null }
  return {
    index,
    level,
    limit,
    exceeded,
    value: value === null ? null : roundHalfUp(value, MEAN_DECIMALS),
    count,
    state: value === null ? 'insufficient' : 'valid',
  }
}

/** Returns the verdict for sound without a zone: a level, but no limit. */
function unzoned(values: Record<string, number | null>, means: Means, period: Period): MeasuredVerdict {
  const verdict = { standard: 'GB3096-2008', index: null, level: null, category: null, primary: [], missing: [] }
  const parts = Object.fromEntries(
    Object.entries(means).map(([key, mean]) => [key, measuredPart(undefined, values[key] ?? null, mean[1])]),
  )
  return { ...verdict, period, parts }
}
