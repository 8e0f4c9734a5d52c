import { dirtyHours } from '../../dirtyHours.ts'
import { originsOf } from '../evidence.ts'
import type { Evidence, InboxRow } from '../../types.ts'
import type { SqliteConnection } from '../../sqlite/connection.ts'
import { evidenceWriter } from './evidence.ts'
import type { SampleColumns } from '../../sqlite/protocol.ts'
import { qualityWriter } from './quality.ts'

/**
 * Returns a function that writes samples in one transaction, many rows per statement, since a call per row costs more
 * than the row.
 */
export function samplesWriter(
  database: SqliteConnection,
): (samples: SampleColumns, inbox: InboxRow | null, evidence: Evidence | null) => void {
  const history = inserter(database, 'history', 'on conflict (device_id, nodemap_id, ts) do nothing')
  // A value that a fast clock left in the future is replaced once the clock is right.
  const lastvalue = inserter(
    database,
    'lastvalue',
    'on conflict (device_id, nodemap_id) do update set ts = excluded.ts, value = excluded.value where excluded.ts >= lastvalue.ts or lastvalue.ts > (unixepoch() + 60) * 1000',
  )
  const markDirty = dirtyMarker(database)
  const evidenceRows = evidenceWriter(database)
  const judged = qualityWriter(database)
  const unjudged = database.prepare('insert into alarminbox (id, received_at, samples) values (?, ?, ?)')
  return (samples, inbox, evidence) => {
    database.exec('begin immediate')
    try {
      const originOf = originsOf(evidence)
      if (evidence?.late?.length) judged.late(samples, evidence.late)
      if (evidence?.skews?.length) judged.skew(evidence.skews)
      const later = history(samples, (i) => samples.save[i] !== 0, evidenceRows.isMarked)
      if (later.length > 0) evidenceRows.revise(samples, later, originOf)
      if (evidence) evidenceRows.mark(evidence.marks)
      if (evidence?.flags?.length) judged.flag(evidence.flags)
      if (evidence?.said?.length) judged.storeStationMarks(evidence.said)
      markDirty(samples)
      lastvalue(samples, (i) => samples.save[i] !== 2)
      if (inbox) unjudged.run([inbox.id, inbox.received_at, inbox.samples])
      database.exec('commit')
    } catch (error) {
      if (database.inTransaction) database.exec('rollback')
      evidenceRows.forget()
      throw error
    }
  }
}

/** Rows per statement, largest first; the remainder of a batch goes through the smaller ones. */
const SIZES = [128, 16, 1]

type IsMarked = (device: number, node: number, ts: number) => boolean

/** Makes a function that inserts rows, and returns the indexes of the rows that may have met a row of the same key. */
function inserter(
  database: SqliteConnection,
  table: string,
  onConflict: string,
): (samples: SampleColumns, isIncluded: (place: number) => boolean, leftOut?: IsMarked) => number[] {
  const prepare = (rows: number) =>
    database.prepare(
      `insert into ${table} (device_id, nodemap_id, ts, value) values ${Array.from({ length: rows }, () => '(?, ?, ?, ?)').join(', ')} ${onConflict}`,
    )
  const statements = new Map<number, ReturnType<typeof prepare>>()
  const statementOf = (rows: number) => {
    const known = statements.get(rows) ?? prepare(rows)
    statements.set(rows, known)
    return known
  }

  return ({ device_id, nodemap_id, ts, value }, isIncluded, leftOut) => {
    const cells: number[] = []
    const places: number[] = []
    const met: number[] = []
    for (let i = 0; i < ts.length; i++) {
      if (!isIncluded(i)) continue
      const row = [device_id[i] as number, nodemap_id[i] as number, ts[i] as number] as const
      if (leftOut?.(...row)) {
        met.push(i)
        continue
      }
      cells.push(row[0], row[1], row[2], value[i] as number)
      places.push(i)
    }
    let at = 0
    for (const size of SIZES) {
      for (; places.length - at >= size; at += size) {
        const { changes } = statementOf(size).run(cells.slice(at * 4, (at + size) * 4))
        if (changes < size) met.push(...places.slice(at, at + size))
      }
    }
    return met
  }
}

/** Makes a function that marks hours as dirty. Most are already marked, which costs only a look-up. */
function dirtyMarker(database: SqliteConnection): (samples: SampleColumns) => void {
  const mark = database.prepare(
    `insert into dirtyhour (device_id, hour) select value ->> 0, value ->> 1 from json_each(?) where true on conflict do nothing`,
  )
  return (samples) => {
    const { devices, hours } = dirtyHours(samples)
    if (devices.length > 0) mark.run([JSON.stringify(devices.map((device, i) => [device, hours[i]]))])
  }
}
