import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { readText } from '../normalise.ts'

/** A sample of the past, as a file has it: the platform knows what it means. `t` is epoch ms. */
export interface PastSample {
  sn: string
  node: string
  t: number
  value: string
}

/** What became of one of them. `same`: the very value stood there already. `msg`: why it was refused. */
export interface PastOutcome {
  state: 'stored' | 'same' | 'refused'
  msg: string
}

/**
 * Imports samples of the past (docs/wire.md, `history-import`): an outcome each, null where the platform says nothing of it. May be sent again.
 * Throws WireError.
 */
export async function importHistory(rows: readonly PastSample[]): Promise<(PastOutcome | null)[]> {
  const answer = await call('POST', 'history/import', { body: { rows }, timeout: LONG })
  const list = Array.isArray(answer) ? (answer as unknown[]) : []
  return rows.map((_row, at) => {
    const outcome = list[at]
    const state = isRecord(outcome) ? STATES.find((known) => known === outcome['state']) : undefined
    return state && isRecord(outcome) ? { state, msg: readText(outcome['msg']) } : null
  })
}

const STATES = ['stored', 'same', 'refused'] as const
/** A batch may wait for others that are being stored, ms. */
const LONG = 120_000
