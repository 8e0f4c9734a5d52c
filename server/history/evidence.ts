import { sql, type Kysely } from 'kysely'
import { testsIn, type TestName } from '../quality/checks.ts'
import { FLAG } from '../quality/qartod.ts'
import { isCorrection, readValue } from '../quality/samples.ts'
import type { Tables } from '../storage/types.ts'
import type { Span } from './query.ts'

/** Who sent a value, and when it was received. `by` is a name; null where there is none. */
interface ValueOrigin {
  source: string
  by: string | null
  received: number
}

/**
 * A later value for a time that already had one; `stands` is 1 where a rule made it replace the first value. Times are
 * epoch ms.
 */
interface Revision extends ValueOrigin {
  nodemapid: number
  t: number
  value: number
  first: number
  stands: number
}

/** A value that its node cannot measure; it is not stored among the samples. */
interface Mark extends ValueOrigin {
  nodemapid: number
  t: number
  value: number
  mark: string
}

/** A sample that has a quality flag, with its value: 3 suspect, 4 fail, 1 where a person accepted it. */
interface Flagged {
  nodemapid: number
  t: number
  value: number
  flag: number
  tests: readonly TestName[]
}

/** Most rows returned of each kind; the newest are returned. */
const MAX_ROWS = 1000
const MAX_FLAGS = 10_000

/**
 * Returns what is kept beside the samples of a span, oldest first. The tables are sparse, and read along their keys.
 */
export async function evidenceOf(
  read: Kysely<Tables>,
  { device, nodemaps, start, end }: Span,
): Promise<{ revisions: Revision[]; marks: Mark[]; flags: Flagged[] }> {
  const nodes = nodemaps.length > 0 ? [...nodemaps] : [-1]
  const within = <T extends 'historyrevision' | 'historymark'>(table: T) =>
    sql`from ${sql.table(table)} as kept
      left join systemuser on kept.source in ('user', 'import') and systemuser.id = kept.source_id
      left join gateway on kept.source = 'gateway' and gateway.id = kept.source_id
      where kept.device_id = ${device} and kept.nodemap_id in (${sql.join(nodes)}) and kept.ts between ${start} and ${end}
      order by kept.ts desc, kept.received_at desc limit ${sql.lit(MAX_ROWS)}`
  const came = sql`kept.source, coalesce(systemuser.nickname, gateway.name) as "by", kept.received_at as received`
  const flagged = read
    .selectFrom('historyflag as kept')
    .innerJoin('history as sample', (join) =>
      join
        .onRef('sample.device_id', '=', 'kept.device_id')
        .onRef('sample.nodemap_id', '=', 'kept.nodemap_id')
        .onRef('sample.ts', '=', 'kept.ts'),
    )
    .select(['kept.nodemap_id', 'kept.ts', 'sample.value', 'kept.flag', 'kept.tests'])
    .where('kept.device_id', '=', device)
    .where('kept.nodemap_id', 'in', nodes)
    .where('kept.ts', '>=', start)
    .where('kept.ts', '<=', end)
    .orderBy('kept.ts', 'desc')
    .limit(MAX_FLAGS)
  const [revisions, marks, flags] = await Promise.all([
    sql<Revision>`select kept.nodemap_id as nodemapid, kept.ts as t, kept.value, kept.first, kept.stands, ${came} ${within('historyrevision')}`.execute(
      read,
    ),
    sql<Mark>`select kept.nodemap_id as nodemapid, kept.ts as t, kept.value, kept.mark, ${came} ${within('historymark')}`.execute(
      read,
    ),
    flagged.execute(),
  ])
  return {
    revisions: revisions.rows.toReversed(),
    marks: marks.rows.toReversed(),
    flags: flags.toReversed().map(({ nodemap_id, ts, value, flag, tests }) => ({
      nodemapid: nodemap_id,
      t: ts,
      value,
      flag,
      tests: testsIn(tests),
    })),
  }
}

/** Returns how many samples of a span are suspect or failed, by node; nodes that have none are left out. */
export async function doubtedOf(
  read: Kysely<Tables>,
  { device, nodemaps, start, end }: Span,
): Promise<{ nodemapid: number; count: number }[]> {
  const rows = await read
    .selectFrom('historyflag')
    .select(({ fn }) => ['nodemap_id', fn.countAll<number | string>().as('count')])
    .where('device_id', '=', device)
    .where('nodemap_id', 'in', nodemaps.length > 0 ? [...nodemaps] : [-1])
    .where('ts', '>=', start)
    .where('ts', '<=', end)
    .where('flag', '>', FLAG.unknown)
    .groupBy('nodemap_id')
    .orderBy('nodemap_id')
    .execute()
  return rows.map(({ nodemap_id, count }) => ({ nodemapid: nodemap_id, count: Number(count) }))
}

/** A sample that people corrected, with the raw value, and who corrected it, when and why. */
interface Corrected {
  nodemapid: number
  t: number
  value: number
  raw: number
  by: string | null
  at: number
  reason: string
}

/** Returns the newest corrected samples of a span, oldest first. */
export async function correctedOf(read: Kysely<Tables>, { device, nodemaps, start, end }: Span): Promise<Corrected[]> {
  if (nodemaps.length === 0) return []
  const { rows } = await sql<Corrected>`
    select * from (
      select history.nodemap_id as nodemapid, history.ts as t, ${readValue()} as value,
        history.value as raw, systemuser.nickname as "by", kept.made_at as at, kept.reason
      from history join qualityreview as kept on kept.id = (
        select id from qualityreview where ${isCorrection()} and qualityreview.device_id = history.device_id
          and qualityreview.nodemap_id = history.nodemap_id and qualityreview.since <= history.ts and qualityreview.until >= history.ts
        order by step desc, id desc limit 1)
      left join systemuser on systemuser.id = kept.user_id
      where history.device_id = ${device} and history.nodemap_id in (${sql.join(nodemaps)}) and history.ts between ${start} and ${end}
      order by history.ts desc limit ${sql.lit(MAX_FLAGS)}
    ) as told order by t, nodemapid`.execute(read)
  return rows
}
