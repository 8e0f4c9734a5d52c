import type pg from 'pg'
import { hourStart } from '../../dirtyHours.ts'
import { laterFlag, ON_FLAGGED } from '../flags.ts'
import type { FlagRow, Samples, SkewRow, StationMarkRow } from '../../types.ts'

/** Counts samples that came late. Call it before they are stored: a sample that comes twice counts once. */
export async function countLate(
  client: pg.ClientBase,
  { device_id, nodemap_id, ts }: Samples,
  places: readonly number[],
): Promise<void> {
  const times = places.map((i) => ts[i] ?? 0)
  await client.query(LATE, [
    places.map((i) => device_id[i]),
    places.map((i) => nodemap_id[i]),
    times,
    times.map(hourStart),
  ])
}

/**
 * Stores how far the clocks of samples were off. Call it before they are stored: only the first value of a key counts.
 */
export async function storeClockSkew(client: pg.ClientBase, rows: readonly SkewRow[]): Promise<void> {
  await client.query(
    INSERT_SKEW,
    SKEW_COLUMNS.map((column) => rows.map((row) => row[column])),
  )
}

/** Stores the flags of samples that are not good. */
export async function flag(client: pg.ClientBase, rows: readonly FlagRow[]): Promise<void> {
  // A statement may touch a row only once: the last flag counts.
  const words = new Map<string, FlagRow>()
  for (const row of rows) {
    const key = `${row.device_id} ${row.nodemap_id} ${row.ts}`
    words.set(key, laterFlag(words.get(key), row))
  }
  const last = [...words.values()]
  await client.query(
    FLAG,
    FLAG_COLUMNS.map((column) => last.map((row) => row[column])),
  )
}

/** Stores the marks that devices give their own values; the last mark of a value counts. */
export async function storeStationMarks(client: pg.ClientBase, rows: readonly StationMarkRow[]): Promise<void> {
  const last = [...new Map(rows.map((row) => [`${row.device_id} ${row.nodemap_id} ${row.ts}`, row])).values()]
  await client.query(
    OWN,
    OWN_COLUMNS.map((column) => last.map((row) => row[column])),
  )
}

const OWN_COLUMNS = ['device_id', 'nodemap_id', 'ts', 'mark'] as const
const SKEW_COLUMNS = ['device_id', 'nodemap_id', 'ts', 'skew'] as const
const FLAG_COLUMNS = ['device_id', 'nodemap_id', 'ts', 'flag', 'tests'] as const

/** Rows are inserted in key order, so that two concurrent batches wait for each other instead of deadlocking. */
const LATE = `
  insert into qualitylate (device_id, nodemap_id, hour, count)
  select device_id, nodemap_id, hour, count(*) from (
    select distinct * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as late (device_id, nodemap_id, ts, hour)
  ) as late
  where not exists (select from history h where h.device_id = late.device_id and h.nodemap_id = late.nodemap_id and h.ts = late.ts)
  group by device_id, nodemap_id, hour order by 1, 2, 3
  on conflict (device_id, nodemap_id, hour) do update set count = qualitylate.count + excluded.count`

const INSERT_SKEW = `
  insert into qualityskew (device_id, nodemap_id, ts, skew)
  select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as skew (device_id, nodemap_id, ts, skew)
  where not exists (select from history h where h.device_id = skew.device_id and h.nodemap_id = skew.nodemap_id and h.ts = skew.ts)
  order by 1, 2, 3 on conflict do nothing`

const OWN = `
  insert into hj212mark (device_id, nodemap_id, ts, mark)
  select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) as said (device_id, nodemap_id, ts, mark) order by 1, 2, 3
  on conflict (device_id, nodemap_id, ts) do update set mark = excluded.mark`

const FLAG = `
  insert into historyflag (device_id, nodemap_id, ts, flag, tests)
  select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) as flag (device_id, nodemap_id, ts, flag, tests) order by 1, 2, 3
  ${ON_FLAGGED}`
