import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { isSnoozed } from '../../../resources/kit/episode.ts'

/** What the rows of the inbox are gathered by. */
export const groupings = ['incident', 'episode', 'area'] as const
export type Grouping = (typeof groupings)[number]

export interface RowGroup {
  key: string
  /** What its heading is: a message, an area's name, or an incident, which is called by its first row. */
  kind: 'urgent' | 'open' | 'incident' | 'snoozed' | 'cleared' | 'closed' | 'area'
  name: string
  rows: readonly Episode[]
}

/** In the order of the page. */
const KINDS = ['urgent', 'open', 'snoozed', 'cleared', 'closed'] as const

/**
 * Rows in groups, each in the list's order. By episode: urgent or nobody's, in hand, snoozed, over but open, closed. By incident: the same, and before what is
 * in hand those that belong together, as far as two of them are open. By area: in the order in which areas come.
 */
export function groupsOf(rows: readonly Episode[], grouping: Grouping, now: number): RowGroup[] {
  if (grouping === 'area') {
    const areas = gathered(rows, ({ area_name }) => area_name)
    return [...areas].map(([name, found]) => ({ key: `area ${name}`, kind: 'area', name, rows: found }))
  }
  const isOpen = ({ work }: Episode) => work !== 'closed'
  const incidents = gathered(grouping === 'incident' ? rows.filter(isOpen) : [], ({ incident }) => incident)
  const incidentOf = (row: Episode) =>
    row.incident !== null && isOpen(row) && (incidents.get(row.incident)?.length ?? 0) > 1 ? row.incident : null
  const groups: RowGroup[] = KINDS.flatMap((kind) => {
    const found = rows.filter((row) => incidentOf(row) === null && kindOf(row, now) === kind)
    return found.length === 0 ? [] : [{ key: kind, kind, name: '', rows: found }]
  })
  const joined = [...gathered(rows, incidentOf)].flatMap(([incident, found]): RowGroup[] =>
    incident === null
      ? []
      : [{ key: `incident ${incident}`, kind: 'incident', name: found[0]?.area_name ?? '', rows: found }],
  )
  const place = groups.findIndex(({ kind }) => kind !== 'urgent')
  return groups.toSpliced(place < 0 ? groups.length : place, 0, ...joined)
}

function kindOf(row: Episode, now: number): (typeof KINDS)[number] {
  if (row.work === 'closed') return 'closed'
  if (isSnoozed(row, now)) return 'snoozed'
  if (row.condition === 'cleared') return 'cleared'
  return row.work === 'new' || row.level === 1 ? 'urgent' : 'open'
}

/** Rows by what they share, in the order in which that first comes. */
function gathered<K>(rows: readonly Episode[], keyOf: (row: Episode) => K): Map<K, Episode[]> {
  const groups = new Map<K, Episode[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
