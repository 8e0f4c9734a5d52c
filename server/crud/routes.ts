import type { FastifyInstance, FastifyRequest } from 'fastify'
import { allResources } from '../../resources/index.ts'
import { mayOpen, mayUse } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { forbidden, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf, idOf } from '../http/body.ts'
import { ok } from '../http/envelope.ts'
import { languageOf } from '../http/language.ts'
import type { Platform, SignedIn } from '../platform.ts'
import { answerOf, entityOf, type Entity } from './entity.ts'
import { createLister } from './list.ts'
import { readListQuery } from './listQuery.ts'
import { removeRecord } from './remove.ts'
import type { Row } from './row.ts'
import { createRecord, updateRecord } from './save.ts'

interface OneRecord {
  Params: { id: string }
}

/** The five routes of every definition (wire.md, Management). */
export async function crudRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  for (const resource of allResources) entityRoutes(app, platform, entityOf(resource))
}

function entityRoutes(app: FastifyInstance, platform: Platform, entity: Entity): void {
  const { resource } = entity
  const url = `/v1/${resource.api}`
  const lister = createLister(platform.storage, entity)
  const answers = (rows: Row[], request: FastifyRequest) => rows.map((row) => answerOf(platform, entity, row, languageOf(request.headers['accept-language'])))

  app.get<{ Querystring: Record<string, unknown> }>(url, async (request) => {
    const signedIn = signedInOf(request)
    if (!mayRead(signedIn, resource)) throw forbidden()
    const query = readListQuery(request.query, entity, signedIn, platform.registry)
    if (entity.bare) return ok(answers(await lister.rows(query), request))
    const [rows, total] = await Promise.all([lister.rows(query), lister.total(query)])
    return ok({ list: answers(rows, request), total })
  })

  app.get<OneRecord>(`${url}/:id`, async (request) => {
    const signedIn = signedInOf(request)
    if (!mayRead(signedIn, resource)) throw forbidden()
    const id = recordId(request.params.id)
    const [row] = await lister.rows(readListQuery({ ids: String(id) }, entity, signedIn, platform.registry))
    if (!row) throw notFound()
    return ok(answers([row], request)[0])
  })

  app.post(url, async (request) => ok(await createRecord(platform, signedInOf(request), entity, bodyOf(request))))
  app.put<OneRecord>(`${url}/:id`, async (request) => ok(await updateRecord(platform, signedInOf(request), entity, recordId(request.params.id), bodyOf(request))))
  app.delete<OneRecord>(`${url}/:id`, async (request) => {
    await removeRecord(platform, signedInOf(request), entity, recordId(request.params.id))
    return ok(null)
  })
}

const mayRead = ({ caller }: SignedIn, resource: Resource): boolean => {
  const lookedUpWith = LOOKED_UP.get(resource.api)
  return mayUse(caller, resource, 'list') || lookedUpWith === null || (lookedUpWith !== undefined && mayOpen(caller, lookedUpWith))
}

/**
 * Lists that other screens choose from, with the menu key of those screens. Node maps name the values wherever some are shown
 * (spec 1 §7, name lists): whoever is signed in may read them. Permission types are granted in a user's form (spec 2 §7).
 */
const LOOKED_UP: ReadonlyMap<string, string | null> = new Map([
  ['godbNodemap', null],
  ['godbPermissiontype', '7-1'],
])

/** The id of a path; what is none names no record. */
export function recordId(text: string): number {
  const id = idOf(text)
  if (id === null) throw notFound()
  return id
}
