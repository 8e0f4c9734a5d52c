import { resultantDirection, shorterWay, type Turn } from '../reading/direction.ts'
import { judgedBy } from '../reading/scale.ts'
import type { Judge } from './classes.ts'
import { breaks, readingOf, UNKNOWN, type LeveledLimits, type Limits, type Reading } from './limits.ts'

/** What of a node's samples is judged: the newest value, the mean of some minutes, the change over them, the class that law gives them, or its index. */
export const calcs = ['value', 'mean', 'rate', 'class', 'index'] as const
export type Calc = (typeof calcs)[number]

/** Whether law makes a number of the samples, which has neither the unit nor the scale of the node. */
export const isByLaw = (calc: unknown): boolean => calc === 'class' || calc === 'index'

/** One more condition, over another node of the same device (or the same one). */
export interface Leaf extends Limits {
  /** Id of the node map. */
  node: number
  calc: Calc
  /** Of mean and rate. */
  minutes: number
}

/** What a rule judges besides the value of its node as it comes. */
export interface Conditions {
  calc: Calc
  minutes: number
  join: 'and' | 'or'
  rows: readonly Leaf[]
}

export interface SignalRule extends LeveledLimits {
  conditions?: Conditions | null
  /** Nodes whose values are directions, and how: their mean is that of unit vectors, their change the shorter way round. */
  turns?: ReadonlyMap<number, Turn>
  /** Nodes whose values are sound levels, and how they are dB: their mean is that of energies. */
  sounds?: ReadonlyMap<number, Turn>
  /** Its limits are of what is shown. */
  ofShown?: true
  /** The display scripts by which values of its nodes are judged then; those of others are judged as they are stored (withScripts). */
  scripts?: ReadonlyMap<number, string>
  /** How classes and indices of its nodes are found; of a node without one nothing is known. */
  judges?: ReadonlyMap<number, Judge>
}

/** The nodes a rule listens to, its own first. */
export const nodesOf = (node: number, { conditions }: SignalRule): number[] => [
  ...new Set([node, ...(conditions?.rows ?? []).map((leaf) => leaf.node)]),
]

/** How far back a rule looks, ms; 0: no further than the newest value. */
export const lookBack = (rule: SignalRule): number =>
  Math.max(0, ...partsOf(rule).map(reachOf), ...[...(rule.judges?.values() ?? [])].map(({ reach }) => reach))

/** What is judged of nodes: of the rule's own first. */
export const partsOf = ({ conditions }: Pick<SignalRule, 'conditions'>): readonly { calc: Calc; minutes: number }[] =>
  conditions ? [conditions, ...conditions.rows] : []

/** Of a mean and a change; a class and an index have the span that their standard asks for. */
const reachOf = ({ calc, minutes }: { calc: Calc; minutes: number }): number =>
  calc === 'mean' || calc === 'rate' ? minutes * 60_000 : 0

/** Of a span so much has to be covered by samples, or nothing is said of it. */
const COVER = 0.75

/** The samples of a device that a rule's conditions are made of, as far back as they look. */
export interface Signals {
  /** Takes a sample; false where it is not newer than what is there. */
  take(node: number, value: number, ts: number): boolean
  /** What is known at a moment, with the rule's own value as it was last known, null before it ever was. Unknown breaks nothing and ends nothing. */
  reading(ts: number, fresh: number, night: boolean): Reading & { value: number | null }
  /** Each condition with its value at a moment, the rule's own first; null where it is unknown. */
  values(ts: number, fresh: number): (number | null)[]
  /** Time of a node's newest sample; before the first, 0. */
  newest(node: number): number
  /** All that it holds, node after node. */
  samples(): { node: number; ts: number; value: number }[]
}

export function newSignals(node: number, rule: SignalRule): Signals {
  const conditions = rule.conditions ?? { calc: 'value', minutes: 0, join: 'and', rows: [] }
  const series = new Map(nodesOf(node, rule).map((id) => [id, { at: [] as number[], value: [] as number[] }]))
  const reach = lookBack(rule)
  const last: { value: number | null } = { value: null }

  const valueOf = (id: number, part: { calc: Calc; minutes: number }, ts: number, fresh: number): number | null => {
    const { at, value } = series.get(id) ?? { at: [], value: [] }
    const newest = at.length - 1
    const [turn, script] = [rule.turns?.get(id), rule.scripts?.get(id)]
    const shown = (value: number): number | null => (script === undefined ? value : judgedBy(script, value))
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
    // The first sample of the span; the one before it too, which stood when the span began.
    let first = newest
    while (first > 0 && (at[first - 1] as number) > from) first--
    if (part.calc === 'rate') {
      // A value speaks for no longer than it is fresh: what was long before a gap is no part of the change.
      const stood = first > 0 && from - (at[first - 1] as number) <= fresh
      const then = stood ? first - 1 : first
      if (ts - (at[then] as number) < COVER * reachOf(part)) return null
      if (turn) return turned(script, shorterWay((value[newest] as number) - (value[then] as number), turn), turn)
      const [to, of] = [shown(value[newest] as number), shown(value[then] as number)]
      return to === null || of === null ? null : to - of
    }
    if (first === newest || ts - (at[first] as number) < COVER * reachOf(part)) return null
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
      // One sample from before the span stays; cut rarely, so that taking one costs nothing.
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

/** The change between two directions, in the scale of a rule's limits: of what is shown where there is a script. */
const turned = (script: string | undefined, change: number, { scale }: Turn): number =>
  script === undefined ? change : change * scale

/** The mean of directions, as a value that is stored; null where they cancel each other out. */
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
 * The mean of sound levels, as a value that is stored: that of their energies. Rounded, for powers and their logarithm leave a constant level a digit beside itself,
 * which would break a limit that it only reaches.
 */
function meanLevel(values: readonly number[], { scale, offset }: Turn): number {
  const energy = values.reduce((sum, value) => sum + 10 ** (heard(offset + scale * value) / 10), 0)
  const stored = (10 * Math.log10(energy / values.length) - offset) / scale
  return Math.round(stored * 1e9) / 1e9
}

/** No level is further from 0 dB, and the power of one that is has no number. */
const LOUDEST_DB = 1000
const heard = (level: number): number => Math.min(LOUDEST_DB, Math.max(-LOUDEST_DB, level))

/**
 * What the values of a rule's conditions mean together, its own first, as `Signals.values` has them; of null nothing is known, which breaks nothing
 * and ends nothing.
 */
export function readingFrom(
  rule: SignalRule,
  [main = null, ...others]: readonly (number | null)[],
  night: boolean,
): Reading {
  const own = main === null ? UNKNOWN : readingOf(rule, main, night)
  const rows = (rule.conditions?.rows ?? []).map((leaf, at): Reading => {
    const value = others[at] ?? null
    const broken = value !== null && breaks(leaf, value)
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
