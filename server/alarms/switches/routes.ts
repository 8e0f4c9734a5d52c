import type { FastifyInstance } from 'fastify'
import { errorText } from '../../../i18n/errors.ts'
import { mayControl } from '../../../resources/control.ts'
import { isInScope } from '../../crud/scope.ts'
import { forbidden, notFound } from '../../errors.ts'
import { bodyOf, recordId } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { languageOf } from '../../language.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { episodeScope } from '../episodes/list.ts'
import { readerOf } from '../episodes/request.ts'
import { answerSwitches, switchesOf } from './read.ts'
import { undoSwitches } from './undo.ts'

/** Most switches of one call; an answer has no more of them either. */
const MAX_IDS = 200

/** Registers the call that undoes what an episode switched (docs/wire.md, `read-back`). */
export async function switchRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.post<{ Params: { id: string } }>(
    '/v1/episodes/:id/undo-switches',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['撤销联动控制', '復原連動控制', 'Undo what an episode switched'],
        body: s.record({ ids: { type: 'array', items: s.INT, maxItems: MAX_IDS } }),
        answer: s.listOf(
          s.record({ id: s.INT, code: s.INT, msg: s.TEXT, switch: s.schemaRef('EpisodeSwitch') }, ['id', 'code']),
        ),
      }),
    },
    async (request) => {
      const { caller } = readerOf(request)
      if (!mayControl(caller)) throw forbidden()
      const id = recordId(request.params.id)
      const { ids } = request.body === null ? {} : bodyOf(request)
      const asked = ids === undefined || ids === null ? null : new Set((ids as unknown[]).map(Number))
      const episode = await platform.storage.read
        .selectFrom('thresholdlog')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      if (!episode || !isInScope({ ...episode }, episodeScope(platform, caller))) throw notFound()
      const language = languageOf(request.headers['accept-language'])
      const rows = (await switchesOf(platform.storage, id)).filter((row) => asked === null || asked.has(row.id))
      const done = new Map((await undoSwitches(platform, caller, rows)).map((one) => [one.id, one.error]))
      const after = new Map((await switchesOf(platform.storage, id)).map((row) => [row.id, row]))
      const answers = await Promise.all(
        [...(asked ?? done.keys())].map(async (switchId) => {
          const row = after.get(switchId)
          const error = done.has(switchId) ? (done.get(switchId) ?? null) : notFound()
          const [problem] = Object.values(error?.fields ?? {})
          const { key, args } = problem ?? error ?? {}
          const [shown] = row ? await answerSwitches(platform, caller, [row], language) : []
          return {
            id: switchId,
            code: error?.code ?? 0,
            ...(key !== undefined && { msg: errorText(language, key, args) }),
            ...(shown && done.has(switchId) && { switch: shown }),
          }
        }),
      )
      return ok(answers)
    },
  )
}
