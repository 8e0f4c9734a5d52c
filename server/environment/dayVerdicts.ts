import { lawOf } from '../../standards/index.ts'
import { equivalentLevel } from '../../standards/noiseLevels.ts'
import { isDaytime } from '../../standards/noise.ts'
import { roundHalfUp } from '../../standards/decimal.ts'
import type { Verdict } from '../../standards/types.ts'
import { meanOf, neededOfDay, ozoneOfDay, runningEights } from '../../standards/validity.ts'
import type { DayValue } from './dayMeans.ts'
import { isValid, type Means } from './hours.ts'
import { inUnitsOf, MEAN_DECIMALS, measuredPart, type Context, type MeasuredVerdict } from './verdicts.ts'

const known = (values: readonly (number | null | undefined)[]): number[] =>
  values.filter((value): value is number => value != null)
const most = (values: readonly (number | null | undefined)[]): number | null =>
  known(values).reduce<number | null>((max, value) => (max === null ? value : Math.max(max, value)), null)

/** The hours of a day in order, undefined where a station has no values; `hours` are their numbers on local clocks. */
export interface DayHours {
  means: readonly (Means | undefined)[]
  hours: readonly number[]
}

/**
 * By how many dB the level of the day (6 to 22 h) and of the night exceeds the limit of its zone, 0 within the limit;
 * null where that is not known.
 */
export interface NoiseAbove {
  ld: number | null
  ln: number | null
}

/**
 * `valid`: number of hours that count. `values`: for air, what is stored of the day, by pollutant. `above`: for sound.
 */
export interface DayVerdict extends MeasuredVerdict {
  valid: number
  values: Record<string, DayValue>
  above?: NoiseAbove
}

/** Judges a day by law. */
export function judgeDay({ means, hours }: DayHours, context: Context): DayVerdict {
  const { medium } = context
  const valid = means.filter((hour) => hour && Object.values(hour).some((mean) => isValid(medium, mean))).length
  const series = (key: string): (number | null)[] =>
    means.map((hour) => {
      const mean = hour?.[key]
      return mean && isValid(medium, mean) ? mean[0] : null
    })
  const keys = [...new Set(means.flatMap((hour) => Object.keys(hour ?? {})))]
  if (medium === 'noise') return { ...noiseDay(series('leq'), hours, context), valid, values: {} }
  if (medium === 'water') return { ...waterDay(keys, series, context), valid, values: {} }
  const verdict = airDay(keys, series, context)
  return { ...verdict, valid, values: keptValues(verdict, keys, series) }
}

type SeriesOf = (key: string) => (number | null)[]

function airDay(keys: readonly string[], series: SeriesOf, context: Context): MeasuredVerdict {
  const { scheme } = context
  const needed = neededOfDay('air')
  if (scheme === 'EAQI') return worstHour(keys, series, context)
  const values: Record<string, number | null> = {}
  const counts: Record<string, number> = {}
  for (const key of keys) {
    const line = series(key)
    const { mean, count } = meanOf(line, needed)
    values[key] = mean
    counts[key] = count
    if (key === 'o3') {
      const eight = ozoneOfDay(line)
      values.o3_8h = eight.mean
      counts.o3_8h = eight.count
      values.o3 = count >= needed ? most(line) : null
    }
    // For gases, the US index of a day uses the greatest hour, or the greatest mean over eight hours.
    if (scheme === 'USAQI' && (key === 'so2' || key === 'no2') && mean !== null) values[key] = most(line)
    // Above 304 ppb the index uses the daily mean.
    if (scheme === 'USAQI' && key === 'so2') values.so2_24h = mean
    if (scheme === 'USAQI' && key === 'co') values.co = mean === null ? null : most(runningEights(line))
  }
  const verdict = judgeDayValues(values, context)
  const parts: MeasuredVerdict['parts'] = {}
  for (const key of new Set([...Object.keys(verdict.parts), ...keys]))
    parts[key] = measuredPart(verdict.parts[key], values[key] ?? null, counts[key] ?? 0)
  return { ...verdict, period: '24h', parts }
}

/**
 * Judges the values of a day by law: the means and greatest hours that the scheme requires, in the units in which the
 * platform stores them.
 */
