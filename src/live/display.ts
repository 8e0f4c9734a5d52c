import { useTranslate } from 'react-admin'
import { createContext, useContext, useRef } from 'react'
import type { DeviceState, NodeState, ThresholdName, Upkeep } from '../../dataProvider/normalise.ts'
import { DAY, Zone } from '../../resources/kit/zone.ts'
import { alarmMessage } from './alarmMessage.ts'
import { isAbnormal, hasMeasuredAlarm, lastDataAt, silentAlarms, statusOf } from './deviceStatus.ts'
import { age, shortMinute } from './times.ts'
import { useDevice } from './useDevice.ts'
import type { LiveNames } from './useLiveNames.ts'
import type { Status } from '../kit/index.ts'

/** What every card and row needs besides its device. Changes when names change, and with the clock every 30 s. */
export interface Display {
  names: Pick<LiveNames, 'areaNames' | 'closedAreas' | 'gateways' | 'thresholds'>
  now: number
  /** The platform's time zone: all times are shown in it. */
  zone: Zone
  /** Whether the user may set values and turn switches; left out where the page only shows them. */
  mayControl?: boolean
  /** Whether `now` is a past moment; left out otherwise. */
  isPast?: boolean
}

export const DisplayContext = createContext<Display>({
  names: { areaNames: new Map(), closedAreas: new Set(), gateways: new Map(), thresholds: new Map() },
  now: 0,
  zone: new Zone(''),
})

/**
 * Returns a device with everything its card shows; null if the device was never known. A device that is gone keeps its
 * last state for as long as the list keeps its row.
 */
export function useShownDevice(id: number): ShownDevice | null {
  const { names, now, zone, isPast = false } = useContext(DisplayContext)
  const translate = useTranslate()
  const current = useDevice(id)
  const last = useRef(current)
  if (current !== undefined) last.current = current
  const device = last.current
  if (device === undefined) return null
  return { ...shownOf(device, names, now, zone, translate), isPast }
}

/** As useShownDevice, for a given device. */
export function shownOf(device: DeviceState, names: Display['names'], now: number, zone: Zone, translate: Translate) {
  const status = statusOf(device, { closedAreas: names.closedAreas, now })
  const thresholds = device.thre_list.flatMap((threshold) => names.thresholds.get(threshold) ?? [])
  const silent = new Set(silentAlarms(device))
  const abnormal = isAbnormal(device) && status !== 'disabled'
  return {
    device,
    status,
    /** Whether to show an alarm: also while offline, but not while disabled. */
    abnormal,
    /** Whether one of its alarms is known to hold: shown in red. */
    measured: abnormal && hasMeasuredAlarm(device),
    /** When the data of its alarms stopped; null if no data ever came, undefined if the data of no alarm stopped. */
    silentSince:
      abnormal && silent.size > 0
        ? silentSince(
            device,
            thresholds.filter(({ id }) => silent.has(id)),
          )
        : undefined,
    area: device.district_id === null ? null : (names.areaNames.get(device.district_id) ?? null),
    gateway: device.gateway_id === null ? null : (names.gateways.get(device.gateway_id) ?? null),
    alarm: alarmWords(device, thresholds, translate),
    alarmNodes: new Set(thresholds.filter(({ id }) => !silent.has(id)).flatMap(({ nodes }) => nodes)),
    /** As alarmNodes, including the nodes of alarms whose data stopped. */
    watchedNodes: new Set(thresholds.flatMap(({ nodes }) => nodes)),
    at: lastDataAt(device),
    now,
    zone,
  }
}

export type ShownDevice = ReturnType<typeof shownOf> & Pick<Display, 'isPast'>

/** What the texts about maintenance windows need, at a moment. */
export interface ShownUpkeep extends Pick<ShownDevice, 'now' | 'zone'> {
  device: Upkeep
}

/**
 * Returns the end of the maintenance window that is open for a device, ms since the epoch; null if none is open. The
 * end is compared with `now`, since the answer may be older than the end of the window.
 */
export const upkeepUntil = ({ device, now }: Pick<ShownUpkeep, 'device' | 'now'>): number | null =>
  device.maintenance_until !== null && device.maintenance_until > now ? device.maintenance_until : null

/** How long before a planned maintenance window the device shows it, ms. */
const NOTICE_MS = DAY

/** Returns the text for a maintenance window that begins within a day; '' if none does, or if one is open already. */
export function plannedWords({ device, now, zone }: ShownUpkeep, translate: Translate): string {
  const { maintenance_next: from, maintenance_next_until: to } = device
  if (from === null || to === null || from <= now || from - now > NOTICE_MS || upkeepUntil({ device, now }) !== null)
    return ''
  return translate('maintenance.planned', {
    from: shortMinute(from, now, zone),
    // The end is written with its date only if it is on another day than the beginning.
    to: shortMinute(to, from, zone),
  })
}

/**
 * Returns why a device's class does not count now, and for maintenance until when, in the platform's time. Precedence:
 * offline, maintenance, stale.
 */
