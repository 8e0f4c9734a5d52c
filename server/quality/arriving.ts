import type { Maintenance } from '../platform.ts'
import type { Judging } from '../telemetry/ingest.ts'
import { withMaintained } from './maintained.ts'
import { withOwnMarks } from './stationMarks.ts'
import { createQualityMonitor } from './watch.ts'

/**
 * Judges values as they arrive: by the tests of their nodes, by maintenance windows that do not collect, and by the
 * marks of their device.
 */
export function judgeArriving(maintenance?: Pick<Maintenance, 'any' | 'counts'>): Judging {
  const watch = createQualityMonitor()
  return {
    judge(samples, received) {
      const { flags, skews } = watch.judge(samples, received)
      const counted = maintenance ? withMaintained(samples, flags, maintenance) : flags
      return { skews, ...withOwnMarks(samples, counted) }
    },
    forget: (sample) => watch.forget(sample),
  }
}
