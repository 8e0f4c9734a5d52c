import { setTimeout as pause } from 'node:timers/promises'
import { onlineUntil } from '../../resources/kit/rule.ts'
import { DAY, HOUR } from '../../resources/kit/zone.ts'
import type { LiveDevice, Platform, Registry } from '../platform.ts'
import type { Job } from '../platform/processes.ts'
import type { Storage } from '../storage/types.ts'

const SWEEP_INTERVAL_MS = 5000
const MAX_ROWS = 500

interface Services {
  storage: Storage
  registry: Registry
}

/**
 * The leader's record of devices coming online and going off (spec 1 §2.7): every few seconds the live state is compared with what was
 * recorded last. One run lasts as long as this process leads, and begins with what the leader before it recorded.
 */
export const connectionJob = (services: Services): Job => ({
  name: 'connection record',
  everyMs: 0,
  async run(signal, storage = services.storage) {
    const sweep = await connectionRecord({ ...services, storage })
    while (!signal.aborted) {
      await sweep()
      await pause(SWEEP_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  },
})

/** Rows that one transaction drops: telemetry waits for it on SQLite. */
const CHUNK_ROWS = 10_000

/** Drops what is older than raw history is kept, but for the newest row of each device: that says how it stands. */
export const connectionRetentionJob = (
  { storage, settings }: Pick<Platform, 'storage' | 'settings'>,
  now: () => number = Date.now,
): Job => ({
  name: 'connection retention',
  everyMs: HOUR,
  async run(signal, lead = storage) {
    const before = now() - settings.retentionDays * DAY
    for (let dropped = CHUNK_ROWS; dropped === CHUNK_ROWS && !signal.aborted; )
      dropped = await lead.write(async (trx) => {
        const old = trx
          .selectFrom('deviceonline as old')
          .select('old.id')
          .where('old.time', '<', before)
          .where((row) =>
            row.exists(
              row
                .selectFrom('deviceonline as newer')
                .select('newer.id')
                .whereRef('newer.device_id', '=', 'old.device_id')
                .whereRef('newer.id', '>', 'old.id'),
            ),
          )
          .limit(CHUNK_ROWS)
        const gone = await trx.deleteFrom('deviceonline').where('id', 'in', old).executeTakeFirst()
        return Number(gone.numDeletedRows)
      })
  },
})

/** Reads what was recorded last; each call of what it answers records what changed since. The time of a row is that of the event, not of the sweep. */
export async function connectionRecord({ storage, registry }: Services): Promise<() => Promise<void>> {
  const recorded = await latest(storage)
  return async () => {
    const now = Date.now()
    const rows: { device_id: number; time: number; state: number }[] = []
    for (const device of registry.devices()) {
      const state = registry.isOnline(device, now) ? 1 : 0
      // A device that never came online has not gone off either.
      if (rows.length < MAX_ROWS && (recorded.get(device.id) ?? 0) !== state)
        rows.push({ device_id: device.id, time: timeOf(device, state, now), state })
    }
    if (rows.length === 0) return
    await storage.write((trx) => trx.insertInto('deviceonline').values(rows).execute())
    for (const row of rows) recorded.set(row.device_id, row.state)
  }
}

function timeOf(device: LiveDevice, state: number, now: number): number {
  if (device.lastAt === null || device.control_state !== 0) return now
  if (state === 1) return Math.min(device.lastAt, now)
  return Math.min(onlineUntil(device.lastAt, device), now)
}

async function latest({ read }: Storage): Promise<Map<number, number>> {
  const newest = read
    .selectFrom('deviceonline')
    .select((eb) => eb.fn.max('id').as('id'))
    .groupBy('device_id')
  const rows = await read.selectFrom('deviceonline').select(['device_id', 'state']).where('id', 'in', newest).execute()
  return new Map(rows.map((row) => [row.device_id, row.state]))
}
