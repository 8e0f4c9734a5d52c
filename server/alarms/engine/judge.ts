import { judgedValue, observe, rests, STATE, waitsForWorse } from '../../../resources/kit/rule.ts'
import type { Batch } from '../inbox.ts'
import { freshnessOf, isStopped, lastOf, markDevice, observationOf, type Watch } from '../watch.ts'
import type { Recall } from '../watching/past.ts'
import { judgeSamples, type Judging } from '../watching/places.ts'
import { apply } from './settle.ts'
import type { Engine } from './state.ts'

/**
 * Judges a batch by the rules over its nodes. Never throws: the batches behind it must be judged all the same.
 *
 * @param recall given where the batch is judged later than it came
 */
export function judgeBatch(engine: Engine, { samples, now, inbox, again }: Batch, recall?: Recall): void {
  try {
    const judging: Judging = {
      judge(watch, value, ts) {
        if (!again || watch.state !== STATE.normal) judgeValue(engine, watch, value, ts, now)
      },
      takes: (deviceId) => !again && !isStopped(engine.registry, deviceId),
    }
    judgeSamples(samples, engine.places, judging, recall)
    if (inbox !== null) engine.journal.judged(inbox)
  } catch (error) {
    // The batch stays in the inbox, to be judged again later.
    engine.log.error({ err: error, inbox, samples: samples.length }, 'samples could not be judged')
  }
}

/**
 * Judges the last known value. It always ends an alarm; it begins one only where `raises` says so and the value is not
 * too old. A value that was doubted when it came does neither.
 */
export function judgeLastValue(engine: Engine, watch: Watch, now: number, raises: boolean): void {
  const { registry, ticking, places } = engine
  places.wake(watch)
  if (watch.rule.noData) ticking.soon(watch)
  const last = lastOf(registry, watch)
  if (!last) return
  for (const [id, node] of watch.signals ? (registry.device(watch.deviceId)?.nodes ?? []) : [])
    if (node.last && !node.last.doubted) watch.signals?.take(id, node.last.value, node.last.ts)
  if (!last.doubted && (raises || watch.state !== STATE.normal)) judgeValue(engine, watch, last.value, last.ts, now)
  // A doubted value counts only as the first one: silence is told only of a node that has sent a value.
  if (!last.doubted || watch.ts === 0) watch.ts = Math.max(watch.ts, last.ts)
}

/**
 * Judges one value, or what the signals of a watch make at its moment. Runs for every sample that does not leave its
 * place at rest (../watching/places.ts), so a watch that stays at rest returns early.
 */
function judgeValue(engine: Engine, watch: Watch, value: number, ts: number, now: number): void {
  const { registry, journal, ticking, peaks } = engine
  // Samples that were under way when their device was stopped raise nothing: no later value would end the alarm.
  if (isStopped(registry, watch.deviceId)) return
  if (watch.signals === null) {
    const judged = judgedValue(watch.rule, watch.rule.nodemap_id, value)
    if (judged !== null && rests(watch, watch.rule, judged, ts, now)) return
  }
  const fresh = freshnessOf(registry, watch)
  const { worse, silent, ts: before } = watch
  for (const change of observe(watch, watch.rule, { ...observationOf(watch, value, ts, fresh), ts, now, fresh }))
    apply(engine, watch, change, now)
  // The alarm did not change, but a new leader must not judge by the older state: its clock would make the alarm worse,
  // or begin the hold time anew.
  if (watch.worse !== worse || watch.silent !== silent || isOutOfDate(watch, before, fresh)) journal.moved(watch)
  // The hold time of a worse limit may be running.
  if (watch.state !== STATE.normal) ticking.soon(watch)
  if (watch.state === STATE.alarm && ts === watch.ts && watch.value !== null) peaks.take(watch, watch.value, ts)
  // The first value after a silence.
  if (watch.state === STATE.alarm && registry.device(watch.deviceId)?.silent.includes(watch.rule.id))
    markDevice(engine, watch, now)
}

/**
 * Whether the stored time of the newest sample has to be written again while a watch waits for its hold time. A process
 * that reads a time older than the freshness takes the time since for a gap, and begins the hold time anew. Twice per
 * freshness is enough.
 *
 * @param before time of the newest sample before this one, epoch ms
 */
const isOutOfDate = (watch: Watch, before: number, fresh: number): boolean =>
  Math.floor(watch.ts / (fresh / 2)) !== Math.floor(before / (fresh / 2)) &&
  (watch.state === STATE.pending || (watch.state === STATE.alarm && waitsForWorse(watch)))
