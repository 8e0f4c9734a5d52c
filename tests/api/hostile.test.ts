import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace } from '../support/storage.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'

describe('malformed and hostile requests', () => {
  let server: TestPlatform
  let token: string
  let port: number
  beforeAll(async () => {
    server = await startTestPlatform('sqlite')
    token = (await server.signIn('root')).token
    port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(() => server.dispose())
  const post = (url: string, payload: string, type = 'application/json') =>
    server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': type, 'accept-language': 'en' },
      payload,
    })

  it('are answered with 415 unless the body is JSON or a form', async () => {
    for (const type of ['text/plain', 'application/octet-stream', 'multipart/form-data; boundary=x'])
      expect((await post('/v1/godbGateway', '{"name":"x"}', type)).json()).toMatchObject({ code: 415 })
  })

  it('are answered in the envelope even if they are not valid HTTP', async () => {
    const say = (text: string): Promise<string> =>
      new Promise((resolve) => {
        let answer = ''
        connect(port, '127.0.0.1')
          .on('data', (data) => (answer += data.toString()))
          .on('close', () => resolve(answer))
          .end(text)
      })
    const wrong = [
      'hello\r\n\r\n',
      'POST /v1/telemetry HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
    ]
    for (const text of wrong) {
      const answer = await say(text)
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 400, data: null })
    }
  })

  it('cannot bypass sign-in or no-store by encoding the path differently', async () => {
    for (const url of ['/%76%31/godbMyInfo', '/v1/%67odbMyInfo', '/v1/godbMyInfo?x=/../../login', '/v1/./godbMyInfo']) {
      const { statusCode, headers } = await server.app.inject({ url, headers: { accept: 'application/json' } })
      expect([url, [401, 404].includes(statusCode)]).toEqual([url, true])
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('with deeply nested JSON cause no server error, and with __proto__ get 400', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    for (const [url, body] of [
      ['/v1/telemetry', deep],
      ['/v1/godbGateway', `{"name":${deep},"explained":${deep}}`],
      ['/v1/godbGateway/batch', `{"rows":${deep}}`],
    ] as const)
      expect((await post(url, body)).statusCode).toBeLessThan(500)
    for (const body of ['{"__proto__":{"super_id":1}}', '{"constructor":{"prototype":{"super_id":1}}}'])
      expect((await post('/v1/godbGateway', body)).statusCode).toBe(400)
    expect(
      (await post('/v1/godbGateway', '__proto__=1&constructor=2', 'application/x-www-form-urlencoded')).statusCode,
    ).toBe(400)
    expect(Object.hasOwn(Object.prototype, 'super_id')).toBe(false)
  })

  it('with a search text of 6,000 characters are answered without an error', async () => {
    const long = 'a'.repeat(6000)
    for (const url of [`episodes?search=${long}`, `devicecodes?search=${long}`, `godbDevice?search=${long}`])
      expect(
        (await server.app.inject({ url: `/v1/${url}`, headers: { authorization: `Bearer ${token}` } })).json(),
      ).toMatchObject({ code: 0 })
    for (const search_mode of ['regcode', 'iccid', 'name'])
      expect(
        (await post('/v1/godbDeviceStateSearch', JSON.stringify({ search_mode, search_data: long }))).json(),
      ).toMatchObject({ code: 0 })
  })

  it('with a duplicate JSON key use its last value', async () => {
    expect((await post('/v1/godbGateway', '{"name":"first","name":""}')).json()).toMatchObject({
      data: { fields: { name: 'Required' } },
    })
  })
})

describe('cookies and HSTS', () => {
  it('are marked Secure and sent only over TLS, also behind a proxy', async () => {
    const { app, dispose } = await startTestPlatform('sqlite', { trustProxy: 1 })
    try {
      const cookie = async (proto: string): Promise<string> =>
        String(
          (await app.inject({ url: '/v1/captcha', headers: { 'x-forwarded-proto': proto } })).headers['set-cookie'],
        )
      expect(await cookie('https')).toMatch(/HttpOnly; Secure; SameSite=Strict/)
      expect(await cookie('http')).not.toContain('Secure')
      const hsts = async (url: string, proto: string) =>
        (await app.inject({ url, headers: { 'x-forwarded-proto': proto } })).headers['strict-transport-security']
      for (const url of ['/v1/captcha', '/healthz', '/nothing.png', '/v1/godbMyInfo']) {
        expect([url, await hsts(url, 'https')]).toEqual([url, 'max-age=31536000'])
        expect([url, await hsts(url, 'http')]).toEqual([url, undefined])
      }
    } finally {
      await dispose()
    }
  })
})

describe.runIf(engines.includes('postgres'))('lost PostgreSQL connection', () => {
  const sockets = new Set<Socket>()
  let way: Server
  let port: number
  let place: Awaited<ReturnType<typeof testPlace>>
  let server: TestPlatform
  /** Opens the proxy between the platform and its database. */
  const open = (): Promise<void> => {
    const { hostname, port: target } = new URL(place.settings.databaseUrl ?? '')
    way = createServer((socket) => {
      const far = connect(Number(target), hostname)
      for (const [one, other] of [
        [socket, far],
        [far, socket],
      ] as const) {
        sockets.add(one)
        one.on('error', () => {}).on('close', () => other.destroy())
        one.pipe(other)
      }
    })
    return new Promise((resolve) => way.listen(port, '127.0.0.1', resolve))
  }
  const cut = (): Promise<void> =>
    new Promise((resolve) => {
      way.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    })
  beforeAll(async () => {
    port = 0
    place = await testPlace('postgres', 'schema')
    await open()
    const address = way.address()
    if (address === null || typeof address === 'string') throw new Error('nothing listens')
    port = address.port
    const url = new URL(place.settings.databaseUrl ?? '')
    url.host = `127.0.0.1:${port}`
    server = await startTestPlatform('postgres', { databaseUrl: url.href })
  })
  afterAll(async () => {
    await server.dispose()
    await cut()
    await place.remove()
  })

  it('fails the open transaction, answers 503, and recovers when the database is back', async () => {
    const root = await server.signIn('root')
    const under = server.platform.storage.write(async (trx) => {
      await trx.selectFrom('setting').select('name').execute()
      // No query is running at this moment: a connection that breaks here must not end the process.
      await cut()
      await new Promise((resolve) => setImmediate(resolve))
      await trx.selectFrom('setting').select('name').execute()
    })
    await expect(under).rejects.toThrow(/connection|terminated|reset|closed/i)
    const answer = await server.app.inject({
      url: '/v1/godbGateway',
      headers: { authorization: `Bearer ${root.token}`, 'accept-language': 'en' },
    })
    expect([answer.statusCode, answer.json<{ code: number }>().code, answer.headers['retry-after']]).toEqual([
      503,
      503,
      '5',
    ])
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(503)
    await open()
    await expect.poll(async () => (await root('GET', 'godbGateway')).code, { timeout: upTo(15_000) }).toBe(0)
    expect((await server.app.inject({ url: '/readyz' })).statusCode).toBe(200)
  })
})
