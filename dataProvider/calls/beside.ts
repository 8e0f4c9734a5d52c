import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

/**
 * A value that is kept or told apart from a node's samples: a later one for a moment that has a value, one the node cannot measure or that means
 * there is none (extension `evidence`), one that is suspect or failed (`quality`), or the raw value of one that was corrected (`corrections`).
 */
export interface Beside {
  kind: 'revision' | 'mark' | 'noValue' | 'corrected' | Doubt
  /** Epoch ms. */
  at: number
  /** Raw, before node_script. */
  value: number
  /** The first value of the moment; of a corrected one what stands in its place; null of a mark and of no value. */
  first: number | null
  /** Whether a rule put it in the place of the first value. */
  stands: boolean
  source: string
  /** Name of the gateway or user that sent it; null where there is none. */
  by: string | null
  /** When it came, epoch ms; null where the platform does not say. */
  received: number | null
  /** Names of the tests that found fault with it. */
  tests: readonly string[]
  /** Why it was corrected. */
  reason: string
}

/** What tests, stations or people hold against a value: QARTOD's 3 and 4. */
export type Doubt = 'suspect' | 'fail'

/** The word of QARTOD's number; null of a value that is good, or that nobody judged. */
export const doubtOf = (flag: number | null): Doubt | null => (flag === 3 ? 'suspect' : flag === 4 ? 'fail' : null)

/** Adds to a key's own list: there are thousands, too many for a new list each. */
export function push<K>(lists: Map<K, Beside[]>, key: K, one: Beside): void {
  const own = lists.get(key)
  if (own) own.push(one)
  else lists.set(key, [one])
}

/** What an answer of the history says beside the samples, by node, oldest first; nothing where the platform knows no such thing. */
export function besideOf(answer: unknown): Map<number, Beside[]> {
  const found = new Map<number, Beside[]>()
  if (!isRecord(answer)) return found
  const take = (kind: Beside['kind'], row: Record<string, unknown>): void => {
    const [id, at, value] = [
      integer(row['nodemapid']),
      readTime(row['t']),
      readNumber(row[kind === 'corrected' ? 'raw' : 'value']),
    ]
    if (id === null || at === null || value === null) return
    const kept: Beside = {
      kind,
      at,
      value,
      first: readNumber(row[kind === 'corrected' ? 'value' : 'first']),
      stands: integer(row['stands']) === 1,
      source: readText(row['source']),
      by: readText(row['by']) || null,
      received: readTime(row[kind === 'corrected' ? 'at' : 'received']),
      tests: Array.isArray(row['tests']) ? row['tests'].map(readText) : [],
      reason: readText(row['reason']),
    }
    push(found, id, kept)
  }
  for (const row of readRecords(answer['revisions'])) take('revision', row)
  for (const row of readRecords(answer['marks'])) take(row['mark'] === 'novalue' ? 'noValue' : 'mark', row)
  for (const row of readRecords(answer['corrected'])) take('corrected', row)
  for (const row of readRecords(answer['flags'])) {
    const doubt = doubtOf(integer(row['flag']))
    if (doubt) take(doubt, row)
  }
  return found
}
