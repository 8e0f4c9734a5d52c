import {
  limitsAt,
  lookbackMs,
  mayBeViolated,
  withHysteresis,
  type AlarmRule,
  type Limits,
} from '../../../resources/kit/rule.ts'
import { MINUTE } from '../../../resources/kit/zone.ts'
import type { Piece } from './pieces.ts'

/** Tolerance, relative: sums of binary fractions can exceed the exact sum slightly. */
const NOISE = 1e-9

/**
 * Returns, for each hour, whether it can begin no alarm of a rule with conditions. Where no alarm lasts, such an hour
 * is passed over by its first and last sample: what is judged of the rule's own node lies between the smallest and the
 * largest value of the hours that it looks back on, and without the own node broken the other conditions break nothing.
 * Excluded are hours that a later loud hour looks back on, or whose values may still be used for another node there.
 *
 * @param rules rules over the same nodes and conditions; their limits and hysteresis may differ
 * @param pieces pieces with smallest and largest value in the scale of the limits, oldest first
 * @param of the rules' own node map, and how long its values count, ms
 */
export function quietHours(
  rules: readonly AlarmRule[],
  pieces: readonly Piece[],
  { node, fresh }: { node: number; fresh: number },
): boolean[] {
  const [rule] = rules
  const reach = rule ? reachOf(rule, node, fresh) : null
  if (!rule || reach === null) return pieces.map(() => false)
  const backs = rules.map((each) => withHysteresis(limitsAt(each)[0] as Limits, each.hysteresis ?? 0))
  // The change of another node is measured from the value at the start of its span, which may be as old as a fresh
  // value.
  const others = (rule.conditions?.rows ?? []).map(
    ({ calc, minutes }) => fresh + (calc === 'rate' ? minutes * MINUTE : 0),
  )
  const before = Math.max(reach, lookbackMs(rule), ...others)
  const calm = pieces.map(({ from }, place) => {
    let [min, max] = [Infinity, -Infinity]
    for (let at = place; at >= 0; at--) {
      const { rolled, until } = pieces[at] as Piece
      if (until <= from - reach) break
      if (!rolled) return false
      min = Math.min(min, rolled.min)
      max = Math.max(max, rolled.max)
    }
    const room = NOISE * Math.max(Math.abs(min), Math.abs(max))
    return backs.every((back) => !mayBeViolated(back, min - room, max + room))
  })
  const quiet = [...calm]
  for (const [place, isCalm] of calm.entries()) {
    if (isCalm) continue
    const { from, until } = pieces[place] as Piece
    for (let at = place - 1; at >= 0 && (pieces[at]?.until ?? 0) > from - before; at--) quiet[at] = false
    for (let at = place + 1; at < pieces.length && (pieces[at]?.from ?? 0) < until + reach; at++) quiet[at] = false
  }
  return quiet
}

/**
 * Returns how far back, ms, the values lie that bound what is judged of the rule's own node. Null where hours say
 * nothing of it: changes, classes, the mean of directions, other nodes that break the rule alone, silence, and limits
 * or times that change with the hour.
 */
function reachOf(
  { conditions, turns, schedule, night, noData }: AlarmRule,
  node: number,
  fresh: number,
): number | null {
  if (!conditions || schedule || night || noData !== undefined) return null
  const { calc, minutes, join, rows } = conditions
  if (rows.length > 0 && join === 'or') return null
  if (calc === 'value') return fresh
  return calc === 'mean' && !turns?.has(node) ? minutes * MINUTE : null
}
