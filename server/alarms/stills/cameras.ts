import { cameraFor } from '../../../resources/kit/nearest.ts'
import { knownPlace } from '../../../resources/kit/places.ts'
import type { Platform } from '../../platform.ts'
import { chunks } from '../chunks.ts'
import type { JournalEntry } from '../journalRows.ts'
import type { Episode } from '../watch.ts'
import type { Facts } from '../words.ts'

/** The part of a journal entry that pictures need. */
export interface Fired extends Pick<JournalEntry, 'kind' | 'deviceId' | 'receivedAt'> {
  episode: Pick<Episode, 'logId'>
  facts: Pick<Facts, 'project_id' | 'district_id'>
}

/** A camera that may be asked for a picture of an alarm. */
export interface Camera {
  id: number
  video_name: string | null
  project_id: number | null
  district_id: number | null
  positional: string | null
  still_url: string
  /** Distance from the device, metres; null where the position of either is not known. */
  metres: number | null
}

/**
 * Returns the camera for each of some alarms: the nearest one in sight in the alarm's project, else the first of its
 * area. Left out are alarms without a camera, and alarms that continue an earlier episode: a picture taken now would
 * not show its firing.
 */
export async function camerasFor(
  { storage, registry }: Pick<Platform, 'storage' | 'registry'>,
  fired: readonly Fired[],
): Promise<ReadonlyMap<Fired, Camera>> {
  const rows = await storage.read
    .selectFrom('videoshow')
    .select(['id', 'video_name', 'project_id', 'district_id', 'positional', 'still_url'])
    .where('still', '=', 1)
    .where('project_id', 'in', [...new Set(fired.map(({ facts }) => facts.project_id))])
    .orderBy('id')
    .execute()
  const cameras = rows.flatMap(({ still_url, ...row }) => (still_url ? [{ ...row, still_url }] : []))
  const found = new Map<Fired, Camera>()
  if (cameras.length === 0) return found
  const first = await firstFirings(storage, fired)
  const places = await placesOf(
    storage,
    first.map(({ deviceId }) => deviceId),
  )
  for (const entry of first) {
    const { project_id, district_id } = entry.facts
    const areas = new Set(registry.areasBelow([district_id]))
    const all = cameras.filter((camera) => camera.project_id === project_id)
    const own = all.filter((camera) => areas.has(camera.district_id ?? 0))
    const camera = cameraFor({ own, all }, knownPlace(places.get(entry.deviceId) ?? null))
    if (camera) found.set(entry, camera)
  }
  return found
}

/** Returns the alarms whose episode began with them. */
async function firstFirings({ read }: Pick<Platform['storage'], 'read'>, fired: readonly Fired[]): Promise<Fired[]> {
  const begun = new Set<number>()
  for (const some of chunks(fired.flatMap(({ episode }) => episode.logId ?? []))) {
    const rows = await read
      .selectFrom('thresholdlog')
      .select('id')
      .where('id', 'in', some)
      .where('refires', '=', 0)
      .execute()
    for (const { id } of rows) begun.add(id)
  }
  return fired.filter(({ episode }) => begun.has(episode.logId ?? 0))
}

/** Returns the positions of devices, as in their records. */
async function placesOf(
  { read }: Pick<Platform['storage'], 'read'>,
  devices: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const places = new Map<number, string | null>()
  for (const some of chunks([...new Set(devices)])) {
    const rows = await read.selectFrom('device').select(['id', 'positional']).where('id', 'in', some).execute()
    for (const { id, positional } of rows) places.set(id, positional)
  }
  return places
}
