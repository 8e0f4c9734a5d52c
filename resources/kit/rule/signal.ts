import { resultantDirection, shorterWay, type Turn } from '../reading/direction.ts'
import { comparableValue } from '../reading/scale.ts'
import type { Judge } from './classes.ts'
import { isViolated, readingOf, UNKNOWN, type LeveledLimits, type Limits, type Reading } from './limits.ts'

/**
 * What is computed from a node's samples and judged: the newest value, the mean over some minutes, the change over
 * them, the class by law, or the index by law.
 */
export const calcs = ['value', 'mean', 'rate', 'class', 'index'] as const
export type Calc = (typeof calcs)[number]

/** Whether the result is defined by law, and so has neither the unit nor the scale of the node. */
export const isByLaw = (calc: unknown): boolean => calc === 'class' || calc === 'index'

/** An additional condition, over another node of the same device (or the same node). */
export interface Leaf extends Limits {
  /** Id of the node map. */
  node: number
  calc: Calc
  /** Span of mean and rate. */
  minutes: number
}

/** What a rule judges if that is more than the plain value of its node. */
export interface Conditions {
  calc: Calc
  minutes: number
  join: 'and' | 'or'
  rows: readonly Leaf[]
}

export interface SignalRule extends LeveledLimits {
  conditions?: Conditions | null
  /**
   * Nodes whose values are directions, and how these become degrees: their mean is a vector mean, their change is taken
   * the shorter way round.
   */
  turns?: ReadonlyMap<number, Turn>
  /** Nodes whose values are sound levels, and how these become dB: their mean is an energy mean. */
  sounds?: ReadonlyMap<number, Turn>
  /** The limits apply to displayed values. */
  ofShown?: true
  /**
   * The display scripts that node values are judged through if `ofShown` is set; nodes without one are judged by stored
   * values (withScripts).
   */
  scripts?: ReadonlyMap<number, string>
  /** How classes and indices of its nodes are computed; for a node without a judge they are unknown. */
  judges?: ReadonlyMap<number, Judge>
}

/** Returns the nodes that a rule listens to, its own first. */
export const nodesOf = (node: number, { conditions }: SignalRule): number[] => [
  ...new Set([node, ...(conditions?.rows ?? []).map((leaf) => leaf.node)]),
]

/** Returns how far back a rule looks, ms; 0: only the newest value. */
export const lookbackMs = (rule: SignalRule): number =>
  Math.max(0, ...partsOf(rule).map(reachOf), ...[...(rule.judges?.values() ?? [])].map(({ reach }) => reach))

/** Returns what a rule judges of its nodes, the condition of its own node first. */
export const partsOf = ({ conditions }: Pick<SignalRule, 'conditions'>): readonly { calc: Calc; minutes: number }[] =>
  conditions ? [conditions, ...conditions.rows] : []

/** Span of a mean or a change; the span of a class or an index is defined by its standard. */
const reachOf = ({ calc, minutes }: { calc: Calc; minutes: number }): number =>
  calc === 'mean' || calc === 'rate' ? minutes * 60_000 : 0

/** Share of a span that samples must cover; below it the result is unknown. */
const MIN_COVERAGE = 0.75

/** The samples of a device that a rule's conditions are computed from, as far back as they look. */
export interface Signals {
  /** Adds a sample; returns false if it is not newer than the newest one. */
  take(node: number, value: number, ts: number): boolean
  /**
   * Returns the reading at a moment, with the last known value of the rule's own condition, null before the first.
   * Unknown conditions violate no limit and end no alarm.
   */
  reading(ts: number, fresh: number, night: boolean): Reading & { value: number | null }
  /** Returns the value of each condition at a moment, the rule's own first; null if it is unknown. */
  values(ts: number, fresh: number): (number | null)[]
  /** Returns the time of a node's newest sample; 0 before the first. */
  newest(node: number): number
  /** Returns all samples held, node by node. */
  samples(): { node: number; ts: number; value: number }[]
}

