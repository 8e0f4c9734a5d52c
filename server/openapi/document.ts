import { allResources, joinedResources } from '../../resources/index.ts'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { labelIndex, type Language } from '../../i18n/types.ts'
import { ABOUT } from '../routes/about.ts'
import { calls, groups, type Call } from './calls.ts'
import { answerSchema, INT, listOf, record, ref, requestSchema, TEXT, WRAPPED, type Schema } from './schema.ts'
import { FAILURE, shapes } from './shapes.ts'

/** A route as it was registered: `/v1/godbDevice/:id`. */
export interface Route {
  method: string
  url: string
  /** Needs no signed-in user. */
  isPublic: boolean
}

export interface Operation {
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
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Schema>
    securitySchemes: Record<string, Schema>
  }
}

/** The contract of the running server, in a language: every route, the entities by their definitions, the others by calls.ts. */
export function documentOf(routes: readonly Route[], language: Language): OpenApi {
  const say = (label: Label): string => label[labelIndex[language]]
  const paths: OpenApi['paths'] = {}
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}').replaceAll('*', '{path}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, path, say) }
  }
  return {
    openapi: '3.1.0',
    info: { title: say(TITLE), version: ABOUT.version, description: say(DESCRIPTION) },
    tags: [...new Set(Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)))].map(
      (name) => ({ name }),
    ),
    paths,
    components: {
      schemas: { Envelope: ENVELOPE, Failure: FAILURE, Wrapped: WRAPPED, ...shapes, ...entitySchemas(language) },
      responses: { Failure: { description: say(FAILED), content: { 'application/json': { schema: ref('Failure') } } } },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: say(BEARER) } },
    },
  }
}

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
const BEARER: Label = ['登录得到的 token', '登入取得的 token', 'The token that signing in answers']
const VERBS: Record<string, Label> = {
  GET: ['列表', '清單', 'List'],
  'GET :id': ['查询一条', '查詢一筆', 'One record'],
  POST: ['新建', '新增', 'Create'],
  'GET export': ['导出筛选结果', '匯出篩選結果', 'Export what is filtered'],
  'POST batch': ['批量新建', '批次新增', 'Create many'],
  'PUT :id': ['修改', '修改', 'Change'],
  'DELETE :id': ['删除', '刪除', 'Delete'],
}

const ENVELOPE = record({ code: { type: 'integer', const: 0 }, msg: TEXT, data: {} }, ['code', 'msg', 'data'])

const entitySchemas = (language: Language): Record<string, Schema> =>
  Object.fromEntries(
    allResources.flatMap((resource) => [
      [resource.table, answerSchema(resource, language)],
      [`${resource.table}.new`, requestSchema(resource, language, true)],
      [`${resource.table}.change`, requestSchema(resource, language, false)],
    ]),
  )

function operationOf({ method, url, isPublic }: Route, path: string, say: (label: Label) => string): Operation {
  const call: Call & { tag?: Label } = entityCall(method, url) ??
    calls[`${method} ${url}`] ?? { group: 'manage', label: [url, url, url] }
  const data = call.answer ?? { type: 'null' }
  const answer: Schema = call.bare
    ? { description: say(OK), content: { 'application/json': { schema: call.bare } } }
    : call.plain
      ? { description: say(OK), content: { [call.plain]: { schema: call.plain === 'application/json' ? {} : TEXT } } }
      : {
          description: say(OK),
          content: { 'application/json': { schema: { allOf: [ref('Envelope'), record({ data })] } } },
        }
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [say(call.tag ?? groups[call.group])],
    summary: say(call.label),
    security: isPublic || !url.startsWith('/v1/') ? [] : [{ bearer: [] }],
    parameters: [
      ...pathParameters(path),
      ...Object.entries(call.query ?? {}).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    ],
    ...(call.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: call.body },
          ...(call.body.type === 'object' && { 'application/x-www-form-urlencoded': { schema: call.body } }),
        },
      },
    }),
    responses: { 200: answer, ...(url.startsWith('/v1/') && { default: { $ref: '#/components/responses/Failure' } }) },
  }
}

const OK: Label = ['成功', '成功', 'Success']

const pathParameters = (path: string): Schema[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema:
      name === 'id' || name?.endsWith('Id') === true || name === 'deviceid' ? (name === 'randomId' ? TEXT : INT) : TEXT,
  }))

