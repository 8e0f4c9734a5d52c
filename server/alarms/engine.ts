import { judgedValue, newStand, observe, rests, STATE, type RuleChange } from '../../resources/kit/rule.ts'
import type { Log } from '../log.ts'
import type { LiveSample, Registry } from '../platform.ts'
import type { InboxRow, Storage } from '../storage/types.ts'
import { createInbox, judgeLeft, type Batch } from './inbox.ts'
import { createPeaks } from './episodes/peaks.ts'
import type { Journal } from './journal.ts'
import { loadRules } from './rules.ts'
import { fillPast, readRecall, type Recall } from './watching/past.ts'
import { createLine, inTurn } from './watching/line.ts'
import { isOutdated } from './scope/resolve.ts'
import { createPlaces, judgeSamples, type Judge } from './watching/places.ts'
import { silenceFrom } from './watching/silence.ts'
import { readLeft, standOf, storedStates, type StoredState } from './watching/stored.ts'
import { createWatches } from './watching/watches.ts'
import { createTicking } from './watching/ticking.ts'
import {
  freshnessOf,
  isStopped,
  lastOf,
  lastSentAt,
  lastValueOf,
  markDevice,
  seenBy,
  silentSinceOf,
  watchesOf,
  type Watch,
} from './watch.ts'

interface Services {
  storage: Storage
  registry: Registry
  journal: Journal
  log: Log
  /** Whose clocks the rules' schedules and nights follow. */
  timeZone?: string
  /** Since when this process listens, epoch ms. */
  heard?: number
  /** Whether what other processes take is known here in a moment; else where a watch stands says little of where the leader's does. */
  whole?: () => boolean
}

export interface AlarmEngine {
  /** A committed batch; `inbox` is its row in the inbox. Costs two look-ups a sample where no rule watches it. */
  received(samples: readonly LiveSample[], inbox?: string | null, now?: number): void
  /** The inbox row of a batch, so that it is evaluated even if this process dies right after the commit. */
  inboxOf(samples: readonly LiveSample[]): InboxRow | null
  tick(now: number): void
  /** A rule over one device; undefined where none is watched. */
  watch(ruleId: number, deviceId: number): Watch | undefined
  /** Hands over what is written every few seconds only. Call it before this process leads no more. */
  flush(): void
  /** Follows a change of records: rules and devices matter. */
  changed(table: string, id: number | null): Promise<void>
  /**
   * Takes over leadership: restores the previous leader's state and evaluates what is left in the inbox.
   * @param begin called when what is stored has been read: what happens from then on is written
   */
  adopt(begin: () => void): Promise<void>
  /** Whether what came waits until the inbox is read: the clock must not pass what it says. */
  isReading(): boolean
  /** Evaluates batches the leader missed, for example while it could not listen; then last values that were read `again`, which end alarms and begin none. */
  catchUp(again?: readonly LiveSample[]): Promise<void>
}

