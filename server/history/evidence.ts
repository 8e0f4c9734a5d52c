import { sql, type Kysely } from 'kysely'
import { testsIn, type TestName } from '../quality/checks.ts'
import type { Tables } from '../storage/types.ts'
import type { Span } from './query.ts'

/** Who sent a value, and when it came. `by` is a name, null where there is none to tell. */
interface Came {
  source: string
  by: string | null
  received: number
}

/** A later value for a moment that had one: `stands` 1 where a rule put it in the place of the first. Times are epoch ms. */
interface Revision extends Came {
  nodemapid: number
  t: number
  value: number
  first: number
  stands: number
}

/** A value that its node cannot measure; it is not among the samples. */
interface Mark extends Came {
  nodemapid: number
  t: number
  value: number
  mark: string
}

/** A sample that is not good: 3 suspect, 4 fail, 1 where a person accepted it. */
interface Flagged {
  nodemapid: number
  t: number
  flag: number
  tests: readonly TestName[]
}

/** So many of each are told, the newest. */
const MOST = 1000
const MOST_FLAGS = 10_000

/** What is kept beside the samples of a span, oldest first. Both tables are sparse, and read along their keys. */
export async function evidenceOf(
  read: Kysely<Tables>,
  { device, nodemaps, start, end }: Span,
): Promise<{ revisions: Revision[]; marks: Mark[]; flags: Flagged[] }> {
  const nodes = nodemaps.length > 0 ? [...nodemaps] : [-1]
  const within = <T extends 'historyrevision' | 'historymark'>(table: T) =>
    sql`from ${sql.table(table)} as kept
      left join systemuser on kept.source = 'user' and systemuser.id = kept.source_id
      left join gateway on kept.source = 'gateway' and gateway.id = kept.source_id
      where kept.device_id = ${device} and kept.nodemap_id in (${sql.join(nodes)}) and kept.ts between ${start} and ${end}
      order by kept.ts desc, kept.received_at desc limit ${sql.lit(MOST)}`
  const came = sql`kept.source, coalesce(systemuser.nickname, gateway.name) as "by", kept.received_at as received`
  const flagged = read
    .selectFrom('historyflag')
    .select(['nodemap_id', 'ts', 'flag', 'tests'])
    .where('device_id', '=', device)
    .where('nodemap_id', 'in', nodes)
    .where('ts', '>=', start)
    .where('ts', '<=', end)
    .orderBy('ts', 'desc')
    .limit(MOST_FLAGS)
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
    flags: flags
      .toReversed()
      .map(({ nodemap_id, ts, flag, tests }) => ({ nodemapid: nodemap_id, t: ts, flag, tests: testsIn(tests) })),
  }
}
