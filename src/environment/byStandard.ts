import type { StationRow } from '../../dataProvider/calls/environment.ts'

/**
 * Groups items by standard, that of the most items first; '' for items without a known standard, last. Neither classes
 * nor indices of different standards are comparable.
 */
export function byStandard<T>(items: Iterable<T>, standardOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const standard = standardOf(item)
    const own = groups.get(standard)
    if (own) own.push(item)
    else groups.set(standard, [item])
  }
  const order = ([a, one]: [string, T[]], [b, other]: [string, T[]]): number =>
    Number(a === '') - Number(b === '') || other.length - one.length || (a < b ? -1 : 1)
  return new Map([...groups].toSorted(order))
}

/**
 * Returns the group by which stations of all media are ordered: '' for all while one standard judges the air, so that
 * the worst come first over all media by relative severity (`severityOf`); otherwise their standard. Noise and water
 * then form groups of their own: if they were comparable with the air of each standard, the standards would be
 * comparable through them.
 *
 * @param judged the stations with a class
 */
export function orderOf(
  judged: readonly Pick<StationRow, 'medium' | 'standard'>[],
): (verdict: Pick<StationRow, 'standard'>) => string {
  const laws = new Set(judged.flatMap(({ medium, standard }) => (medium === 'air' ? [standard] : [])))
  return ({ standard }) => (laws.size > 1 ? standard : '')
}

/**
 * Takes at most `count` items of all groups: the first of each, then the second of each, so that no group is left out
 * while another has more. Items must be distinct.
 */
export function firstInTurn<T>(
  groups: ReadonlyMap<string, readonly T[]>,
  count: number,
): ReadonlyMap<string, readonly T[]> {
  const ranked = [...groups.values()].flatMap((group) => group.map((item, rank) => ({ item, rank })))
  const taken = new Set(
    ranked
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ item }) => item),
  )
  const kept = [...groups].map(([standard, group]) => [standard, group.filter((item) => taken.has(item))] as const)
  return new Map(kept.filter(([, group]) => group.length > 0))
}
