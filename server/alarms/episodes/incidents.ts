import type { Transaction } from 'kysely'
import type { Pair } from '../../../resources/kit/datum.ts'
import { areNeighbours, INCIDENT_SPAN_MS, type IncidentCandidate } from '../../../resources/kit/incident.ts'
import { knownPlace } from '../../../resources/kit/places.ts'
import type { Registry } from '../../platform.ts'
import type { Storage, Tables } from '../../storage/types.ts'
import { writeUnanswered } from '../../storage/unanswered.ts'
import type { EpisodeRow } from './row.ts'

/** Most open episodes that are compared: in a storm the newest. */
const NEWEST = 500

interface Fired {
  id: number
  device_id: number
  district_id: number
  project_id: number
  alarm_time: number
  incident_id: number | null
}

/** Joins episodes that were just written to the incidents of their neighbours, or to each other. */
export async function joinIncidents(
  trx: Transaction<Tables>,
  registry: Pick<Registry, 'device'>,
  fired: readonly Fired[],
): Promise<void> {
  if (fired.length === 0) return
  const first = Math.min(...fired.map(({ alarm_time }) => alarm_time))
  const fresh = new Set(fired.map(({ id }) => id))
  const modelOf = ({ device_id }: Fired): number | null => registry.device(device_id)?.devicetype_id ?? null
  const open = await trx
    .selectFrom('thresholdlog')
    .select(['id', 'device_id', 'district_id', 'project_id', 'alarm_time', 'incident_id'])
    .where('alarm_time', '>=', first - INCIDENT_SPAN_MS)
    .where('work', '<', 2)
    .where('apart', '=', 0)
    .where('project_id', 'in', [...new Set(fired.map(({ project_id }) => project_id))])
    .orderBy('alarm_time', 'desc')
    .limit(NEWEST)
    .execute()
  const groups = new Map<string, Fired[]>()
  for (const row of [...open.filter(({ id }) => !fresh.has(id)), ...fired]) {
    const key = `${row.project_id}/${modelOf(row)}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const grown = [...groups.values()].filter((group) => group.some(({ id }) => fresh.has(id)))
  // Episodes of one area are neighbours wherever their devices are, so no positions are needed.
  const scattered = grown.filter((group) => new Set(group.map(({ district_id }) => district_id)).size > 1)
  const places = await placesOf(
    trx,
    scattered.flat().map(({ device_id }) => device_id),
  )
  const changed = new Map<number, number>()
  const join = (row: Fired, incident: number): void => {
    if (row.incident_id === incident) return
    row.incident_id = incident
    changed.set(row.id, incident)
  }
  for (const group of grown) {
    const others: (IncidentCandidate & { row: Fired })[] = []
    for (const row of group) {
      const placed = {
        row,
        project: row.project_id,
        area: row.district_id,
        model: modelOf(row),
        place: places.get(row.device_id) ?? null,
        at: row.alarm_time,
      }
      const near = fresh.has(row.id) ? others.find((other) => areNeighbours(placed, other)) : undefined
      if (near) {
        join(near.row, near.row.incident_id ?? near.row.id)
        join(row, near.row.incident_id ?? near.row.id)
      }
      others.push(placed)
    }
  }
  const members = new Map<number, number[]>()
  for (const [id, incident] of changed) members.set(incident, [...(members.get(incident) ?? []), id])
  for (const [incident, ids] of members)
    await writeUnanswered(trx, trx.updateTable('thresholdlog').set({ incident_id: incident }).where('id', 'in', ids))
}

/**
 * Takes an episode out of its incident for good: no later episode joins it again, only undoing the act puts it back. An
 * incident of two is dissolved, and an incident that loses its first episode takes the number of its next. Returns the
 * changed episode; null where it was in no incident.
 *
 * @param row locked (locked.ts). The remaining episodes are locked too before they are counted: two that are taken out
 * at once would each count the other
 */
export async function splitFromIncident(
  trx: Transaction<Tables>,
  { engine }: Pick<Storage, 'engine'>,
  row: EpisodeRow,
  { userId, now }: { userId: number; now: number },
): Promise<EpisodeRow | null> {
  const incident = row.incident_id
  if (incident === null) return null
  const changed = await trx
    .updateTable('thresholdlog')
    .set({ incident_id: null, apart: 1, version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const others = trx.selectFrom('thresholdlog').select('id').where('incident_id', '=', incident).orderBy('id')
  const rest = await (engine === 'postgres' ? others.forUpdate() : others).execute()
  const head = rest.length > 1 ? (rest[0]?.id ?? null) : null
  if (head !== incident)
    await trx.updateTable('thresholdlog').set({ incident_id: head }).where('incident_id', '=', incident).execute()
  const data = { incident, beside: rest[0]?.id, version: changed.version, noteBefore: row.note }
  await trx
    .insertInto('episodeact')
    .values({ thresholdlog_id: row.id, at: now, kind: 'split', user_id: userId, data: JSON.stringify(data) })
    .execute()
  return changed
}

/**
 * Puts an episode back into the incident that it was taken out of, with all episodes that are in it by now; the
 * incident gets its old number back. Returns false where there is nothing left to put it back to, because the other
 * episode was taken out too, or where another act was faster.
 *
 * @param beside the first of the episodes that it was taken from
 */
export async function putBack(
  trx: Transaction<Tables>,
  row: Pick<EpisodeRow, 'id' | 'version'>,
  { incident, beside }: { incident: number; beside: number },
): Promise<boolean> {
  const other = await trx
    .selectFrom('thresholdlog')
    .select('incident_id')
    .where('id', '=', beside)
    .where('apart', '=', 0)
    .executeTakeFirst()
  if (!other) return false
  const [own] = await trx
    .updateTable('thresholdlog')
    .set({ incident_id: incident, apart: 0 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returning('id')
    .execute()
  if (!own) return false
  const others = trx.updateTable('thresholdlog').set({ incident_id: incident })
  await (other.incident_id === null
    ? others.where('id', '=', beside)
    : others.where('incident_id', '=', other.incident_id)
  ).execute()
  return true
}

/** Returns the positions of devices, of those whose position is known. */
async function placesOf(trx: Transaction<Tables>, devices: readonly number[]): Promise<ReadonlyMap<number, Pair>> {
  const found = [...(await positionalsOf(trx, devices))]
  return new Map(
    found.flatMap(([id, positional]): [number, Pair][] => {
      const place = knownPlace(positional)
      return place ? [[id, place]] : []
    }),
  )
}

/** Returns the positions as JSON text of the devices' records, of those whose position is known. */
export async function positionalsOf(
  trx: Transaction<Tables>,
  devices: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (devices.length === 0) return new Map()
  const rows = await trx
    .selectFrom('device')
    .select(['id', 'positional'])
    .where('id', 'in', [...new Set(devices)])
    .execute()
  return new Map(
    rows.flatMap(({ id, positional }): [number, string][] =>
      positional !== null && knownPlace(positional) ? [[id, positional]] : [],
    ),
  )
}
