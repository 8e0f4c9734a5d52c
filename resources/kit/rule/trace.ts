import { isViolated, limitsAt, withHysteresis, type LevelLimit, type Limits } from './limits.ts'
import { isNight, isWatching } from './schedule.ts'
import { readingFrom, type Calc } from './signal.ts'
import { STATE, type AlarmRule, type RuleState } from './ruleState.ts'

/**
 * The reason for a rule's state. In alarm: `alarm` because of its value, `kept` until the value has gone back by the
 * hysteresis, `silent` because of missing data. Not in alarm: `held` until the hold time is over, `conditions` because
 * the other conditions do not hold, `schedule` outside its hours, `late` because the value was too old when it came,
 * `no_data` because no value is known, `normal`.
 */
export const verdicts = [
  'alarm',
  'kept',
  'silent',
  'held',
  'conditions',
  'schedule',
  'late',
  'no_data',
  'normal',
] as const
export type Verdict = (typeof verdicts)[number]

/** One limit in force, mildest first. */
export interface TracedLimit extends Limits {
  level: number | null
  /** Whether the value violates it; null if unknown. */
  broken: boolean | null
  /** Whether the alarm is about this limit or a worse one. */
  reached: boolean
  /** Since when it is violated without interruption, epoch ms; null: it is not. */
  since: number | null
  /** How much of the hold time has passed, ms. */
  held: number
}

/** What is judged of a node: its value, a mean, a change. */
export interface TracedCondition {
  /** Id of the node map. */
  node: number
  calc: Calc
  minutes: number
  value: number | null
  /** Limit it is compared with; null for the rule's own condition, whose limits are in `limits`. */
  limit: Limits | null
  broken: boolean | null
}

/** Why a rule is, or is not, in alarm over a device at a moment. */
export interface RuleTrace {
  verdict: Verdict
  /** The rule's own condition first. */
  conditions: TracedCondition[]
  limits: TracedLimit[]
  /** Whether the limits of the night are in force. */
  night: boolean
  /** Whether the rule's schedule includes this moment. */
  watching: boolean
  /** The limits a value has to pass to end the alarm; null outside an alarm, and without hysteresis. */
  ends: Limits | null
  /** When missing data will become an alarm, epoch ms; null: never, or it already is one. */
  silentAt: number | null
}

export interface Moment {
  /** Epoch ms. */
  at: number
  /** How old a value of the device may be, ms. */
  fresh: number
  /** The value of each condition, the rule's own first, as in `Signals.values`. */
  values: readonly (number | null)[]
  /** Level of a rule with one limit. */
  level: number | null
}

/** Explains a rule state by the rule that led to it. `node` is the rule's own node map. */
export function traceRule(rule: AlarmRule, node: number, ruleState: Readonly<RuleState>, moment: Moment): RuleTrace {
  const { at, fresh, values, level } = moment
  const main = values[0] ?? null
  const night = isNight(rule.night, rule.zone, ruleState.ts > 0 ? ruleState.ts : at)
  const levels = (night ? rule.night?.levels : rule.levels) ?? []
  const limits = limitsAt(rule, night).map((limit, rank) =>
    limitOf(ruleState, limit, { rank, main, at, fresh, level, levels }),
  )
  const inAlarm = ruleState.state === STATE.alarm
  const noData = rule.noData ?? 0
  return {
    verdict: verdictOf(rule, ruleState, { at, night, values, main }),
    conditions: [
      {
        node,
        calc: rule.conditions?.calc ?? 'value',
        minutes: rule.conditions?.minutes ?? 0,
        value: main,
        limit: null,
        broken: main === null ? null : (limits[0]?.broken ?? null),
      },
      ...(rule.conditions?.rows ?? []).map(({ operator, x, y, calc, minutes, node: of }, i): TracedCondition => {
        const value = values[i + 1] ?? null
        const limit = { operator, x, y }
        return { node: of, calc, minutes, value, limit, broken: value === null ? null : isViolated(limit, value) }
      }),
    ],
    limits,
    night,
    watching: isWatching(rule.schedule, rule.zone, at),
    ends:
      inAlarm && !ruleState.silent && (rule.hysteresis ?? 0) > 0 && limits[0]
        ? withHysteresis(limits[0], rule.hysteresis ?? 0)
        : null,
    silentAt: noData > 0 && !inAlarm && ruleState.ts > 0 ? Math.max(ruleState.ts, ruleState.heard) + noData : null,
  }
}

function verdictOf(
  rule: AlarmRule,
  ruleState: Readonly<RuleState>,
  { at, night, values, main }: { at: number; night: boolean; values: Moment['values']; main: number | null },
): Verdict {
  const { rank } = readingFrom(rule, values, night)
  const known = main !== null || values.some((value) => value !== null)
  if (ruleState.state === STATE.alarm) return ruleState.silent ? 'silent' : !known || rank >= 0 ? 'alarm' : 'kept'
  if (!known) return 'no_data'
  if (ruleState.state === STATE.pending) return isWatching(rule.schedule, rule.zone, at) ? 'held' : 'schedule'
  if (rank >= 0) return isWatching(rule.schedule, rule.zone, ruleState.ts) ? 'late' : 'schedule'
  return main !== null && limitsAt(rule, night).some((limit) => isViolated(limit, main)) ? 'conditions' : 'normal'
}

function limitOf(
  ruleState: Readonly<RuleState>,
  { operator, x, y }: Limits,
  given: { rank: number; main: number | null; levels: readonly LevelLimit[] } & Pick<Moment, 'at' | 'fresh' | 'level'>,
): TracedLimit {
  const { rank, main, at, fresh, level, levels } = given
  const counts =
    rank === 0 ? ruleState.state !== STATE.normal && !ruleState.silent : (ruleState.worse[rank - 1]?.since ?? 0) > 0
  const { since, seenAt } = rank === 0 ? ruleState : (ruleState.worse[rank - 1] ?? { since: 0, seenAt: 0 })
  return {
    operator,
    x,
    y,
    level: levels.length > 0 ? (levels[rank]?.level ?? null) : level,
    broken: main === null ? null : isViolated({ operator, x, y }, main),
    reached: ruleState.state === STATE.alarm && !ruleState.silent && rank <= ruleState.rank,
    since: counts ? since : null,
    // The hold time stops when the newest value is no longer fresh.
    held: counts ? Math.max(0, ruleState.ts - since, Math.min(at, ruleState.ts + fresh) - seenAt) : 0,
  }
}
