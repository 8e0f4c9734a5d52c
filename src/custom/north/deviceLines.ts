import type { Row } from '../../../dataProvider/rows.ts'
import { named } from '../../../resources/kit/named.ts'

/** A line of the device tree: an area with all devices in and below it, or a device. */
export type Line = { kind: 'area'; id: number; name: string; depth: number; open: boolean; devices: readonly number[] } | { kind: 'device'; id: number; name: string; depth: number }

/** Lines that are drawn at most; who has more devices narrows them by searching. */
export const LINES = 500

interface Tree {
  areas: readonly Row[]
  devices: readonly Row[]
  isOpen: (area: number) => boolean
  search: string
}

/**
 * The visible lines of areas with their devices. Areas without devices are left out; a search keeps the devices whose name holds it and
 * opens the way to them. Devices of an area that is not there stand at the top.
 */
export function deviceLines({ areas, devices, isOpen, search }: Tree): Line[] {
  const wanted = search.trim().toLowerCase()
  const shown = wanted === '' ? devices : devices.filter((device) => nameOf(device).toLowerCase().includes(wanted))
  const byArea = groupBy(shown, 'district_id')
  const ids = new Set(areas.map((area) => area.id))
  const below = groupBy(areas, 'superid')
  const lines: Line[] = []
  const seen = new Set<number>()

  const within = (area: Row, path: ReadonlySet<number>): number[] =>
    path.has(area.id) ? [] : [...(byArea.get(area.id) ?? []).map((device) => device.id), ...(below.get(area.id) ?? []).flatMap((child) => within(child, new Set([...path, area.id])))]
  const addDevices = (own: readonly Row[], depth: number) => lines.push(...own.map((device): Line => ({ kind: 'device', id: device.id, name: nameOf(device), depth })))
  const add = (area: Row, depth: number) => {
    if (seen.has(area.id)) return
    seen.add(area.id)
    const inside = within(area, new Set())
    if (inside.length === 0) return
    const open = wanted !== '' || isOpen(area.id)
    lines.push({ kind: 'area', id: area.id, name: nameOf(area), depth, open, devices: inside })
    if (!open) return
    for (const child of below.get(area.id) ?? []) add(child, depth + 1)
    addDevices(byArea.get(area.id) ?? [], depth + 1)
  }
  for (const area of areas) if (!ids.has(Number(area['superid'])) || Number(area['superid']) === area.id) add(area, 0)
  addDevices(shown.filter((device) => !ids.has(Number(device['district_id']))), 0)
  return lines
}

const nameOf = (row: Row): string => named(row.id, row['name'], row['sn'])

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
