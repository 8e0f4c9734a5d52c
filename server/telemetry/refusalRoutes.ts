import type { FastifyInstance } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import { isSuper } from '../../resources/kit/access.ts'
import type { Args } from '../../resources/kit/rules.ts'
import { forbidden } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { deviceOf } from '../http/scope.ts'
import { languageOf } from '../language.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'
import type { Platform } from '../platform.ts'
import type { Tables } from '../storage/types.ts'

const MAX_ROWS = 200

/** Schema of the rows in an answer. */
export const REFUSED = s.listOf(
  s.record({
    source: { type: 'string', enum: ['mqtt', 'http', 'hj212'] },
    peer: s.TEXT,
    reason: s.TEXT,
    msg: s.TEXT,
    bytes: s.TEXT,
    times: s.INT,
    first_at: s.TIME,
    last_at: s.TIME,
  }),
)

/**
 * The calls for messages that could not be read or accepted (docs/wire.md, `refused-messages`): those of a device, and
 * those of senders that are no device.
 */
export async function refusalRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const rows = () =>
    platform.storage.read.selectFrom('refusedmessage').selectAll().orderBy('last_at', 'desc').limit(MAX_ROWS)

  app.get<{ Params: { deviceid: string } }>(
    '/v1/refusedmessages/:deviceid',
    {
      schema: callSchema({
        group: 'live',
        label: ['设备被拒收的报文', '裝置被拒收的訊息', 'Messages of a device that were refused'],
        answer: REFUSED,
      }),
      config: { reads: 'live' },
    },
    async (request) => {
      const { id } = deviceOf(platform, request, request.params.deviceid)
      const language = languageOf(request.headers['accept-language'])
      return ok((await rows().where('device_id', '=', id).execute()).map((row) => toRefusalRow(row, language)))
    },
  )

  app.get(
    '/v1/refusedmessages',
    {
      schema: callSchema({
        group: 'manage',
        label: ['未识别来源的拒收报文', '未識別來源的拒收訊息', 'Refused messages of senders that are not devices'],
        answer: REFUSED,
      }),
    },
    async (request) => {
      if (!isSuper(signedInOf(request).caller)) throw forbidden()
      const language = languageOf(request.headers['accept-language'])
      return ok((await rows().where('device_id', 'is', null).execute()).map((row) => toRefusalRow(row, language)))
    },
  )
}

/** Returns a row as sent to the client, with its reason in the user's language. */
export const toRefusalRow = ({ device_id: _device, args, ...row }: Tables['refusedmessage'], language: Language) => ({
  ...row,
  msg: errorText(language, row.reason, JSON.parse(args) as Args),
})
