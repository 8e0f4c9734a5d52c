import { newStand, STATE } from '../../../resources/kit/rule.ts'
import type { Batch } from '../inbox.ts'
import { loadRules } from '../rules.ts'
import { isStopped, markDevice, silentSinceOf, watchesOf, type Watch } from '../watch.ts'
import { movableOf, readDoubts } from '../watching/doubts.ts'
import { fillPast, readRecall, type Recall } from '../watching/past.ts'
import { silenceFrom } from '../watching/silence.ts'
import { readLeft, storedStates, type StoredState } from '../watching/stored.ts'
import { clearStopped } from './follow.ts'
import { judgeBatch, lookNow } from './judge.ts'
import { revive } from './settle.ts'
import type { Engine } from './state.ts'

/** As a process starts: restores the last one's state. Old values raise nothing: what has not been evaluated yet is in the inbox. */
export async function restore(engine: Engine): Promise<void> {
  const { storage, registry, watches, timeZone, heard, hears } = engine
  const from = silenceFrom(registry, heard)
  for (const rule of await loadRules(storage, null, timeZone)) watches.put(rule.id, watchesOf(registry, rule, from))
  // Where its devices stand is read when they come (takeDevices).
  if (!hears) return
  const now = Date.now()
  await fillPast(engine, watches.all(), now)
  const rows = await storedStates(storage)
  await readDoubts(engine, movableOf(watches.all(), rows))
  for (const row of rows) {
    const watch = watches.of(row.threshold_id, row.device_id)
    if (watch) revive(engine, watch, row, now)
  }
  for (const watch of watches.all()) lookNow(engine, watch, now, false)
  clearStopped(engine, null)
}

/**
 * As devices come to a process that did not hear of them: their rules stand as is stored, and as what is left in the inbox makes of it. Its own judgement of
 * them may be of any time. Nothing of this is written, since it does not lead.
 */
export async function takeDevices(engine: Engine, devices: ReadonlySet<number>): Promise<void> {
  const { storage, registry, watches, places, ticking } = engine
  const theirs = (): Watch[] => [...devices].flatMap((id) => [...places.ofDevice(id)])
  await fillPast(engine, theirs(), Date.now())
  // The inbox is of all devices: of the others nothing is made of its numbers.
  const known = { device: (id: number) => (devices.has(id) ? registry.device(id) : undefined) }
  const { batches, rows } = await readLeft(storage, known)
  await readDoubts(engine, movableOf(theirs(), rows))
  const left = batches
    .map(({ now, samples }) => ({ now, inbox: null, samples }))
    .filter(({ samples }) => samples.length > 0)
  const past = await readRecall(engine, left, Date.now())
  const now = Date.now()
  // Rules may have been changed meanwhile.
  const some = theirs()
  forgetStands(some, () => now)
  for (const watch of some) ticking.drop(watch)
  for (const row of rows) {
    const watch = devices.has(row.device_id) ? watches.of(row.threshold_id, row.device_id) : undefined
    if (watch && !isStopped(registry, row.device_id)) revive(engine, watch, row, now)
  }
  past.begin()
  for (const batch of left) judgeBatch(engine, batch, past)
  for (const watch of some) {
    past.until(watch, Infinity)
    lookNow(engine, watch, now, false)
    markDevice(engine, watch, now)
  }
}

/** As a process begins to lead: reads what the leader before left, and takes it over. What comes meanwhile waits. */
export const adopt = (engine: Engine, begin: () => void): Promise<void> =>
  engine.line.inOrder(async () => {
    const { storage, registry, watches, reload } = engine
    const { batches, rows } = await readLeft(storage, registry)
    // Another process may have made a rule, or put a device under it, a moment ago: nothing of it was heard here yet.
    const unknown = rows.filter((row) => !watches.of(row.threshold_id, row.device_id))
    for (const id of new Set(unknown.map(({ threshold_id }) => threshold_id))) await reload(id)
    const recall = await readRecall(engine, batches, Date.now())
    begin()
    takeOver(engine, rows, batches, recall)
  })

/**
 * Puts the stored states in the place of what this process found by itself, and judges what was left in the inbox. Without a wait, from `begin` on:
 * the switch must be atomic.
 */
function takeOver(engine: Engine, rows: readonly StoredState[], batches: readonly Batch[], recall: Recall): void {
  const { registry, journal, watches, ticking, whole } = engine
  const now = Date.now()
  const raised = [...watches.all()].filter(({ state }) => state !== STATE.normal)
  forgetStands(watches.all(), whole() ? silenceFrom(registry, now) : () => now)
  ticking.clear()
  for (const row of rows) {
    const watch = watches.of(row.threshold_id, row.device_id)
    if (watch && !isStopped(registry, row.device_id)) revive(engine, watch, row, now)
    else journal.forgotten(row, now, row.state === STATE.alarm)
  }
  recall.begin()
  for (const batch of batches) judgeBatch(engine, batch, recall)
  for (const watch of watches.all()) recall.until(watch, Infinity)
  // Covers what the inbox cannot know: a rule changed while there was no leader.
  for (const watch of raised) if (!isStopped(registry, watch.deviceId)) lookNow(engine, watch, now, true)
  for (const watch of watches.all()) {
    lookNow(engine, watch, now, false)
    markDevice(engine, watch, now)
    // What this process found while another led, that one may not have written.
    if (watch.state === STATE.alarm) journal.altered(watch, { silentSince: silentSinceOf(registry, watch) })
  }
}

/**
 * Watches stand where new ones do, but for the silence of their devices: it goes on from leader to leader, where this process heard what the others
 * took.
 *
 * @param from since when a device's silence may count, epoch ms
 */
function forgetStands(some: Iterable<Watch>, from: (watch: Watch) => number): void {
  for (const watch of some) {
    const heard = Math.max(watch.heard, from(watch))
    Object.assign(watch, newStand(), { episode: null, sentAt: null, firedAt: null, ended: null, heard, peak: null })
  }
}
