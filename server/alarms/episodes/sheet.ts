import type { FastifyInstance } from 'fastify'
import { isSuper } from '../../../resources/kit/access.ts'
import { MOST_IN_SHEET } from '../../../resources/kit/episode.ts'
import { mayRead } from '../../../resources/reads.ts'
import { languageOf } from '../../language.ts'
import { keepMeasures } from '../../live/measures.ts'
import { callSchema } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { exportRecords, WORKBOOK } from '../export.ts'
import { resolveFilter, episodesQuery } from './list.ts'
import { FILTERS, filterOf, readerOf } from './request.ts'
import { viewerOf } from './viewer.ts'

/**
 * Registers GET episodes/export: the episodes of a filter of the inbox as a workbook, with the rights of the list
 * (docs/wire.md, `episode-sheet`).
 */
export function episodeSheetRoute(app: FastifyInstance, platform: Platform): void {
  const measuresOf = keepMeasures(platform.storage, platform.registry)

  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/episodes/export',
    {
      schema: callSchema({
        group: 'alarm',
        label: ['导出报警事件', '匯出警報事件', 'Episodes as a workbook'],
        query: { search: s.TEXT, ...FILTERS },
        plain: WORKBOOK,
      }),
    },
    async (request, reply) => {
      const signedIn = readerOf(request)
      const { caller } = signedIn
      const filter = await resolveFilter(platform, filterOf(platform, signedIn, request.query))
      return exportRecords(platform, episodesQuery(platform, filter, await viewerOf(platform, caller)), {
        reply,
        language: languageOf(request.headers['accept-language']),
        withProject: isSuper(caller),
        measures: mayRead(caller, 'live') ? await measuresOf() : null,
        most: MOST_IN_SHEET,
      })
    },
  )
}
