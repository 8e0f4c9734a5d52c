import { randomBytes } from 'node:crypto'
import { isNight, judgedValue, rankOf, readingOfStored, STATE, waitsForWorse } from '../../resources/kit/rule.ts'
import { numbersOf, decodeSamples } from '../bus/batches.ts'
import type { LiveSample, Registry } from '../platform.ts'
import type { InboxRow, Storage } from '../storage/types.ts'
import type { Watch } from './watch.ts'
import { isAtRest, wakePlace, type Places } from './watching/places.ts'

/** A batch of samples to evaluate. */
export interface Batch {
  samples: readonly LiveSample[]
  /** When the platform received the batch, epoch ms. */
  now: number
  /** Row of the batch in the inbox; null where it has none. */
  inbox: string | null
  /**
   * These are last values that were read again, and it is not known whether they are trusted: they end alarms and begin
   * none.
   */
  again?: true
}

/**
 * Returns a function that picks those samples of a batch that may change the state of a rule, as a row of the inbox;
 * null where there are none. A value within the limits without an alarm, and one that breaks the limit during an alarm,
 * change nothing, unless the alarm waits for a worse limit. So the inbox stays almost empty, however many samples come
 * in.
 *
 * @param whole whether what other processes take is known here within a moment
 */
export function createInbox(
  places: Pick<Places, 'watched'>,
  whole = (): boolean => true,
): (samples: readonly LiveSample[]) => InboxRow | null {
  const me = randomBytes(9).toString('base64url')
  let count = 0
  return (samples) => {
    const moved = new Set<LiveSample['node']>()
    const isWhole = whole()
    const kept: LiveSample[] = []
    const watched = places.watched(samples)
    for (let at = 0; at < watched.samples.length; at++) {
      const sample = watched.samples[at]
      const place = watched.places[at]
      if (!sample || !place) continue
      if (moved.size === 0 || !moved.has(sample.node)) {
        if (isAtRest(place, sample.value)) continue
        wakePlace(place)
        if (!place.watches.some((watch) => mayMove(watch, sample, isWhole))) continue
      }
      moved.add(sample.node)
      kept.push(sample)
    }
    if (kept.length === 0) return null
    return {
      id: `${me}.${String(++count).padStart(12, '0')}`,
      received_at: Date.now(),
      samples: JSON.stringify(numbersOf(kept)),
    }
  }
}

/**
 * Whether a sample may change the state of a watch. For means and other conditions only a change that a restart could
 * not make up for counts. A sample older than the newest one changes nothing, and must not wait in the inbox for a
 * process that no longer knows the newest.
 */
function mayMove(
  { rule, state, rank, worse, silent, signals, ts: newest }: Watch,
  { value, ts, node }: LiveSample,
  isWhole: boolean,
): boolean {
  if (signals ? ts < signals.newest(node.id) : ts < newest) return false
  if (signals) {
    const { conditions, nodemap_id } = rule
    // A mean can also cross its limit with a value that does not break it, and when an old value leaves its span.
    if (state !== STATE.normal || node.id !== nodemap_id || conditions?.calc !== 'value') return true
    return isBroken(rule, nodemap_id, value, isNight(rule.night, rule.zone, ts))
  }
  const night = isNight(rule.night, rule.zone, ts)
  // An alarm that is shown here may have been ended by another process meanwhile.
  if (state !== STATE.alarm || !isWhole) return state !== STATE.normal || isBroken(rule, node.id, value, night)
  const reading = readingOfStored(rule, node.id, value, night)
  return silent || !reading.stays || reading.rank > rank || waitsForWorse({ rank, worse })
}

/** Whether a stored value breaks a rule. */
function isBroken(rule: Watch['rule'], node: number, value: number, night: boolean): boolean {
  const judged = judgedValue(rule, node, value)
  return judged !== null && rankOf(rule, judged, night) >= 0
}

/** Returns the batches that are not evaluated yet, oldest first. */
export async function unjudged({ read }: Storage, registry: Registry): Promise<(Batch & { inbox: string })[]> {
  const rows = await read.selectFrom('alarminbox').selectAll().orderBy('received_at').orderBy('id').execute()
  return rows.map((row) => batchIn(row, registry))
}

/** Returns the batch that a row of the inbox holds. */
export const batchIn = (
  { id, received_at, samples }: InboxRow,
  registry: Pick<Registry, 'device'>,
): Batch & { inbox: string } => ({
  inbox: id,
  now: received_at,
  samples: decodeSamples(JSON.parse(samples) as number[], registry),
})

/** Evaluates the batches left in the inbox, and then last values that were read before those batches. */
export async function judgeLeft(
  { storage, registry, again }: { storage: Storage; registry: Registry; again?: readonly LiveSample[] },
  judge: (batch: Batch) => void,
): Promise<void> {
  for (const batch of await unjudged(storage, registry)) judge(batch)
  if (again) judge({ samples: again, now: Date.now(), inbox: null, again: true })
}
