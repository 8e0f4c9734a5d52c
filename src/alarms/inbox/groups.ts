import { groupKey, type Group, type GroupCount } from '../../../dataProvider/episodes/groups.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { holderKinds, holderOf, isFree, workKindOf, workKinds, type Grouping } from '../../../resources/kit/episode.ts'
import { ownerName } from './ownerName.ts'

/**
 * A group of rows. Its heading is a message, the name of an area or of an assignee, or that of an incident, which is
 * named after its first row.
 */
export interface RowGroup extends Group {
  key: string
  name: string
  rows: readonly Episode[]
  /** Count over all pages of the list; null: unknown, at least the number of rows. */
  count: GroupCount | null
}

/** Count of each group over all pages, by its key; null where unknown, undefined where the page holds all rows. */
export type GroupCounts = ReadonlyMap<string, GroupCount> | null | undefined

/**
 * Returns rows in groups, each in the order of the list. By episode: urgent or unassigned, in progress, snoozed, over
 * but open, closed. By incident: the same groups, with the incidents before those in progress; an incident needs at
 * least two open episodes. By area: in the order in which areas appear. By assignee: unassigned, users, rosters.
 */
export function groupsOf(rows: readonly Episode[], grouping: Grouping, now: number, counts?: GroupCounts): RowGroup[] {
  const groupOf = (kind: RowGroup['kind'], id: number | null, found: readonly Episode[]): RowGroup[] => {
    if (found.length === 0) return []
    const key = groupKey(kind, id)
    const here = { total: found.length, free: found.filter(isFree).length }
    const all = counts === undefined ? here : counts?.get(key)
    // Rows that were acted on a moment ago stay here although the platform already counts them elsewhere.
    const count = all ? { total: Math.max(all.total, here.total), free: Math.max(all.free, here.free) } : null
    return [{ key, kind, id, name: nameOf(kind, id, found), rows: found, count }]
  }
  if (grouping === 'area')
    return [...gathered(rows, ({ district_id }) => district_id)].flatMap(([id, found]) => groupOf('area', id, found))
  if (grouping === 'assignee')
    return holderKinds.flatMap((kind) => {
      const held = rows.filter((row) => holderOf(row).kind === kind)
      return [...gathered(held, (row) => holderOf(row).id)].flatMap(([id, found]) => groupOf(kind, id, found))
    })
  const isOpen = ({ work }: Episode) => work !== 'closed'
  const incidents = gathered(grouping === 'incident' ? rows.filter(isOpen) : [], ({ incident }) => incident)
  const incidentOf = (row: Episode) => {
    if (row.incident === null || !isOpen(row)) return null
    // Further episodes of the incident may be on another page.
    const isJoined = (incidents.get(row.incident)?.length ?? 0) > 1 || counts?.has(groupKey('incident', row.incident))
    return grouping === 'incident' && isJoined ? row.incident : null
  }
  const groups = workKinds.flatMap((kind) =>
    groupOf(
      kind,
      null,
      rows.filter((row) => incidentOf(row) === null && workKindOf(row, now) === kind),
    ),
  )
  const joined = [...gathered(rows, incidentOf)].flatMap(([incident, found]) =>
    incident === null ? [] : groupOf('incident', incident, found),
  )
  const place = groups.findIndex(({ kind }) => kind !== 'urgent')
  return groups.toSpliced(place < 0 ? groups.length : place, 0, ...joined)
}

/**
 * Returns the name of an area or of an assignee. An open episode is preferred, because it tells who is on call for a
 * roster at present.
 */
function nameOf(kind: RowGroup['kind'], id: number | null, rows: readonly Episode[]): string {
  const [first] = rows
  if (id === null || !first) return ''
  if (kind !== 'user' && kind !== 'roster') return first.area_name
  return ownerName(rows.find(({ work }) => work !== 'closed') ?? first) || `#${id}`
}

/** Groups rows by a key, in the order in which the keys first appear. */
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
