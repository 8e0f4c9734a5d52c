import type { DeviceName } from '../../dataProvider/normalise.ts'
import { totalsByArea, type AreaNode } from '../kit/areaTree/tree.ts'

/** How many devices are in each area and below; under null all of them. Of the names that are loaded anyway. */
export function deviceCounts(areas: readonly AreaNode[], devices: readonly DeviceName[]): Map<number | null, number> {
  const own = new Map<number, number>()
  for (const { district_id } of devices) if (district_id !== null) own.set(district_id, (own.get(district_id) ?? 0) + 1)
  return new Map<number | null, number>([...totalsByArea(areas, own), [null, devices.length]])
}
