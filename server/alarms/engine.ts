import type { Selectable } from 'kysely'
import { elapse, freshFor, newStand, observe, STATE, type RuleChange } from '../../resources/kit/rule.ts'
import type { Log } from '../log.ts'
import type { LiveDevice, LiveSample, Registry } from '../platform.ts'
import type { InboxRow, Storage, Tables } from '../storage/types.ts'
import { createInbox, unjudged, type Batch } from './inbox.ts'
import type { Journal } from './journal.ts'
import { loadRules, type Rule } from './rules.ts'
import { isDue, newWatch, type Watch } from './watch.ts'

interface Services {
  storage: Storage
  registry: Registry
  journal: Journal
  log: Log
}

type StoredState = Selectable<Tables['alarmstate']>

export interface AlarmEngine {
  /** A committed batch; `inbox` is its row in the inbox. Costs two look-ups a sample where no rule watches it. */
  received(samples: readonly LiveSample[], inbox?: string | null, now?: number): void
  /** The inbox row of a batch, so that it is evaluated even if this process dies right after the commit. */
  inboxOf(samples: readonly LiveSample[]): InboxRow | null
  tick(now: number): void
  /** Follows a change of records: rules and devices matter. */
  changed(table: string, id: number | null): Promise<void>
  /**
   * Takes over leadership: restores the previous leader's state and evaluates what is left in the inbox.
   * @param begin called when what is stored has been read: what happens from then on is written
   */
  adopt(begin: () => void): Promise<void>
  /** Evaluates batches the leader missed, for example while it could not listen. */
  catchUp(): Promise<void>
}

