import { foldText, containsFolded } from '../../../../resources/kit/fold.ts'
import type { Row } from '../../../../dataProvider/rows.ts'
import { nameOrNumber } from '../../../../resources/kit/named.ts'

/** A line of the device tree: an area with all devices in and below it, or a device. */
export type DeviceTreeLine =
  | { kind: 'area'; id: number; name: string; depth: number; open: boolean; devices: readonly number[] }
  | { kind: 'device'; id: number; name: string; depth: number }

interface Tree {
  areas: readonly Row[]
  /** Devices on offer, already narrowed by the search (`foundDevices`). */
  devices: readonly Row[]
  isOpen: (area: number) => boolean
}

/**
 * Returns the visible lines of areas with their devices. Areas without devices are left out; devices of an unknown area
 * are at the top.
 */
export function deviceLines({ areas, devices, isOpen }: Tree): DeviceTreeLine[] {
  const byArea = groupBy(devices, 'district_id')
  const ids = new Set(areas.map((area) => area.id))
  const below = groupBy(areas, 'superid')
  const lines: DeviceTreeLine[] = []
  const seen = new Set<number>()

  const within = (area: Row, path: ReadonlySet<number>): number[] =>
    path.has(area.id)
      ? []
      : [
          ...(byArea.get(area.id) ?? []).map((device) => device.id),
          ...(below.get(area.id) ?? []).flatMap((child) => within(child, new Set([...path, area.id]))),
        ]
  const addDevices = (own: readonly Row[], depth: number) => {
    for (const device of own) lines.push({ kind: 'device', id: device.id, name: nameOf(device), depth })
  }
  const add = (area: Row, depth: number) => {
    if (seen.has(area.id)) return
    seen.add(area.id)
    const inside = within(area, new Set())
    if (inside.length === 0) return
    const open = isOpen(area.id)
    lines.push({ kind: 'area', id: area.id, name: nameOf(area), depth, open, devices: inside })
    if (!open) return
    for (const child of below.get(area.id) ?? []) add(child, depth + 1)
    addDevices(byArea.get(area.id) ?? [], depth + 1)
  }
  for (const area of areas) if (!ids.has(Number(area['superid'])) || Number(area['superid']) === area.id) add(area, 0)
  addDevices(
    devices.filter((device) => !ids.has(Number(device['district_id']))),
    0,
  )
  return lines
}

/**
 * Returns the devices that a search finds: by their own name or code, or by the name of an area that they are in or
 * below.
 */
export function foundDevices(devices: readonly Row[], areas: readonly Row[], search: string): readonly Row[] {
  const query = foldText(search.trim())
  if (query === '') return devices
  const byId = new Map(areas.map((area) => [area.id, area]))
  const matchesArea = (area: number, path: readonly number[] = []): boolean => {
    const row = byId.get(area)
    if (!row || path.includes(area)) return false
    return textIncludes(row['name'], query) || matchesArea(Number(row['superid']), [...path, area])
  }
  const cache = new Map<number, boolean>()
  const matchesAreaCached = (area: number): boolean => {
    const matches = cache.get(area) ?? matchesArea(area)
    cache.set(area, matches)
    return matches
  }
  return devices.filter(
    (device) =>
      [nameOf(device), device['sn']].some((text) => textIncludes(text, query)) ||
      matchesAreaCached(Number(device['district_id'])),
  )
}

/** Returns the number of devices of each product model, without devices of an unknown model. */
export function countByModel(devices: readonly Row[]): ReadonlyMap<number, number> {
  const models = new Map<number, number>()
  for (const device of devices) {
    const model = modelOf(device)
    if (model !== null) models.set(model, (models.get(model) ?? 0) + 1)
  }
  return models
}

/** Returns the product model of a device; null where it is unknown. */
export const modelOf = (device: Row | undefined): number | null => Number(device?.['devicetype_id']) || null

const textIncludes = (text: unknown, query: string): boolean => typeof text === 'string' && containsFolded(text, query)

/** Returns the name of a device or an area. */
export const nameOf = (row: Row): string => nameOrNumber(row.id, row['name'], row['sn'])

function groupBy(rows: readonly Row[], column: string): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const key = Number(row[column])
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}
