import { isRecord } from '../record.ts'
import type { Problem } from '../rules.ts'
import { hasTwoLimits, isOperator, type LevelLimit, type Limits } from './limits.ts'
import { minuteOf, type Schedule } from './schedule.ts'
import { isClass, judgesLaw } from './classes.ts'
import { calcs, type Calc, type Conditions, type Leaf } from './signal.ts'
import type { AlarmRule } from './ruleState.ts'

/** Hold time if a record has none (spec 2 §9), seconds. */
export const HOLD = 10

/** The fields of a threshold that decide when and over which devices it fires. */
export const DECIDING = [
  'device_list',
  'scope',
  'nodemap_id',
  'com_oper',
  'params_x',
  'params_y',
  'limit_scale',
  'alert_level',
  'limits',
  'conditions',
  'schedule',
  'hold_time',
  'hysteresis',
  'min_off',
  'no_data',
] as const

/** A threshold's fields, as stored, as typed into a form, or as sent in a request. */
export type RuleFields = Readonly<Record<string, unknown>>

/**
 * Returns the rule that a record's fields describe, as far as it judges one device; null if they describe none (records
 * written by other programs may lack fields that the definition requires).
 *
 * @param zone time zone of the schedule and of the night limits
 */
export function ruleFrom(fields: RuleFields, zone?: string): AlarmRule | null {
  const operator = Number(fields['com_oper'] ?? Number.NaN)
  const limits = readLimits(fields['limits'])
  const levels = limits && sortLimits(operator, limits.levels)
  const [mildest] = levels ?? []
  const compared = limitsFrom(mildest ? { com_oper: operator, ...paramsOf(mildest) } : fields)
  if (!compared) return null
  const [hysteresis, minOff, noData] = [
    numberOf(fields['hysteresis']) ?? 0,
    (numberOf(fields['min_off']) ?? 0) * 1000,
    (numberOf(fields['no_data']) ?? 0) * 60_000,
  ]
  const conditions = readConditions(fields['conditions'])
  const schedule = readSchedule(fields['schedule'])
  const night = limits?.night && { ...limits.night, levels: sortLimits(operator, limits.night.levels) }
  return {
    ...compared,
    hold: (numberOf(fields['hold_time']) ?? HOLD) * 1000,
    ...(Number(fields['limit_scale'] ?? 0) === 1 && { ofShown: true as const }),
    ...(hysteresis > 0 && { hysteresis }),
    ...(minOff > 0 && { minOff }),
    ...(noData > 0 && { noData }),
    ...(levels && { levels }),
    ...(night && { night }),
    ...(conditions && { conditions }),
    ...(schedule && { schedule }),
    ...((schedule || night || judgesLaw({ conditions })) && zone !== undefined && { zone }),
  }
}

/**
 * Returns the comparison in the fields of a record or of a call's answer; null if there is none. Without an upper
 * limit, `y` equals `x`.
 */
export function limitsFrom(fields: RuleFields): Limits | null {
  const [operator, x] = [Number(fields['com_oper'] ?? Number.NaN), numberOf(fields['params_x'])]
  return isOperator(operator) && x !== null ? { operator, x, y: numberOf(fields['params_y']) ?? x } : null
}

/** Returns a comparison as the fields that records and calls use. */
export const limitFields = (limits: Limits) => ({ com_oper: limits.operator, ...paramsOf(limits) })

const paramsOf = ({ x, y }: Pick<Limits, 'x' | 'y'>) => ({ params_x: x, params_y: y })

/** Sorts limits from the mildest to the worst: the lowest first if high values violate the rule. */
export const sortLimits = (operator: number, levels: readonly LevelLimit[]): LevelLimit[] =>
  levels.toSorted((a, b) => (operator === 3 || operator === 4 ? b.x - a.x : a.x - b.x))

/**
 * Content of `limits`: {"4": 75, "2": 115, "1": 150, "night": {"from": "22:00", "to": "06:00", "4": 60, …}, "tell":
 * {"2": [3]}}.
 */
export interface RuleLimits {
  levels: LevelLimit[]
  night: { from: number; to: number; levels: LevelLimit[] } | null
  /** Channels that are notified in addition to the rule's own, by the level reached. */
  tell: ReadonlyMap<number, readonly number[]>
}

const LEVELS = [1, 2, 3, 4]

/** Reads `limits`; null if it is empty or invalid. */
export function readLimits(value: unknown): RuleLimits | null {
  const found = objectOf(value)
  if (!found) return null
  const levels = levelsOf(found)
  if (levels.length === 0) return null
  const night = objectOf(found['night'])
  const { from, to } = spanOfDay(night)
  const tell = objectOf(found['tell']) ?? {}
  return {
    levels,
    night: night && from !== null && to !== null ? { from, to, levels: levelsOf(night) } : null,
    tell: new Map(LEVELS.map((level) => [level, idsOf(tell[level])])),
  }
}

/** Returns the worst level that an alarm of a record's rule can reach; null if it has none. */
export const worstLevel = ({ limits, alert_level }: { limits: unknown; alert_level: number | null }): number | null => {
  const levels = (readLimits(limits)?.levels ?? []).flatMap(({ level }) => level ?? [])
  return levels.length > 0 ? Math.min(...levels) : alert_level
}

const levelsOf = (found: RuleFields): LevelLimit[] =>
  LEVELS.flatMap((level) => {
    const x = numberOf(found[level])
    return x === null ? [] : [{ level, x, y: x }]
  })

