import { sql, type RawBuilder } from 'kysely'
import type { Storage } from '../storage/types.ts'
import type { Point } from './query.ts'

/** Builds queries in which the database itself writes JSON; the two engines name the functions differently. */
interface JsonWriter {
  /** One row per node: its points as the text of [[t, v], …], oldest first. */
  series(points: RawBuilder<Point>): RawBuilder<{ nodemap_id: number; text: string }>
  /** One row: the text of [{"time": t, "<nodemapid>": v}, …], newest first. */
  table(points: RawBuilder<Point>): RawBuilder<{ text: string }>
}

export const jsonWriters: Record<Storage['engine'], JsonWriter> = {
  // A SQLite aggregate without an order of its own takes rows in the order of the subquery, which here is the order in
  // which they are found anyway.
  sqlite: {
    series: (points) => sql`
      select nodemap_id, json_group_array(json_array(ts, value)) as text from (select * from (${points}) as point order by nodemap_id, ts) as line group by nodemap_id`,
    table: (points) => sql`
      select '[' || coalesce(group_concat('{"time":' || ts || ',' || cells || '}'), '') || ']' as text from (
        select ts, group_concat('"' || nodemap_id || '":' || value) as cells from (${points}) as point group by ts order by ts desc
      ) as line`,
  },
  postgres: {
    series: (points) => sql`
      select nodemap_id, '[' || string_agg('[' || ts || ',' || value || ']', ',' order by ts) || ']' as text from (${points}) as point group by nodemap_id`,
    table: (points) => sql`
      select '[' || coalesce(string_agg('{"time":' || ts || ',' || cells || '}', ',' order by ts desc), '') || ']' as text from (
        select ts, string_agg('"' || nodemap_id || '":' || value, ',') as cells from (${points}) as point group by ts
      ) as line`,
  },
}
