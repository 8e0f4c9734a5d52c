import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { groupings, holderKinds, MOST_AT_ONCE, workKinds, type Grouping } from '../../../resources/kit/episode.ts'
import { invalid } from '../../errors.ts'
import { idOf } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { languageOf } from '../../language.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { resolveFilter, byIds, episodesQuery, NOBODY_HAS, OPEN, type EpisodeFilter, type Services } from './list.ts'
import { FILTERS, filterOf, readerOf } from './request.ts'
import { answersOf } from './row.ts'
import { viewerOf, type Viewer } from './viewer.ts'

const kinds = [...workKinds, 'incident', 'area', ...holderKinds] as const
type Kind = (typeof kinds)[number]

/**
 * A group of the inbox. `id` of an incident, area, user or roster, else null; null for an area: episodes in no area.
 */
interface Group {
  kind: Kind
  id: number | null
}

/**
 * A group with the number of its episodes, and the number of those that are new and have neither assignee nor roster.
 */
interface GroupTotal extends Group {
  total: number
  free: number
}

/** Most groups that are returned, the biggest first. */
const MAX_GROUPS = 1000

type Found = NonNullable<ReturnType<typeof episodesQuery>>

/** The columns of the index `thresholdlog_count`, in its order (migrations/0084-inbox-counts.ts). */
const countColumns = [
  'project_id',
  'alert_level',
  'district_id',
  'assignee_id',
  'roster_id',
  'work',
  'is_alarm',
  'silent_since',
] as const
const COUNTED: ReadonlySet<string> = new Set(countColumns)

/**
 * The leading columns of the index that a grouping of closed episodes needs; by work and by incident all closed
 * episodes are one group.
 */
const closedAlong: Record<Grouping, readonly (typeof countColumns)[number][]> = {
  area: countColumns.slice(0, 3),
  assignee: countColumns.slice(0, 5),
  episode: [],
  incident: [],
}

/**
 * Registers GET episodes/groups: how many episodes of a filter each group of the inbox has, and which episodes of one
 * group are free (docs/wire.md, `episode-groups`).
 */
export function episodeGroupRoute(app: FastifyInstance, platform: Platform): void {
  const asked = { by: { type: 'string', enum: groupings }, search: s.TEXT, ...FILTERS } as const
  const kind = { type: 'string', enum: kinds } as const
  const byOf = ({ by }: Record<string, unknown>): Grouping => groupings.find((each) => each === by) ?? 'incident'

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/episodes/groups',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['报警分组的数量', '警報分組的數量', 'Number of episodes in each group'],
        query: asked,
        answer: s.listOf(
          s.record({ kind, id: s.maybe(s.INT), total: s.INT, free: s.INT }, ['kind', 'id', 'total', 'free']),
        ),
      }),
    },
    async (request) => {
      const signedIn = readerOf(request)
      const filter = filterOf(platform, signedIn, request.query)
      return ok(await groupTotals(platform, filter, await viewerOf(platform, signedIn.caller), byOf(request.query)))
    },
  )

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/episodes/groups/free',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['一组里无人接手的报警', '一組裡無人接手的警報', 'The unassigned episodes of a group'],
        query: { ...asked, kind, id: s.INT },
        answer: s.record({ list: s.listOf(s.schemaRef('Episode')) }, ['list']),
      }),
    },
    async (request) => {
      const signedIn = readerOf(request)
      const { query } = request
      const named = kinds.find((each) => each === query['kind'])
      if (!named) throw invalid({ kind: { key: 'error.rule.required' } })
      const group = { kind: named, id: idOf(query['id']) }
      const filter = filterOf(platform, signedIn, query)
      const viewer = await viewerOf(platform, signedIn.caller)
      const rows = await byIds(platform, await freeOf(platform, filter, viewer, byOf(query), group))
      const list = await answersOf(platform, rows, viewer, languageOf(request.headers['accept-language']))
      return ok({ list })
    },
  )
}

/** Counts the episodes of a filter in each group, with one query, the biggest group first. */
export async function groupTotals(
  platform: Services,
  filter: EpisodeFilter,
  viewer: Viewer,
  by: Grouping,
): Promise<GroupTotal[]> {
  const query = episodesQuery(platform, await resolveFilter(platform, filter), viewer)
  if (!query) return []
  const listed = countsClosed(filter)
    ? groupsOf(platform, query.where(OPEN), viewer, by).unionAll(closedGroups(platform, query, by))
    : groupsOf(platform, query, viewer, by)
  const rows = await listed.execute()
  const groups = new Map<string, GroupTotal>()
  const members = new Map<number, number>()
  for (const { of, total } of rows)
    if (of !== null) members.set(Number(of), (members.get(Number(of)) ?? 0) + Number(total))
  for (const { kind, of, total, free } of rows) {
    // The only episode left of an incident counts as one of its own kind.
    const isJoined = by === 'incident' && of !== null && (members.get(Number(of)) ?? 0) > 1
    const id = of !== null && (isJoined || by !== 'incident') ? Number(of) : null
    const name = isJoined ? 'incident' : kind
    const key = `${name} ${id}`
    const group = groups.get(key) ?? { kind: name, id, total: 0, free: 0 }
    groups.set(key, { ...group, total: group.total + Number(total), free: group.free + Number(free) })
  }
  return [...groups.values()].toSorted((a, b) => b.total - a.total).slice(0, MAX_GROUPS)
}