/** Every rule over every device it names, in memory: loaded with two queries, kept by `changed`. The journal alone writes. */
export async function createEngine({ storage, registry, journal, log }: Services): Promise<AlarmEngine> {
  /** Device, node map, watches. */
  const index = new Map<number, Map<number, Watch[]>>()
  const byRule = new Map<number, Watch[]>()
  /** Those the clock may move: pending, or in alarm (sent again, or without data). */
  const ticking = new Set<Watch>()
  /** Batches buffered while the inbox is read, to keep the order of receipt. */
  let waiting: Batch[] | null = null
  let reading: Promise<void> = Promise.resolve()
  let inLine = 0

  const all = function* (): Generator<Watch> {
    for (const watches of byRule.values()) yield* watches
  }
  const freshOf = ({ deviceId }: Watch): number => {
    const device = registry.device(deviceId)
    return device ? freshFor(device) : 0
  }
  const lastOf = ({ deviceId, rule }: Watch) => registry.device(deviceId)?.nodes.get(rule.nodemap_id)?.last ?? null
  /** Everything that follows from a watch's state, in memory and on its way to the database. */
  const settle = (watch: Watch, now: number): void => {
    if (watch.state === STATE.normal) Object.assign(watch, { episode: null, sentAt: null })
    if (watch.state === STATE.normal) ticking.delete(watch)
    else ticking.add(watch)
    mark(watch, now)
    journal.moved(watch)
  }
  /** Keeps the lists of thresholds a device violates: new arrays whenever they change, as the live state expects. */
  const mark = ({ deviceId, rule, state, ts }: Watch, now: number): void => {
    const device = registry.device(deviceId)
    if (!device) return
    list(device, 'thresholds', rule.id, state === STATE.alarm)
    const last = device.nodes.get(rule.nodemap_id)?.last?.ts ?? ts
    list(device, 'silent', rule.id, state === STATE.alarm && now - last > freshFor(device))
  }
  const apply = (watch: Watch, { kind, at, by }: RuleChange, now: number): void => {
    if (kind === 'fire')
      Object.assign(watch, {
        episode: journal.fired(watch, { at: by === 'sample' ? Math.min(watch.ts, at) : at, by, receivedAt: now }),
        sentAt: now,
      })
    if (kind === 'recover') journal.recovered(watch, Math.min(watch.ts, at), true)
    settle(watch, now)
  }
  const judge = (watch: Watch, value: number, ts: number, now: number): void => {
    for (const change of observe(watch, watch.rule, { value, ts, now, fresh: freshOf(watch) }))
      apply(watch, change, now)
    // The first value after a silence.
    if (watch.state === STATE.alarm && registry.device(watch.deviceId)?.silent.includes(watch.rule.id)) mark(watch, now)
  }
  const judgeBatch = ({ samples, now, inbox }: Batch): void => {
    for (const { device, node, value, ts, doubted } of samples) {
      if (doubted) continue
      const watches = index.get(device.id)?.get(node.id)
      if (watches) for (const watch of watches) judge(watch, value, ts, now)
    }
    if (inbox !== null) journal.judged(inbox)
  }
  /** Ends a watch's alarm without a message: its rule or its device was disabled or deleted. */
  const clear = (watch: Watch, now: number): void => {
    if (watch.state === STATE.normal) return
    if (watch.state === STATE.alarm) journal.recovered(watch, now, false)
    watch.state = STATE.normal
    settle(watch, now)
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
  /** Judges the last known value. It always ends an alarm; it begins one only where `raises` says so, and while it is not too old. */
  const lookNow = (watch: Watch, now: number, raises: boolean): void => {
    const last = lastOf(watch)
    if (!last) return
    if (raises || watch.state !== STATE.normal) judge(watch, last.value, last.ts, now)
    watch.ts = Math.max(watch.ts, last.ts)
  }
  /** Restores a stored state. */
  const revive = (watch: Watch, row: StoredState, now: number): void => {
    const alarm = row.state === STATE.alarm
    Object.assign(watch, {
      state: alarm ? STATE.alarm : STATE.pending,
      since: row.since,
      seenAt: row.seen_at ?? row.since,
      ts: row.ts ?? row.since,
    })
    if (alarm) Object.assign(watch, { sentAt: row.sent_at ?? now, episode: { logId: row.log_id } })
    watch.value = lastOf(watch)?.value ?? watch.rule.x
    settle(watch, now)
  }
  const stoppedOf = (deviceId: number): boolean => registry.device(deviceId)?.control_state !== 0

  const replace = (id: number, rule: Rule | undefined, states: readonly StoredState[], now: number): void => {
    const old = new Map((byRule.get(id) ?? []).map((watch) => [watch.deviceId, watch]))
    for (const watch of old.values()) remove(watch)
    const watches = (rule ? rule.devices : []).map((deviceId) => {
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
      const stored = states.find((row) => row.threshold_id === id && row.device_id === watch.deviceId)
      if (stored && !stoppedOf(watch.deviceId)) revive(watch, stored, now)
      // A new or changed rule need not wait for the next sample.
      lookNow(watch, now, !stoppedOf(watch.deviceId))
    }
  }
  const reload = async (id: number | null): Promise<void> => {
    const rules = new Map((await loadRules(storage, id)).map((rule) => [rule.id, rule]))
    const added = [...rules.keys()].filter((ruleId) => !byRule.has(ruleId))
    // A rule may have a past: another process made it, or a seed.
    const states =
      added.length === 0
        ? []
        : await storage.read.selectFrom('alarmstate').selectAll().where('threshold_id', 'in', added).execute()
    const now = Date.now()
    for (const ruleId of id === null ? new Set([...byRule.keys(), ...rules.keys()]) : [id])
      replace(ruleId, rules.get(ruleId), byRule.has(ruleId) ? [] : states, now)
  }
  /** Devices that were stopped or are gone have no alarms. */
  const clearStopped = (id: number | null): void => {
    const now = Date.now()
    for (const deviceId of id === null ? index.keys() : [id])
      if (stoppedOf(deviceId))
        for (const watches of index.get(deviceId)?.values() ?? []) for (const watch of watches) clear(watch, now)
  }
  const storedStates = () => storage.read.selectFrom('alarmstate').selectAll().execute()
  const watchOf = (ruleId: number, deviceId: number): Watch | undefined =>
    byRule.get(ruleId)?.find((watch) => watch.deviceId === deviceId)

  /** Restores the last process's state. Old values raise nothing: what has not been evaluated yet is in the inbox. */
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
    for (const watch of all()) lookNow(watch, now, false)
    clearStopped(null)
  }
  /** A consistent snapshot of inbox and states: the last transaction of the previous leader may still commit between two reads. */
  const readBoth = async (): Promise<{ batches: (Batch & { inbox: string })[]; rows: StoredState[] }> => {
    for (;;) {
      const batches = await unjudged(storage, registry)
      const rows = await storedStates()
      const still = new Set((await storage.read.selectFrom('alarminbox').select('id').execute()).map(({ id }) => id))
      if (batches.every(({ inbox }) => still.has(inbox))) return { batches, rows }
    }
  }
  /** Runs work that reads the inbox while new batches are buffered; they are evaluated afterwards. */
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    waiting ??= []
    inLine++
    const mine = reading.then(work).finally(() => {
      if (--inLine > 0) return
      const rest = waiting ?? []
      waiting = null
      rest.forEach(judgeBatch)
    })
    reading = mine.catch(() => {})
    return mine
  }
  const adopt = (begin: () => void): Promise<void> =>
    inOrder(async () => {
      const { batches, rows } = await readBoth()
      begin()
      // No await from here on: the switch must be atomic.
      const now = Date.now()
      const raised = [...all()].filter(({ state }) => state !== STATE.normal)
      for (const watch of all()) Object.assign(watch, newStand(), { episode: null, sentAt: null })
      ticking.clear()
      for (const row of rows) {
        const watch = watchOf(row.threshold_id, row.device_id)
        if (watch && !stoppedOf(row.device_id)) revive(watch, row, now)
        else journal.forgotten(row, now, row.state === STATE.alarm)
      }
      batches.forEach(judgeBatch)
      // Covers what the inbox cannot know: a rule changed while there was no leader.
      for (const watch of raised) if (!stoppedOf(watch.deviceId)) lookNow(watch, now, true)
      for (const watch of all()) {
        lookNow(watch, now, false)
        mark(watch, now)
      }
    })
  const readers: Record<string, (id: number | null) => Promise<void>> = {
    threshold: reload,
    device: async (id) => clearStopped(id),
  }

  await restore()
  log.info(
    { rules: byRule.size, inAlarm: [...all()].filter((watch) => watch.state === STATE.alarm).length },
    'alarm rules loaded',
  )
  return {
    received(samples, inbox = null, now = Date.now()) {
      const batch = { samples, inbox, now }
      if (waiting) waiting.push(batch)
      else judgeBatch(batch)
    },
    inboxOf: createInbox(({ device, node }) => index.get(device.id)?.get(node.id)),
    tick(now) {
      for (const watch of ticking) {
        const fresh = freshOf(watch)
        const late = now - (lastOf(watch)?.ts ?? watch.ts) > fresh
        const fired = late ? null : elapse(watch, watch.rule, now, fresh)
        if (fired) apply(watch, fired, now)
        else mark(watch, now)
        if (late || !isDue(watch, now)) continue
        watch.sentAt = now
        journal.repeated(watch, now)
        journal.moved(watch)
      }
    },
    changed: async (table, id) => readers[table]?.(id),
    adopt,
    catchUp: () => inOrder(async () => (await unjudged(storage, registry)).forEach(judgeBatch)),
  }
}

/** Adds an id to one of a device's lists, or takes it out. */
function list(device: LiveDevice, name: 'thresholds' | 'silent', id: number, wanted: boolean): void {
  if (device[name].includes(id) === wanted) return
  device[name] = wanted ? [...device[name], id] : device[name].filter((other) => other !== id)
}
