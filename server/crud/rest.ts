import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import type { Caller } from '../../resources/kit/access.ts'
import type { Field } from '../../resources/kit/define.ts'
import { withoutMark } from '../../resources/kit/mark.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { holdsText } from '../../resources/kit/types/index.ts'
import { isEmpty, type Values } from '../../resources/kit/validate.ts'
import { fromWire } from '../../resources/kit/wire.ts'
import { ApiError, forbidden, notFound } from '../errors.ts'
import { signedInOf } from '../http/auth.ts'
import { bodyOf, recordId } from '../http/body.ts'
import { registerErrorExit } from '../http/envelope.ts'
import { languageOf } from '../language.ts'
import { restCalls } from '../openapi/entityCalls.ts'
import type { Platform } from '../platform.ts'
import type { Row } from '../storage/row.ts'
import { answerOf, mayOrderBy, type Entity } from './entity.ts'
import type { Lister } from './list.ts'
import { MAX_PAGE, readListQuery, type ListQuery } from './listQuery.ts'
import { mayReadResource } from './reading.ts'
import { removeRecord } from './remove.ts'
import { createRecord, updateRecord } from './save.ts'

interface OneRecord {
  Params: { id: string }
}

/**
 * The routes of the definitions in the dialect of ra-data-simple-rest, under /v1/rest/<table>s (wire.md, `rest`;
 * react-admin's guessers expect the plural): plain records, null for empty values, `sort`, `range` and `filter` as
 * JSON, the total in `Content-Range`. Rights, scope and validation are those of the calls in routes.ts.
 */
export async function restRoutes(
  app: FastifyInstance,
  { platform, entities }: { platform: Platform; entities: readonly { entity: Entity; lister: Lister }[] },
): Promise<void> {
  // The form of errors from which ra-core's fetchJson takes the message and the fields' errors.
  registerErrorExit(app, ({ key, args, fields }, language) => ({
    message: errorText(language, key, args),
    ...(fields && {
      errors: Object.fromEntries(
        Object.entries(fields).map(([name, problem]) => [name, errorText(language, problem.key, problem.args)]),
      ),
    }),
  }))
  // DELETE requests of the data provider have the type text/plain and an empty body.
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => {
    if (withoutMark(body) !== '') throw new ApiError(415, 'error.wrongType')
    return null
  })
  for (const each of entities) entityRoutes(app, platform, each)
}