export function newSignals(node: number, rule: SignalRule): Signals {
  const conditions = rule.conditions ?? { calc: 'value', minutes: 0, join: 'and', rows: [] }
  const series = new Map(nodesOf(node, rule).map((id) => [id, { at: [] as number[], value: [] as number[] }]))
  const reach = lookbackMs(rule)
  const last: { value: number | null } = { value: null }

  const valueOf = (id: number, part: { calc: Calc; minutes: number }, ts: number, fresh: number): number | null => {
    const { at, value } = series.get(id) ?? { at: [], value: [] }
    const newest = at.length - 1
    const [turn, script] = [rule.turns?.get(id), rule.scripts?.get(id)]
    const shown = (value: number): number | null => (script === undefined ? value : comparableValue(script, value))
    if (newest < 0 || ts - (at[newest] as number) > fresh) return null
    if (part.calc === 'value') return shown(value[newest] as number)
    if (part.calc === 'class' || part.calc === 'index') {
      const judge = rule.judges?.get(id)
      if (!judge) return null
      let oldest = newest
      while (oldest > 0 && (at[oldest - 1] as number) > ts - judge.reach) oldest--
      const samples = at.slice(oldest).map((each, place) => ({ ts: each, value: value[oldest + place] as number }))
      return part.calc === 'class' ? judge.levelAt(samples, ts) : judge.indexAt(samples, ts)
    }
    const from = ts - reachOf(part)
    // Finds the first sample of the span; the sample before it counts as well, because its value applied when the span
    // began.
    let first = newest
    while (first > 0 && (at[first - 1] as number) > from) first--
    if (part.calc === 'rate') {
      // A value counts only as long as it is fresh: a value from long before a gap is not part of the change.
      const stood = first > 0 && from - (at[first - 1] as number) <= fresh
      const then = stood ? first - 1 : first
      if (ts - (at[then] as number) < MIN_COVERAGE * reachOf(part)) return null
      if (turn) return turned(script, shorterWay((value[newest] as number) - (value[then] as number), turn), turn)
      const [to, of] = [shown(value[newest] as number), shown(value[then] as number)]
      return to === null || of === null ? null : to - of
    }
    if (first === newest || ts - (at[first] as number) < MIN_COVERAGE * reachOf(part)) return null
    if (turn) {
      const mean = meanDirection(value.slice(first), turn)
      return mean === null ? null : shown(mean)
    }
    const sound = rule.sounds?.get(id)
    if (sound) return shown(meanLevel(value.slice(first), sound))
    let sum = 0
    for (let each = first; each <= newest; each++) {
      const one = shown(value[each] as number)
      if (one === null) return null
      sum += one
    }
    return sum / (newest - first + 1)
  }

  const values = (ts: number, fresh: number): (number | null)[] => [
    valueOf(node, conditions, ts, fresh),
    ...conditions.rows.map((leaf) => valueOf(leaf.node, leaf, ts, fresh)),
  ]

  return {
    take(id, value, ts) {
      const own = series.get(id)
      if (!own || ts <= (own.at.at(-1) ?? -Infinity)) return false
      own.at.push(ts)
      own.value.push(value)
      // One sample from before the span stays. Old samples are removed rarely, so that adding one is cheap.
      if (own.at.length > 64 && (own.at[own.at.length >> 1] as number) < ts - reach) {
        const keep = own.at.findIndex((at) => at >= ts - reach)
        const cut = Math.max(0, (keep < 0 ? own.at.length : keep) - 1)
        own.at.splice(0, cut)
        own.value.splice(0, cut)
      }
      return true
    },
    reading(ts, fresh, night) {
      const known = values(ts, fresh)
      last.value = known[0] ?? last.value
      return { ...readingFrom(rule, known, night), value: last.value }
    },
    values,
    newest: (id) => series.get(id)?.at.at(-1) ?? 0,
    samples: () =>
      [...series].flatMap(([id, { at, value }]) => at.map((ts, i) => ({ node: id, ts, value: value[i] as number }))),
  }
}

/**
 * Returns the change between two directions in the scale of a rule's limits: that of displayed values if there is a
 * script.
 */
const turned = (script: string | undefined, change: number, { scale }: Turn): number =>
  script === undefined ? change : change * scale

/** Returns the mean of directions as a stored value; null if they cancel each other out. */
function meanDirection(values: readonly number[], { scale, offset }: Turn): number | null {
  let [sine, cosine] = [0, 0]
  for (const value of values) {
    const angle = ((offset + scale * value) * Math.PI) / 180
    sine += Math.sin(angle)
    cosine += Math.cos(angle)
  }
  const degrees = resultantDirection(sine, cosine, values.length)
  return degrees === null ? null : (degrees - offset) / scale
}

/**
 * Returns the mean of sound levels as a stored value: the energy mean. It is rounded, because the powers and the
 * logarithm leave a constant level slightly off, which would violate a limit that it only reaches.
 */
function meanLevel(values: readonly number[], { scale, offset }: Turn): number {
  const energy = values.reduce((sum, value) => sum + 10 ** (heard(offset + scale * value) / 10), 0)
  const stored = (10 * Math.log10(energy / values.length) - offset) / scale
  return Math.round(stored * 1e9) / 1e9
}

/** Levels are clamped to this, dB: for a greater one, the power is not a finite number. */
const LOUDEST_DB = 1000
const heard = (level: number): number => Math.min(LOUDEST_DB, Math.max(-LOUDEST_DB, level))

/**
 * Combines the values of a rule's conditions, its own first, as in `Signals.values`. Null is unknown, which violates no
 * limit and ends no alarm.
 */
export function readingFrom(
  rule: SignalRule,
  [main = null, ...others]: readonly (number | null)[],
  night: boolean,
): Reading {
  const own = main === null ? UNKNOWN : readingOf(rule, main, night)
  const rows = (rule.conditions?.rows ?? []).map((leaf, at): Reading => {
    const value = others[at] ?? null
    const broken = value !== null && isViolated(leaf, value)
    return value === null ? UNKNOWN : { rank: broken ? 0 : -1, stays: broken }
  })
  if (rows.length === 0) return own
  return rule.conditions?.join === 'or'
    ? {
        rank: Math.max(own.rank, ...rows.map(({ rank }) => rank)),
        stays: own.stays || rows.some(({ stays }) => stays),
      }
    : {
        rank: rows.every(({ rank }) => rank >= 0) ? own.rank : -1,
        stays: own.stays && rows.every(({ stays }) => stays),
      }
}