export function judgeDayValues(
  values: Record<string, number | null>,
  { scheme, day, site }: Omit<Context, 'medium'>,
): Verdict {
  return lawOf('air', day, scheme).evaluate({
    // With period 24h, sulphur dioxide would be taken as its daily mean, but for the US scheme it is the greatest hour
    // here. The European index has hourly periods only.
    period: scheme === 'HJ' ? '24h' : '1h',
    values: inUnitsOf({ scheme, day }, values),
    day,
    ...site,
  })
}

/** Returns the values by which a day of air was judged, and its means. */
function keptValues({ parts }: MeasuredVerdict, keys: readonly string[], series: SeriesOf): Record<string, DayValue> {
  const values: Record<string, DayValue> = {}
  for (const [key, { value }] of Object.entries(parts)) {
    const mean = keys.includes(key) ? meanOf(series(key), neededOfDay('air')).mean : null
    const rounded = mean === null ? null : roundHalfUp(mean, MEAN_DECIMALS)
    if (value !== null || rounded !== null) values[key] = value === rounded ? value : [value, rounded]
  }
  return values
}

/**
 * Judges a day by the European index, which has hourly periods only: the day's worst hour counts, for pollutants that
 * have as many valid hours as the other schemes require of a day.
 */
function worstHour(keys: readonly string[], series: SeriesOf, { scheme, day, site }: Context): MeasuredVerdict {
  const lines = new Map(keys.map((key) => [key, series(key)]))
  const enough = new Map([...lines].filter(([, line]) => known(line).length >= neededOfDay('air')))
  const law = lawOf('air', day, scheme)
  let worst: Verdict | null = null
  const length = Math.max(0, ...[...enough.values()].map((line) => line.length))
  for (let hour = 0; hour < length; hour++) {
    const values = Object.fromEntries([...enough].map(([key, line]) => [key, line[hour] ?? null]))
    const verdict = law.evaluate({ period: '1h', values, day, ...site })
    if (worst === null || (verdict.level ?? 0) > (worst.level ?? 0)) worst = verdict
  }
  const verdict = worst ?? law.evaluate({ period: '1h', values: {}, day, ...site })
  const parts: MeasuredVerdict['parts'] = {}
  for (const [key, line] of lines)
    parts[key] = measuredPart(verdict.parts[key], most(enough.get(key) ?? []), known(line).length)
  return { ...verdict, period: '24h', parts }
}

function waterDay(keys: readonly string[], series: SeriesOf, { day, site }: Context): MeasuredVerdict {
  const values: Record<string, number | null> = {}
  const counts: Record<string, number> = {}
  for (const key of keys) {
    const { mean, count } = meanOf(series(key), neededOfDay('water'))
    values[key] = mean
    counts[key] = count
  }
  const verdict = lawOf('water', day).evaluate({ period: 'sample', values, day, ...site })
  const parts: MeasuredVerdict['parts'] = {}
  for (const key of keys) parts[key] = measuredPart(verdict.parts[key], values[key] ?? null, counts[key] ?? 0)
  return { ...verdict, period: 'sample', parts }
}

/** Judges Ld and Ln of a day by the limits of its zone. With fewer than 20 valid hours there is neither. */
function noiseDay(
  line: readonly (number | null)[],
  hours: readonly number[],
  { day, site }: Context,
): MeasuredVerdict & Required<Pick<DayVerdict, 'above'>> {
  const enough = known(line).length >= neededOfDay('noise')
  const law = lawOf('noise', day)
  const parts: MeasuredVerdict['parts'] = {}
  let level: number | null = null
  let category: MeasuredVerdict['category'] = null
  const primary: string[] = []
  const missing: string[] = []
  const above: NoiseAbove = { ld: null, ln: null }
  for (const [key, period] of [
    ['ld', 'day'],
    ['ln', 'night'],
  ] as const) {
    const levels = known(line.filter((_, place) => isDaytime(hours[place] ?? 0) === (period === 'day')))
    const mean = enough ? equivalentLevel(levels) : null
    const verdict = site.zone ? law.evaluate({ period, values: { leq: mean }, day, zone: site.zone }) : null
    parts[key] = measuredPart(verdict?.parts.leq, mean, levels.length)
    above[key] = verdict?.exceeded ?? null
    if (mean === null) missing.push(key)
    if (!verdict || verdict.level === null) continue
    if (verdict.level > 1) primary.push(key)
    if (level === null || verdict.level > level) {
      level = verdict.level
      category = verdict.category
    }
  }
  return { standard: law.code, index: null, level, category, primary, missing, period: 'day', parts, above }
}
