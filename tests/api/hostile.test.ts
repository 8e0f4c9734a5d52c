import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace } from '../support/storage.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'

describe('what no honest client sends', () => {
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

  it('is refused by its type where it is neither JSON nor a form', async () => {
    for (const type of ['text/plain', 'application/octet-stream', 'multipart/form-data; boundary=x'])
      expect((await post('/v1/godbGateway', '{"name":"x"}', type)).json()).toMatchObject({ code: 415 })
  })

  it('is answered in the envelope even where it is no HTTP', async () => {
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

  it('does not get around sign-in or the rule about caches by how an address is written', async () => {
    for (const url of ['/%76%31/godbMyInfo', '/v1/%67odbMyInfo', '/v1/godbMyInfo?x=/../../login', '/v1/./godbMyInfo']) {
      const { statusCode, headers } = await server.app.inject({ url, headers: { accept: 'application/json' } })
      expect([url, [401, 404].includes(statusCode)]).toEqual([url, true])
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('does not reach the stack’s end with nested JSON, nor a prototype', async () => {
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

  it('searches for no more of a text than anybody types', async () => {
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

  it('counts with its last value where a key stands twice, everywhere', async () => {
    expect((await post('/v1/godbGateway', '{"name":"first","name":""}')).json()).toMatchObject({
      data: { fields: { name: 'Required' } },
    })
  })
})

describe('cookies and browsers', () => {
  it('travel over TLS alone where there is TLS, a proxy’s included', async () => {
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

describe.runIf(engines.includes('postgres'))('a PostgreSQL that goes away', () => {
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

  it('ends what was under way, is told with 503, and is used again as soon as it is back', async () => {
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
