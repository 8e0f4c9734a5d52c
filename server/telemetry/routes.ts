import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { signedOut } from '../errors.ts'
import { bearerOf } from '../http/auth.ts'
import { unreadBody } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { languageOf } from '../language.ts'
import type { ItemResult, Platform, TelemetrySource } from '../platform.ts'
import { UNREADABLE } from './refusals.ts'
import { createSources } from './sources.ts'
import { callSchema, checkedBy } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/** Maximum size of a body, bytes: enough for ten thousand items of a dozen values. */
const BODY_LIMIT = 8 * 1024 * 1024

/** Registers POST /v1/telemetry (wire.md, Extensions). The sender is authenticated before the body is read. */
export async function telemetryRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const sourceOf = createSources(platform)
  const sources = new WeakMap<FastifyRequest, TelemetrySource>()
  const onRequest = async (request: FastifyRequest): Promise<void> =>
    void sources.set(request, await sourceOf(bearerOf(request)))
  app.post(
    '/v1/telemetry',
    {
      schema: callSchema({
        group: 'live',
        label: ['上报数据', '回報資料', 'Send telemetry'],
        body: checkedBy(
          s.listOf(
            s.record(
              {
                sn: s.TEXT,
                t: s.TIME,
                values: { type: 'object', additionalProperties: s.NUMBER },
                mark: {
                  type: ['string', 'object'],
                  additionalProperties: s.TEXT,
                  description:
                    'How the values were measured, as a letter of HJ 212: one for all values, or one for each key',
                },
              },
              ['sn', 'values'],
            ),
          ),
          'item',
        ),
        answer: s.listOf(
          s.record({
            sn: s.TEXT,
            accepted: s.INT,
            rejected: s.listOf(s.record({ key: s.TEXT, reason: s.TEXT, msg: s.TEXT })),
            more: s.INT,
          }),
        ),
      }),
      bodyLimit: BODY_LIMIT,
      config: { public: true },
      onRequest,
      // On response, so that any fault of the body is recorded, wherever it was found.
      onResponse: async (request, reply) => {
        const source = sources.get(request)
        const reason = unread[reply.statusCode]?.(request)
        if (!source || !reason) return
        const bytes = unreadBody(request) ?? textOf(request.body)
        platform.refusals.note({ source: 'http', ...senderOf(source, request), reason, bytes })
      },
    },
    async (request, reply) => {
      const source = sources.get(request)
      if (!source) throw signedOut()
      const results = await platform.ingest.push(request.body, source)
      noteRefused(platform, source, request, results)
      const language = languageOf(request.headers['accept-language'])
      return reply.send(ok(results.map((result) => worded(result, language))))
    },
  )
}

/** Reason why a whole call was refused, by the status of the answer. */
const unread: Readonly<Record<number, (request: FastifyRequest) => Problem>> = {
  400: (request) => (unreadBody(request) ? UNREADABLE.json : UNREADABLE.form),
  413: () => UNREADABLE.large,
  415: () => UNREADABLE.type,
}

/** Reason for a device that does not exist or that the sender may not send values for. */
const FOREIGN = 'error.telemetry.sn'

/** Maximum number of items of one call whose refusal is recorded. */
const MAX_NOTED = 20

/**
 * Records the refused items of a call: under the device that the item names if the sender may send values for it, else
 * under the sender.
 */
function noteRefused(
  { registry, refusals }: Platform,
  source: TelemetrySource,
  request: FastifyRequest,
  results: readonly ItemResult[],
): void {
  const items = Array.isArray(request.body) ? (request.body as unknown[]) : []
  let left = MAX_NOTED
  for (const [at, { sn, rejected }] of results.entries()) {
    const [first] = rejected
    if (!first || left-- <= 0) continue
    const named = registry.bySn(sn)
    const isItsOwn = named && first.reason.key !== FOREIGN
    const sender = isItsOwn ? { peer: sn, device: named.id } : senderOf(source, request)
    refusals.note({ source: 'http', ...sender, reason: first.reason, bytes: textOf(items[at]) })
  }
}

/** Returns the beginning of a value as JSON; only a bracket for a value that is nested too deeply to be serialised. */
function textOf(value: unknown): string {
  try {
    return value === undefined ? '' : JSON.stringify(value).slice(0, 1000)
  } catch {
    return Array.isArray(value) ? '[' : '{'
  }
}

/** Returns the sender of a call: the device or gateway of its credential, or the address of a user. */
function senderOf(source: TelemetrySource, { ip }: FastifyRequest): { peer: string; device: number | null } {
  if (source.kind === 'device') return { peer: `device ${source.id}`, device: source.id }
  return { peer: source.kind === 'gateway' ? `gateway ${source.id}, ${ip}` : ip, device: null }
}

/** Returns a result for the answer, each reason as a key and as a sentence. */
const worded = ({ rejected, ...result }: ItemResult, language: Language): object => ({
  ...result,
  rejected: rejected.map(({ key, reason }) => ({
    key,
    reason: reason.key,
    msg: errorText(language, reason.key, reason.args),
  })),
})
