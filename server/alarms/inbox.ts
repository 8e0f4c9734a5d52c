import { randomBytes } from 'node:crypto'
import { breaks, STATE } from '../../resources/kit/rule.ts'
import { numbersOf, decodeSamples } from '../bus/bridge.ts'
import type { LiveSample, Registry } from '../platform.ts'
import type { InboxRow, Storage } from '../storage/types.ts'
import type { Watch } from './watch.ts'

/** A batch of samples to evaluate. */
export interface Batch {
  samples: readonly LiveSample[]
  /** When the platform received it, epoch ms. */
  now: number
  /** Its row in the inbox; null where it has none. */
  inbox: string | null
}

/**
 * The samples of a batch that may change where a rule stands, as a row of the inbox; null where there are none. A normal value without an
 * alarm and a broken one within an alarm change nothing: so the inbox stays all but empty, however much comes in.
 *
 * @param watchesOf the watches over a node of a device
 */
export function createInbox(
  watchesOf: (sample: LiveSample) => readonly Watch[] | undefined,
): (samples: readonly LiveSample[]) => InboxRow | null {
  const me = randomBytes(9).toString('base64url')
  let count = 0
  return (samples) => {
    const moved = new Set<LiveSample['node']>()
    const kept = samples.filter((sample) => {
      const watches = watchesOf(sample)
      if (!watches || sample.doubted) return false
      const matters =
        moved.has(sample.node) ||
        watches.some(({ rule, state }) => (breaks(rule, sample.value) ? state !== STATE.alarm : state !== STATE.normal))
      if (matters) moved.add(sample.node)
      return matters
    })
    if (kept.length === 0) return null
    return {
      id: `${me}.${String(++count).padStart(12, '0')}`,
      received_at: Date.now(),
      samples: JSON.stringify(numbersOf(kept)),
    }
  }
}

/** The batches not evaluated yet, oldest first. */
export async function unjudged({ read }: Storage, registry: Registry): Promise<(Batch & { inbox: string })[]> {
  const rows = await read.selectFrom('alarminbox').selectAll().orderBy('received_at').orderBy('id').execute()
  return rows.map(({ id, received_at, samples }) => ({
    inbox: id,
    now: received_at,
    samples: decodeSamples(JSON.parse(samples) as number[], registry),
  }))
}
