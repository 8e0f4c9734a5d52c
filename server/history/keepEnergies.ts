import { sql } from 'kysely'
import { DAY } from '../../resources/kit/zone.ts'
import { isAdjusted } from '../quality/samples.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import { hourWanted, rolledWanted } from '../storage/homes/types.ts'
import type { Storage } from '../storage/types.ts'
import { loadOwnMeans, rollOwnMeans } from './ownMeans.ts'
import { asInteger } from './asInteger.ts'

/** How far before the drop limit hours are checked, ms: as long as a platform may have been stopped. */
const REACH_MS = 2 * DAY
/** Devices that are checked at once, and hours that are written in one transaction. */
const CHUNK_DEVICES = 200
const CHUNK_HOURS = 100

/**
 * Computes the energies of sound levels for hours whose samples are about to be dropped (those before a time, epoch
 * ms), where the rollup lacks them: it was made before rollups held energies, or the node became a sound level later.
 * Once the samples are gone, the mean of such an hour cannot be computed.
 */
export async function keepEnergies(
  storage: Storage,
  { before, signal }: { before: number; signal?: AbortSignal },
): Promise<void> {
  const { sounds } = await loadOwnMeans(storage.read)
  if (sounds.length === 0) return
  const nodemaps = sounds.map(({ nodemap }) => nodemap)
  const since = before - REACH_MS
  const devices = await storage.read
    .selectFrom('device')
    .select('id')
    .where('devicetype_id', 'in', [...new Set(sounds.map(({ devicetype }) => devicetype))])
    .execute()
  for (let at = 0; at < devices.length; at += CHUNK_DEVICES) {
    const ids = devices.slice(at, at + CHUNK_DEVICES).map(({ id }) => id)
    const wanted = ids.map((id) => ({ ...rolledWanted(id, since, before), nodemaps }))
    const hours = await storage.readHistory(wanted, ({ read }) =>
      read
        .selectFrom('rollup')
        .select(['device_id', 'hour'])
        .distinct()
        .where('device_id', 'in', ids)
        .where('nodemap_id', 'in', nodemaps)
        .where('hour', '>=', since)
        .where('hour', '<', before)
        .where('energy', 'is', null)
        .execute(),
    )
    for (let from = 0; from < hours.length; from += CHUNK_HOURS) {
      if (signal?.aborted) return
      const some = hours.slice(from, from + CHUNK_HOURS)
      await storage.write(async (trx) => {
        await storage.lockHours(trx, 'unmarking')
        await storage.holdHistory(
          trx,
          some.flatMap((one) => [
            { ...hourWanted(one), nodemaps },
            { ...rolledWanted(one.device_id, one.hour, one.hour + HOUR), nodemaps },
          ]),
        )
        const adjusted = await isAdjusted(trx, [...new Set(some.map(({ device_id }) => device_id))])
        const list = sql.join(some.map(({ device_id, hour }) => sql`(${asInteger(device_id)}, ${asInteger(hour)})`))
        const read = { engine: storage.engine, reading: { doubts: true, adjusted } }
        await rollOwnMeans(trx, { directions: [], sounds }, list, read)
      })
    }
  }
}
