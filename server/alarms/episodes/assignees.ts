import type { FastifyInstance } from 'fastify'
import { rowScope, type Caller } from '../../../resources/kit/access.ts'
import { MOST_AT_ONCE } from '../../../resources/kit/episode.ts'
import { user as userResource } from '../../../resources/user.ts'
import { meets } from '../../crud/scope.ts'
import { notFound } from '../../errors.ts'
import { bodyOf, idOf } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import { createPace } from '../../pace.ts'
import type { Platform } from '../../platform.ts'
import { WORKER_COLUMNS, worksOn } from './assignee.ts'
import { byIds, episodeScope } from './list.ts'
import { readerOf } from './request.ts'
import type { EpisodeRow } from './row.ts'

/** POST episodes/assignees: whom some episodes can be given to (docs/wire.md, `episode-assignees`). With a body, for the ids of a batch are too long for an address. */
export function episodeAssigneesRoute(app: FastifyInstance, platform: Platform): void {
  app.post(
    '/v1/episodes/assignees',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['可指派的用户', '可指派的使用者', 'Whom episodes can be assigned to'],
        body: s.record({ ids: { type: 'array', items: s.INT, maxItems: MOST_AT_ONCE } }, ['ids']),
        answer: s.record({ user_ids: s.listOf(s.INT) }, ['user_ids']),
      }),
    },
    async (request) => {
      const { caller } = readerOf(request)
      const ids = new Set(((bodyOf(request).ids ?? []) as unknown[]).flatMap((id) => idOf(id) ?? []))
      const scope = episodeScope(platform, caller)
      // A batch answers for each of the others itself.
      const rows = (await byIds(platform, [...ids])).filter((row) => meets({ ...row }, scope))
      if (rows.length === 0) throw notFound()
      return ok({ user_ids: await assigneesOf(platform, caller, rows) })
    },
  )
}

/** Ids of the users, of those whose names a caller may know, who may work on every one of some episodes. */
async function assigneesOf(
  { registry, storage }: Pick<Platform, 'registry' | 'storage'>,
  caller: Caller,
  rows: readonly EpisodeRow[],
): Promise<number[]> {
  const { project } = rowScope(caller, userResource)
  let asked = storage.read.selectFrom('systemuser').select(WORKER_COLUMNS).orderBy('id')
  if (project) asked = asked.where('project_id', '=', project.id)
  // Who may work on an episode is a matter of where it is, and many of a batch are in one place.
  const places = [...new Map(rows.map((row) => [`${row.project_id}/${row.district_id}`, row])).values()]
  const pace = createPace()
  const found: number[] = []
  for (const user of await asked.execute()) {
    if (places.every(worksOn({ registry }, user))) found.push(user.id)
    if (pace.isDue()) await pace.turn()
  }
  return found
}
