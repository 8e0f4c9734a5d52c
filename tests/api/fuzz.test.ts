import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allResources } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import type { OpenApi } from '../../server/openapi/document.ts'
import { md5Of } from '../../server/session/passwords.ts'
import { FULL } from '../support/full.ts'
import { hostile, type Hostile } from '../support/hostile.ts'
import { buildScene } from '../support/scene.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

/**
 * Hostile requests to each route. FUZZ_CASES=1000 searches longer. Of two databases, the stricter one (PostgreSQL)
 * receives all requests, and the other one half of them.
 */
const CASES = Number(process.env.FUZZ_CASES ?? (FULL ? 25 : 10))
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_506)

/** Names for bodies and queries of calls that do not belong to an entity. */
const NAMES = [
  'username',
  'password',
  'captcha',
  'user_id',
  'my_passwd',
  'user_passwd',
  'name',
  'pass',
  'phone',
  'phonecode',
  'email',
  'search_mode',
  'search_data',
  'deviceid',
  'nodemapid',
  'value',
  'control_state',
  'dev_id_list',
  'page_size',
  'current',
  'search',
  'pro_id',
  'dis_id',
  'ids',
  'sort',
  'order',
  'points',
  'since',
  'cxtime',
  'devGroup',
  'nodeGroup',
  'districtid',
  'starttime',
  'endtime',
  'types',
  'info_id',
  'device_id',
  'alarm_state',
  'explained',
  'istop',
  'v',
  'sn',
  't',
  'values',
  'script',
  'shadow_script',
  'randomId',
] as const
/** Parameters that the dialect of ra-data-simple-rest reads, and values for them. */
const REST = ['sort', 'range', 'filter'] as const
const REST_VALUES = [
  '["name","ASC"]',
  '["id",1]',
  '[[]]',
  '[0,9]',
  '[-1,1e99]',
  '[0,null]',
  '{"id":[1,{}]}',
  '{"name":{"a":1}}',
  '{"project_id":"x"}',
  '{"__proto__":1}',
  '{"q":[1]}',
  'null',
  '{',
].map(encodeURIComponent)
const isRest = (url: string): boolean => url.startsWith('/v1/rest/')
const STRANGE_NAMES = ['__proto__', 'constructor', 'toString', 'x'.repeat(300), '\u0000', ''] as const

/** The API's own description of its calls. */
let document: OpenApi

