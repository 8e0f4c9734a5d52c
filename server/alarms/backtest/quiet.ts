import { limitsAt, lookBack, mayBreak, relaxed, type AlarmRule, type Limits } from '../../../resources/kit/rule.ts'
import { MINUTE } from '../../../resources/kit/zone.ts'
import type { Piece } from './pieces.ts'

/** Sums of binary fractions go a little beyond what they are sums of. */
const NOISE = 1e-9

/**
 * Which hours can begin no alarm of a rule with conditions, so that where none lasts they are passed over by their first and last sample: what is
 * judged of the rule's own node lies between the least and the greatest of the hours that it looks back on, and without it the others break nothing.
 * Hours that a later one looks back on, or at the values of which another node may still be judged, are not among them.
 *
 * @param rules over the same nodes and conditions; their limits and hysteresis may differ
 * @param pieces with their least and greatest in the scale of the limits, oldest first
 * @param of the rules' own node map, and how long its values speak, ms
 */
export function quietHours(
  rules: readonly AlarmRule[],
  pieces: readonly Piece[],
  { node, fresh }: { node: number; fresh: number },
): boolean[] {
  const [rule] = rules
  const reach = rule ? reachOf(rule, node, fresh) : null
  if (!rule || reach === null) return pieces.map(() => false)
  const backs = rules.map((each) => relaxed(limitsAt(each)[0] as Limits, each.hysteresis ?? 0))
  // The change of another node is that since the value which stood when its span began, as old as one that still speaks.
  const others = (rule.conditions?.rows ?? []).map(
    ({ calc, minutes }) => fresh + (calc === 'rate' ? minutes * MINUTE : 0),
  )
  const before = Math.max(reach, lookBack(rule), ...others)
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
    return backs.every((back) => !mayBreak(back, min - room, max + room))
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
 * How far back the values lie, ms, between which what is judged of a rule's own node is; null where hours tell nothing of it: changes, classes, the mean of
 * directions, other nodes that break the rule alone, silence, and limits or times that change with the hour.
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
