import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { groupings, workKinds, type Grouping, type WorkKind } from '../../../resources/kit/episode.ts'
import { ok } from '../../http/envelope.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { askedOf, found, type EpisodeFilter, type Services } from './list.ts'
import { FILTERS, filterOf, readerOf } from './request.ts'
import { viewerOf, type Viewer } from './viewer.ts'

/** One group of the inbox with how many episodes of a filter it has, and how many of them are new. `id` of an incident or area, else null. */
export interface GroupTotal {
  kind: WorkKind | 'incident' | 'area'
  id: number | null
  total: number
  new: number
}

/** Of more groups the biggest are told. */
const MOST = 1000

/** GET episodes/groups: how many episodes of a filter each group of the inbox has (docs/wire.md, `episode-groups`). */
export function episodeGroupRoute(app: FastifyInstance, platform: Platform): void {
  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/episodes/groups',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['报警分组的数量', '警報分組的數量', 'How many episodes each group has'],
        query: { by: { type: 'string', enum: groupings }, search: s.TEXT, ...FILTERS },
        answer: s.listOf(
          s.record(
            {
              kind: { type: 'string', enum: [...workKinds, 'incident', 'area'] },
              id: s.maybe(s.INT),
              total: s.INT,
              new: s.INT,
            },
            ['kind', 'id', 'total', 'new'],
          ),
        ),
      }),
    },
    async (request) => {
      const signedIn = readerOf(request)
      const filter = filterOf(platform, signedIn, request.query)
      const by = groupings.find((each) => each === request.query.by) ?? 'incident'
      return ok(await groupTotals(platform, filter, await viewerOf(platform, signedIn.caller), by))
    },
  )
}

/** How many episodes of a filter each group has, of one query, the biggest first. */
export async function groupTotals(
  platform: Services,
  filter: EpisodeFilter,
  viewer: Viewer,
  by: Grouping,
): Promise<GroupTotal[]> {
  const query = found(platform, await askedOf(platform, filter), viewer)
  if (!query) return []
  // What a row's group is, is worked out within: PostgreSQL takes no expression with a parameter for the one it is grouped by.
  const rows = await platform.storage.read
    .selectFrom(query.select([kindIn(by, viewer.now).as('kind'), idIn[by].as('of'), 'work']).as('listed'))
    .select(['kind', 'of'])
    .select([sql<number>`count(*)`.as('total'), sql<number>`sum(case when work = 0 then 1 else 0 end)`.as('fresh')])
    .groupBy(['kind', 'of'])
    .execute()
  const groups = new Map<string, GroupTotal>()
  const members = new Map<number, number>()
  for (const { of, total } of rows)
    if (of !== null) members.set(Number(of), (members.get(Number(of)) ?? 0) + Number(total))
  for (const { kind, of, total, fresh } of rows) {
    // One that is left of its incident stands with the others of its kind.
    const isJoined = of !== null && (by === 'area' || (members.get(Number(of)) ?? 0) > 1)
    const id = isJoined ? Number(of) : null
    const name = by === 'area' ? 'area' : isJoined ? 'incident' : kind
    const key = `${name} ${id}`
    const group = groups.get(key) ?? { kind: name, id, total: 0, new: 0 }
    groups.set(key, { ...group, total: group.total + Number(total), new: group.new + Number(fresh) })
  }
  return [...groups.values()].toSorted((a, b) => b.total - a.total).slice(0, MOST)
}

/** As `workKindOf` says of one episode (resources/kit/episode.ts). */
const kindIn = (by: Grouping, now: number) =>
  by === 'area'
    ? sql<WorkKind>`'open'`
    : sql<WorkKind>`case when work = 2 then 'closed' when snoozed_until > ${now} then 'snoozed' when is_alarm <> 1 then 'cleared'
        when work = 0 or alert_level = 1 then 'urgent' else 'open' end`

/** What a row is gathered by, beside its kind; of incidents those alone that are not closed. */
const idIn = {
  area: sql<number | null>`district_id`,
  episode: sql<number | null>`cast(null as integer)`,
  incident: sql<number | null>`case when work < 2 then incident_id end`,
} as const satisfies Record<Grouping, unknown>