/**
 * Reads `conditions`: {"calc": "mean", "minutes": 60, "join": "and", "rows": [{"node": 12, "calc": "value", "com_oper":
 * 0, "params_x": 30}]}; null if it changes nothing.
 */
export function readConditions(value: unknown): Conditions | null {
  const found = objectOf(value)
  if (!found) return null
  const rows = (Array.isArray(found['rows']) ? (found['rows'] as unknown[]) : []).flatMap((row): Leaf[] => {
    const leaf = objectOf(row)
    const [node, limits] = [numberOf(leaf?.['node']), leaf && limitsFrom(leaf)]
    return leaf && limits && node !== null ? [{ node, ...limits, ...spanOf(leaf) }] : []
  })
  const own = spanOf(found)
  if (own.calc === 'value' && rows.length === 0) return null
  return { ...own, join: found['join'] === 'or' ? 'or' : 'and', rows }
}

function spanOf(found: RuleFields): { calc: Calc; minutes: number } {
  const calc = calcs.find((each) => each === found['calc']) ?? 'value'
  return { calc, minutes: isSpanned(calc) ? (numberOf(found['minutes']) ?? 60) : 0 }
}

/** Whether `minutes` applies to the calculation; the span of a class is defined by law. */
const isSpanned = (calc: unknown): boolean => calc === 'mean' || calc === 'rate'

/** Reads `schedule`: {"days": [1, 2, 3, 4, 5], "from": "08:00", "to": "20:00"}; null: always. */
export function readSchedule(value: unknown): Schedule | null {
  const found = objectOf(value)
  const { from, to } = spanOfDay(found)
  if (!found || from === null || to === null) return null
  const days = idsOf(found['days'])
  return { from, to, ...(days.length > 0 && { days }) }
}

const SCHEDULE = 'days from to'.split(' ')

/** Reads two times of the day, in minutes since midnight. */
function spanOfDay(found: RuleFields | null): { from: number | null; to: number | null } {
  const { from, to } = found ?? {}
  return { from: minuteOf(from), to: minuteOf(to) }
}

/** Longest span of a condition, minutes. */
export const MAX_SPAN_MINUTES = 1440
/** Conditions of one rule in addition to its own. */
export const MAX_CONDITIONS = 5

/** Validators for the JSON texts of a rule's fields: the definition's rules, the same in the form and on the server. */
export const ruleTexts = {
  ruleLimits: (text: string): Problem | null => {
    const found = objectOf(text)
    const limits = readLimits(text)
    if (!found || !limits || !only(found, [...LEVELS.map(String), 'night', 'tell']) || !isTell(found['tell']))
      return { key: 'error.rule.ruleLimits' }
    if (new Set(limits.levels.map(({ x }) => x)).size < limits.levels.length) return { key: 'error.rule.ruleLimits' }
    if (found['night'] === undefined) return null
    const night = limits.night?.levels.map(({ level }) => level).join()
    return night === limits.levels.map(({ level }) => level).join() ? null : { key: 'error.rule.ruleLimits' }
  },
  ruleConditions: (text: string): Problem | null => {
    const found = objectOf(text)
    if (!found || !only(found, ['calc', 'minutes', 'join', 'rows'])) return { key: 'error.rule.ruleConditions' }
    const rows = found['rows'] ?? []
    if (!Array.isArray(rows) || rows.length > MAX_CONDITIONS) return { key: 'error.rule.ruleConditions' }
    const whole = (readConditions(text)?.rows.length ?? 0) === rows.length
    const spans = [found, ...rows.map((row) => objectOf(row) ?? {})].every(
      ({ calc, minutes }) =>
        (calc === undefined || calcs.some((each) => each === calc)) &&
        (!isSpanned(calc) || inRange(minutes, 1, MAX_SPAN_MINUTES)),
    )
    const classes = (readConditions(text)?.rows ?? []).every(
      ({ calc, operator, x, y }) => calc !== 'class' || (isClass(x) && (!hasTwoLimits(operator) || isClass(y))),
    )
    return whole && spans && classes ? null : { key: 'error.rule.ruleConditions' }
  },
  ruleSchedule: (text: string): Problem | null => {
    const found = objectOf(text)
    const days = found?.['days'] ?? []
    const right =
      found &&
      readSchedule(text) &&
      only(found, SCHEDULE) &&
      Array.isArray(days) &&
      days.every((day) => inRange(day, 1, 7))
    return right ? null : { key: 'error.rule.ruleSchedule' }
  },
} satisfies Record<string, (text: string) => Problem | null>

export function objectOf(value: unknown): Record<string, unknown> | null {
  if (typeof value === 'string') {
    if (value.trim() === '') return null
    try {
      return objectOf(JSON.parse(value) as unknown)
    } catch {
      return null
    }
  }
  return isRecord(value) ? value : null
}

export function numberOf(value: unknown): number | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null
}

const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id): id is number => Number.isInteger(id) && (id as number) > 0) : []

/** Whether a value is a map of levels to channels, such as {"2": [3]}, or absent. */
function isTell(value: unknown): boolean {
  const tell = objectOf(value ?? {})
  return (
    tell !== null &&
    only(tell, LEVELS.map(String)) &&
    Object.values(tell).every((ids) => Array.isArray(ids) && idsOf(ids).length === ids.length)
  )
}

const inRange = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max

const only = (found: RuleFields, names: readonly string[]): boolean =>
  Object.keys(found).every((name) => names.includes(name))
