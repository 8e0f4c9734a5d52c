import type { Kysely } from 'kysely'
import type { Writer } from '../../sqlite/writer.ts'
import type { AnyTables, Samples } from '../../types.ts'
import { readInPlace } from '../index.ts'
import type { HistoryHome, HistoryView } from '../types.ts'
import { dropOldHistory } from './drop.ts'

interface Connections {
  writer: Writer
  read: Kysely<AnyTables>
  write: Kysely<AnyTables>
  jsonText: HistoryView['jsonText']
}

/** A history in the SQLite of the records: the writer thread stores a batch in one transaction. */
export const sqliteHome = ({ writer, read, write, jsonText }: Connections): HistoryHome => ({
  storeSamples: async (samples) => {
    const columns = columnsOf(samples)
    const buffers = Object.values(columns).map(({ buffer }) => buffer as ArrayBuffer)
    await writer.alone(
      { kind: 'samples', columns, inbox: samples.inbox ?? null, evidence: samples.evidence ?? null },
      buffers,
    )
  },
  dropSamples: (before) => dropOldHistory(read, write, before),
  // Nothing to lock: writes take turns.
  lockHours: async () => {},
  ...readInPlace(read, jsonText),
})

const columnsOf = (samples: Samples) => ({
  device_id: Float64Array.from(samples.device_id),
  nodemap_id: Float64Array.from(samples.nodemap_id),
  ts: Float64Array.from(samples.ts),
  value: Float64Array.from(samples.value),
  save: Uint8Array.from(samples.save),
})
