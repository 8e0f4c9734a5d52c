import type { DeviceName } from '../../dataProvider/normalise.ts'
import { totalsByArea, type AreaNode } from '../kit/areaTree/tree.ts'

/**
 * Returns how many devices each area has, subareas included; the key null counts all devices. Uses the names that are
 * loaded anyway.
 */
export function deviceCounts(areas: readonly AreaNode[], devices: readonly DeviceName[]): Map<number | null, number> {
  const perArea = new Map<number, number>()
  for (const { district_id } of devices)
    if (district_id !== null) perArea.set(district_id, (perArea.get(district_id) ?? 0) + 1)
  return new Map<number | null, number>([...totalsByArea(areas, perArea), [null, devices.length]])
}
