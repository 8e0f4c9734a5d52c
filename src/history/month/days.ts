import { HOUR, type Zone } from '../../../resources/kit/zone.ts'
import { equivalentLevel } from '../../../standards/noiseLevels.ts'
import { isDaytime } from '../../../standards/noise.ts'
import { celsiusOf, type AirScheme } from '../../../standards/index.ts'
import { factorOf } from '../../../standards/units.ts'
import { neededOfDay, ozoneOfDay, runningEights } from '../../../standards/validity.ts'
import { meanOfHours } from './figures.ts'
import { fullHours, mediumOfLine, type Countable, type HourLine, type ShownHour } from './hours.ts'

/**
 * What a day's figure is of: the mean, the greatest hour, the greatest mean of eight hours (ozone), the level from 6 to 22 h (sound). `hourOrMean` is the greatest
 * hour, whose class is that of the day's mean where it lies beyond the table of an hour (sulphur dioxide by the US index).
 */
export type DayKind = 'mean' | 'hour' | 'hourOrMean' | 'eight' | 'daytime'

export interface ShownDay {
  /** YYYY-MM-DD. */
  day: string
  /** Its noon, where it stands in a chart, epoch ms. */
  at: number
  /** Null where too few hours count. */
  value: number | null
  /** The mean of its hours where it may decide in place of `value` (`hourOrMean`), else null. */
  mean: number | null
  low: number
  high: number
  /** Hours that count, and how many a day needs. */
  hours: number
  needed: number
}

/** Of the air what is not judged by the mean of its day (server/environment/dayVerdicts.ts); the European index knows hours alone. */
const AIR_DAYS: Readonly<Record<Exclude<AirScheme, 'EAQI'>, Readonly<Record<string, DayKind>>>> = {
  HJ: { o3: 'eight' },
  USAQI: { o3: 'eight', co: 'eight', so2: 'hourOrMean', no2: 'hour' },
}

/** By what standards judge a pollutant's day. */
export function dayKindOf(pollutant: string | null, scheme: AirScheme = 'HJ'): DayKind {
  if (pollutant === 'leq') return 'daytime'
  if (pollutant === null || mediumOfLine({ pollutant }) !== 'air') return 'mean'
  return scheme === 'EAQI' ? 'hour' : (AIR_DAYS[scheme][pollutant] ?? 'mean')
}

/** How many hours a day takes: as many as law asks for of the medium (standards/validity.ts), one of what it does not judge. */
function neededOf(pollutant: string | null, judged: boolean): number {
  const medium = judged ? mediumOfLine({ pollutant }) : undefined
  return medium === undefined ? 1 : neededOfDay(medium)
}

/**
 * Days of a node, oldest first; those without an hour are left out.
 *
 * @param line where it has no unit, ozone is in µg/m³
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

/** What 1 µg/m³ of ozone is in a unit; 1 where there is none, or no way to it. */
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

/** The means of a day by its clock, null where one is missing. */
function clockOf(counted: readonly ShownHour[], zone: Zone): (number | null)[] {
  const clock: (number | null)[] = Array.from({ length: 24 }, () => null)
  for (const { at, mean } of counted) clock[zone.hour(at)] = mean
  return clock
}
