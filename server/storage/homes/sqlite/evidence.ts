import { MARK_COLUMNS, REVISION_COLUMNS, revisionOf } from '../evidence.ts'
import type { MarkRow, Origin } from '../../types.ts'
import type { SqliteConnection } from '../../sqlite/connection.ts'
import type { SampleColumns } from '../../sqlite/protocol.ts'

interface EvidenceWriter {
  /** Whether a key has a marked value: that is then its first value, although the history does not hold it. */
  isMarked(device: number, node: number, ts: number): boolean
  /** Stores revisions for samples whose key has another value; equal samples are skipped. */
  revise(samples: SampleColumns, places: readonly number[], originOf: (place: number) => Origin): void
  /** Stores values that their nodes cannot measure; a value for a key that already has one becomes a revision. */
  mark(rows: readonly MarkRow[]): void
  /** Call it after a transaction was rolled back. */
  forget(): void
}

/**
 * Makes the writer of what is kept beside the history, inside the transaction of the samples. Such rows are rare, so
 * they are written one by one.
 */
export function evidenceWriter(database: SqliteConnection): EvidenceWriter {
  const insert = (table: string, columns: readonly string[], where: string) =>
    database.prepare(
      `insert into ${table} (${columns.join(', ')}) select ${columns.map(() => '?').join(', ')} where ${where} on conflict do nothing`,
    )
  const key = 'device_id = ? and nodemap_id = ? and ts = ?'
  const addRevision = insert('historyrevision', REVISION_COLUMNS, 'true')
  const addMark = insert('historymark', MARK_COLUMNS, `not exists (select 1 from history where ${key})`)
  const first = database.prepare(
    `select coalesce((select value from historymark where ${key}), (select first from historyrevision where ${key} and stands = 1 limit 1), (select value from history where ${key})) as first`,
  )
  const replace = database.prepare(
    'insert into history (device_id, nodemap_id, ts, value) values (?, ?, ?, ?) on conflict (device_id, nodemap_id, ts) do update set value = excluded.value',
  )
  const marked = database.prepare(`select 1 from historymark where ${key}`)
  const series = database.prepare(
    'select device_id, nodemap_id, max(ts) as ts from historymark group by device_id, nodemap_id',
  )
  /** The newest mark of each node of a device that has one: newer samples need no look-up. */
  let newest: Map<string, number> | null = null

  const newestMarks = (): Map<string, number> =>
    (newest ??= new Map(
      (series.all() as { device_id: number; nodemap_id: number; ts: number }[]).map(({ device_id, nodemap_id, ts }) => [
        `${device_id} ${nodemap_id}`,
        ts,
      ]),
    ))

  const later = (row: readonly [number, number, number], value: number, origin: Origin): void => {
    // all(), never get(): a statement that is left half read would hold its snapshot open.
    const [found] = first.all([...row, ...row, ...row]) as { first: number | null }[]
    if (found === undefined || found.first === null) return
    const [device_id, nodemap_id, ts] = row
    const revision = revisionOf({ device_id, nodemap_id, ts, value, first: found.first }, origin)
    if (revision === null) return
    addRevision.run(REVISION_COLUMNS.map((column) => revision[column]))
    if (origin.amends) replace.run([...row, value])
  }

  return {
    isMarked(device, node, ts) {
      const known = newestMarks()
      if (known.size === 0) return false
      const last = known.get(`${device} ${node}`)
      return last !== undefined && ts <= last && marked.all([device, node, ts]).length > 0
    },
    revise(samples, places, originOf) {
      for (const i of places)
        later(
          [samples.device_id[i] as number, samples.nodemap_id[i] as number, samples.ts[i] as number],
          samples.value[i] as number,
          originOf(i),
        )
    },
    mark(rows) {
      for (const row of rows) {
        const at = [row.device_id, row.nodemap_id, row.ts] as const
        const { changes } = addMark.run([...MARK_COLUMNS.map((column) => row[column]), ...at])
        if (changes === 0) later(at, row.value, row)
        else {
          const name = `${row.device_id} ${row.nodemap_id}`
          newestMarks().set(name, Math.max(newestMarks().get(name) ?? 0, row.ts))
        }
      }
    },
    forget: () => void (newest = null),
  }
}
