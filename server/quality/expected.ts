import type { LiveDevice } from '../platform.ts'
import { SAVE } from '../telemetry/savePolicy.ts'

/** Returns how many values are stored in `ms` where none is missing; null where that cannot be known. */
export function expectedOf({ save_cycle, acquisition_cycle }: LiveDevice, ms: number): number | null {
  if (save_cycle === SAVE.never || save_cycle === SAVE.onChange) return null
  const cycle = save_cycle > 0 ? save_cycle * 60_000 : acquisition_cycle * 1000
  return cycle > 0 ? Math.floor(ms / cycle) : null
}
