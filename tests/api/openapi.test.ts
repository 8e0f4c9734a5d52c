import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allResources } from '../../resources/index.ts'
import { RECORD_COLUMNS } from '../../server/alarms/record.ts'
import { callNouns } from '../../server/openapi/nouns.ts'
import type { OpenApi, OpenApiOperation } from '../../server/openapi/document.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'

describe('OpenAPI document', () => {
  let server: TestPlatform
  let document: OpenApi
  const load = async (language: string): Promise<OpenApi> =>
    (await server.app.inject({ url: '/v1/openapi.json', headers: { 'accept-language': language } })).json<OpenApi>()
  beforeAll(async () => {
    server = await startTestPlatform('sqlite')
    document = await load('en')
  })
  afterAll(() => server.dispose())
  const operations = (): [string, OpenApiOperation][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, OpenApiOperation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    )

  it('contains every registered route and no others', () => {
    const registered = server
      .routes()
      .flatMap(({ call }) =>
        call.startsWith('HEAD ') ? [] : [call.replaceAll(/:(\w+)/g, '{$1}').replaceAll('*', '{path}')],
      )
    expect(
      operations()
        .map(([call]) => call)
        .toSorted(),
    ).toEqual([...new Set(registered)].toSorted())
  })

  it('has a definition, a summary and tags for every route', () => {
    const routes = server.routes().map(({ call }) => call)
    const entities = new Set(['rest', ...allResources.map(({ api }) => api)])
    const nouns = new Set(
      routes
        .flatMap((call) => /^(?!HEAD)\S+ \/v1\/([^/]+)/.exec(call)?.[1] ?? [])
        .filter((noun) => !entities.has(noun)),
    )
    expect([...callNouns].filter((noun) => !entities.has(noun)).toSorted()).toEqual([...nouns].toSorted())
    for (const [call, { summary, tags }] of operations())
      expect([summary, ...tags].join(), call).not.toMatch(/^$|\/v1\//)
  })

  it('is valid OpenAPI 3.1 with unique ids, named path parameters and resolvable references', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toEqual({
      title: expect.any(String),
      version: expect.any(String),
      description: expect.any(String),
    })
    const ids = operations().map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [call, { parameters, responses, tags, summary }] of operations()) {
      const inPath = [...call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(
        parameters.filter((parameter) => parameter.in === 'path').map(({ name, required }) => [name, required]),
        call,
      ).toEqual(inPath.map((name) => [name, true]))
      expect(new Set(parameters.map(({ name, in: place }) => `${String(place)} ${String(name)}`)).size, call).toBe(
        parameters.length,
      )
      for (const parameter of parameters) expect(parameter.schema, call).toBeTypeOf('object')
      expect(responses[200], call).toHaveProperty('description')
      expect(
        tags.every((tag) => document.tags.some(({ name }) => name === tag)),
        call,
      ).toBe(true)
      expect(summary, call).not.toBe('')
    }
    for (const [, path] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = (path ?? '')
        .split('/')
        .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], document)
      expect(found, path).toBeTypeOf('object')
    }
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[a-zA-Z0-9._-]+$/)
  })

  it('requires a bearer token exactly for the calls that the server protects', () => {
    for (const { call, isPublic } of server.routes()) {
      const [method = '', url = ''] = call.split(' ')
      if (method === 'HEAD') continue
      const operation =
        document.paths[url.replaceAll(/:(\w+)/g, '{$1}').replaceAll('*', '{path}')]?.[method.toLowerCase()]
      expect(operation?.security, call).toEqual(url.startsWith('/v1/') && !isPublic ? [{ bearer: [] }] : [])
    }
  })

  it('describes records as they are returned and as they are sent', async () => {
    const { schemas } = document.components
    const device = schemas.device?.properties as Record<string, Record<string, unknown>>
    expect(device.sn_value).toMatchObject({ $ref: '#/components/schemas/Wrapped' })
    expect(schemas.systemuser?.properties).not.toHaveProperty('password')
    expect(schemas['project.new']?.properties).not.toHaveProperty('pin_code')
    expect(schemas['northinterface.new']?.required).toEqual(
      ['name', 'url', 'run_interval', 'protocol', 'dev_list'].filter(
        (name) => !['run_interval', 'protocol'].includes(name),
      ),
    )
    expect(schemas['northinterface.change']).not.toHaveProperty('required')
    // An option with a code can be sent as code or number, and is returned as its number.
    const kindOf = (schema: string) => (schemas[schema]?.properties as Record<string, object> | undefined)?.kind
    const numbers = { type: 'integer', enum: [1, 2, 3, 4, 5] }
    const codes = { type: 'string', enum: ['dingtalk', 'wecom', 'feishu', 'webhook', 'push'] }
    expect(kindOf('alarmchannel')).toMatchObject({ anyOf: [numbers, { type: 'null' }] })
    expect(kindOf('alarmchannel.new')).toMatchObject({ anyOf: [numbers, codes] })
    // An answer holds what its schema says, and nothing else.
    const root = await server.signIn('root')
    const { data } = await root<Record<string, unknown>>('POST', 'godbProject', {
      name: 'Project',
      ico: '/upload/p.png',
    })
    expect(
      Object.keys((await root<Record<string, unknown>>('GET', `godbProject/${String(data.id)}`)).data).toSorted(),
    ).toEqual(Object.keys(schemas.project?.properties as object).toSorted())
  })

  it('describes alarms, messages and operations with the columns of their tables', async () => {
    const { schemas } = document.components
    const { read } = server.platform.storage
    const held = async (table: 'thresholdlog' | 'alarmsendlog' | 'outbox' | 'operationdetail'): Promise<string[]> => {
      // The episode's calls return what an alarm has beyond its record (alarms/episodes).
      if (table === 'thresholdlog') return [...RECORD_COLUMNS]
      const found = (await read.introspection.getTables()).find(({ name }) => name === table)
      // Internal columns that no call returns: when a sender claimed a message (alarms/delivery.ts), the storm that
      // holds it (alarms/storm), and whether a re-fire takes it back (alarms/episodes).
      return (found?.columns ?? [])
        .map(({ name }) => name)
        .filter((name) => !['claimed_at', 'message', 'attempts', 'next_at', 'storm_id', 'is_end'].includes(name))
        .toSorted()
    }
    // Not stored in these tables: the unit of an alarm's value belongs to its node, and the time its data stopped to
    // the live state; neither whether a message can be sent again, nor what a field's change says of a command and of
    // the records it names.
    for (const [shape, table, besides] of [
      ['AlarmRecord', 'thresholdlog', ['unitname', 'no_data_since']],
      ['AlarmSending', 'alarmsendlog', ['again']],
      ['WaitingMessage', 'outbox', []],
      ['FieldChange', 'operationdetail', ['command', 'node', 'explained']],
    ] as const)
      expect(Object.keys(schemas[shape]?.properties as object).toSorted(), shape).toEqual(
        [...(await held(table)), ...besides].toSorted(),
      )
    const { list } = (await (await server.signIn('root'))<{ list: object[] }>('GET', 'godbOperationlog')).data
    expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(
      Object.keys(schemas.Operation?.properties as object).toSorted(),
    )
  })

  it('is available in three languages without a session, also as a page without scripts', async () => {
    expect((await load('zh-TW')).info.title).toBe('環境監測平台介面')
    expect((await load('zh-CN')).paths['/v1/captcha']?.get?.summary).toBe('验证码图片')
    for (const language of ['zh-CN', 'zh-TW', 'en']) {
      const page = await server.app.inject({ url: '/docs', headers: { 'accept-language': language } })
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      expect(page.body).toContain(`<html lang="${language}">`)
      expect(/<script|<style|\sstyle=|\son\w+=|undefined|\[object O/.exec(page.body)).toBeNull()
      for (const path of Object.keys(document.paths)) expect(page.body).toContain(`<code>${path}</code>`)
    }
    expect((await server.app.inject({ url: '/docs/style.css' })).headers['content-type']).toBe(
      'text/css; charset=utf-8',
    )
  })
})
