import { sql, type RawBuilder } from 'kysely'
import type { Storage } from '../storage/types.ts'
import type { Point } from './query.ts'

/** JSON that the database itself writes; the two engines name it differently. */
interface JsonWriter {
  /** One row a node: its points as the text of [[t, v], …], oldest first. */
  series(points: RawBuilder<Point>): RawBuilder<{ nodemap_id: number; text: string }>
  /** One row: the text of [{"time": t, "<nodemapid>": v}, …], newest first. */
  table(points: RawBuilder<Point>): RawBuilder<{ text: string }>
}

export const jsonWriters: Record<Storage['engine'], JsonWriter> = {
  sqlite: {
    series: (points) => sql`
      select nodemap_id, json_group_array(json_array(ts, value) order by ts) as text from (${points}) as point group by nodemap_id`,
    table: (points) => sql`
      select json_group_array(json_set(cells, '$.time', ts) order by ts desc) as text from (
        select ts, json_group_object(cast(nodemap_id as text), value) as cells from (${points}) as point group by ts
      ) as line`,
  },
  postgres: {
    series: (points) => sql`
      select nodemap_id, json_agg(json_build_array(ts, value) order by ts)::text as text from (${points}) as point group by nodemap_id`,
    table: (points) => sql`
      select coalesce(json_agg(cells || jsonb_build_object('time', ts) order by ts desc)::text, '[]') as text from (
        select ts, jsonb_object_agg(nodemap_id::text, value) as cells from (${points}) as point group by ts
      ) as line`,
  },
}
