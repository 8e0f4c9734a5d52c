import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allResources, joinedResources } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { entitySchema } from '../../resources/kit/schema.ts'
import { signedInOf } from '../http/auth.ts'
import { ok } from '../http/envelope.ts'
import { hashOf, isHeld, weakTag } from '../http/etag.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

interface Answer {
  body: string
  etag: string
}

/**
 * Registers GET /v1/resources: the definitions in force; with `?joined=1` only those of entity files, which a console
 * cannot know by itself.
 */
export async function definitionRoutes(app: FastifyInstance): Promise<void> {
  const answer = definitionsAnswer()
  app.get<{ Querystring: Record<string, unknown> }>(
    '/v1/resources',
    {
      schema: callSchema({
        group: 'session',
        label: ['实体定义', '實體定義', 'Definitions of the entities'],
        answer: s.listOf({ type: 'object' }),
      }),
      config: { beforeProject: true },
    },
    async (request, reply) => {
      signedInOf(request)
      return answer(request, reply)
    },
  )
  schemaRoute(app)
}

/**
 * Returns a handler that answers the definitions, or 304 where they are unchanged (ETag). They do not change after the
 * server is built.
 */
export function definitionsAnswer(): (
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
) => FastifyReply {
  const [all, joined] = [answerOf(allResources), answerOf(joinedResources())]
  return (request, reply) => {
    const { body, etag } = request.query.joined === '1' ? joined : all
    reply.headers({ 'cache-control': 'private, no-cache', vary: 'authorization', etag })
    return isHeld(request, etag) ? reply.code(304).send() : reply.type(JSON_TYPE).send(body)
  }
}

/**
 * Registers GET /v1/entity.schema.json, with which an editor completes and checks entity files. It is public: it
 * describes what the product can define, and no data.
 */
export function schemaRoute(app: FastifyInstance): void {
  const schema = JSON.stringify(entitySchema())
  app.get(
    '/v1/entity.schema.json',
    {
      schema: callSchema({
        group: 'operation',
        label: ['实体文件的 JSON Schema', '實體檔案的 JSON Schema', 'JSON Schema of entity files'],
        plain: 'application/schema+json',
      }),
      config: { public: true },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').type('application/schema+json; charset=utf-8').send(schema),
  )
}

const JSON_TYPE = 'application/json; charset=utf-8'

function answerOf(resources: readonly Resource[]): Answer {
  const body = JSON.stringify(ok(resources))
  return { body, etag: weakTag(hashOf(body)) }
}