/** The calls of every definition. */
function entityCall(method: string, url: string): (Call & { tag: Label }) | null {
  const whole = allResources.find(({ api }) => url === `/v1/${api}/export`)
  if (whole)
    return {
      group: 'manage',
      tag: whole.label,
      label: VERBS['GET export'] ?? whole.label,
      query: {
        format: { type: 'string', enum: ['xlsx', 'csv'] },
        search: TEXT,
        pro_id: INT,
        dis_id: INT,
        sort: TEXT,
        order: TEXT,
        ids: TEXT,
      },
      plain: 'text/csv',
    }
  const counted = allResources.find(({ api }) => url === `/v1/${api}/areas`)
  if (counted)
    return {
      group: 'manage',
      tag: counted.label,
      label: ['各区域数量', '各區域數量', 'How many by area'],
      query: { search: TEXT, pro_id: INT, dis_id: INT },
      answer: listOf(record({ district_id: INT, count: INT }, ['district_id', 'count'])),
    }
  const many = allResources.find(({ api }) => url === `/v1/${api}/batch`)
  if (many)
    return {
      group: 'manage',
      tag: many.label,
      label: VERBS['POST batch'] ?? many.label,
      body: record({ rows: { ...listOf(ref(`${many.table}.new`)), maxItems: 1000 } }, ['rows']),
      answer: listOf(BATCH_ANSWER),
    }
  const named = joinedResources().find(({ api }) => url === `/v1/${api}NameList`)
  if (named)
    return {
      group: 'lists',
      tag: named.label,
      label: ['名称列表', '名稱清單', 'Names'],
      answer: listOf(record({ id: INT })),
    }
  const inner = joinedResources().find(({ within }) => url === `/v1/${within?.call.replace('{id}', ':id') ?? ''}`)
  if (inner) return { group: 'manage', tag: inner.label, label: inner.label, answer: listOf(ref(inner.table)) }
  const rest = allResources.find(({ table }) => url === `/v1/rest/${table}s` || url === `/v1/rest/${table}s/:id`)
  if (rest) return restCall(method, url, rest)
  const resource = allResources.find(({ api }) => url === `/v1/${api}` || url === `/v1/${api}/:id`)
  const verb = resource && VERBS[url.endsWith('/:id') ? `${method} :id` : method]
  if (!resource || !verb) return null
  const one = ref(resource.table)
  const shape: Partial<Call> =
    method === 'GET'
      ? url.endsWith('/:id')
        ? { answer: one }
        : {
            query: listQuery(resource),
            answer: isBare(resource) ? listOf(one) : record({ list: listOf(one), total: INT }, ['list', 'total']),
          }
      : method === 'DELETE'
        ? {}
        : { body: ref(`${resource.table}.${method === 'POST' ? 'new' : 'change'}`), answer: one }
  return { group: 'manage', tag: resource.label, label: verb, ...shape }
}

/** The same in the dialect of ra-data-simple-rest (crud/rest.ts). */
function restCall(method: string, url: string, resource: Resource): Call & { tag: Label } {
  const verb = VERBS[url.endsWith('/:id') ? `${method} :id` : method] ?? resource.label
  const shape: Partial<Call> =
    method === 'GET'
      ? url.endsWith('/:id')
        ? { bare: PLAIN_RECORD }
        : { query: { sort: TEXT, range: TEXT, filter: TEXT }, bare: listOf(PLAIN_RECORD) }
      : method === 'DELETE'
        ? { bare: record({ id: INT }, ['id']) }
        : { body: ref(`${resource.table}.${method === 'POST' ? 'new' : 'change'}`), bare: PLAIN_RECORD }
  return {
    group: 'manage',
    tag: REST,
    label: [`${resource.label[0]}：${verb[0]}`, `${resource.label[1]}：${verb[1]}`, `${resource.label[2]}: ${verb[2]}`],
    ...shape,
  }
}

const REST: Label = ['ra-data-simple-rest 方言', 'ra-data-simple-rest 方言', 'The dialect of ra-data-simple-rest']
/** Flat: texts are texts, nothing is null. */
const PLAIN_RECORD = {
  ...record({ id: INT }, ['id']),
  additionalProperties: { type: ['string', 'number', 'null'] },
} as const

const BATCH_ANSWER = record(
  { index: INT, id: INT, msg: TEXT, fields: { type: 'object', additionalProperties: TEXT } },
  ['index'],
)

const isBare = (resource: Resource): boolean =>
  resource.unpaged === true || resource.tree !== undefined || resource.within !== undefined

const listQuery = (resource: Resource): Record<string, Schema> => ({
  ...(!isBare(resource) && {
    page_size: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
    current: { type: 'integer', minimum: 1, default: 1 },
  }),
  search: TEXT,
  ...(resource.scope.project !== null && { pro_id: INT }),
  ...(resource.scope.district !== undefined && { dis_id: INT }),
  ids: { type: 'string', pattern: '^\\d+(,\\d+)*$' },
  sort: {
    type: 'string',
    enum: [
      'id',
      ...Object.keys(resource.fields).filter(
        (name) =>
          !resource.fields[name]?.computed && !resource.fields[name]?.secret && !resource.fields[name]?.ownerOnly,
      ),
    ],
  },
  order: { type: 'string', enum: ['asc', 'desc'] },
})
