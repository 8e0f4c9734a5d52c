import { STATE } from '../../../resources/kit/rule.ts'
import { loadRules } from '../rules.ts'
import { isOutdated } from '../scope/resolve.ts'
import { isStopped, watchesOf, type Watch } from '../watch.ts'
import { readDoubts } from '../watching/doubts.ts'
import { fillPast } from '../watching/past.ts'
import { storedStates, type StoredState } from '../watching/stored.ts'
import { judgeLastValue } from './judge.ts'
import { clear, revive } from './settle.ts'
import type { Engine } from './state.ts'

/** Follows a change of one record or of any (null). */
export const follow = async (engine: Engine, table: string, id: number | null): Promise<void> =>
  readers[table]?.(engine, id)

/** What a change of each table means to the rules; other tables mean nothing. */
const readers: Record<string, (engine: Engine, id: number | null) => Promise<void>> = {
  threshold: (engine, id) => engine.reload(id),
  // Directions, sound levels, standards and display scripts depend on the node, and on the code (`key_msg`) of its node
  // map.
  node: (engine) => engine.reload(null),
  nodemap: (engine) => engine.reload(null),
  async device(engine, id) {
    clearStopped(engine, id)
    const its = [...(id === null ? engine.watches.all() : engine.places.ofDevice(id))]
    engine.ticking.anew(its)
    await judgeAnew(engine, its)
  },
  project: (engine) => judgeAnew(engine, engine.watches.all()),
}

/**
 * Reads one rule, or all (null), again and replaces their watches. Only called by `reload` of the engine, which keeps
 * the order.
 */
export async function readRules(engine: Engine, id: number | null): Promise<void> {
  const { storage, registry, journal, watches, timeZone } = engine
  const rules = new Map((await loadRules(storage, id, timeZone)).map((rule) => [rule.id, rule]))
  const added = [...rules.keys()].filter((ruleId) => !watches.has(ruleId))
  // A rule switched off and on at once would find its old alarm, whose end is not written yet.
  if (added.length > 0) await journal.caughtUp()
  // A rule that is new here may have a past: another process or a seed made it.
  const states = added.length === 0 ? [] : await storedStates(storage, added)
  const now = Date.now()
  const fresh = new Map([...rules].map(([ruleId, rule]) => [ruleId, watchesOf(registry, rule, () => now)]))
  // The samples that a changed rule looks back on are filled in before it is judged.
  const made = [...fresh.values()].flat()
  await fillPast(engine, made, now)
  // At the start of a process doubts are not read for all watches: it does not judge the last values of a normal rule.
  await readDoubts(engine, made)
  for (const ruleId of id === null ? new Set([...watches.rules(), ...rules.keys()]) : [id])
    replace(engine, ruleId, fresh.get(ruleId) ?? [], watches.has(ruleId) ? [] : states, now)
}

/** Ends the alarms of devices that were stopped or are deleted: of one device, or of any (null). */
export function clearStopped(engine: Engine, id: number | null): void {
  const { registry, places } = engine
  const now = Date.now()
  for (const deviceId of id === null ? places.devices() : [id])
    if (isStopped(registry, deviceId)) for (const watch of places.ofDevice(deviceId)) clear(engine, watch, now)
}

/** @param states the stored states of the rule; empty where this process knows them */
function replace(
  engine: Engine,
  id: number,
  fresh: readonly Watch[],
  states: readonly StoredState[],
  now: number,
): void {
  const { registry, watches, ticking } = engine
  const { kept, over } = watches.put(id, fresh)
  for (const watch of over) clear(engine, watch, now)
  // After clearing, which lets a watch of a rule over silence tick on: it would tell of silence.
  for (const watch of [...over, ...kept]) ticking.drop(watch)
  const known = new Map(states.flatMap((row) => (row.threshold_id === id ? [[row.device_id, row]] : [])))
  for (const watch of kept) {
    const stored = known.get(watch.deviceId)
    if (stored && !isStopped(registry, watch.deviceId)) revive(engine, watch, stored, now)
    // A new or changed rule need not wait for the next sample.
    judgeLastValue(engine, watch, now, !isStopped(registry, watch.deviceId))
    if (watch.state !== STATE.normal) ticking.soon(watch)
  }
}

/**
 * Reads again the rules that judge some device by an outdated site, cycle or scheme: what classes are judged by depends
 * on the device and its project.
 */
async function judgeAnew({ registry, reload }: Engine, some: Iterable<Watch>): Promise<void> {
  const outdated = [...some].filter(({ rule, deviceId }) => isOutdated(registry, rule, deviceId))
  for (const id of new Set(outdated.map(({ rule }) => rule.id))) await reload(id)
}