/** Every rule over every device it names, in memory: loaded with two queries, kept by `changed`. The journal alone writes. */
export async function createEngine({
  storage,
  registry,
  journal,
  log,
  timeZone,
  heard = Date.now(),
  whole = () => true,
}: Services): Promise<AlarmEngine> {
  const places = createPlaces()
  const watches = createWatches(places)
  const { all } = watches
  const ticking = createTicking(registry, journal)
  const peaks = createPeaks(journal)

  const freshOf = (watch: Watch): number => freshnessOf(registry, watch)
  /** Everything that follows from a watch's state, in memory and on its way to the database. */
  const settle = (watch: Watch, now: number): void => {
    if (watch.state === STATE.normal) Object.assign(watch, { episode: null, sentAt: null, peak: null })
    if (watch.state === STATE.normal && !watch.rule.noData) ticking.drop(watch)
    else ticking.soon(watch)
    mark(watch, now)
    journal.moved(watch)
  }
  const mark = (watch: Watch, now: number): void => markDevice({ registry, journal }, watch, now)
  const apply = (watch: Watch, { kind, at, by }: RuleChange, now: number): void => {
    const moment = by === 'sample' ? Math.min(watch.ts, at) : at
    if (kind === 'fire')
      Object.assign(watch, {
        episode: journal.fired(watch, { at: moment, by, receivedAt: now }),
        sentAt: lastSentAt(watch, moment, now),
      })
    if (kind === 'worsen') journal.worsened(watch, at)
    if (kind === 'recover') {
      peaks.write([watch])
      journal.recovered(watch, moment, true)
      watch.ended = { at: moment, sentAt: watch.sentAt }
    }
    settle(watch, now)
  }
  const judge = (watch: Watch, value: number, ts: number, now: number): void => {
    // What was under way when its device was stopped raises nothing: no later value would end it.
    if (isStopped(registry, watch.deviceId)) return
    if (watch.signals === null) {
      const judged = judgedValue(watch.rule, watch.rule.nodemap_id, value)
      if (judged !== null && rests(watch, watch.rule, { value: judged, ts, now })) return
    }
    const fresh = freshOf(watch)
    for (const change of observe(watch, watch.rule, { ...seenBy(watch, value, ts, fresh), ts, now, fresh }))
      apply(watch, change, now)
    // A worse limit may be under way.
    if (watch.state !== STATE.normal) ticking.soon(watch)
    if (watch.state === STATE.alarm && ts === watch.ts && watch.value !== null) peaks.take(watch, watch.value, ts)
    // The first value after a silence.
    if (watch.state === STATE.alarm && registry.device(watch.deviceId)?.silent.includes(watch.rule.id)) mark(watch, now)
  }
  const judgeBatch = ({ samples, now, inbox, again }: Batch, recall?: Recall): void => {
    try {
      const take: Judge = (watch, value, ts) => {
        if (!again || watch.state !== STATE.normal) judge(watch, value, ts, now)
      }
      judgeSamples(samples, places, take, recall)
      if (inbox !== null) journal.judged(inbox)
    } catch (error) {
      // Those behind it are judged all the same. In the inbox it stays, to be tried again.
      log.error({ err: error, inbox, samples: samples.length }, 'samples could not be judged')
    }
  }
  const line = createLine((batch) => judgeBatch(batch))
  /** Ends a watch's alarm without a message: its rule or its device was disabled or deleted. */
  const clear = (watch: Watch, now: number): void => {
    if (watch.state === STATE.normal) return
    if (watch.state === STATE.alarm) {
      peaks.write([watch])
      journal.recovered(watch, now, false)
    }
    watch.state = STATE.normal
    settle(watch, now)
  }
  /** Judges the last known value. It always ends an alarm; it begins one only where `raises` says so, and while it is not too old. */
  const lookNow = (watch: Watch, now: number, raises: boolean): void => {
    if (watch.rule.noData) ticking.soon(watch)
    const last = lastOf(registry, watch)
    if (!last) return
    for (const [id, node] of watch.signals ? (registry.device(watch.deviceId)?.nodes ?? []) : [])
      if (node.last) watch.signals?.take(id, node.last.value, node.last.ts)
    if (raises || watch.state !== STATE.normal) judge(watch, last.value, last.ts, now)
    watch.ts = Math.max(watch.ts, last.ts)
  }
  /** Restores a stored state. */
  const revive = (watch: Watch, row: StoredState, now: number): void => {
    const alarm = row.state === STATE.alarm
    Object.assign(watch, standOf(row))
    if (alarm) Object.assign(watch, { sentAt: row.sent_at ?? now, episode: { logId: row.log_id } })
    watch.value = lastValueOf(registry, watch) ?? watch.signals?.values(now, freshOf(watch))[0] ?? null
    settle(watch, now)
  }

  const replace = (id: number, fresh: readonly Watch[], states: readonly StoredState[], now: number): void => {
    const { kept, over } = watches.put(id, fresh)
    for (const watch of over) clear(watch, now)
    // After they are cleared: one that was asked to tell of silence would tick on, and tell of it.
    for (const watch of [...over, ...kept]) ticking.drop(watch)
    const known = new Map(states.flatMap((row) => (row.threshold_id === id ? [[row.device_id, row]] : [])))
    for (const watch of kept) {
      const stored = known.get(watch.deviceId)
      if (stored && !isStopped(registry, watch.deviceId)) revive(watch, stored, now)
      // A new or changed rule need not wait for the next sample.
      lookNow(watch, now, !isStopped(registry, watch.deviceId))
      if (watch.state !== STATE.normal) ticking.soon(watch)
    }
  }
  const readRules = async (id: number | null): Promise<void> => {
    const rules = new Map((await loadRules(storage, id, timeZone)).map((rule) => [rule.id, rule]))
    const added = [...rules.keys()].filter((ruleId) => !watches.has(ruleId))
    // Switched off and on at once, a rule would find the alarm that it had, whose end is not written yet.
    if (added.length > 0) await journal.caughtUp()
    // A rule may have a past: another process made it, or a seed.
    const states =
      added.length === 0
        ? []
        : await storage.read.selectFrom('alarmstate').selectAll().where('threshold_id', 'in', added).execute()
    const now = Date.now()
    const fresh = new Map([...rules].map(([ruleId, rule]) => [ruleId, watchesOf(registry, rule, () => now)]))
    // What a changed rule looks back on is there before it is asked.
    await fillPast({ storage, registry }, [...fresh.values()].flat(), now)
    for (const ruleId of id === null ? new Set([...watches.rules(), ...rules.keys()]) : [id])
      replace(ruleId, fresh.get(ruleId) ?? [], watches.has(ruleId) ? [] : states, now)
  }
  /** Of two at once the one that read first could have the last word. */
  const reload = inTurn(readRules)
  /** Devices that were stopped or are gone have no alarms. */
  const clearStopped = (id: number | null): void => {
    const now = Date.now()
    for (const deviceId of id === null ? places.devices() : [id])
      if (isStopped(registry, deviceId)) for (const watch of places.ofDevice(deviceId)) clear(watch, now)
  }
  /** What classes are judged by is of the device and its project. */
  const judgeAnew = async (some: Iterable<Watch>): Promise<void> => {
    const outdated = [...some].filter(({ rule, deviceId }) => isOutdated(registry, rule, deviceId))
    for (const id of new Set(outdated.map(({ rule }) => rule.id))) await reload(id)
  }

  /** Restores the last process's state. Old values raise nothing: what has not been evaluated yet is in the inbox. */
  const restore = async (): Promise<void> => {
    const from = silenceFrom(registry, heard)
    for (const rule of await loadRules(storage, null, timeZone)) watches.put(rule.id, watchesOf(registry, rule, from))
    const now = Date.now()
    await fillPast({ storage, registry }, all(), now)
    for (const row of await storedStates(storage)) {
      const watch = watches.of(row.threshold_id, row.device_id)
      if (watch) revive(watch, row, now)
    }
    for (const watch of all()) lookNow(watch, now, false)
    clearStopped(null)
  }
  const adopt = (begin: () => void): Promise<void> =>
    line.inOrder(async () => {
      const { batches, rows } = await readLeft(storage, registry)
      // Another process may have made a rule, or put a device under it, a moment ago: nothing of it was heard here yet.
      const unknown = rows.filter((row) => !watches.of(row.threshold_id, row.device_id))
      for (const id of new Set(unknown.map(({ threshold_id }) => threshold_id))) await reload(id)
      const recall = await readRecall({ storage, registry, places }, batches, Date.now())
      begin()
      // No await from here on: the switch must be atomic.
      const now = Date.now()
      const raised = [...all()].filter(({ state }) => state !== STATE.normal)
      // Silence goes on from leader to leader, where this process heard what the others took.
      const from = whole() ? silenceFrom(registry, now) : () => now
      for (const watch of all()) {
        const since = Math.max(watch.heard, from(watch))
        Object.assign(watch, newStand(), { episode: null, sentAt: null, ended: null, heard: since, peak: null })
      }
      ticking.clear()
      for (const row of rows) {
        const watch = watches.of(row.threshold_id, row.device_id)
        if (watch && !isStopped(registry, row.device_id)) revive(watch, row, now)
        else journal.forgotten(row, now, row.state === STATE.alarm)
      }
      recall.begin()
      for (const batch of batches) judgeBatch(batch, recall)
      for (const watch of all()) recall.until(watch, Infinity)
      // Covers what the inbox cannot know: a rule changed while there was no leader.
      for (const watch of raised) if (!isStopped(registry, watch.deviceId)) lookNow(watch, now, true)
      for (const watch of all()) {
        lookNow(watch, now, false)
        mark(watch, now)
        // What this process found while another led, that one may not have written.
        if (watch.state === STATE.alarm) journal.altered(watch, { silentSince: silentSinceOf(registry, watch) })
      }
    })
  const readers: Record<string, (id: number | null) => Promise<void>> = {
    threshold: reload,
    // Directions and display scripts are of the node.
    node: () => reload(null),
    device: async (id) => {
      clearStopped(id)
      const its = [...(id === null ? all() : places.ofDevice(id))]
      ticking.anew(its)
      await judgeAnew(its)
    },
    project: () => judgeAnew(all()),
  }

  await restore()
  const inAlarm = [...all()].filter(({ state }) => state === STATE.alarm).length
  log.info({ rules: [...watches.rules()].length, inAlarm }, 'alarm rules loaded')
  return {
    received(samples, inbox = null, now = Date.now()) {
      line.take({ samples, inbox, now })
    },
    inboxOf: createInbox(places, whole),
    watch: watches.of,
    flush: peaks.flush,
    tick(now) {
      peaks.tick(now)
      ticking.tick(now, { apply, mark })
    },
    changed: async (table, id) => readers[table]?.(id),
    adopt,
    isReading: line.isWaiting,
    catchUp: (again) => line.inOrder(() => judgeLeft({ storage, registry, again }, judgeBatch)),
  }
}