function entityRoutes(
  app: FastifyInstance,
  platform: Platform,
  { entity, lister }: { entity: Entity; lister: Lister },
): void {
  const { resource } = entity
  const url = `/v1/rest/${resource.table}s`
  const schemas = restCalls(resource)
  const plain = (answer: Values): Values =>
    Object.fromEntries(
      Object.entries(fromWire(resource, answer)).map(([name, value]) => [name, value === '' ? null : value]),
    )
  const answers = (rows: Row[], request: FastifyRequest): Values[] =>
    rows.map((row) =>
      plain(
        answerOf(platform, entity, row, languageOf(request.headers['accept-language']), signedInOf(request).caller),
      ),
    )
  const listed = (rawQuery: Record<string, unknown>, request: FastifyRequest): ListQuery => {
    const signedIn = signedInOf(request)
    if (!mayReadResource(signedIn, resource)) throw forbidden()
    const { q, pro_id, dis_id, id, ...equal } = objectIn('filter', rawQuery.filter)
    const [sort = 'id', order = 'ASC'] = listIn('sort', rawQuery.sort)
    const [first, last] = rangeOf(rawQuery.range)
    const query = readListQuery(
      { search: textOf(q), pro_id: textOf(pro_id), dis_id: textOf(dis_id), sort: String(sort), order: String(order) },
      entity,
      signedIn,
      platform.registry,
    )
    if (id !== undefined)
      query.conditions.push({
        column: 'id',
        values: [id].flat().map(Number).filter(Number.isSafeInteger).slice(0, MAX_PAGE),
      })
    for (const [name, value] of Object.entries(equal))
      query.conditions.push({ column: name, values: filterValues(entity, signedIn.caller, name, [value].flat()) })
    return { ...query, offset: first, limit: id === undefined ? last - first + 1 : MAX_PAGE }
  }

  app.get<{ Querystring: Record<string, unknown> }>(url, { schema: schemas.list }, async (request, reply) => {
    const query = listed(request.query, request)
    const { rows, total } = await lister.page(query)
    // An empty page has no first and last row, but its total is valid.
    const shown = rows.length === 0 ? '*' : `${query.offset}-${query.offset + rows.length - 1}`
    reply
      .header('content-range', `${resource.table}s ${shown}/${total}`)
      .header('access-control-expose-headers', 'Content-Range')
    return answers(rows, request)
  })
  app.get<OneRecord>(`${url}/:id`, { schema: schemas.one }, async (request) => {
    const [answer] = answers(
      await lister.rows(listed({ filter: JSON.stringify({ id: recordId(request.params.id) }) }, request)),
      request,
    )
    if (!answer) throw notFound()
    return answer
  })
  app.post(url, { schema: schemas.create }, async (request) =>
    plain(await createRecord(platform, signedInOf(request), entity, bodyOf(request))),
  )
  app.put<OneRecord>(`${url}/:id`, { schema: schemas.change }, async (request) => {
    const body = bodyOf(request)
    // A record sent back as a whole contains its version, so the optimistic lock refuses to overwrite a newer one.
    const unchangedSince = typeof body.updated_at === 'number' ? body.updated_at : null
    return plain(
      await updateRecord(platform, signedInOf(request), entity, recordId(request.params.id), body, {
        unchangedSince,
        language: languageOf(request.headers['accept-language']),
      }),
    )
  })
  app.delete<OneRecord>(`${url}/:id`, { schema: schemas.remove }, async (request) => {
    const id = recordId(request.params.id)
    await removeRecord(platform, signedInOf(request), entity, id)
    return { id }
  })
}

/** First and last row of a list request without a range. */
const DEFAULT_RANGE = [0, 24] as const

/** Returns the `[first, last]` row of a list request, counted from 0, both included. */
function rangeOf(value: unknown): readonly [number, number] {
  const [first = DEFAULT_RANGE[0], last = DEFAULT_RANGE[1], ...more] = listIn('range', value)
  const bounds = [first, last].map(Number)
  const [from = 0, to = 0] = bounds
  if (more.length > 0 || !bounds.every(Number.isSafeInteger) || from < 0 || to < from) throw wrong('range')
  return [from, Math.min(to, from + MAX_PAGE - 1)]
}

/**
 * Returns the values of a filter in the form in which the column is stored. Only columns that the caller may sort by
 * can be filtered.
 *
 * @throws ApiError 400 for other columns or values
 */
function filterValues(entity: Entity, caller: Caller, name: string, values: readonly unknown[]): (string | number)[] {
  const field = entity.resource.fields[name]
  if (!mayOrderBy(entity, caller, name) || (field && isList(field)) || values.length > MAX_PAGE) throw wrong('filter')
  return values
    .filter((value) => !isEmpty(value))
    .map((value) => {
      if (typeof value === 'string' && field && holdsText(field)) return value
      const number =
        typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN
      if (!Number.isFinite(number) || (field && holdsText(field))) throw wrong('filter')
      return number
    })
}

const isList = (field: Field): boolean => field.type === 'ref' && field.many === true

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

function parsed(name: string, text: unknown): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(String(text))
  } catch {
    throw wrong(name)
  }
}

function listIn(name: string, text: unknown): unknown[] {
  const value = parsed(name, text) ?? []
  if (!Array.isArray(value)) throw wrong(name)
  return value
}

function objectIn(name: string, text: unknown): Record<string, unknown> {
  const value = parsed(name, text) ?? {}
  if (!isRecord(value)) throw wrong(name)
  return { ...value }
}

const wrong = (name: string): ApiError =>
  new ApiError(400, 'error.badRequest', {}, { [name]: { key: 'error.rule.choice' } })
