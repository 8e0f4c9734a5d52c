import type { Zone } from '../../../resources/kit/zone.ts'
import { equivalentLevel } from '../../../standards/noiseLevels.ts'
import { isDaytime } from '../../../standards/noise.ts'
import { neededOfDay, ozoneOfDay } from '../../../standards/validity.ts'
import { meanOfHours } from './figures.ts'
import { fullHours, mediumOfLine, type HourLine, type ShownHour } from './hours.ts'

/** What a day's figure is of: the mean, the greatest mean of eight hours (ozone), the level from 6 to 22 h (sound). */
export type DayKind = 'mean' | 'eight' | 'daytime'

export interface ShownDay {
  /** YYYY-MM-DD. */
  day: string
  /** Its noon, where it stands in a chart, epoch ms. */
  at: number
  /** Null where too few hours count. */
  value: number | null
  low: number
  high: number
  /** Hours that count, and how many a day needs. */
  hours: number
  needed: number
}

/** By what standards judge a pollutant's day. */
export const dayKindOf = (pollutant: string | null): DayKind =>
  pollutant === 'o3' ? 'eight' : pollutant === 'leq' ? 'daytime' : 'mean'

/**
 * Days of a node, oldest first; those without an hour are left out. It takes as many hours as law asks for of the medium (standards/validity.ts), one of what it does not judge.
 */
export function daysOf(
  { pollutant, hours }: Pick<HourLine, 'pollutant' | 'hours'>,
  zone: Zone,
  judged: boolean,
): ShownDay[] {
  const full = new Set(fullHours({ pollutant, hours }).map(({ at }) => at))
  const kind = judged ? dayKindOf(pollutant) : 'mean'
  const medium = judged ? mediumOfLine({ pollutant }) : undefined
  const needed = medium ? neededOfDay(medium) : 1
  return [...byDay(hours, zone)].map(([day, own]) => {
    const counted = own.filter(({ at }) => full.has(at))
    const isDirection = own.every(({ vector }) => vector)
    const value = isDirection
      ? meanOfHours(counted, false)
      : kind === 'eight'
        ? eightHours(own, full, zone)
        : meanOfDay(counted, kind, needed, zone)
    return {
      day,
      at: noonOf(day, zone),
      value,
      low: isDirection ? (value ?? 0) : Math.min(...own.map(({ low }) => low)),
      high: isDirection ? (value ?? 0) : Math.max(...own.map(({ high }) => high)),
      hours: counted.length,
      needed,
    }
  })
}

export const noonOf = (day: string, zone: Zone): number => zone.startOf(day) + NOON

const NOON = 12 * 3_600_000

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

function meanOfDay(counted: readonly ShownHour[], kind: DayKind, needed: number, zone: Zone): number | null {
  if (counted.length < needed) return null
  if (kind === 'daytime')
    return equivalentLevel(counted.filter(({ at }) => isDaytime(zone.hour(at))).map(({ mean }) => mean))
  return counted.reduce((sum, { mean }) => sum + mean, 0) / counted.length
}

function eightHours(own: readonly ShownHour[], full: ReadonlySet<number>, zone: Zone): number | null {
  const clock: (number | null)[] = Array.from({ length: 24 }, () => null)
  for (const { at, mean } of own) if (full.has(at)) clock[zone.hour(at)] = mean
  return ozoneOfDay(clock).mean
}
