import { HOUR, type Zone } from '../../../resources/kit/zone.ts'
import { equivalentLevel } from '../../../standards/noiseLevels.ts'
import { isDaytime } from '../../../standards/noise.ts'
import { celsiusOf, type AirScheme } from '../../../standards/index.ts'
import { factorOf } from '../../../standards/units.ts'
import { neededOfDay, ozoneOfDay, runningEights } from '../../../standards/validity.ts'
import { meanOfHours } from './figures.ts'
import { fullHours, mediumOfLine, type Countable, type HourLine, type ShownHour } from './hours.ts'

/**
 * How a day's value is computed: the mean, the highest hour, the highest eight-hour mean (ozone), or the level from 6
 * to 22 h (sound). `hourOrMean` is the highest hour, whose class is that of the day's mean if the hour lies beyond the
 * table for an hour (sulphur dioxide by the US index).
 */
export type DayKind = 'mean' | 'hour' | 'hourOrMean' | 'eight' | 'daytime'

export interface ShownDay {
  /** YYYY-MM-DD. */
  day: string
  /** Noon of the day, its position in a chart, ms since the epoch. */
  at: number
  /** Null if too few hours are valid. */
  value: number | null
  /** The mean of its hours if it may decide instead of `value` (`hourOrMean`), else null. */
  mean: number | null
  low: number
  high: number
  /** Valid hours, and the number that a day needs. */
  hours: number
  needed: number
}

/**
 * Air pollutants that are not judged by the mean of the day (server/environment/dayVerdicts.ts); the European index
 * judges hours only.
 */
const AIR_DAYS: Readonly<Record<Exclude<AirScheme, 'EAQI'>, Readonly<Record<string, DayKind>>>> = {
  HJ: { o3: 'eight' },
  USAQI: { o3: 'eight', co: 'eight', so2: 'hourOrMean', no2: 'hour' },
}

/** Returns the value by which standards judge a pollutant's day. */
export function dayKindOf(pollutant: string | null, scheme: AirScheme = 'HJ'): DayKind {
  if (pollutant === 'leq') return 'daytime'
  if (pollutant === null || mediumOfLine({ pollutant }) !== 'air') return 'mean'
  return scheme === 'EAQI' ? 'hour' : (AIR_DAYS[scheme][pollutant] ?? 'mean')
}

/**
 * Returns how many hours a day needs: the standard's number for the medium (standards/validity.ts); one for a pollutant
 * that is not judged.
 */
function neededOf(pollutant: string | null, judged: boolean): number {
  const medium = judged ? mediumOfLine({ pollutant }) : undefined
  return medium === undefined ? 1 : neededOfDay(medium)
}

/**
 * Returns the days of a node, oldest first; days without an hour are left out.
 *
 * @param line without a unit, ozone is taken as µg/m³
 * @param scheme by which the air is judged
 */
export function daysOf(
  line: Countable & Partial<Pick<HourLine, 'unit'>>,
  zone: Zone,
  judged: boolean,
  scheme: AirScheme = 'HJ',
): ShownDay[] {
  const { pollutant, hours, unit = '' } = line
  const full = new Set(fullHours(line).map(({ at }) => at))
  const kind = judged ? dayKindOf(pollutant, scheme) : 'mean'
  const needed = neededOf(pollutant, judged)
  return [...byDay(hours, zone)].map(([day, own]) => {
    const counted = own.filter(({ at }) => full.has(at))
    const isDirection = own.every(({ vector }) => vector)
    const value = isDirection
      ? meanOfHours(counted, false)
      : kind === 'eight' && pollutant === 'o3'
        ? ozoneOfDay(clockOf(counted, zone), microgramIn(unit, day, scheme)).mean
        : figureOfDay(counted, { kind, pollutant, needed, zone })
    return {
      day,
      at: noonOf(day, zone),
      value,
      mean: kind === 'hourOrMean' ? figureOfDay(counted, { kind: 'mean', pollutant, needed, zone }) : null,
      low: isDirection ? (value ?? 0) : Math.min(...own.map(({ low }) => low)),
      high: isDirection ? (value ?? 0) : Math.max(...own.map(({ high }) => high)),
      hours: counted.length,
      needed,
    }
  })
}

/** Returns 1 µg/m³ of ozone in a unit; 1 if there is no unit, or no conversion. */
function microgramIn(unit: string, day: string, scheme: AirScheme): number {
  if (unit.trim() === '') return 1
  return factorOf({ from: 'µg/m³', to: unit, pollutant: 'o3', celsius: celsiusOf(day, scheme) }) ?? 1
}

export const noonOf = (day: string, zone: Zone): number => zone.startOf(day) + NOON

const NOON = 12 * HOUR

function byDay(hours: readonly ShownHour[], zone: Zone): Map<string, ShownHour[]> {
  const days = new Map<string, ShownHour[]>()
  for (const hour of hours) {
    const day = zone.day(hour.at)
    const own = days.get(day)
    if (own) own.push(hour)
    else days.set(day, [hour])
  }
  return days
}

function figureOfDay(
  counted: readonly ShownHour[],
  { kind, pollutant, needed, zone }: { kind: DayKind; pollutant: string | null; needed: number; zone: Zone },
): number | null {
  if (counted.length < needed) return null
  if (kind === 'hour' || kind === 'hourOrMean') return greatestOf(counted.map(({ mean }) => mean))
  if (kind === 'eight') return greatestOf(runningEights(clockOf(counted, zone)))
  if (kind === 'daytime')
    return equivalentLevel(counted.filter(({ at }) => isDaytime(zone.hour(at))).map(({ mean }) => mean))
  return meanOfHours(counted, pollutant === 'leq')
}

const greatestOf = (values: readonly (number | null)[]): number | null =>
  values.reduce((most, value) => (value === null || (most !== null && most >= value) ? most : value), null)

/** Returns the means of a day by the hour of the clock, null for a missing hour. */
function clockOf(counted: readonly ShownHour[], zone: Zone): (number | null)[] {
  const clock: (number | null)[] = Array.from({ length: 24 }, () => null)
  for (const { at, mean } of counted) clock[zone.hour(at)] = mean
  return clock
}
