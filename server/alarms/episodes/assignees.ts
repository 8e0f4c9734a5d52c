import type { FastifyInstance } from 'fastify'
import { rowScope, type Caller } from '../../../resources/kit/access.ts'
import { MOST_AT_ONCE } from '../../../resources/kit/episode.ts'
import { user as userResource } from '../../../resources/user.ts'
import { isInScope } from '../../crud/scope.ts'
import { notFound } from '../../errors.ts'
import { bodyOf, idOf } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import { createYielder } from '../../pace.ts'
import type { Platform } from '../../platform.ts'
import { WORKER_COLUMNS, worksOn } from './assignee.ts'
import { byIds, episodeScope } from './list.ts'
import { readerOf } from './request.ts'
import type { EpisodeRow } from './row.ts'

/**
 * Registers POST episodes/assignees: whom some episodes can be assigned to (docs/wire.md, `episode-assignees`). The ids
 * are in a body, since those of a batch are too long for an address.
 */
export function episodeAssigneesRoute(app: FastifyInstance, platform: Platform): void {
  app.post(
    '/v1/episodes/assignees',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['可指派的用户', '可指派的使用者', 'Users to whom episodes can be assigned'],
        body: s.record({ ids: { type: 'array', items: s.INT, maxItems: MOST_AT_ONCE } }, ['ids']),
        answer: s.record({ user_ids: s.listOf(s.INT) }, ['user_ids']),
      }),
    },
    async (request) => {
      const { caller } = readerOf(request)
      const ids = new Set(((bodyOf(request).ids ?? []) as unknown[]).flatMap((id) => idOf(id) ?? []))
      const scope = episodeScope(platform, caller)
      // Episodes that the caller may not see are skipped: a batch reports on each of them itself.
      const rows = (await byIds(platform, [...ids])).filter((row) => isInScope({ ...row }, scope))
      if (rows.length === 0) throw notFound()
      return ok({ user_ids: await assigneesOf(platform, caller, rows) })
    },
  )
}

/**
 * Returns the ids of the users who may work on every one of some episodes, of those whose names the caller may know.
 */
async function assigneesOf(
  { registry, storage }: Pick<Platform, 'registry' | 'storage'>,
  caller: Caller,
  rows: readonly EpisodeRow[],
): Promise<number[]> {
  const { project } = rowScope(caller, userResource)
  let asked = storage.read.selectFrom('systemuser').select(WORKER_COLUMNS).orderBy('id')
  if (project) asked = asked.where('project_id', '=', project.id)
  // The right to work on an episode depends on its project and area, and many episodes of a batch share them.
  const places = [...new Map(rows.map((row) => [`${row.project_id}/${row.district_id}`, row])).values()]
  const pace = createYielder()
  const found: number[] = []
  for (const user of await asked.execute()) {
    if (places.every(worksOn({ registry }, user))) found.push(user.id)
    if (pace.isDue()) await pace.turn()
  }
  return found
}
