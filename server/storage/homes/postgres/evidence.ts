import type pg from 'pg'
import { MARK_COLUMNS, REVISION_COLUMNS, revisionOf, type Conflict } from '../evidence.ts'
import type { MarkRow, Origin } from '../../types.ts'

/** Samples by columns, each the text of a PostgreSQL array. */
export type SampleArrays = readonly [device: string, node: string, ts: string, value: string, save: string]

/**
 * Stores revisions for those samples that differ from the first value of their key, inside the transaction that stored
 * the samples.
 */
export async function revise(
  client: pg.ClientBase,
  samples: SampleArrays,
  originOf: (place: number) => Origin,
): Promise<void> {
  const { rows } = await client.query<Conflict & { place: number }>(LATER, [...samples])
  const revisions = rows.flatMap(({ place, ...conflict }) => {
    const origin = originOf(place - 1)
    const row = revisionOf(conflict, origin)
    return row ? [{ row, amends: origin.amends === true }] : []
  })
  if (revisions.length === 0) return
  await client.query(
    REVISION,
    REVISION_COLUMNS.map((column) => revisions.map(({ row }) => row[column])),
  )
  for (const { row, amends } of revisions)
    if (amends) await client.query(REPLACE, [row.device_id, row.nodemap_id, row.ts, row.value])
}

/** Stores values that their nodes cannot measure; a value for a key that already has one becomes a revision. */
export async function storeMarks(client: pg.ClientBase, rows: readonly MarkRow[]): Promise<void> {
  if (rows.length === 0) return
  const { rowCount } = await client.query(
    MARK,
    MARK_COLUMNS.map((column) => rows.map((row) => row[column])),
  )
  if (rowCount === rows.length) return
  const columns = (['device_id', 'nodemap_id', 'ts', 'value'] as const).map((column) => rows.map((row) => row[column]))
  const samples = [...columns, rows.map(() => 1)].map((column) => `{${column.join()}}`)
  await revise(client, samples as unknown as SampleArrays, (place) => rows[place] as MarkRow)
}

/** Selects the first value of each sample's key, where the sample differs from it. */
const LATER = `
  select device_id::float8 as device_id, nodemap_id::float8 as nodemap_id, ts::float8 as ts, value, first, place::int as place from (
    select sample.*, coalesce(
      (select value from historymark k where k.device_id = sample.device_id and k.nodemap_id = sample.nodemap_id and k.ts = sample.ts),
      (select first from historyrevision r where r.device_id = sample.device_id and r.nodemap_id = sample.nodemap_id and r.ts = sample.ts and stands = 1 limit 1),
      (select value from history h where h.device_id = sample.device_id and h.nodemap_id = sample.nodemap_id and h.ts = sample.ts)) as first
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::double precision[], $5::smallint[]) with ordinality
      as sample (device_id, nodemap_id, ts, value, save, place)
    where save > 0
  ) as met
  where first <> value order by device_id, nodemap_id, ts, place`

const TYPES = { source: 'text', mark: 'text', value: 'double precision', first: 'double precision' } as const
const arrays = (columns: readonly string[]): string =>
  columns
    .map((column, i) => `$${i + 1}::${Object.hasOwn(TYPES, column) ? TYPES[column as keyof typeof TYPES] : 'bigint'}[]`)
    .join(', ')

const REVISION = `insert into historyrevision (${REVISION_COLUMNS.join(', ')}) select * from unnest(${arrays(REVISION_COLUMNS)}) on conflict do nothing`

const MARK = `
  insert into historymark (${MARK_COLUMNS.join(', ')}) select * from unnest(${arrays(MARK_COLUMNS)}) as mark (${MARK_COLUMNS.join(', ')})
  where not exists (select from history h where h.device_id = mark.device_id and h.nodemap_id = mark.nodemap_id and h.ts = mark.ts)
  order by device_id, nodemap_id, ts on conflict do nothing`

const REPLACE =
  'insert into history (device_id, nodemap_id, ts, value) values ($1, $2, $3, $4) on conflict (device_id, nodemap_id, ts) do update set value = excluded.value'