describe.each(engines)('hostile input on %s', (engine) => {
  const cases = FULL || engine === engines.at(-1) ? CASES : CASES / 2
  let server: TestPlatform
  let token: string
  const signIn = async (): Promise<void> => {
    token = (await server.signIn('root')).token
  }
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    document = (await server.app.inject('/v1/openapi.json')).json<OpenApi>()
    await buildScene(server)
    await signIn()
  })
  afterAll(() => server.dispose())

  it(`is never answered with 500, and errors always use the envelope (seed ${SEED})`, {
    timeout: upTo(300_000),
  }, async () => {
    const problems: string[] = []
    const routes = server.routes().filter(({ call }) => !call.startsWith('HEAD ') && call !== 'GET /v1/ws')
    expect(routes.length).toBeGreaterThan(100)
    for (const [index, { call }] of routes.entries()) {
      const [method = '', url = ''] = call.split(' ')
      const source = hostile(SEED + index)
      // One implementation answers all definitions in that dialect.
      for (let i = 0; i < (isRest(url) ? cases / 5 : cases); i++) {
        const request = requestOf(source, method as 'GET', url)
        const answer = await server.app.inject({
          ...request,
          headers: { authorization: `Bearer ${token}`, ...request.headers },
        })
        const problem = problemOf(answer, url)
        if (problem !== null)
          problems.push(
            `${call}: ${problem}\n    ${request.method} ${String(request.url).slice(0, 120)} ${String(request.payload).slice(0, 200)}\n    ${answer.body.slice(0, 200)}`,
          )
        // Some calls end the session that made them.
        if (answer.statusCode === 401 || url === '/v1/logout' || url === '/v1/renew' || url.includes('Password'))
          await signInAnew()
      }
    }
    expect(problems.slice(0, 12).join('\n')).toBe('')
  })

  it('with a NUL character is refused with 400 and the field, also in URLs', async () => {
    await signInAnew()
    const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
      server.app.inject({
        method,
        url: `/v1/${url}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      })
    const body = { name: 'a\0b', contact: 'x\0', explained: { String: '\0', Valid: true } }
    const answer = await send('POST', 'godbProject', body)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json<{ data: { fields: object } }>().data.fields)).toEqual(
      expect.arrayContaining(['name', 'contact', 'explained']),
    )
    for (const url of ['godbDevice?search=%00', 'godbDevice/%00', 'getHelpJson/a%00'])
      expect(await send('GET', url).then(({ statusCode }) => statusCode), url).toBe(400)
    expect((await send('GET', 'godbDevice?search=%2500')).statusCode).toBe(200)
  })

  it('leaves every list and /readyz working', async () => {
    await signInAnew()
    for (const resource of allResources)
      expect(
        (await server.app.inject({ url: `/v1/${resource.api}`, headers: { authorization: `Bearer ${token}` } }))
          .statusCode,
        resource.api,
      ).toBe(200)
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  })

  /** Signs in again after an earlier request was throttled or changed the password: neither is this test's subject. */
  async function signInAnew(): Promise<void> {
    const user = await server.platform.storage.read
      .selectFrom('systemuser')
      .select('id')
      .where('username', '=', 'root')
      .executeTakeFirstOrThrow()
    token = await server.platform.sessions.begin(user.id, null)
  }
})

function requestOf(source: Hostile, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string): InjectOptions {
  const resource = allResources.find(({ api, table }) =>
    [`/v1/${api}`, `/v1/${api}/:id`, `/v1/rest/${table}s`, `/v1/rest/${table}s/:id`].includes(url),
  )
  const call = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const names = (call?.parameters ?? []).flatMap((parameter) =>
    parameter.in === 'query' ? [String(parameter.name)] : [],
  )
  const body = call?.requestBody?.content['application/json']?.schema
  const path = url.replaceAll(/:\w+|\*/g, () =>
    source.random() < 0.6 ? String(1 + Math.floor(source.random() * 4)) : source.piece(),
  )
  const query =
    source.random() < 0.5
      ? ''
      : `?${Array.from({ length: 1 + Math.floor(source.random() * 4) }, () => `${source.pick(source.random() < 0.7 && names.length > 0 ? names : isRest(url) ? REST : NAMES)}=${isRest(url) && source.random() < 0.5 ? source.pick(REST_VALUES) : source.piece()}`).join('&')}`
  const request: InjectOptions = {
    method,
    url: path + query,
    headers: { 'accept-language': source.pick(['en', 'zh-TW', '*;q=x', '\u00ff'.repeat(300)]) },
  }
  if (method === 'GET') return request
  return { ...request, ...payloadOf(source, resource, (body?.properties ?? {}) as Fields) }
}

/** The documented fields of a call's body. */
type Fields = Readonly<Record<string, { type?: string; enum?: readonly unknown[] }>>

function payloadOf(
  source: Hostile,
  resource: Resource | undefined,
  fields: Fields,
): Pick<InjectOptions, 'payload' | 'headers'> {
  const json = (payload: string) => ({ payload, headers: { 'content-type': 'application/json' } })
  const roll = source.random()
  if (roll < 0.7) return json(JSON.stringify(bodyOf(source, resource, fields)))
  if (roll < 0.78) return json(JSON.stringify([bodyOf(source, resource, fields), source.value()]))
  if (roll < 0.84) return json(JSON.stringify(source.value()))
  if (roll < 0.88)
    return json(
      source.pick([
        '',
        '{',
        '{"a":',
        '{"__proto__":{"a":1}}',
        '\u0000',
        '[1,',
        '{"constructor":{"prototype":{"a":1}}}',
        '\uFEFF{}',
      ]),
    )
  if (roll < 0.94)
    return {
      payload: Array.from({ length: 5 }, () => `${source.pick(NAMES)}=${source.piece()}`).join('&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
  return {
    payload: 'x',
    headers: {
      'content-type': source.pick([
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-99',
        'x',
      ]),
    },
  }
}

/** A record whose fields are mostly valid, so that the invalid ones get beyond the first check. */
function bodyOf(source: Hostile, resource: Resource | undefined, fields: Fields): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  if (!resource || source.random() < 0.1)
    for (let i = 0; i < 6; i++)
      body[source.pick(NAMES)] = source.random() < 0.3 ? source.pick([1, '1', 'name', md5Of('x')]) : source.value()
  for (const [name, field] of Object.entries(fields))
    body[name] =
      source.random() < 0.4
        ? source.value()
        : field.enum
          ? source.pick(field.enum)
          : field.type === 'string'
            ? source.pick(['1', '1,2', 'name', md5Of('x')])
            : 1
  for (const [name, field] of Object.entries(resource?.fields ?? {})) {
    const roll = source.random()
    if (roll < 0.15) body[name] = source.value()
    else if (roll < 0.9) body[name] = plausible(source, field.type)
  }
  if (source.random() < 0.2)
    Object.defineProperty(body, source.pick(STRANGE_NAMES), { value: source.value(), enumerable: true })
  return body
}

const plausible = (source: Hostile, type: string): unknown =>
  ({
    text: source.pick(['name', 'http://203.0.113.9/', '123456', '13800138000', 'a@b.cn']),
    longText: 'text',
    point: '{"maplng":114.5,"maplat":38}',
    polygon: '[[114,38],[115,38],[115,39]]',
    image: '/upload/x.png',
    json: '{}',
    time: Date.now(),
    ref: source.pick([1, 2, '1', '2,3']),
  })[type] ?? source.pick([0, 1, 2, 30, 100])

function problemOf(
  { statusCode, headers, body }: { statusCode: number; headers: Record<string, unknown>; body: string },
  url: string,
): string | null {
  if (statusCode === 500 || (statusCode > 500 && statusCode !== 503)) return `status ${statusCode}`
  if (statusCode < 400 || !url.startsWith('/v1/')) return null
  if (!String(headers['content-type']).startsWith('application/json'))
    return `status ${statusCode} as ${String(headers['content-type'])}`
  const answer = JSON.parse(body) as { code?: unknown; msg?: unknown; message?: unknown }
  // An address without a call is answered in the envelope, whatever its prefix.
  const sentence = isRest(url) ? (answer.message ?? answer.msg) : answer.msg
  return (isRest(url) || answer.code === statusCode) &&
    typeof sentence === 'string' &&
    sentence !== '' &&
    !sentence.startsWith('error.')
    ? null
    : `status ${statusCode} outside the envelope`
}
