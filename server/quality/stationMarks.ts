import type { Mark } from '../../resources/hj212.ts'
import type { LiveSample } from '../platform.ts'
import type { Fault } from '../platform/checks.ts'
import type { FlagRow, SaveMode, StationMarkRow } from '../storage/types.ts'
import { TEST } from './checks.ts'
import type { ValueQuality } from './newest.ts'
import { FLAG } from './qartod.ts'

/** Marks of HJ 212: normal, and out of range, which may still be a value. */
export const GOOD: Mark = 'N'
export const OVER: Mark = 'T'

/**
 * Returns the mark under which a value is sent to other systems. A receiver that reads marks as this platform does gets
 * the same opinion of the value.
 */
export function markFor({ flag, tests }: ValueQuality): Mark {
  if (flag <= FLAG.unknown) return GOOD
  if ((tests & TEST.maintenance) !== 0) return 'M'
  return flag === FLAG.suspect ? OVER : 'D'
}

/**
 * Adds the flags that follow from the marks of a sample's own device: in maintenance, calibration or repair. Sets
 * `doubted` on the samples too, so that none of them raises an alarm. `said` is stored with the values, for judging the
 * hour later.
 */
export function withOwnMarks(
  samples: readonly (LiveSample & { save: SaveMode })[],
  flags: FlagRow[],
): { flags: FlagRow[]; said: StationMarkRow[] } {
  const said: StationMarkRow[] = []
  const found = new Map<string, FlagRow>()
  for (const sample of samples) {
    const { device, node, ts, save, mark } = sample
    if (mark === undefined || mark === GOOD) continue
    sample.doubted = true
    if (save !== 1) continue
    const place = { device_id: device.id, nodemap_id: node.id, ts }
    const flag: Fault['flag'] = mark === OVER ? FLAG.suspect : FLAG.fail
    said.push({ ...place, mark })
    found.set(keyOf(place), { ...place, flag, tests: TEST.station })
  }
  if (found.size === 0) return { flags, said }
  for (const row of flags) {
    const own = found.get(keyOf(row))
    found.set(keyOf(row), own ? { ...row, flag: Math.max(own.flag, row.flag), tests: own.tests | row.tests } : row)
  }
  return { flags: [...found.values()], said }
}

const keyOf = ({ device_id, nodemap_id, ts }: Omit<StationMarkRow, 'mark'>): string =>
  `${device_id} ${nodemap_id} ${ts}`
