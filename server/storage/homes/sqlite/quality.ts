import { hourStart } from '../../dirtyHours.ts'
import { ON_FLAGGED } from '../flags.ts'
import type { FlagRow, SkewRow, StationMarkRow } from '../../types.ts'
import type { SqliteConnection } from '../../sqlite/connection.ts'
import type { SampleColumns } from '../../sqlite/protocol.ts'

interface QualityWriter {
  /** Counts samples that came late. Call it before they are stored: a sample that comes twice counts once. */
  late(samples: SampleColumns, places: readonly number[]): void
  /**
   * Stores how far the clocks of samples were off. Call it before they are stored: only the first value of a key
   * counts.
   */
  skew(rows: readonly SkewRow[]): void
  /** Stores the flags of samples that are not good. */
  flag(rows: readonly FlagRow[]): void
  /** Stores the marks that devices give their own values; the last mark of a value counts. */
  storeStationMarks(rows: readonly StationMarkRow[]): void
}

/**
 * Makes the writer of what is known of the quality of samples, inside the transaction that stores them. Such rows are
 * rare, so they are passed as JSON.
 */
export function qualityWriter(database: SqliteConnection): QualityWriter {
  const count = database.prepare(`
    insert into qualitylate (device_id, nodemap_id, hour, count)
    select device_id, nodemap_id, hour, count(*) from (
      select distinct value ->> 0 as device_id, value ->> 1 as nodemap_id, value ->> 2 as ts, value ->> 3 as hour from json_each(?)
    ) as late
    where not exists (select 1 from history where history.device_id = late.device_id and history.nodemap_id = late.nodemap_id and history.ts = late.ts)
    group by device_id, nodemap_id, hour
    on conflict (device_id, nodemap_id, hour) do update set count = count + excluded.count`)
  const flag = database.prepare(`
    insert into historyflag (device_id, nodemap_id, ts, flag, tests)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each(?) where true
    ${ON_FLAGGED}`)
  const skew = database.prepare(`
    insert into qualityskew (device_id, nodemap_id, ts, skew)
    select device_id, nodemap_id, ts, skew from (
      select value ->> 0 as device_id, value ->> 1 as nodemap_id, value ->> 2 as ts, value ->> 3 as skew from json_each(?)
    ) as off
    where not exists (select 1 from history where history.device_id = off.device_id and history.nodemap_id = off.nodemap_id and history.ts = off.ts)
    on conflict do nothing`)
  const own = database.prepare(`
    insert into hj212mark (device_id, nodemap_id, ts, mark)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?) where true
    on conflict (device_id, nodemap_id, ts) do update set mark = excluded.mark`)
  return {
    storeStationMarks(rows) {
      own.run([JSON.stringify(rows.map((row) => [row.device_id, row.nodemap_id, row.ts, row.mark]))])
    },
    skew(rows) {
      skew.run([JSON.stringify(rows.map((row) => [row.device_id, row.nodemap_id, row.ts, row.skew]))])
    },
    late({ device_id, nodemap_id, ts }, places) {
      const rows = places.map((i) => [device_id[i], nodemap_id[i], ts[i], hourStart(ts[i] ?? 0)])
      count.run([JSON.stringify(rows)])
    },
    flag(rows) {
      flag.run([JSON.stringify(rows.map((row) => [row.device_id, row.nodemap_id, row.ts, row.flag, row.tests]))])
    },
  }
}
