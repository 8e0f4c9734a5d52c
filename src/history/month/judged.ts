import { platformNow } from '../../../dataProvider/clock.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { ClassBand } from '../../chart/model.ts'
import { classBandsOf } from '../../environment/bands.ts'
import { judgeValue, ruleOf, type Judgement, type Where } from '../../environment/judge.ts'
import { classColor } from '../../environment/scale.ts'
import type { ClassWords } from '../../environment/useClassWords.ts'
import { dayKindOf } from './days.ts'
import type { HourLine } from './hours.ts'

/** What law says of a node's hours and days, and how they are coloured. */
export interface Judged {
  /** Whether days, hours of the node have classes. */
  isJudged: boolean
  hour: (value: number, at: number) => Judgement | null
  day: (value: number, at: number) => Judgement | null
  /** The classes of hours or days as bands behind a curve; empty where they have none. */
  bands: (period: 'hour' | 'day', at: number) => ClassBand[]
  /** The limit of hours or days in the node's own unit; null where there is none. */
  limit: (period: 'hour' | 'day', at: number) => number | null
  /** Code of the standard that holds at a moment; null of what is not judged. */
  standard: (at: number) => string | null
}

/** How a node's values are judged; a day of ozone by its greatest eight hours. */
export function judgedBy({ pollutant, unit }: HourLine, where: Where, zone: Zone, words: ClassWords): Judged {
  if (pollutant === null) return NOT_JUDGED
  const daily = dayKindOf(pollutant) === 'eight' ? `${pollutant}_8h` : pollutant
  const key = { hour: pollutant, day: daily }
  const period = { hour: '1h', day: '24h' } as const
  const judge =
    (of: 'hour' | 'day') =>
    (value: number, at: number): Judgement | null =>
      judgeValue(zone, value, key[of], unit, period[of], at, where)
  const standard = (at: number): string | null => ruleOf(zone, pollutant, unit, '1h', at, where)?.law.code ?? null
  return {
    isJudged: ruleOf(zone, pollutant, unit, '1h', platformNow(), where) !== null,
    hour: judge('hour'),
    day: judge('day'),
    bands: (of, at) => classBandsOf(words, zone, key[of], unit, period[of], at, where),
    limit: (of, at) => {
      const limit = judge(of)(0, at)?.limit ?? null
      const factor = ruleOf(zone, key[of], unit, period[of], at, where)?.factor ?? 1
      return limit === null ? null : limit / factor
    },
    standard,
  }
}

/** By what a day of a node is told, as a key of `history.byDay`. */
export const dayNoteOf = ({ pollutant }: HourLine, judged: Judged): string => {
  const kind = judged.isJudged ? dayKindOf(pollutant) : 'mean'
  return kind === 'eight' ? 'eightNote' : kind === 'daytime' ? 'daytimeNote' : 'dailyNote'
}

const NOT_JUDGED: Judged = {
  isJudged: false,
  hour: () => null,
  day: () => null,
  bands: () => [],
  limit: () => null,
  standard: () => null,
}

/** The fill of a value: of its class, or without one the darker the higher among the others. */
export function fillOf(judgement: Judgement | null, value: number, [low, high]: readonly [number, number]): string {
  if (judgement) return classColor(judgement, 'solid')
  const part = high > low ? (value - low) / (high - low) : 0.5
  return `color-mix(in oklab, var(--c1) ${Math.round(18 + 72 * Math.min(1, Math.max(0, part)))}%, var(--surface))`
}

/** Between which values some lie. */
export function extentOf(values: readonly number[]): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}
