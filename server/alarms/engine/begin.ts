import { newRuleState, STATE } from '../../../resources/kit/rule.ts'
import type { Batch } from '../inbox.ts'
import { loadRules } from '../rules.ts'
import { isStopped, markDevice, silentSinceOf, watchesOf, type Watch } from '../watch.ts'
import { movableOf, readDoubts } from '../watching/doubts.ts'
import { fillPast, readRecall, type Recall } from '../watching/past.ts'
import { silenceFrom } from '../watching/silence.ts'
import { readUnjudged, storedStates, type StoredState } from '../watching/stored.ts'
import { clearStopped } from './follow.ts'
import { judgeBatch, judgeLastValue } from './judge.ts'
import { revive } from './settle.ts'
import type { Engine } from './state.ts'

/**
 * Restores the state that the last process stored, as this process starts. Old values raise no alarm: samples not
 * evaluated yet are in the inbox.
 */
export async function restore(engine: Engine): Promise<void> {
  const { storage, registry, watches, timeZone, heard, hears } = engine
  const from = silenceFrom(registry, heard)
  for (const rule of await loadRules(storage, null, timeZone)) watches.put(rule.id, watchesOf(registry, rule, from))
  // The states are read when devices come (takeDevices).
  if (!hears) return
  const now = Date.now()
  await fillPast(engine, watches.all(), now)
  const rows = await storedStates(storage)
  await readDoubts(engine, movableOf(watches.all(), rows))
  for (const row of rows) {
    const watch = watches.of(row.threshold_id, row.device_id)
    if (watch) revive(engine, watch, row, now)
  }
  for (const watch of watches.all()) judgeLastValue(engine, watch, now, false)
  clearStopped(engine, null)
}

/**
 * Takes the devices that come to a process that did not hear of them: their rules get the stored state, and then what
 * the samples left in the inbox make of it. What this process judged of them earlier may be out of date. Nothing is
 * written, since this process does not lead.
 */
export async function takeDevices(engine: Engine, devices: ReadonlySet<number>): Promise<void> {
  const { storage, registry, watches, places, ticking } = engine
  const theirs = (): Watch[] => [...devices].flatMap((id) => [...places.ofDevice(id)])
  await fillPast(engine, theirs(), Date.now())
  // The inbox has samples of all devices: those of other devices are left out.
  const known = { device: (id: number) => (devices.has(id) ? registry.device(id) : undefined) }
  const { batches, rows } = await readUnjudged(storage, known)
  await readDoubts(engine, movableOf(theirs(), rows))
  const left = batches
    .map(({ now, samples }) => ({ now, inbox: null, samples }))
    .filter(({ samples }) => samples.length > 0)
  const past = await readRecall(engine, left, Date.now())
  const now = Date.now()
  // Rules may have changed meanwhile.
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
    judgeLastValue(engine, watch, now, false)
    markDevice(engine, watch, now)
  }
}

/**
 * Reads and takes over the state that the last leader left, as this process begins to lead. Batches that arrive
 * meanwhile wait.
 */
export const adopt = (engine: Engine, begin: () => void): Promise<void> =>
  engine.line.inOrder(async () => {
    const { storage, registry, watches, reload } = engine
    const { batches, rows } = await readUnjudged(storage, registry)
    // Another process may just have made a rule or put a device under it, and this process has not heard of that yet.
    const unknown = rows.filter((row) => !watches.of(row.threshold_id, row.device_id))
    for (const id of new Set(unknown.map(({ threshold_id }) => threshold_id))) await reload(id)
    const recall = await readRecall(engine, batches, Date.now())
    begin()
    takeOver(engine, rows, batches, recall)
  })

/**
 * Replaces what this process found by itself with the stored states, and judges what was left in the inbox. Synchronous
 * from `begin` on: the switch must be atomic.
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
  // Covers what the inbox cannot know: a rule that changed while there was no leader.
  for (const watch of raised) if (!isStopped(registry, watch.deviceId)) judgeLastValue(engine, watch, now, true)
  for (const watch of watches.all()) {
    judgeLastValue(engine, watch, now, false)
    markDevice(engine, watch, now)
    // What this process found while another one led, that leader may not have written.
    if (watch.state === STATE.alarm) journal.altered(watch, { silentSince: silentSinceOf(registry, watch) })
  }
}

/**
 * Resets watches to the state of new ones, except for the silence of their devices: it continues from leader to leader
 * where this process heard the samples of the other processes.
 *
 * @param from since when a device's silence may count, epoch ms
 */
function forgetStands(some: Iterable<Watch>, from: (watch: Watch) => number): void {
  for (const watch of some) {
    const heard = Math.max(watch.heard, from(watch))
    Object.assign(watch, newRuleState(), { episode: null, sentAt: null, firedAt: null, ended: null, heard, peak: null })
  }
}
