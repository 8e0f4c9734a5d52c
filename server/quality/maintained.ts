import type { LiveSample, Maintenance } from '../platform.ts'
import { laterFlag } from '../storage/homes/flags.ts'
import type { FlagRow, SaveMode } from '../storage/types.ts'
import { TEST } from './checks.ts'
import { FLAG } from './qartod.ts'

/**
 * Adds flags for samples taken while a maintenance window does not collect, so that they do not count. Sets `doubted`
 * on these samples too.
 */
export function withMaintained(
  samples: readonly (LiveSample & { save: SaveMode })[],
  flags: FlagRow[],
  maintenance: Pick<Maintenance, 'any' | 'counts'>,
): FlagRow[] {
  if (!maintenance.any()) return flags
  const found: FlagRow[] = []
  for (const sample of samples) {
    const { device, node, ts, save } = sample
    if (maintenance.counts(device.id, ts)) continue
    sample.doubted = true
    if (save === 1)
      found.push({ device_id: device.id, nodemap_id: node.id, ts, flag: FLAG.fail, tests: TEST.maintenance })
  }
  if (found.length === 0) return flags
  const all = new Map<string, FlagRow>()
  for (const row of [...found, ...flags]) {
    const key = `${row.device_id} ${row.nodemap_id} ${row.ts}`
    all.set(key, laterFlag(all.get(key), row))
  }
  return [...all.values()]
}
