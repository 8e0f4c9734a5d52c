/** com_oper of a threshold (spec 2 §9). */
export type Operator = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** Limits that a value is compared with, in the scale of its rule (scale.ts). */
export interface Limits {
  operator: Operator
  x: number
  /** Used by operators 6 and 7 only. */
  y: number
}

interface OperatorRow {
  /** Whether a value violates the rule. */
  broken: (value: number, x: number, y: number) => boolean
  /** Whether some value between `min` and `max`, both included, may violate it. */
  reaches: (min: number, max: number, x: number, y: number) => boolean
  /** Whether every value between `min` and `max`, both included, violates it. */
  holds: (min: number, max: number, x: number, y: number) => boolean
  /** The rule as a formula, the same in every language. */
  text: (name: string, x: string, y: string) => string
}

/**
 * The eight comparisons. "Between" and "outside" exclude their limits: a value that equals a limit violates neither.
 * Both accept their limits in either order.
 */
export const operators: Record<Operator, OperatorRow> = {
  0: {
    broken: (value, x) => value > x,
    reaches: (_min, max, x) => max > x,
    holds: (min, _max, x) => min > x,
    text: (name, x) => `${name} > ${x}`,
  },
  1: {
    broken: (value, x) => value >= x,
    reaches: (_min, max, x) => max >= x,
    holds: (min, _max, x) => min >= x,
    text: (name, x) => `${name} ≥ ${x}`,
  },
  2: {
    broken: (value, x) => value === x,
    reaches: (min, max, x) => min <= x && x <= max,
    holds: (min, max, x) => min === x && max === x,
    text: (name, x) => `${name} = ${x}`,
  },
  3: {
    broken: (value, x) => value <= x,
    reaches: (min, _max, x) => min <= x,
    holds: (_min, max, x) => max <= x,
    text: (name, x) => `${name} ≤ ${x}`,
  },
  4: {
    broken: (value, x) => value < x,
    reaches: (min, _max, x) => min < x,
    holds: (_min, max, x) => max < x,
    text: (name, x) => `${name} < ${x}`,
  },
  5: {
    broken: (value, x) => value !== x,
    reaches: (min, max, x) => min !== x || max !== x,
    holds: (min, max, x) => x < min || x > max,
    text: (name, x) => `${name} ≠ ${x}`,
  },
  6: {
    broken: (value, x, y) => value > Math.min(x, y) && value < Math.max(x, y),
    reaches: (min, max, x, y) => max > Math.min(x, y) && min < Math.max(x, y),
    holds: (min, max, x, y) => min > Math.min(x, y) && max < Math.max(x, y),
    text: (name, x, y) => `${x} < ${name} < ${y}`,
  },
  7: {
    broken: (value, x, y) => value < Math.min(x, y) || value > Math.max(x, y),
    reaches: (min, max, x, y) => min < Math.min(x, y) || max > Math.max(x, y),
    holds: (min, max, x, y) => max < Math.min(x, y) || min > Math.max(x, y),
    text: (name, x, y) => `${name} < ${x} | ${name} > ${y}`,
  },
}

export const isOperator = (value: unknown): value is Operator => Object.hasOwn(operators, String(value))

/** Whether an operator compares with two limits. */
export const hasTwoLimits = (operator: number): boolean => operator === 6 || operator === 7

/** Whether a value violates a rule. */
export const isViolated = ({ operator, x, y }: Limits, value: number): boolean =>
  operators[operator].broken(value, x, y)

/** Whether some value of a range, both ends included, may violate a rule: as much as an hourly rollup can tell. */
export const mayBeViolated = ({ operator, x, y }: Limits, min: number, max: number): boolean =>
  operators[operator].reaches(min, max, x, y)

/** Whether every value of a range, both ends included, violates a rule. */
export const isAlwaysViolated = ({ operator, x, y }: Limits, min: number, max: number): boolean =>
  operators[operator].holds(min, max, x, y)

/**
 * Returns the limits of a violated rule, moved back by its hysteresis: a value has to pass these to end the alarm.
 * "Equal" and "unequal" have no hysteresis and stay as they are; the two limits of "outside" meet in the middle if they
 * would cross.
 */
export function withHysteresis({ operator, x, y }: Limits, by: number): Limits {
  if (by <= 0) return { operator, x, y }
  const [low, high] = [Math.min(x, y), Math.max(x, y)]
  const moved: Record<Operator, [number, number]> = {
    0: [x - by, y],
    1: [x - by, y],
    2: [x, y],
    3: [x + by, y],
    4: [x + by, y],
    5: [x, y],
    6: [low - by, high + by],
    7: low + by < high - by ? [low + by, high - by] : [(low + high) / 2, (low + high) / 2],
  }
  const [first, second] = moved[operator]
  return { operator, x: first, y: second }
}

/** One of several limits of a rule, with the level of an alarm that violates it. */
export interface LevelLimit {
  /** 1 urgent to 4 early warning; null if a record has none. */
  level: number | null
  x: number
  y: number
}

/** The limits of a rule: by day, and by night if they differ. */
export interface LeveledLimits extends Limits {
  /** From the mildest to the worst; without them the rule has a single limit. */
  levels?: readonly LevelLimit[]
  /** Other limits in force between two minutes of the day, as many as by day (noise: 22:00 to 06:00). */
  night?: { from: number; to: number; levels: readonly LevelLimit[] }
  /** Hysteresis: how far a value has to go back before an alarm ends, in the node's unit. */
  hysteresis?: number
}

/** Returns how many limits a rule has. */
export const rankCount = ({ levels }: LeveledLimits): number => Math.max(1, levels?.length ?? 1)

/** Returns the limits in force, mildest first; `night`: those of the night. */
export const limitsAt = (rule: LeveledLimits, night = false): readonly Limits[] => {
  const levels = night && rule.night ? rule.night.levels : rule.levels
  return levels && levels.length > 0 ? levels.map(({ x, y }) => ({ operator: rule.operator, x, y })) : [rule]
}

/** Result of judging one value by a rule. */
export interface Reading {
  /** Index of the worst limit that the value violates; -1 if none. */
  rank: number
  /**
   * Whether the value keeps an alarm active: it violates the mildest limit, or has not gone back from it by the
   * hysteresis.
   */
  stays: boolean
}

/** Reading of an unknown value: it violates no limit and ends no alarm. */
export const UNKNOWN: Reading = { rank: -1, stays: true }

/** Returns the index of the worst limit in force that a value violates; -1 if none. */
export function rankOf(rule: LeveledLimits, value: number, night = false): number {
  const { broken } = operators[rule.operator]
  const levels = night && rule.night ? rule.night.levels : rule.levels
  if (!levels || levels.length === 0) return broken(value, rule.x, rule.y) ? 0 : -1
  return levels.findLastIndex(({ x, y }) => broken(value, x, y))
}

/** Judges a value by the limits in force. */
export function readingOf(rule: LeveledLimits, value: number, night = false): Reading {
  const rank = rankOf(rule, value, night)
  const hysteresis = rule.hysteresis ?? 0
  const near = hysteresis > 0 && isViolated(withHysteresis(limitsAt(rule, night)[0] as Limits, hysteresis), value)
  return { rank, stays: rank >= 0 || near }
}
