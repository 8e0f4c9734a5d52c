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
  /** When the platform received it, epoch ms. */
  now: number
  /** Its row in the inbox; null where it has none. */
  inbox: string | null
  /** Last values that were read again, of which nobody knows whether they are to be trusted: they end alarms and begin none. */
  again?: true
}

/**
 * The samples of a batch that may change where a rule stands, as a row of the inbox; null where there are none. A normal value without an
 * alarm and a broken one within an alarm change nothing, unless that waits for a worse limit: so the inbox stays all but empty, however much comes in.
 *
 * @param whole whether what other processes take is known here in a moment
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
 * Whether a sample may change where a watch stands. Of means and other conditions only what a restart could not make up for counts. One that is older than the
 * newest changes nothing, and must not wait for a process that does not know of that one any more.
 */
function mayMove(
  { rule, state, rank, worse, silent, signals, ts: newest }: Watch,
  { value, ts, node }: LiveSample,
  isWhole: boolean,
): boolean {
  if (signals ? ts < signals.newest(node.id) : ts < newest) return false
  if (signals) {
    const { conditions, nodemap_id } = rule
    // A mean passes a limit with a value that does not, too: with one that is left behind.
    if (state !== STATE.normal || node.id !== nodemap_id || conditions?.calc !== 'value') return true
    return isBroken(rule, nodemap_id, value, isNight(rule.night, rule.zone, ts))
  }
  const night = isNight(rule.night, rule.zone, ts)
  // Here an alarm may stand that another process has ended meanwhile.
  if (state !== STATE.alarm || !isWhole) return state !== STATE.normal || isBroken(rule, node.id, value, night)
  const reading = readingOfStored(rule, node.id, value, night)
  return silent || !reading.stays || reading.rank > rank || waitsForWorse({ rank, worse })
}

/** Whether a stored value breaks a rule. */
function isBroken(rule: Watch['rule'], node: number, value: number, night: boolean): boolean {
  const judged = judgedValue(rule, node, value)
  return judged !== null && rankOf(rule, judged, night) >= 0
}

/** The batches not evaluated yet, oldest first. */
export async function unjudged({ read }: Storage, registry: Registry): Promise<(Batch & { inbox: string })[]> {
  const rows = await read.selectFrom('alarminbox').selectAll().orderBy('received_at').orderBy('id').execute()
  return rows.map((row) => batchIn(row, registry))
}

/** The batch that a row of the inbox keeps. */
export const batchIn = (
  { id, received_at, samples }: InboxRow,
  registry: Pick<Registry, 'device'>,
): Batch & { inbox: string } => ({
  inbox: id,
  now: received_at,
  samples: decodeSamples(JSON.parse(samples) as number[], registry),
})

/** Evaluates the batches that were not, and then last values that were read before them. */
export async function judgeLeft(
  { storage, registry, again }: { storage: Storage; registry: Registry; again?: readonly LiveSample[] },
  judge: (batch: Batch) => void,
): Promise<void> {
  for (const batch of await unjudged(storage, registry)) judge(batch)
  if (again) judge({ samples: again, now: Date.now(), inbox: null, again: true })
}
