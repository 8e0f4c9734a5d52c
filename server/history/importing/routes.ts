import type { FastifyInstance } from 'fastify'
import { errorText } from '../../../i18n/errors.ts'
import { signedInOf } from '../../http/auth.ts'
import { bodyOf } from '../../http/body.ts'
import { ok } from '../../http/envelope.ts'
import { languageOf } from '../../language.ts'
import { callSchema, checkedBy } from '../../openapi/call.ts'
import * as s from '../../openapi/parts.ts'
import type { Platform } from '../../platform.ts'
import { importHistory, MAX_ROWS } from './store.ts'

/** Room for the most rows that one call accepts, with long names, bytes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

/**
 * POST /v1/history/import (docs/wire.md, `history-import`): stores past samples; the answer tells the outcome of each.
 */
export async function historyImportRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.post(
    '/v1/history/import',
    {
      schema: callSchema({
        group: 'history',
        label: ['导入历史数据', '匯入歷史資料', 'Import history'],
        body: checkedBy(
          s.record(
            {
              device_id: s.INT,
              rows: {
                ...s.listOf(
                  s.record(
                    {
                      device_id: s.INT,
                      sn: s.TEXT,
                      node: { type: ['string', 'integer'], description: 'Node address, id of the node map, or name' },
                      t: s.TIME,
                      value: { ...s.NUMBER, description: 'As the device sends it' },
                    },
                    ['node', 't', 'value'],
                  ),
                ),
                maxItems: MAX_ROWS,
              },
            },
            ['rows'],
          ),
          'item',
        ),
        answer: s.listOf(
          s.record({ state: { type: 'string', enum: ['stored', 'same', 'refused'] }, reason: s.TEXT, msg: s.TEXT }, [
            'state',
          ]),
        ),
      }),
      bodyLimit: MAX_BODY_BYTES,
    },
    async (request) => {
      const outcomes = await importHistory(platform, signedInOf(request).caller, bodyOf(request))
      const language = languageOf(request.headers['accept-language'])
      return ok(
        outcomes.map((outcome) =>
          outcome.state === 'refused'
            ? {
                state: outcome.state,
                reason: outcome.reason.key,
                msg: errorText(language, outcome.reason.key, outcome.reason.args),
              }
            : outcome,
        ),
      )
    },
  )
}
