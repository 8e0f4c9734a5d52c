import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, forbidden, signedOut } from '../errors.ts'
import { definitionsAnswer, schemaRoute } from './routes.ts'
import { callSchema } from '../openapi/call.ts'
import { registerChecks } from '../openapi/checks.ts'
import { shapes } from '../openapi/shapes.ts'
import * as s from '../openapi/parts.ts'

/** How long the platform behind the forwarder may take to answer, ms. */
const ANSWER_TIMEOUT_MS = 5000

/**
 * Serves GET /v1/resources in front of an existing platform: that platform's own answer where it has the call, else the
 * definitions of this server's entity files, for users whom that platform knows. Both calls are made at once, because
 * the console waits for the answer before its first page.
 */
export function forwardDefinitions(app: FastifyInstance, platformUrl: string): void {
  const answer = definitionsAnswer()
  const base = platformUrl.replace(/\/$/, '')
  registerChecks(app, shapes)
  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/resources',
    {
      schema: callSchema({
        group: 'session',
        label: ['实体定义', '實體定義', 'Definitions of the entities'],
        answer: s.listOf({ type: 'object' }),
      }),
    },
    async (request, reply) => {
      const search = request.query.joined === '1' ? '?joined=1' : ''
      const [theirs, me] = await Promise.all([
        fetchData(`${base}/v1/resources${search}`, request),
        fetchData(`${base}/v1/godbMyInfo`, request),
      ])
      // A platform that cannot answer at the moment says nothing about the session: 401 would end it.
      if (me === null || me.code >= 500) throw new ApiError(503, 'error.unavailable')
      if (me.code !== 0) throw me.code === 401 ? signedOut() : forbidden()
      return theirs?.code === 0 && Array.isArray(theirs.data)
        ? reply.type('application/json; charset=utf-8').send(theirs)
        : answer(request, reply)
    },
  )
  schemaRoute(app)
}

/** Returns the envelope of an answer; null where there was none. */
async function fetchData(url: string, { headers }: FastifyRequest): Promise<{ code: number; data: unknown } | null> {
  try {
    const response = await fetch(url, {
      headers: { authorization: headers.authorization ?? '', 'accept-language': headers['accept-language'] ?? '' },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const { code, ...rest } = (await response.json()) as { code?: unknown; data?: unknown; msg?: unknown }
    return { msg: '', data: null, ...rest, code: response.ok ? Number(code) : response.status } as {
      code: number
      data: unknown
    }
  } catch {
    return null
  }
}
