import type { FastifyInstance } from 'fastify'
import { allResources } from '../../resources/index.ts'
import { isSuper, mayUse } from '../../resources/kit/access.ts'
import { entityOf } from '../crud/entity.ts'
import { forbidden, invalid, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { idOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import type { Platform } from '../platform.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

interface Question {
  Params: { noun: string }
  Querystring: Record<string, unknown>
}

/**
 * Registers GET /v1/taken/{noun}?field&value&id&pro_id (docs/wire.md, `taken`): whether a record other than `id` holds
 * a value that must be unique. For callers who could learn it by saving. It serves the form alone: saving checks again.
 */
export async function takenRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.get<Question>(
    '/v1/taken/:noun',
    {
      schema: callSchema({
        group: 'manage',
        label: ['是否已被使用', '是否已被使用', 'Whether a value is in use'],
        query: { field: s.TEXT, value: s.TEXT, id: s.INT, pro_id: s.INT },
        answer: s.record({ taken: { type: 'boolean' } }, ['taken']),
      }),
    },
    async (request) => {
      const { caller } = signedInOf(request)
      const resource = allResources.find(({ api }) => api === request.params.noun)
      if (!resource) throw notFound()
      if (!mayUse(caller, resource, 'create') && !mayUse(caller, resource, 'edit')) throw forbidden()
      const { field: name = '', value, id, pro_id } = request.query
      const field = typeof name === 'string' && Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
      if (!field?.unique) throw invalid({ field: { key: 'error.rule.choice' } })
      if (typeof value !== 'string' || value === '' || value.includes('\0'))
        throw invalid({ value: { key: 'error.rule.text' } })
      const { project } = entityOf(resource)
      const wanted = platform.storage.readAny
        .selectFrom(resource.table)
        .select('id')
        .where(String(name), '=', value)
        .where('id', '!=', idOf(id) ?? 0)
      const inProject =
        field.unique === 'project' && project !== null
          ? wanted.where(project, '=', isSuper(caller) ? (idOf(pro_id) ?? 0) : (caller.project_id ?? 0))
          : wanted
      return ok({ taken: (await inProject.limit(1).executeTakeFirst()) !== undefined })
    },
  )
}
