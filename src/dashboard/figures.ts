import type { DeviceState, NodeState } from '../../dataProvider/normalise.ts'
import { addDays, type Zone } from '../../resources/kit/zone.ts'
import { gatewayStates, type DeviceHead } from '../live/deviceStatus.ts'
import { worthSeeing } from '../live/worthSeeing.ts'
import { totalsByArea, type AreaNode } from '../kit/areaTree/tree.ts'

/** Key that permits the counts of devices, gateways and alarms, and the QR code for phones (spec 1 §6). */
export const PANEL_KEY = '10'

/** Counts of online and offline items; the state of all others is unknown. */
export interface Count {
  online: number
  offline: number
  total: number
}

/**
 * Returns the share that is online among those with a known state, "93.0"; 100.0 and 0.0 only if it is all or none.
 * null if there is nothing to count.
 */
export function percentText({ online, offline }: Pick<Count, 'online' | 'offline'>): string | null {
  const known = online + offline
  if (known <= 0) return null
  const percent = (online / known) * 100
  const ends = online <= 0 ? 0 : offline <= 0 ? 100 : Math.min(99.9, Math.max(0.1, percent))
  return ends.toFixed(1)
}

/** Days an alarm count looks back, today included (spec 1 §9). */
export const ALARM_DAYS = [7, 15, 30] as const

/** Returns the windows of the alarm counts: whole calendar days of the platform's zone up to the end of today. */
export const alarmWindows = (zone: Zone, today: string): { days: number; from: number; to: number }[] =>
  ALARM_DAYS.map((days) => ({ days, ...zone.rangeOf(addDays(today, 1 - days), today) }))

/**
 * Counts gateways as reported by the devices behind them, for platforms that count only devices; `named` is the total
 * number, including gateways without devices.
 */
export function gatewayCount(devices: Iterable<DeviceHead>, named: number): Count {
  const gateways = gatewayStates(devices)
  const online = [...gateways.values()].filter(Boolean).length
  return { online, offline: gateways.size - online, total: Math.max(named, gateways.size) }
}

/** The devices of an area, subareas included. */
export interface AreaShare {
  /** null: devices directly in a top area, without a subarea; there is no list of only these. */
  area: number | null
  /** null: devices without an area. */
  name: string | null
  count: number
}

/**
 * Returns the devices by area, most first: the top areas; while there are only a few areas, one that holds most of the
 * devices is replaced by its subareas. Areas without devices are left out.
 */
export function areaShares(areas: readonly AreaNode[], own: ReadonlyMap<number, number>, all: number): AreaShare[] {
  const totals = totalsByArea(areas, own)
  const shares: AreaShare[] = []
  let level = areas
  const broad = () =>
    level.find(({ id, children }) => children.length > 0 && (level.length === 1 || (totals.get(id) ?? 0) > all / 2))
  for (let wide = broad(); level.length <= FEW && wide; wide = broad()) {
    const { id, name, children } = wide
    shares.push({ area: null, name, count: own.get(id) ?? 0 })
    level = [...level.filter((area) => area.id !== id), ...children]
  }
  for (const { id, name } of level) shares.push({ area: id, name, count: totals.get(id) ?? 0 })
  const placed = shares.reduce((sum, { count }) => sum + count, 0)
  return [...shares, { area: null, name: null, count: all - placed }]
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}

/** Up to this number, areas say little about where the devices are. */
const FEW = 3

/** Returns the largest shares and, if there are more than `most`, the sum of the rest. */
export function topShares(
  shares: readonly AreaShare[],
  most = 8,
): { top: readonly AreaShare[]; rest: { areas: number; count: number } | null } {
  if (shares.length <= most) return { top: shares, rest: null }
  const others = shares.slice(most - 1)
  return {
    top: shares.slice(0, most - 1),
    rest: { areas: others.length, count: others.reduce((sum, { count }) => sum + count, 0) },
  }
}

/** Number of node values shown for a device (spec 1 §9). */
export const MOST_NODES = 5

/**
 * Returns the nodes to show, in the platform's order: chosen by alarm first, then by having a value, until the limit is
 * reached.
 */
export function shownNodes(nodes: readonly NodeState[], alarmed: ReadonlySet<number>): NodeState[] {
  const rank = ({ id, value }: NodeState) => (alarmed.has(id) ? 0 : value !== null ? 1 : 2)
  const chosen = new Set(nodes.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_NODES))
  return nodes.filter((node) => chosen.has(node))
}

/** Returns the device to show: the requested one, else the last one viewed, else one with data, else the first. */
export function pickDevice(
  devices: readonly DeviceState[],
  requestedId: number | null,
  last: number | null,
): number | null {
  const find = (id: number | null) => devices.find((device) => device.id === id)
  const found = find(requestedId) ?? find(last) ?? worthSeeing(devices) ?? devices[0]
  return found?.id ?? null
}
