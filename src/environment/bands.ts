import type { Zone } from '../../resources/kit/zone.ts'
import type { Period } from '../../standards/types.ts'
import { judgeBy, ruleOf, type RuleOfNode, type Where } from './judge.ts'
import { classKey, LEVELS, SCALE_OF, type Scale } from './scale.ts'
import type { ClassWords } from './useClassWords.ts'

/**
 * The values of a node in one class, in the node's unit: above `from` up to `to` (dissolved oxygen: from `from` to
 * below `to`).
 */
export interface Band {
  scale: Scale
  level: number
  from: number
  to: number
}

/**
 * Returns the classes of a node's values from 0 upwards, for curves and the bands behind them; empty if the node is not
 * judged, or if a value may be too low as well as too high (pH). The bounds are found by evaluating the standard, so
 * that its limits are defined in one place. Same parameters as `judgeValue`.
 */
export function bandsOf(
  zone: Zone,
  pollutant: string,
  unit: string,
  period: Period,
  at: number,
  where: Where = {},
): readonly Band[] {
  const rule = ruleOf(zone, pollutant, unit, period, at, where)
  if (!rule || pollutant === 'ph') return NONE
  const { scheme, zone: noise, body } = where
  const key = [
    rule.law.code,
    rule.question.day,
    rule.question.period,
    pollutant,
    rule.factor,
    scheme,
    noise,
    body,
  ].join()
  const known = kept.get(key)
  if (known) return known
  if (kept.size > KEPT) kept.clear()
  const found = find(rule)
  kept.set(key, found)
  return found
}

/**
 * As bandsOf, in the form drawn behind a curve: each band with the colour of its class and the name that the standard
 * gives it.
 */
export function classBandsOf(
  words: Pick<ClassWords, 'short'>,
  ...node: Parameters<typeof ruleOf>
): { from: number; to: number; color: string; label: string }[] {
  const standard = ruleOf(...node)?.law.code ?? ''
  return bandsOf(...node).map((band) => ({
    from: band.from,
    to: band.to,
    color: `--${classKey(band)}`,
    label: words.short({ ...band, standard }),
  }))
}

/**
 * Returns the value from which values are of a class or a worse one; `isBelow`: lower values are worse, as for oxygen.
 * Null if there is no such bound.
 */
export function edgeOf(bands: readonly Band[], level: number): { value: number; isBelow: boolean } | null {
  const band = bands.find((one) => one.level === level)
  const [best, worst] = [bands[0], bands.at(-1)]
  if (!band || !best || !worst) return null
  const isBelow = best.from > worst.from
  const value = isBelow ? band.to : band.from
  return Number.isFinite(value) ? { value, isBelow } : null
}

const NONE: readonly Band[] = []
const KEPT = 500
const kept = new Map<string, readonly Band[]>()

/** A value above every limit of any standard, in the standard's unit. */
const HIGHEST = 100_000
const STEPS = 60

function find(rule: RuleOfNode): readonly Band[] {
  const scale = SCALE_OF[rule.medium]
  const levelAt = (value: number): number => judgeBy(rule, value)?.level ?? Number.NaN
  let top = HIGHEST / rule.factor
  // Some means have no class beyond the last limit, or none below the first: they get no bands.
  while (top > 1e-6 && Number.isNaN(levelAt(top))) top /= 2
  if (Number.isNaN(levelAt(0)) || Number.isNaN(levelAt(top))) return NONE
  const isFalling = levelAt(0) > levelAt(top)
  // Not every mean reaches the worst class.
  const last = Math.min(LEVELS[scale], levelAt(isFalling ? 0 : top))
  const edges: number[] = []
  for (let level = 1; level < last; level++) {
    // True for values of this class or a better one.
    const isWithin = (value: number): boolean => levelAt(value) <= level
    let [low, high] = [0, top]
    for (let step = 0; step < STEPS; step++) {
      const middle = (low + high) / 2
      if (isWithin(middle) === isFalling) high = middle
      else low = middle
    }
    edges.push(plainEdge((low + high) / 2))
  }
  const ends = isFalling ? [Infinity, ...edges, 0] : [0, ...edges, Infinity]
  return Array.from({ length: last }, (_, at) => {
    const [a = 0, b = 0] = [ends[at], ends[at + 1]]
    return { scale, level: at + 1, from: Math.min(a, b), to: Math.max(a, b) }
  }).filter(({ from, to }) => to > from)
}

/**
 * Returns the limit for a computed class bound. Standards round before they judge, so that a class ends half a unit
 * above its limit: the limit is drawn, with no more digits than the standard writes.
 */
function plainEdge(edge: number): number {
  for (let places = 0; places < 6; places++) {
    const cut = Math.floor(edge * 10 ** places + 1e-6) / 10 ** places
    if (cut >= edge * 0.985) return cut
  }
  return edge
}
