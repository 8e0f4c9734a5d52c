import type { StationRow } from '../../dataProvider/calls/environment.ts'

/** What is judged by each standard, that of most first; '' where nobody says by which, at the end. Neither classes nor indices of two standards compare. */
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
 * Under what stations of all media are ordered: '' of all while one standard judges the air, so that the worst come first over all media by how far up their scale
 * they are (`severityOf`); else their standard. Noise and water stand apart then too: if they compared with the air of each standard, its classes would compare by them.
 *
 * @param judged those that have a class
 */
export function orderOf(
  judged: readonly Pick<StationRow, 'medium' | 'standard'>[],
): (verdict: Pick<StationRow, 'standard'>) => string {
  const laws = new Set(judged.flatMap(({ medium, standard }) => (medium === 'air' ? [standard] : [])))
  return ({ standard }) => (laws.size > 1 ? standard : '')
}

/** So many of all groups at most: the first of each, then the second of each, so that none is left out while another has more. Items occur once. */
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
