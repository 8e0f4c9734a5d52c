import { DAY, zoneOf } from '../../../resources/kit/zone.ts'
import type { Log } from '../../log.ts'
import type { LiveDevice, Maintenance, MaintenanceSpan, Registry } from '../../platform.ts'
import type { Storage } from '../../storage/types.ts'
import { covers, coversAll, devicesCovered, windowOf, type MaintenanceWindow } from './window.ts'

interface Services {
  storage: Storage
  registry: Registry
  log: Log
  /** Time zone of the windows. */
  timeZone: string
}

const TABLE = 'alarmmaintenance'
/** Interval at which it is checked whether a window opens or ends, ms. */
const TICK_MS = 1000
/** Windows that ended longer ago than this, ms, are not loaded: no value that may still arrive falls into them. */
const RETENTION_MS = 400 * DAY
/** Most spans of one window in an answer. */
const MAX_SPANS = 500
/** The tables that decide which devices a window covers. */
const MOVING: ReadonlySet<string> = new Set(['device', 'district', 'devicetype'])

/**
 * Keeps the maintenance windows in memory, up to date with records, devices and areas on whichever process they change.
 * Answers whether an alarm is kept quiet and whether values count, and writes into each device until when it is under
 * maintenance, and when it is next.
 */
export async function openMaintenance({ storage, registry, log, timeZone }: Services): Promise<Maintenance> {
  const zone = zoneOf(timeZone)
  let windows: MaintenanceWindow[] = []
  /** The windows over each device; null: to be computed again. */
  let byDevice: Map<number, MaintenanceWindow[]> | null = null
  /** When the next window opens or ends. */
  let due = -Infinity
  let marked = new Set<LiveDevice>()

  const load = async (): Promise<void> => {
    const rows = await storage.read.selectFrom(TABLE).selectAll().where('enable', '=', 1).execute()
    const since = Date.now() - RETENTION_MS
    windows = rows
      .flatMap((row) => windowOf(row, zone) ?? [])
      .filter(({ times }) => times.at(since) !== null || times.next(since) !== null)
    byDevice = null
    due = -Infinity
  }
  const over = (deviceId: number): readonly MaintenanceWindow[] => {
    if (windows.length === 0) return NONE
    if (byDevice === null) {
      byDevice = new Map()
      for (const window of windows)
        for (const { id } of devicesCovered(registry, window)) byDevice.set(id, [...(byDevice.get(id) ?? []), window])
    }
    return byDevice.get(deviceId) ?? NONE
  }
  /**
   * Writes into each device until when it is under maintenance, and when it is next, once a window has opened or ended.
   */
  const mark = (now: number): void => {
    if (now < due) return
    due = Infinity
    const until = new Map<LiveDevice, number>()
    const planned = new Map<LiveDevice, NonNullable<LiveDevice['maintenanceNext']>>()
    for (const window of windows) {
      const open = window.times.at(now)
      const next = window.times.next(now)
      due = Math.min(due, open?.to ?? Infinity, next?.from ?? Infinity)
      if ((!open && !next) || window.rule !== null) continue
      for (const device of devicesCovered(registry, window)) {
        if (open) until.set(device, Math.max(until.get(device) ?? 0, open.to))
        if (next && next.from < (planned.get(device)?.from ?? Infinity)) planned.set(device, next)
      }
    }
    for (const device of new Set([...marked, ...until.keys(), ...planned.keys()])) {
      const open = until.get(device) ?? null
      const next = planned.get(device) ?? null
      const before = device.maintenanceNext
      if (open !== device.maintenance) registry.flag(device, { maintenance: open })
      if (next?.from !== before?.from || next?.to !== before?.to)
        registry.flag(device, { maintenanceNext: next && { from: next.from, to: next.to } })
    }
    marked = new Set([...until.keys(), ...planned.keys()])
  }
  const guardedMark = (): void => {
    try {
      mark(Date.now())
    } catch (error) {
      log.error({ err: error }, 'devices under maintenance could not be marked')
    }
  }
  registry.onChanged(async (table, id) => {
    if (table === TABLE || (table === 'device' && id === null)) await load()
    else if (!MOVING.has(table)) return
    byDevice = null
    due = -Infinity
    if (windows.length > 0 || marked.size > 0) guardedMark()
  })
  await load()
  guardedMark()
  const timer = setInterval(guardedMark, TICK_MS)
  timer.unref()
  return {
    holds: (deviceId, ruleId, at) =>
      over(deviceId).some(({ rule, times }) => (rule === null || rule === ruleId) && times.at(at) !== null),
    counts: (deviceId, at) => !over(deviceId).some(({ collects, times }) => !collects && times.at(at) !== null),
    any: () => windows.length > 0,
    async spans(device, from, to, ruleId) {
      const rows = await storage.read
        .selectFrom(TABLE)
        .selectAll()
        .where('project_id', '=', device.project_id)
        .where('enable', '=', 1)
        .where('starts', '<=', to)
        .execute()
      return rows
        .flatMap((row): MaintenanceSpan[] => {
          const window = windowOf(row, zone)
          const below = row.district_id === null ? null : registry.areasBelow([row.district_id])
          if (!window || (window.rule ?? ruleId) !== ruleId || !covers(window, device, below)) return []
          const { id, name, collects } = window
          const collect = collects ? 1 : 0
          return window.times.within(from, to, MAX_SPANS).map((span) => ({ id, name, collect, ...span }))
        })
        .toSorted((a, b) => a.from - b.from)
    },
    ofRule(ruleId, at, deviceId) {
      const named = (deviceId === undefined ? windows.filter(coversAll) : over(deviceId)).filter(
        ({ rule }) => rule === ruleId,
      )
      const open = named.flatMap(({ times }) => times.at(at)?.to ?? [])
      const [next] = named.flatMap(({ times }) => times.next(at) ?? []).toSorted((a, b) => a.from - b.from)
      return {
        maintenance_until: open.length > 0 ? Math.max(...open) : null,
        maintenance_next: next?.from ?? null,
        maintenance_next_until: next?.to ?? null,
      }
    },
    close: () => clearInterval(timer),
  }
}

const NONE: readonly MaintenanceWindow[] = []
