import { judgedValue, observe, rests, STATE, waitsForWorse } from '../../../resources/kit/rule.ts'
import type { Batch } from '../inbox.ts'
import { freshnessOf, isStopped, lastOf, markDevice, seenBy, type Watch } from '../watch.ts'
import type { Recall } from '../watching/past.ts'
import { judgeSamples, type Judging } from '../watching/places.ts'
import { apply } from './settle.ts'
import type { Engine } from './state.ts'

/**
 * Judges a batch by the rules over its nodes. Never throws: those behind it are judged all the same.
 *
 * @param recall where it is judged later than it came
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
    // In the inbox it stays, to be tried again.
    engine.log.error({ err: error, inbox, samples: samples.length }, 'samples could not be judged')
  }
}

/**
 * Judges the last known value. It always ends an alarm; it begins one only where `raises` says so, and while it is not too old. One that was doubted when it
 * came does neither.
 */
export function lookNow(engine: Engine, watch: Watch, now: number, raises: boolean): void {
  const { registry, ticking, places } = engine
  places.wake(watch)
  if (watch.rule.noData) ticking.soon(watch)
  const last = lastOf(registry, watch)
  if (!last) return
  for (const [id, node] of watch.signals ? (registry.device(watch.deviceId)?.nodes ?? []) : [])
    if (node.last && !node.last.doubted) watch.signals?.take(id, node.last.value, node.last.ts)
  if (!last.doubted && (raises || watch.state !== STATE.normal)) judgeValue(engine, watch, last.value, last.ts, now)
  // Whose silence is to be told has to have spoken.
  if (!last.doubted || watch.ts === 0) watch.ts = Math.max(watch.ts, last.ts)
}

/**
 * Judges one value, or what the signals of a watch make at its moment. Runs for every sample that does not leave its place at rest (../watching/places.ts):
 * what rests all the same leaves early.
 */
function judgeValue(engine: Engine, watch: Watch, value: number, ts: number, now: number): void {
  const { registry, journal, ticking, peaks } = engine
  // What was under way when its device was stopped raises nothing: no later value would end it.
  if (isStopped(registry, watch.deviceId)) return
  if (watch.signals === null) {
    const judged = judgedValue(watch.rule, watch.rule.nodemap_id, value)
    if (judged !== null && rests(watch, watch.rule, judged, ts, now)) return
  }
  const fresh = freshnessOf(registry, watch)
  const { worse, silent, ts: before } = watch
  for (const change of observe(watch, watch.rule, { ...seenBy(watch, value, ts, fresh), ts, now, fresh }))
    apply(engine, watch, change, now)
  // No change of the alarm, but a new leader must not judge by what was before: the clock would make it worse, or wait anew.
  if (watch.worse !== worse || watch.silent !== silent || isOutOfDate(watch, before, fresh)) journal.moved(watch)
  // A worse limit may be under way.
  if (watch.state !== STATE.normal) ticking.soon(watch)
  if (watch.state === STATE.alarm && ts === watch.ts && watch.value !== null) peaks.take(watch, watch.value, ts)
  // The first value after a silence.
  if (watch.state === STATE.alarm && registry.device(watch.deviceId)?.silent.includes(watch.rule.id))
    markDevice(engine, watch, now)
}

/**
 * Whether the stored moment of a watch that waits for its hold time is to be written anew: whoever reads one that is older than its freshness takes all since for a
 * gap, and begins to wait anew. Twice in that time is enough.
 *
 * @param before the moment of its newest sample before this one
 */
const isOutOfDate = (watch: Watch, before: number, fresh: number): boolean =>
  Math.floor(watch.ts / (fresh / 2)) !== Math.floor(before / (fresh / 2)) &&
  (watch.state === STATE.pending || (watch.state === STATE.alarm && waitsForWorse(watch)))
