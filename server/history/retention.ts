import type { Platform } from '../platform.ts'
import type { Job } from '../platform/processes.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import { keepEnergies } from './keepEnergies.ts'
import { rollUp } from './rollup.ts'

/**
 * Drops history older than RETENTION_DAYS, once an hour. Hours are rolled up before they are dropped, and the rollups
 * stay. An hour for which telemetry may still arrive is never partly dropped, so no rollup is ever made from a part of
 * an hour.
 */
export const retentionJob = (
  { storage, settings }: Pick<Platform, 'storage' | 'settings'>,
  now: () => number = Date.now,
): Job => ({
  name: 'retention',
  everyMs: HOUR,
  async run(signal, lead = storage) {
    const before = hourStart(now() - settings.retentionDays * 24 * HOUR) - HOUR
    await rollUp(lead, { signal, before })
    await keepEnergies(lead, { signal, before })
    if (!signal.aborted) await storage.dropHistory(before)
  },
})