/**
 * Counts groups. Each row's group is computed in a subquery: PostgreSQL does not recognise an expression with a
 * parameter as the one in GROUP BY.
 */
const groupsOf = ({ storage: { read } }: Services, query: Found, { now }: Viewer, by: Grouping) =>
  read
    .selectFrom(
      query
        .select([kindIn(by, now).as('kind'), idIn[by].as('of')])
        .select(sql<number>`case when ${FREE} then 1 else 0 end`.as('is_free'))
        .as('listed'),
    )
    .select(['kind', 'of'])
    .select([sql<number>`count(*)`.as('total'), sql<number>`sum(is_free)`.as('free')])
    .groupBy(['kind', 'of'])

/**
 * Counts groups of closed episodes, which are nearly all episodes and are never free. They are counted in the order of
 * `thresholdlog_count`, so that nothing is sorted.
 */
function closedGroups({ storage: { read } }: Services, query: Found, by: Grouping) {
  const along = closedAlong[by]
  const isOne = along.length === 0
  const closed = query
    .where(sql<boolean>`work = 2`)
    .select([(isOne ? sql<Kind>`'closed'` : kindIn(by, 0)).as('kind'), idIn[isOne ? 'episode' : by].as('of')])
    .select(sql<number>`count(*)`.as('counted'))
  return (
    read
      .selectFrom((isOne ? closed : closed.groupBy([...along])).as('closed'))
      .select(['kind', 'of'])
      .select([sql<number>`sum(counted)`.as('total'), sql<number>`0`.as('free')])
      .groupBy(['kind', 'of'])
      // A count without GROUP BY returns one row even where there is nothing to count.
      .having(sql<boolean>`sum(counted) > 0`)
  )
}

/**
 * Whether a list has closed episodes and its filters need only columns of `thresholdlog_count`: else each closed
 * episode would be looked up one by one.
 */
const countsClosed = ({ state, conditions, search, start, end, lastedAt = null }: EpisodeFilter): boolean =>
  (state === 'all' || state === 'closed') &&
  search === null &&
  start === null &&
  end === null &&
  lastedAt === null &&
  conditions.every(({ column }) => COUNTED.has(column))

/**
 * Returns the ids of the free episodes of a group (new, without assignee and roster): the most severe first, within a
 * level the oldest, at most as many as one act is done to.
 */
async function freeOf(
  platform: Services,
  filter: EpisodeFilter,
  viewer: Viewer,
  by: Grouping,
  { kind, id }: Group,
): Promise<number[]> {
  const query = episodesQuery(platform, await resolveFilter(platform, filter), viewer)
  if (!query) return []
  let free = query.where(sql<boolean>`${OPEN} and ${FREE}`)
  if (kind === 'area') free = id === null ? free.where('district_id', 'is', null) : free.where('district_id', '=', id)
  else if (kind === 'incident') free = free.where('incident_id', '=', id)
  else {
    free = free.where(sql<boolean>`${kindIn(by === 'assignee' ? by : 'episode', viewer.now)} = ${kind}`)
    const joined = query
      .select('incident_id')
      .where(OPEN)
      .where('incident_id', 'is not', null)
      .groupBy('incident_id')
      .having(sql<boolean>`count(*) > 1`)
    if (by === 'incident') free = free.where(sql<boolean>`(incident_id is null or incident_id not in ${joined})`)
  }
  const rows = await free
    .select('id')
    .orderBy('alert_level', (order) => order.asc().nullsLast())
    .orderBy('alarm_time')
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute()
  return rows.map((row) => row.id)
}

/** Says in SQL what `isFree` says of one episode (resources/kit/episode.ts). */
const FREE = sql<boolean>`work = 0 and ${NOBODY_HAS}`

/** Says in SQL what `holderOf` and `workKindOf` say of one episode (resources/kit/episode.ts). */
function kindIn(by: Grouping, now: number): RawBuilder<Kind> {
  if (by === 'area') return sql`'area'`
  return by === 'assignee'
    ? sql`case when roster_id is not null then 'roster' when assignee_id is not null then 'user' else 'nobody' end`
    : sql`case when work = 2 then 'closed' when snoozed_until > ${now} then 'snoozed' when is_alarm <> 1 then 'cleared'
        when work = 0 or alert_level = 1 then 'urgent' else 'open' end`
}

/** What rows are grouped by, besides their kind; by incident only for episodes that are not closed. */
const idIn = {
  area: sql<number | null>`district_id`,
  episode: sql<number | null>`cast(null as integer)`,
  incident: sql<number | null>`case when work < 2 then incident_id end`,
  assignee: sql<number | null>`coalesce(roster_id, assignee_id)`,
} as const satisfies Record<Grouping, unknown>
