import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { labelIndex, LANGUAGES, type Language } from '../../i18n/types.ts'
import { allResources } from '../../resources/index.ts'
import type { Label } from '../../resources/kit/define.ts'
import { ABOUT } from './about.ts'
import { INT, record, schemaRef, TEXT, WRAPPED, type Schema } from './parts.ts'
import { answerSchema, requestSchema } from './schema.ts'
import { FAILURE, shapes } from './shapes.ts'

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  security: Schema[]
  parameters: Schema[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Schema>
}

export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Schema>
    securitySchemes: Record<string, Schema>
  }
}

/**
 * Makes the contract of the running server from the schemas of its routes: one document per language, made at its first
 * request. Call it before any other route is registered.
 */
export async function registerDocuments(app: FastifyInstance): Promise<(language: Language) => OpenApi> {
  for (const language of LANGUAGES) await app.register(swagger, optionsIn(language))
  return (language) => (app as unknown as Record<string, () => OpenApi>)[nameOf(language)]?.() as OpenApi
}

const nameOf = (language: Language): `openapi${Language}` => `openapi${language}`

function optionsIn(language: Language): FastifyDynamicSwaggerOptions {
  const localised = (label: Label): string => label[labelIndex[language]]
  return {
    decorator: nameOf(language) as 'swagger',
    hideUntagged: true,
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: { title: localised(TITLE), version: ABOUT.version, description: localised(DESCRIPTION) },
      components: {
        schemas: shieldRefs({
          Envelope: ENVELOPE,
          Failure: FAILURE,
          Wrapped: WRAPPED,
          ...shapes,
          ...entitySchemas(language),
        }),
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: localised(BEARER) } },
      },
    },
    transform: ({ schema, url, route }) => ({ schema: { ...operationOf(schema, route, localised) }, url }),
    transformObject: (raw) => ('openapiObject' in raw ? restoreRefs(raw.openapiObject as unknown as OpenApi) : {}),
  } as FastifyDynamicSwaggerOptions
}

/** Returns a route's schema with its texts in one language. */
function operationOf(
  schema: RouteOptions['schema'] | null,
  route: RouteOptions,
  localised: (label: Label) => string,
): object {
  const { method, url, config } = route
  if (!schema?.doc || !isCall(url)) return { hide: true }
  const { doc, params, querystring, body, response } = schema
  const needsSignIn = url.startsWith('/v1/') && config?.public !== true
  const answer = (response as Record<string, Schema>)[200]
  const form = (body as Schema | undefined)?.type === 'object'
  return shieldRefs({
    operationId: `${[method].flat()[0]?.toLowerCase()}${url.replaceAll(/[^A-Za-z0-9]+/g, '_')}${/:\w+$/.test(url) ? '_' : ''}`,
    tags: [localised(doc.tag)],
    summary: localised(doc.label),
    security: needsSignIn ? [{ bearer: [] }] : [],
    params,
    querystring,
    body,
    consumes: form ? ['application/json', 'application/x-www-form-urlencoded'] : ['application/json'],
    response: {
      200: { ...answer, description: localised(OK) },
      ...(url.startsWith('/v1/') && {
        default: { description: localised(FAILED), content: { 'application/json': { schema: schemaRef('Failure') } } },
      }),
    },
  })
}

/** Whether an address is a documented call, rather than the catch-all GET route or one of the console's files. */
const isCall = (url: string): boolean => /^\/(v1|upload|wx|docs)(\/|$)/.test(url) || OPERATIONS.has(url)
const OPERATIONS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics', '/console-settings.json'])

/**
 * Renames references while the generator runs, since it would look for them among Fastify's shared schemas; restoreRefs
 * renames them back.
 */
const shieldRefs = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('"$ref":', '"x-ref":')) as T

function restoreRefs(raw: OpenApi): OpenApi {
  const document = JSON.parse(JSON.stringify(raw).replaceAll('"x-ref":', '"$ref":')) as OpenApi
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  for (const operation of operations) operation.parameters ??= []
  return { ...document, tags: [...new Set(operations.flatMap(({ tags }) => tags))].map((name) => ({ name })) }
}

/** Returns the parameters of a path, for routes that do not describe them: ids are integers. */
export const pathParameters = (url: string): Schema | undefined => {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return names.length === 0
    ? undefined
    : record(Object.fromEntries(names.map((name) => [name, isId(name) ? INT : TEXT])), names)
}

const isId = (name: string): boolean => (/^id$|Id$/.test(name) || name === 'deviceid') && name !== 'randomId'

const TITLE: Label = ['环境监测平台接口', '環境監測平台介面', 'Environmental monitoring platform']
const DESCRIPTION: Label = [
  '成功：code 为 0；失败：HTTP 状态与 code 相同，msg 为 Accept-Language 语言的一句话，data.fields 为各字段的问题。时间为毫秒时间戳，标志为 0 或 1，可选文本为 {String, Valid}。',
  '成功：code 為 0；失敗：HTTP 狀態與 code 相同，msg 為 Accept-Language 語言的一句話，data.fields 為各欄位的問題。時間為毫秒時間戳，旗標為 0 或 1，選填文字為 {String, Valid}。',
  'Success: code is 0. Failure: code is the HTTP status, msg a sentence in the language of Accept-Language, data.fields the problem of each field. Times are epoch milliseconds, flags 0 or 1, optional text is {String, Valid}.',
]
const FAILED: Label = [
  '失败：400、401、403、404、409、413、415、429、500、503',
  '失敗：400、401、403、404、409、413、415、429、500、503',
  'Failure: 400, 401, 403, 404, 409, 413, 415, 429, 500, 503',
]
const BEARER: Label = ['登录得到的 token', '登入取得的 token', 'The token from the answer to the sign-in']
const OK: Label = ['成功', '成功', 'Success']

const ENVELOPE = record({ code: { type: 'integer', const: 0 }, msg: TEXT, data: {} }, ['code', 'msg', 'data'])

const entitySchemas = (language: Language): Record<string, Schema> =>
  Object.fromEntries(
    allResources.flatMap((resource) => [
      [resource.table, answerSchema(resource, language)],
      [`${resource.table}.new`, requestSchema(resource, language, true)],
      [`${resource.table}.change`, requestSchema(resource, language, false)],
    ]),
  )
