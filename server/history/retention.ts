import type { Platform } from '../platform.ts'
import type { Job } from '../platform/processes.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import { keepEnergies } from './keepEnergies.ts'
import { rollUp } from './rollup.ts'

/**
 * Drops history older than RETENTION_DAYS, once an hour. What it drops is rolled up first, and the rollups stay. An hour that telemetry may
 * still come for is never begun to be dropped, so no rollup is ever made of a part.
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
