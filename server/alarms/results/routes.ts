import type { FastifyInstance } from 'fastify'
import { labelIndex } from '../../../i18n/types.ts'
import { resultName } from '../../../resources/kit/alarmResults.ts'
import { notFound } from '../../errors.ts'
import { idOf } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { languageOf } from '../../language.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { readerOf } from '../episodes/request.ts'
import { ownResults } from './results.ts'

/**
 * Registers GET alarmResults: the results of a project besides the built-in ones (docs/wire.md, `alarm-results`), for
 * callers who work on its alarms.
 */
export async function alarmResultRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/alarmResults',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['项目的处理结果', '專案的處理結果', 'Alarm results of a project'],
        query: { pro_id: s.INT },
        answer: s.listOf(s.record({ id: s.TEXT, name: s.TEXT, false: s.INT }, ['id', 'name', 'false'])),
      }),
    },
    async (request) => {
      const { caller } = readerOf(request)
      const project = idOf(request.query.pro_id) ?? caller.project_id
      if (project === null || (caller.super_id !== 1 && project !== caller.project_id)) throw notFound()
      const language = labelIndex[languageOf(request.headers['accept-language'])]
      const results = await ownResults(platform.storage.read, project)
      return ok(results.map((each) => ({ id: each.id, name: resultName(each, language), false: each.isFalse ? 1 : 0 })))
    },
  )
}
