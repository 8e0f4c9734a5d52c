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
 * Creates the leader's job that records when devices come online and go offline (spec 1 §2.7): every few seconds it
 * compares the live state with the last recorded state. One run lasts as long as this process leads, and starts from
 * what the previous leader recorded.
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

/** Rows deleted by one transaction. On SQLite, telemetry waits for that transaction. */
const CHUNK_ROWS = 10_000

/**
 * Creates the job that deletes rows older than the raw history. The newest row of each device stays, because it holds
 * the current state.
 */
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

/**
 * Reads the last recorded states and returns a function; each call of it records what changed since. A row's time is
 * that of the event, not of the sweep.
 */
export async function connectionRecord({ storage, registry }: Services): Promise<() => Promise<void>> {
  const recorded = await latest(storage)
  return async () => {
    const now = Date.now()
    const rows: { device_id: number; time: number; state: number }[] = []
    for (const device of registry.devices()) {
      const state = registry.isOnline(device, now) ? 1 : 0
      // A device that never came online cannot have gone offline.
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
