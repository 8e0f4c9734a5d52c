import { dirtyHours } from '../dirtyHours.ts'
import type { Connection } from './connection.ts'
import type { InboxRow } from '../types.ts'
import type { SampleColumns } from './protocol.ts'

/** Writes samples in one transaction: many rows a statement, since a call per row costs more than the row. */
export function samplesWriter(database: Connection): (samples: SampleColumns, inbox: InboxRow | null) => void {
  const history = inserter(database, 'history', 'on conflict (device_id, nodemap_id, ts) do update set value = excluded.value')
  // What a clock that ran ahead left in the future gives way once it is set right.
  const lastvalue = inserter(
    database,
    'lastvalue',
    'on conflict (device_id, nodemap_id) do update set ts = excluded.ts, value = excluded.value where excluded.ts >= lastvalue.ts or lastvalue.ts > (unixepoch() + 60) * 1000',
  )
  const markDirty = dirtyMarker(database)
  const unjudged = database.prepare('insert into alarminbox (id, received_at, samples) values (?, ?, ?)')
  return (samples, inbox) => {
    database.exec('begin immediate')
    try {
      history(samples, true)
      markDirty(samples)
      lastvalue(samples, false)
      if (inbox) unjudged.run([inbox.id, inbox.received_at, inbox.samples])
      database.exec('commit')
    } catch (error) {
      if (database.inTransaction) database.exec('rollback')
      throw error
    }
  }
}

/** Rows of one statement, most first; what remains of a batch goes through the smaller ones. */
const SIZES = [128, 16, 1]

function inserter(database: Connection, table: string, onConflict: string): (samples: SampleColumns, onlySaved: boolean) => void {
  const prepare = (rows: number) =>
    database.prepare(`insert into ${table} (device_id, nodemap_id, ts, value) values ${Array.from({ length: rows }, () => '(?, ?, ?, ?)').join(', ')} ${onConflict}`)
  const statements = new Map<number, ReturnType<typeof prepare>>()
  const statementOf = (rows: number) => {
    const known = statements.get(rows) ?? prepare(rows)
    statements.set(rows, known)
    return known
  }

  return (samples, onlySaved) => {
    const cells: number[] = []
    for (let i = 0; i < samples.ts.length; i++) {
      if (onlySaved && !samples.save[i]) continue
      cells.push(samples.device_id[i] as number, samples.nodemap_id[i] as number, samples.ts[i] as number, samples.value[i] as number)
    }
    let at = 0
    for (const size of SIZES) {
      for (; cells.length - at >= size * 4; at += size * 4) statementOf(size).run(cells.slice(at, at + size * 4))
    }
  }
}

/** Marks the hours whose rollup falls behind. Most are marked already, and that costs no more than a look. */
function dirtyMarker(database: Connection): (samples: SampleColumns) => void {
  const mark = database.prepare(`insert into dirtyhour (device_id, hour) select value ->> 0, value ->> 1 from json_each(?) where true on conflict do nothing`)
  return (samples) => {
    const { devices, hours } = dirtyHours(samples)
    if (devices.length > 0) mark.run([JSON.stringify(devices.map((device, i) => [device, hours[i]]))])
  }
}
