import type { AreaNode } from '../../kit/areaTree/tree.ts'
import { byStandard } from '../../environment/byStandard.ts'
import { classOf, worseOf, type StationVerdict } from '../../environment/verdict.ts'
import { connectionOf, type DeviceHead, type StatusContext } from '../../live/deviceStatus.ts'

/** The worst station below an area. */
export interface WorstStation {
  name: string
  verdict: StationVerdict
}

/**
 * Returns the worst station of each area including its subareas; the key null stands for all areas. Each standard of
 * the air has an index of its own in the arrays, the same for all areas: null if the area has no station of that
 * standard. Noise and water are grouped with the standard that has the most stations. Stations that are offline or
 * under maintenance are left out; an area without a judged station has no entry.
 */
export function worstByArea(
  areas: readonly AreaNode[],
  devices: Iterable<DeviceHead>,
  verdicts: ReadonlyMap<number, StationVerdict>,
  { closedAreas, now }: StatusContext,
): ReadonlyMap<number | null, readonly (WorstStation | null)[]> {
  const going: Placed[] = []
  for (const device of devices) {
    const verdict = verdicts.get(device.id)
    if (!verdict || classOf(verdict) === null || connectionOf(device, closedAreas) === 'offline') continue
    if (device.maintenance_until !== null && device.maintenance_until > now) continue
    going.push({ area: device.district_id, name: device.name, verdict })
  }
  const ofAir = going.filter(({ verdict }) => verdict.medium === 'air')
  const [first = ''] = byStandard(ofAir, ({ verdict }) => verdict.standard).keys()
  const groups = byStandard(going, ({ verdict }) => (verdict.medium === 'air' ? verdict.standard : first))
  const parents = parentsOf(areas)
  const worst = new Map<number | null, (WorstStation | null)[]>()
  for (const [place, group] of [...groups.values()].entries())
    for (const [area, station] of worstOf(group, parents)) {
      const own: (WorstStation | null)[] = worst.get(area) ?? Array.from(groups, () => null)
      own[place] = station
      worst.set(area, own)
    }
  return worst
}

interface Placed extends WorstStation {
  area: number | null
}

type Worst = Map<number | null, WorstStation>

function worstOf(stations: readonly Placed[], parents: ReadonlyMap<number, number>): Worst {
  const own: Worst = new Map()
  for (const { area, ...station } of stations) keepWorse(own, area, station)
  const worst: Worst = new Map()
  for (const [area, station] of own) for (const above of upFrom(area, parents)) keepWorse(worst, above, station)
  return worst
}

function keepWorse(worst: Worst, area: number | null, station: WorstStation): void {
  const before = worst.get(area)
  if (!before || worseOf(before.verdict, station.verdict) === station.verdict) worst.set(area, station)
}

/** Yields an area, its ancestors, and finally null for all areas. */
function* upFrom(area: number | null, parents: ReadonlyMap<number, number>): Generator<number | null> {
  for (let at = area ?? undefined; at !== undefined; at = parents.get(at)) yield at
  yield null
}

/** Maps each area to its parent. */
function parentsOf(areas: readonly AreaNode[]): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  const queue = [...areas]
  for (const node of queue)
    for (const child of node.children) {
      parents.set(child.id, node.id)
      queue.push(child)
    }
  return parents
}
