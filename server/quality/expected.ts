import type { LiveDevice } from '../platform.ts'
import { SAVE } from '../telemetry/saving.ts'

/** How many values are stored in so many ms where nothing is missing; null where nobody can say. */
export function expectedOf({ save_cycle, acquisition_cycle }: LiveDevice, ms: number): number | null {
  if (save_cycle === SAVE.never || save_cycle === SAVE.onChange) return null
  const cycle = save_cycle > 0 ? save_cycle * 60_000 : acquisition_cycle * 1000
  return cycle > 0 ? Math.floor(ms / cycle) : null
}
