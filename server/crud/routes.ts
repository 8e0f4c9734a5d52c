import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allResources, joinedResources } from '../../resources/index.ts'
import { parseIds } from '../../resources/kit/access.ts'
import { forbidden, invalid, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf, recordId } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { languageOf } from '../language.ts'
import { entityCalls } from '../openapi/entityCalls.ts'
import type { Platform } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import { batchRoute } from './batch.ts'
import { answerOf, entityOf, type Entity } from './entity.ts'
import { exportList, FORMATS } from './export.ts'
import { createLister, type Lister } from './list.ts'
import { MAX_IDS, readListQuery } from './listQuery.ts'
import { mayReadResource } from './reading.ts'
import { removeRecord } from './remove.ts'
import { restRoutes } from './rest.ts'
import { createRecord, updateRecord } from './save.ts'

interface OneRecord {
  Params: { id: string }
}

/** The five routes of every definition (wire.md, Management), in both dialects. */
export async function crudRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const entities = allResources.map((resource) => {
    const entity = entityOf(resource)
    return { entity, lister: createLister(platform.storage, entity) }
  })
  for (const { entity, lister } of entities) entityRoutes(app, platform, entity, lister)
  await app.register(restRoutes, { platform, entities })
}

function entityRoutes(app: FastifyInstance, platform: Platform, entity: Entity, lister: Lister): void {
  const { resource } = entity
  const url = `/v1/${resource.api}`
  const schemas = entityCalls(resource)
  platform.registry.onChanged(async (table) => {
    if (table === resource.table) lister.forgetTotals()
  })
  const answers = (rows: Row[], request: FastifyRequest) =>
    rows.map((row) =>
      answerOf(platform, entity, row, languageOf(request.headers['accept-language']), signedInOf(request).caller),
    )

  app.get<{ Querystring: Record<string, unknown> }>(url, { schema: schemas.list }, async (request) => {
    const signedIn = signedInOf(request)
    if (!mayReadResource(signedIn, resource)) throw forbidden()
    const query = readListQuery(request.query, entity, signedIn, platform.registry)
    if (entity.bare) return ok(answers(await lister.rows(query), request))
    const { rows, total } = await lister.page(query)
    return ok({ list: answers(rows, request), total })
  })

  app.get<{ Querystring: Record<string, unknown> }>(
    `${url}/export`,
    { schema: schemas.export },
    async (request, reply) => {
      const signedIn = signedInOf(request)
      if (!mayReadResource(signedIn, resource)) throw forbidden()
      const { format: formatParam, ...rest } = request.query
      const format = FORMATS.find((known) => known === (formatParam ?? 'xlsx'))
      if (!format) throw invalid({ format: { key: 'error.rule.choice' } })
      // A truncated file would not show that it is incomplete, so the request is refused instead of answering the first
      // thousand.
      if (new Set(parseIds(typeof rest.ids === 'string' ? rest.ids : null)).size > MAX_IDS)
        throw invalid({ ids: { key: 'error.rule.ids', args: { max: MAX_IDS } } })
      const query = readListQuery(rest, entity, signedIn, platform.registry)
      return exportList(platform, reply, {
        entity,
        lister,
        query,
        format,
        caller: signedIn.caller,
        language: languageOf(request.headers['accept-language']),
      })
    },
  )

  if (resource.filters?.includes('area')) {
    app.get<{ Querystring: Record<string, unknown> }>(`${url}/areas`, { schema: schemas.areas }, async (request) => {
      const signedIn = signedInOf(request)
      if (!mayReadResource(signedIn, resource)) throw forbidden()
      return ok(await lister.byArea(readListQuery(request.query, entity, signedIn, platform.registry)))
    })
  }

  app.get<OneRecord>(`${url}/:id`, { schema: schemas.one }, async (request) => {
    const signedIn = signedInOf(request)
    if (!mayReadResource(signedIn, resource)) throw forbidden()
    const id = recordId(request.params.id)
    const [row] = await lister.rows(readListQuery({ ids: String(id) }, entity, signedIn, platform.registry))
    if (!row) throw notFound()
    return ok(answers([row], request)[0])
  })

  const { within } = resource
  // Built-in resources that live inside another one have routes in other folders, which add more data.
  if (within && joinedResources().includes(resource)) {
    app.get<OneRecord>(`/v1/${within.call.replace('{id}', ':id')}`, { schema: schemas.within }, async (request) => {
      const signedIn = signedInOf(request)
      if (!mayReadResource(signedIn, resource)) throw forbidden()
      const parent = recordId(request.params.id)
      return ok(
        answers(
          await lister.rows(readListQuery({ [within.by]: String(parent) }, entity, signedIn, platform.registry)),
          request,
        ),
      )
    })
  }

  batchRoute(app, platform, entity, schemas.batch)
  app.post(url, { schema: schemas.create }, async (request) =>
    ok(await createRecord(platform, signedInOf(request), entity, bodyOf(request))),
  )
  app.put<OneRecord>(`${url}/:id`, { schema: schemas.change }, async (request) =>
    ok(
      await updateRecord(platform, signedInOf(request), entity, recordId(request.params.id), bodyOf(request), {
        unchangedSince: versionOf(request.headers[VERSION]),
        language: languageOf(request.headers['accept-language']),
      }),
    ),
  )
  app.delete<OneRecord>(`${url}/:id`, { schema: schemas.remove }, async (request) => {
    await removeRecord(platform, signedInOf(request), entity, recordId(request.params.id))
    return ok(null)
  })
}

/** Request header with the version on which a change is based: the record's `updated_at`. An extension. */
const VERSION = 'if-unmodified-since-version'

const versionOf = (header: unknown): number | null =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
