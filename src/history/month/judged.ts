import { platformNow } from '../../../dataProvider/clock.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { AirScheme } from '../../../standards/index.ts'
import type { ClassBand } from '../../chart/model.ts'
import { classBandsOf } from '../../environment/bands.ts'
import { judgeValue, ruleOf, type Judgement, type Where } from '../../environment/judge.ts'
import { classColor } from '../../environment/scale.ts'
import type { ClassWords } from '../../environment/useClassWords.ts'
import { dayKindOf, type DayKind } from './days.ts'
import type { HourLine } from './hours.ts'

/** How a node's hours and days are judged and coloured. */
export interface NodeJudgement {
  /** Whether days and hours of the node have classes. */
  isJudged: boolean
  scheme: AirScheme
  /** How a day's value is computed. */
  kind: DayKind
  hour: (value: number, at: number) => Judgement | null
  /** `mean`: the mean of the day, which decides if its highest hour lies beyond the table for an hour. */
  day: (value: number, at: number, mean?: number | null) => Judgement | null
  /** The classes of hours or days as bands behind a curve; empty if they have none. */
  bands: (period: 'hour' | 'day', at: number) => ClassBand[]
  /** The limit for hours or days in the node's own unit; null if there is none. */
  limit: (period: 'hour' | 'day', at: number) => number | null
  /** Code of the standard in force at a moment; null if the pollutant is not judged. */
  standard: (at: number) => string | null
}

/**
 * Returns how a node's values are judged: days as its scheme does (days.ts), with the table for an hour if a day's
 * value is its highest hour. For `hourOrMean` the worse of both judgements is the scheme's: beyond its table an hour
 * counts as the table's end, and no mean exceeds its highest hour.
 */
export function judgementOf(
  { pollutant, unit }: Pick<HourLine, 'pollutant' | 'unit'>,
  where: Where,
  zone: Zone,
  words: Pick<ClassWords, 'short'>,
): NodeJudgement {
  if (pollutant === null) return NOT_JUDGED
  const { scheme = 'HJ' } = where
  const kind = dayKindOf(pollutant, scheme)
  const key = { hour: pollutant, day: pollutant === 'o3' && kind === 'eight' ? 'o3_8h' : pollutant }
  const period = { hour: '1h', day: kind === 'hour' || kind === 'hourOrMean' ? '1h' : '24h' } as const
  const judge =
    (of: 'hour' | 'day') =>
    (value: number, at: number): Judgement | null =>
      judgeValue(zone, value, key[of], unit, period[of], at, where)
  const standard = (at: number): string | null => ruleOf(zone, pollutant, unit, '1h', at, where)?.law.code ?? null
  const isJudged = ruleOf(zone, pollutant, unit, '1h', platformNow(), where) !== null
  return {
    isJudged,
    scheme,
    kind: isJudged ? kind : 'mean',
    hour: judge('hour'),
    day: (value, at, mean = null) => {
      const own = judge('day')(value, at)
      if (kind !== 'hourOrMean' || mean === null) return own
      const byMean = judgeValue(zone, mean, key.day, unit, '24h', at, where)
      return (byMean?.index ?? -1) > (own?.index ?? -1) ? byMean : own
    },
    bands: (of, at) => classBandsOf(words, zone, key[of], unit, period[of], at, where),
    limit: (of, at) => {
      const limit = judge(of)(0, at)?.limit ?? null
      const factor = ruleOf(zone, key[of], unit, period[of], at, where)?.factor ?? 1
      return limit === null ? null : limit / factor
    },
    standard,
  }
}

/** Message keys that explain how a day's value is computed; those of `lawMeans` are loaded later (DayNote.tsx). */
export const DAY_NOTES: Readonly<Record<DayKind, string>> = {
  mean: 'history.byDay.dailyNote',
  hour: 'lawMeans.hour',
  hourOrMean: 'lawMeans.hourOrMean',
  eight: 'history.byDay.eightNote',
  daytime: 'history.byDay.daytimeNote',
}

const NOT_JUDGED: NodeJudgement = {
  isJudged: false,
  scheme: 'HJ',
  kind: 'mean',
  hour: () => null,
  day: () => null,
  bands: () => [],
  limit: () => null,
  standard: () => null,
}

/** Returns the fill of a value: the colour of its class or, without a class, a darker shade for a higher value. */
export function fillOf(judgement: Judgement | null, value: number, [low, high]: readonly [number, number]): string {
  if (judgement) return classColor(judgement, 'solid')
  const part = high > low ? (value - low) / (high - low) : 0.5
  return `color-mix(in oklab, var(--c1) ${Math.round(18 + 72 * Math.min(1, Math.max(0, part)))}%, var(--surface))`
}

/** Returns the minimum and maximum of the values. */
export function extentOf(values: readonly number[]): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}
