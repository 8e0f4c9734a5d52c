/** com_oper of a threshold (spec 2 §9). */
export type Operator = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

/** What a value is compared with, in the scale of its rule (scale.ts). */
export interface Limits {
  operator: Operator
  x: number
  /** Counts for operators 6 and 7 only. */
  y: number
}

interface OperatorRow {
  /** Whether a value breaks the rule. */
  broken: (value: number, x: number, y: number) => boolean
  /** Whether a value between `min` and `max`, both included, may break it. */
  reaches: (min: number, max: number, x: number, y: number) => boolean
  /** Whether every value between `min` and `max`, both included, breaks it. */
  holds: (min: number, max: number, x: number, y: number) => boolean
  /** The rule as people write it, the same in every language. */
  text: (name: string, x: string, y: string) => string
}

/**
 * The eight comparisons. "Between" and "outside" leave their limits out: a value that equals a limit breaks neither. Both take their
 * limits in either order.
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

/** Whether a value breaks a rule. */
export const breaks = ({ operator, x, y }: Limits, value: number): boolean => operators[operator].broken(value, x, y)

/** Whether some value of a range, both ends included, may break a rule: what an hourly rollup can tell. */
export const mayBreak = ({ operator, x, y }: Limits, min: number, max: number): boolean =>
  operators[operator].reaches(min, max, x, y)

/** Whether every value of a range, both ends included, breaks a rule. */
export const mustBreak = ({ operator, x, y }: Limits, min: number, max: number): boolean =>
  operators[operator].holds(min, max, x, y)

/**
 * The limits of a rule that is broken, moved back by its hysteresis: a value has to pass them to end the alarm. Equal and unequal know no
 * nearness, and stay as they are; limits that would meet leave nothing between them.
 */
export function relaxed({ operator, x, y }: Limits, by: number): Limits {
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

/** One of several limits of a rule, and the level of an alarm that breaks it. */
export interface LevelLimit {
  /** 1 urgent to 4 early warning; null where a record has none. */
  level: number | null
  x: number
  y: number
}

/** The limits of a rule: by day, and by night where they differ. */
export interface LeveledLimits extends Limits {
  /** From the mildest to the worst; without them the one limit of the rule. */
  levels?: readonly LevelLimit[]
  /** Between two minutes of the day other limits hold, as many as by day (noise: 22:00 to 06:00). */
  night?: { from: number; to: number; levels: readonly LevelLimit[] }
  /** How far back a value has to go before an alarm ends, in the node's unit. */
  hysteresis?: number
}

/** How many limits a rule has. */
export const rankCount = ({ levels }: LeveledLimits): number => Math.max(1, levels?.length ?? 1)

/** The limits in force, mildest first; `night` says whether those of the night are. */
export const limitsAt = (rule: LeveledLimits, night = false): readonly Limits[] => {
  const levels = night && rule.night ? rule.night.levels : rule.levels
  return levels && levels.length > 0 ? levels.map(({ x, y }) => ({ operator: rule.operator, x, y })) : [rule]
}

/** What one value means to a rule. */
export interface Reading {
  /** The place of the worst limit it breaks; -1 for none. */
  rank: number
  /** Whether it keeps an alarm up: it breaks the mildest limit, or has not gone back from it by the hysteresis. */
  stays: boolean
}

/** Of what nothing is known: it breaks nothing and ends nothing. */
export const UNKNOWN: Reading = { rank: -1, stays: true }

/** The place of the worst limit in force that a value breaks; -1 for none. */
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
  const near = hysteresis > 0 && breaks(relaxed(limitsAt(rule, night)[0] as Limits, hysteresis), value)
  return { rank, stays: rank >= 0 || near }
}
