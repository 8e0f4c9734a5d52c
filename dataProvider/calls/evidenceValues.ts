import { isRecord } from '../../resources/kit/record.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

/**
 * A value that is kept beside a node's samples, or excluded from them: a later value for a moment that already has one,
 * a value that the node cannot measure or that means "no value" (extension `evidence`), a value that is suspect or
 * failed (`quality`), or the raw value of a corrected one (`corrections`).
 */
export interface EvidenceValue {
  kind: 'revision' | 'mark' | 'noValue' | 'corrected' | Doubt
  /** Epoch ms. */
  at: number
  /** Raw, before node_script. */
  value: number
  /**
   * The first value of the moment; for a corrected value, the value that replaces it; null for a mark and for "no
   * value".
   */
  first: number | null
  /** Whether a rule replaced the first value with this one. */
  stands: boolean
  source: string
  /** Name of the gateway or user that sent it; null if there is none. */
  by: string | null
  /** When it was received, epoch ms; null if the platform does not say. */
  received: number | null
  /** Names of the tests that the value did not pass. */
  tests: readonly string[]
  /** Why it was corrected. */
  reason: string
}

/** Quality flags of doubted values, set by tests, stations or reviewers: QARTOD's 3 and 4. */
export type Doubt = 'suspect' | 'fail'

/** The word for QARTOD's number; null if the value is good or was not judged. */
export const doubtOf = (flag: number | null): Doubt | null => (flag === 3 ? 'suspect' : flag === 4 ? 'fail' : null)

/** Appends to the array of a key in place: there are thousands of values, too many to copy the array for each. */
export function push<K>(lists: Map<K, EvidenceValue[]>, key: K, one: EvidenceValue): void {
  const own = lists.get(key)
  if (own) own.push(one)
  else lists.set(key, [one])
}

/**
 * Reads the values that an answer of the history contains besides the samples, by node, oldest first; empty if the
 * platform has none.
 */
export function evidenceByNode(answer: unknown): Map<number, EvidenceValue[]> {
  const found = new Map<number, EvidenceValue[]>()
  if (!isRecord(answer)) return found
  const take = (kind: EvidenceValue['kind'], row: Record<string, unknown>): void => {
    const [id, at, value] = [
      integer(row['nodemapid']),
      readTime(row['t']),
      readNumber(row[kind === 'corrected' ? 'raw' : 'value']),
    ]
    if (id === null || at === null || value === null) return
    const kept: EvidenceValue = {
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
