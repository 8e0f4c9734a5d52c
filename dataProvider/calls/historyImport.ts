import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { readText } from '../normalise.ts'

/**
 * A past sample as the file contains it, uninterpreted: the platform resolves the node and the value. `t` is epoch ms.
 */
export interface PastSample {
  sn: string
  node: string
  t: number
  value: string
}

/** Outcome of one sample. `same`: the same value is already stored. `msg`: why the sample was refused. */
export interface PastOutcome {
  state: 'stored' | 'same' | 'refused'
  msg: string
}

/**
 * Imports past samples (docs/wire.md, `history-import`); returns one outcome for each, null if the answer has none.
 * Idempotent: the same samples may be sent again.
 *
 * @throws WireError
 */
export async function importHistory(rows: readonly PastSample[]): Promise<(PastOutcome | null)[]> {
  const answer = await call('POST', 'history/import', { body: { rows }, timeout: IMPORT_TIMEOUT_MS })
  const list = Array.isArray(answer) ? (answer as unknown[]) : []
  return rows.map((_row, at) => {
    const outcome = list[at]
    const state = isRecord(outcome) ? STATES.find((known) => known === outcome['state']) : undefined
    return state && isRecord(outcome) ? { state, msg: readText(outcome['msg']) } : null
  })
}

const STATES = ['stored', 'same', 'refused'] as const
/** Timeout, ms: a batch may wait for others that are being stored. */
const IMPORT_TIMEOUT_MS = 120_000
