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
  /** The platform's clocks: all times show as they have them. */
  zone: Zone
  /** Whether the user may set values and turn switches; left out where the page only shows them. */
  mayControl?: boolean
  /** `now` is a past moment; left out where it is not. */
  isPast?: boolean
}

export const DisplayContext = createContext<Display>({
  names: { areaNames: new Map(), closedAreas: new Set(), gateways: new Map(), thresholds: new Map() },
  now: 0,
  zone: new Zone(''),
})

/** A device with everything its card says; null when it was never known. One that is gone stays as it was while the list holds its place. */
export function useShownDevice(id: number) {
  const { names, now, zone } = useContext(DisplayContext)
  const translate = useTranslate()
  const current = useDevice(id)
  const last = useRef(current)
  if (current !== undefined) last.current = current
  const device = last.current
  if (device === undefined) return null
  return shownOf(device, names, now, zone, translate)
}

/** The same of a device at hand. */
export function shownOf(device: DeviceState, names: Display['names'], now: number, zone: Zone, translate: Translate) {
  const status = statusOf(device, { closedAreas: names.closedAreas, now })
  const thresholds = device.thre_list.flatMap((threshold) => names.thresholds.get(threshold) ?? [])
  const silent = new Set(silentAlarms(device))
  const abnormal = isAbnormal(device) && status !== 'disabled'
  return {
    device,
    status,
    /** Shows an alarm: also while offline, not while disabled. */
    abnormal,
    /** One of its alarms is known to hold: shows red. */
    measured: abnormal && hasMeasuredAlarm(device),
    /** When the data of its alarms stopped, where that is true of any; null where none ever came. */
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
    /** The same with the nodes of alarms whose data stopped. */
    watchedNodes: new Set(thresholds.flatMap(({ nodes }) => nodes)),
    at: lastDataAt(device),
    now,
    zone,
  }
}

export type ShownDevice = ReturnType<typeof shownOf>

/** What says when windows are open, at a moment. */
export interface ShownUpkeep extends Pick<ShownDevice, 'now' | 'zone'> {
  device: Upkeep
}

/** The end of the window that is open over a device, epoch ms; null where none is. An old answer says nothing of what is over. */
export const upkeepUntil = ({ device, now }: Pick<ShownUpkeep, 'device' | 'now'>): number | null =>
  device.maintenance_until !== null && device.maintenance_until > now ? device.maintenance_until : null

/** How long before its window a device says that it is planned, ms. */
const NOTICE_MS = DAY

/** From when to when a device is going to be under maintenance within a day, in words; '' where it is not, or is already. */
export function plannedWords({ device, now, zone }: ShownUpkeep, translate: Translate): string {
  const { maintenance_next: from, maintenance_next_until: to } = device
  if (from === null || to === null || from <= now || from - now > NOTICE_MS || upkeepUntil({ device, now }) !== null)
    return ''
  return translate('maintenance.planned', {
    from: shortMinute(from, now, zone),
    // The day of the end is said where it is another one than that of the beginning.
    to: shortMinute(to, from, zone),
  })
}

/** Why a device's class does not count now, and of maintenance until when, in the platform's time: silence matters more, then maintenance, then age. */
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

type State = Pick<ShownDevice, 'status' | 'at' | 'now' | 'zone' | 'device' | 'abnormal' | 'silentSince'>

/** The state of a device in words. An alarm comes before all but "disabled", and says since when nobody measures it; without `abnormal` it is left out. */
export function stateWords(
  { status, at, now, zone, device, abnormal, silentSince: since }: State,
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
    // A card has no room for "last data" beside a date.
    offline: () =>
      at === null
        ? translate('monitor.card.offlineNoData')
        : translate(zone.day(at) === zone.day(now) ? 'monitor.card.offline' : 'monitor.card.offlineSince', {
            time: shortMinute(at, now, zone),
          }),
    stale: () => translate('monitor.card.stale', { age: ageWords(at ?? now, now, translate) }),
    unknown: () => words.online(),
    online: () =>
      at === null ? translate('monitor.card.noData') : translate('monitor.card.updated', { time: zone.short(at, now) }),
  }
  return words[status === 'alarm' ? 'online' : status]()
}

/** The newest value of the nodes that silent alarms watch, or of the device where they are not known; null before any. */
function silentSince(device: DeviceState, thresholds: readonly ThresholdName[]): number | null {
  const watched = new Set(thresholds.flatMap(({ nodes }) => nodes))
  const nodes = device.nodes.filter(({ id }) => watched.has(id))
  return lastDataAt(nodes.length > 0 ? { ...device, nodes } : device)
}

export function ageWords(at: number, now: number, translate: Translate): string {
  const { unit, count } = age(at, now)
  return translate(`monitor.age.${unit}`, { count })
}

/** Whether a node's line is marked red: a violated threshold watches it, whichever model's it is. */
export const isAlarmNode = (shown: ShownDevice, node: NodeState): boolean =>
  shown.abnormal && shown.alarmNodes.has(node.id)

/**
 * The nodes of a device in the order of its card: those of its alarms first, all else as the device has them. An alarm whose data stopped counts, so that the
 * order changes only as one begins or ends.
 */
export function alarmNodesFirst({ abnormal, watchedNodes, device: { nodes } }: ShownDevice): readonly NodeState[] {
  if (!abnormal) return nodes
  return nodes.toSorted((a, b) => Number(watchedNodes.has(b.id)) - Number(watchedNodes.has(a.id)))
}

/**
 * So many nodes of a device for its row, in their order, since rows are read down a column; none in alarm is left out for one that is not: those take the
 * places of the last. The others follow.
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
