import type { Selectable } from 'kysely'
import type { Log } from '../log.ts'
import type { LiveDevice, LiveSample, Registry } from '../platform.ts'
import type { Storage, Tables } from '../storage/types.ts'
import type { Journal } from './journal.ts'
import { loadRules, type Rule } from './rules.ts'
import { elapse, isDue, newWatch, observe, STATE, type Change, type Watch } from './watch.ts'

interface Rooms {
  storage: Storage
  registry: Registry
  journal: Journal
  log: Log
}

type StoredState = Selectable<Tables['alarmstate']>

export interface Engine {
  /** A committed batch. Costs two look-ups a sample where no rule watches it. */
  received(samples: readonly LiveSample[], now?: number): void
  tick(now: number): void
  /** Follows a change of records: rules and devices matter. */
  changed(table: string, id: number | null): Promise<void>
  /**
   * This process is the one that writes from now on: makes what is stored agree with what is in memory.
   * @param begin called when what is stored has been read: what happens from then on is written as it happens, all before is made up for here
   */
  adopt(begin: () => void): Promise<void>
}

/** Every rule over every device it names, in memory: loaded with two queries, kept by `changed`. The journal alone writes. */
export async function createEngine({ storage, registry, journal, log }: Rooms): Promise<Engine> {
  /** Device, node map, watches. */
  const index = new Map<number, Map<number, Watch[]>>()
  const byRule = new Map<number, Watch[]>()
  /** Those the clock may move: pending, or in an alarm that is told again. */
  const ticking = new Set<Watch>()

  const apply = (watch: Watch, change: Change | null, now: number, by: 'sample' | 'clock'): void => {
    if (change === null) return
    if (change === 'fire') watch.episode = journal.fired(watch, now, by)
    if (change === 'recover') journal.recovered(watch, Math.min(watch.ts, now), true)
    settle(watch)
  }
  /** Everything that follows from a watch's state, in memory and on its way to the database. */
  const settle = (watch: Watch): void => {
    if (watch.state === STATE.normal) Object.assign(watch, { episode: null, sentAt: null })
    if (watch.state === STATE.pending || (watch.state === STATE.alarm && watch.rule.interval > 0)) ticking.add(watch)
    else ticking.delete(watch)
    mark(registry.device(watch.deviceId), watch)
    journal.moved(watch)
  }
  /** Ends what a watch began, without a message: its rule or its device is out of use. */
  const clear = (watch: Watch, now: number): void => {
    if (watch.state === STATE.normal) return
    if (watch.state === STATE.alarm) journal.recovered(watch, now, false)
    watch.state = STATE.normal
    settle(watch)
  }
  const remove = (watch: Watch): void => {
    const nodes = index.get(watch.deviceId)
    const rest = nodes?.get(watch.rule.nodemap_id)?.filter((other) => other !== watch) ?? []
    if (rest.length > 0) nodes?.set(watch.rule.nodemap_id, rest)
    else nodes?.delete(watch.rule.nodemap_id)
    if (nodes?.size === 0) index.delete(watch.deviceId)
  }
  const place = (watch: Watch): void => {
    const nodes = index.get(watch.deviceId) ?? new Map<number, Watch[]>()
    index.set(watch.deviceId, nodes.set(watch.rule.nodemap_id, [...(nodes.get(watch.rule.nodemap_id) ?? []), watch]))
  }
  /** The last known value counts for a device that is on line: a new or changed rule need not wait for the next sample. */
  const lookNow = (watch: Watch, now: number): void => {
    const device = registry.device(watch.deviceId)
    const last = device?.nodes.get(watch.rule.nodemap_id)?.last
    if (!device || !last || (watch.state === STATE.normal && !registry.isOnline(device, now))) return
    apply(watch, observe(watch, last.value, last.ts, now), now, 'sample')
  }
  const replace = (id: number, rule: Rule | undefined, now: number): void => {
    const old = new Map((byRule.get(id) ?? []).map((watch) => [watch.deviceId, watch]))
    for (const watch of old.values()) remove(watch)
    const watches = (rule?.devices ?? []).map((deviceId) => {
      const before = old.get(deviceId)
      // Another node's past says nothing about this one.
      if (!rule || !before || before.rule.nodemap_id !== rule.nodemap_id) return newWatch(rule as Rule, deviceId)
      old.delete(deviceId)
      before.rule = rule
      return before
    })
    for (const watch of old.values()) clear(watch, now)
    if (rule) byRule.set(id, watches)
    else byRule.delete(id)
    for (const watch of watches) {
      place(watch)
      lookNow(watch, now)
    }
  }
  const reload = async (id: number | null): Promise<void> => {
    const rules = new Map((await loadRules(storage, id)).map((rule) => [rule.id, rule]))
    const ids = id === null ? new Set([...byRule.keys(), ...rules.keys()]) : [id]
    const fresh = [...rules.keys()].filter((ruleId) => !byRule.has(ruleId))
    const now = Date.now()
    for (const ruleId of ids) replace(ruleId, rules.get(ruleId), now)
    // A rule may have a past: another process made it, or a seed.
    if (fresh.length === 0) return
    const states = await storage.read.selectFrom('alarmstate').selectAll().where('threshold_id', 'in', fresh).execute()
    for (const row of states) {
      const watch = watchOf(row.threshold_id, row.device_id)
      if (watch?.state === STATE.normal || watch?.state === STATE.pending) revive(watch, row, Date.now())
    }
  }
  /** Devices that were stopped or are gone have no alarms. */
  const clearStopped = (id: number | null): void => {
    const now = Date.now()
    for (const deviceId of id === null ? index.keys() : [id]) {
      const device = registry.device(deviceId)
      if (device && device.control_state === 0) continue
      for (const watches of index.get(deviceId)?.values() ?? []) for (const watch of watches) clear(watch, now)
    }
  }
  const storedStates = () => storage.read.selectFrom('alarmstate').selectAll().execute()
  const watchOf = (ruleId: number, deviceId: number): Watch | undefined => byRule.get(ruleId)?.find((watch) => watch.deviceId === deviceId)

  /** Stands where a stored state stands. */
  const revive = (watch: Watch, row: StoredState, now: number): void => {
    const alarm = row.state === STATE.alarm
    Object.assign(watch, { state: alarm ? STATE.alarm : STATE.pending, since: row.since, seenAt: now, ts: row.since })
    if (alarm) Object.assign(watch, { sentAt: row.sent_at ?? now, episode: { logId: row.log_id } })
    watch.value = registry.device(row.device_id)?.nodes.get(watch.rule.nodemap_id)?.last?.value ?? watch.rule.x
    settle(watch)
  }
  /** Stands where the last process stood, then looks at what came since. */
  const restore = async (): Promise<void> => {
    for (const rule of await loadRules(storage, null)) {
      const watches = rule.devices.map((deviceId) => newWatch(rule, deviceId))
      byRule.set(rule.id, watches)
      watches.forEach(place)
    }
    const now = Date.now()
    for (const row of await storedStates()) {
      const watch = watchOf(row.threshold_id, row.device_id)
      if (watch) revive(watch, row, now)
    }
    for (const watches of byRule.values()) for (const watch of watches) lookNow(watch, now)
    clearStopped(null)
  }
  const adopt = async (begin: () => void): Promise<void> => {
    const rows = await storedStates()
    // Nothing may happen between here and the end: what fires while the rows are read would be written twice, or not at all.
    begin()
    const now = Date.now()
    const known = new Set<Watch>()
    for (const row of rows) {
      const watch = watchOf(row.threshold_id, row.device_id)
      if (watch) known.add(watch)
      if (watch?.state === STATE.alarm && row.state === STATE.alarm) {
        watch.sentAt = row.sent_at ?? now
        if (watch.episode) watch.episode.logId = row.log_id
      } else if (row.state === STATE.alarm) {
        const stopped = !watch || registry.device(row.device_id)?.control_state !== 0
        if (watch && !stopped) journal.recovered({ ...watch, episode: { logId: row.log_id } }, Math.min(watch.ts, now), true)
        journal.forgotten(row, now, stopped)
      } else if (!watch || watch.state === STATE.normal) journal.forgotten(row, now, false)
      if (watch?.state === STATE.alarm && row.state !== STATE.alarm) known.delete(watch)
    }
    for (const watch of [...byRule.values()].flat()) {
      if (watch.state === STATE.normal || known.has(watch)) continue
      if (watch.state === STATE.alarm) watch.episode = journal.fired(watch, now, 'sample')
      journal.moved(watch)
    }
  }
  const readers: Record<string, (id: number | null) => Promise<void>> = { threshold: reload, device: async (id) => clearStopped(id) }

  await restore()
  log.info({ rules: byRule.size, inAlarm: [...byRule.values()].flat().filter((watch) => watch.state === STATE.alarm).length }, 'alarm rules loaded')
  return {
    received(samples, now = Date.now()) {
      if (index.size === 0) return
      for (const { device, node, value, ts } of samples) {
        const watches = index.get(device.id)?.get(node.id)
        if (watches) for (const watch of watches) apply(watch, observe(watch, value, ts, now), now, 'sample')
      }
    },
    tick(now) {
      for (const watch of ticking) {
        apply(watch, elapse(watch, now), now, 'clock')
        if (!isDue(watch, now)) continue
        watch.sentAt = now
        journal.repeated(watch, now)
        journal.moved(watch)
      }
    },
    changed: async (table, id) => readers[table]?.(id),
    adopt,
  }
}

/** Keeps the list of thresholds a device violates: a new array whenever it changes, as the live state expects. */
function mark(device: LiveDevice | undefined, { rule, state }: Watch): void {
  if (!device || device.thresholds.includes(rule.id) === (state === STATE.alarm)) return
  device.thresholds = state === STATE.alarm ? [...device.thresholds, rule.id] : device.thresholds.filter((id) => id !== rule.id)
}