export function plateState(shown: Pick<ShownDevice, 'device' | 'now' | 'status' | 'zone'>): {
  state: 'offline' | 'maintenance' | 'stale' | null
  until?: string
} {
  const { status, now, zone } = shown
  if (status === 'offline' || status === 'disabled') return { state: 'offline' }
  const until = upkeepUntil(shown)
  if (until !== null) return { state: 'maintenance', until: shortMinute(until, now, zone) }
  return { state: status === 'stale' ? 'stale' : null }
}

type Translate = (key: string, options?: Record<string, unknown>) => string

type State = Pick<ShownDevice, 'status' | 'at' | 'now' | 'zone' | 'device' | 'abnormal' | 'silentSince' | 'isPast'>

/**
 * Returns the state of a device as text. An alarm precedes every state but "disabled", and names the time since which
 * its node is not measured; with `abnormal` false the alarm is left out. At a past moment a device without a value may
 * have had one: the values of then are read from what was stored within an hour, which may not have come, or be denied.
 */
export function stateWords(
  { status, at, now, zone, device, abnormal, silentSince: since, isPast }: State,
  alarm: string | null,
  translate: Translate,
): string {
  if (abnormal) {
    const words = alarm ?? translate('monitor.card.alarm', { count: device.thre_list.length })
    if (since === undefined) return words
    return `${words} · ${since === null ? translate('monitor.card.noData') : translate('monitor.card.noDataSince', { time: shortMinute(since, now, zone) })}`
  }
  const words: Record<Exclude<Status, 'alarm'>, () => string> = {
    disabled: () => translate('monitor.card.disabled'),
    // A card has no room for the words "last data" beside a date.
    offline: () =>
      at === null
        ? translate('monitor.card.offlineNoData')
        : translate(zone.day(at) === zone.day(now) ? 'monitor.card.offline' : 'monitor.card.offlineSince', {
            time: shortMinute(at, now, zone),
          }),
    stale: () => translate('monitor.card.stale', { age: ageWords(at ?? now, now, translate) }),
    unknown: () => words.online(),
    online: () =>
      at === null
        ? translate(isPast ? 'monitor.card.unknownThen' : 'monitor.card.noData')
        : translate('monitor.card.updated', { time: zone.short(at, now) }),
  }
  return words[status === 'alarm' ? 'online' : status]()
}

/**
 * Returns the time of the newest value of the nodes that alarms without data watch, or of the device if those nodes are
 * unknown; null before the first value.
 */
function silentSince(device: DeviceState, thresholds: readonly ThresholdName[]): number | null {
  const watched = new Set(thresholds.flatMap(({ nodes }) => nodes))
  const nodes = device.nodes.filter(({ id }) => watched.has(id))
  return lastDataAt(nodes.length > 0 ? { ...device, nodes } : device)
}

export function ageWords(at: number, now: number, translate: Translate): string {
  const { unit, count } = age(at, now)
  return translate(`monitor.age.${unit}`, { count })
}

/**
 * Whether a node's line is marked red: a violated threshold watches the node, whichever model the threshold belongs to.
 */
export const isAlarmNode = (shown: ShownDevice, node: NodeState): boolean =>
  shown.abnormal && shown.alarmNodes.has(node.id)

/**
 * Returns the nodes of a device in the order of its card: nodes of its alarms first, otherwise in the device's order.
 * Alarms whose data stopped count, so that the order changes only when an alarm begins or ends.
 */
export function alarmNodesFirst({ abnormal, watchedNodes, device: { nodes } }: ShownDevice): readonly NodeState[] {
  if (!abnormal) return nodes
  return nodes.toSorted((a, b) => Number(watchedNodes.has(b.id)) - Number(watchedNodes.has(a.id)))
}

/**
 * Returns the nodes of a device for its row: the first `limit` are visible. They keep the device's order, since rows
 * are read down a column, but a node in alarm beyond the limit replaces the last visible node that is not in alarm. The
 * remaining nodes follow.
 */
export function withAlarmNodes(shown: ShownDevice, limit: number): readonly NodeState[] {
  const { nodes } = shown.device
  const hidden = nodes.slice(limit).filter((node) => isAlarmNode(shown, node))
  if (hidden.length === 0) return nodes
  const calm = nodes.slice(0, limit).filter((node) => !isAlarmNode(shown, node))
  const displaced = new Set(calm.slice(Math.max(0, calm.length - hidden.length)))
  const first = [...nodes.slice(0, limit).filter((node) => !displaced.has(node)), ...hidden].slice(0, limit)
  return [...first, ...nodes.filter((node) => !first.includes(node))]
}

function alarmWords(device: DeviceState, thresholds: readonly ThresholdName[], translate: Translate): string | null {
  const messages = [
    ...new Set(
      thresholds
        .map(({ alarm_msg, nodes }) =>
          alarmMessage(alarm_msg, device, device.nodes.find(({ id }) => nodes.includes(id)) ?? null, translate),
        )
        .filter((message) => message !== ''),
    ),
  ]
  return device.thre_list.length === 0 || messages.length === 0 ? null : messages.join(' · ')
}
