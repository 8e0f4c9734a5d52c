import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { extendResources } from '../../resources/extend.ts'
import { joinEntities } from '../../server/entities/index.ts'
import { buildForwarder } from '../../server/forward/forwarder.ts'
import { silentLog } from '../../server/log.ts'
import { readSettings } from '../../server/settings.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A platform of another make that returns what it received. */
async function startStub(): Promise<{ url: string; server: Server; seen: Seen[] }> {
  const seen: Seen[] = []
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'console.v1' })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    })
    if (request.url?.endsWith('/captcha')) response.setHeader('set-cookie', 'captcha=abc; Path=/v1; HttpOnly')
    response.writeHead(request.url?.includes('missing') ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 0, msg: '', data: request.url }))
  })
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => {
      const offered = request.headers['sec-websocket-protocol'] ?? ''
      if (!offered.includes('bearer.good')) return client.close(4401, 'signed out')
      client.on('message', (data) => client.send(`${request.url} ${offered} ${String(data)}`))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, seen }
}

/** A platform that refuses every call, with HTTP 200 as the older platforms do. */
async function startFailing(body: object): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((_request, response) => response.end(JSON.stringify(body)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

describe('forwarder to an existing platform', () => {
  let stub: Awaited<ReturnType<typeof startStub>>
  let app: FastifyInstance
  let address: string
  beforeAll(async () => {
    stub = await startStub()
    app = await buildForwarder(readSettings({ PLATFORM_URL: stub.url }, null), `${stub.url}/base`, silentLog)
    address = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await app.close()
    stub.server.closeAllConnections()
    stub.server.close()
  })

  it.each(['GET', 'POST', 'PUT', 'DELETE'])('forwards %s with query, headers and body', async (method) => {
    const body = method === 'GET' ? undefined : '{"a": 1}'
    const response = await fetch(`${address}/v1/godbGateway/7?search=%E6%B2%B3&ids=1,2`, {
      method,
      headers: {
        authorization: 'Bearer t',
        'accept-language': 'en',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
    })
    expect(await response.json()).toEqual({
      code: 0,
      msg: '',
      data: expect.stringContaining('/base/v1/godbGateway/7?'),
    })
    const seen = stub.seen.at(-1)
    expect(seen).toMatchObject({
      method,
      headers: { authorization: 'Bearer t', 'accept-language': 'en', 'x-forwarded-for': '127.0.0.1' },
    })
    expect(new URL(seen?.url ?? '', 'http://x').searchParams.get('search')).toBe('河')
    if (body) expect(seen?.body.toString()).toBe(body)
  })

  it('answers GET /v1/resources from local entity files', async () => {
    await joinEntities({ entitiesDir: 'examples' }, silentLog)
    const front = await buildForwarder(readSettings({}, null), `${stub.url}/base`, silentLog)
    const ask = async () =>
      (await front.inject({ url: '/v1/resources?joined=1', headers: { authorization: 'Bearer t' } })).json<{
        code: number
        data: { path: string }[]
      }>()
    expect((await ask()).data.map(({ path }) => path)).toEqual(['fieldwork/inspectionRound', 'fieldwork/sparePart'])
    // The platform behind it decides who the caller is.
    expect(stub.seen.filter(({ url }) => url === '/base/v1/godbMyInfo').at(-1)?.headers.authorization).toBe('Bearer t')
    expect((await front.inject({ url: '/v1/entity.schema.json' })).statusCode).toBe(200)
    await front.close()
    extendResources([])
  })

  it('answers GET /v1/resources with 503, not 401, when the platform’s godbMyInfo fails', async () => {
    const failing = await startFailing({ code: 502, msg: 'down', data: null })
    const front = await buildForwarder(readSettings({}, null), failing.url, silentLog)
    expect(
      (await front.inject({ url: '/v1/resources?joined=1', headers: { authorization: 'Bearer t' } })).statusCode,
    ).toBe(503)
    await front.close()
    await failing.stop()
  })

  it('forwards multipart and form bodies unchanged', async () => {
    const form = new FormData()
    const picture = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => i % 251))
    form.append('avatar', new Blob([picture], { type: 'image/png' }), 'a.png')
    expect((await fetch(`${address}/v1/UploadImg`, { method: 'POST', body: form })).status).toBe(200)
    const seen = stub.seen.at(-1)
    expect(seen?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(seen?.body.includes(picture)).toBe(true)
    await fetch(`${address}/v1/godbSystemuserlogin`, { method: 'POST', body: new URLSearchParams({ username: 'a b' }) })
    expect(stub.seen.at(-1)?.body.toString()).toBe('username=a+b')
  })

  it('forwards responses with cookies, statuses and uploads', async () => {
    expect((await fetch(`${address}/v1/captcha`)).headers.get('set-cookie')).toBe(
      'captcha=abc; Path=/v1; HttpOnly; SameSite=Strict',
    )
    expect((await fetch(`${address}/v1/missing`)).status).toBe(404)
    expect(await (await fetch(`${address}/upload/a.png`)).json()).toMatchObject({ data: '/base/upload/a.png' })
    expect(await (await fetch(`${address}/wx/ticket`)).json()).toMatchObject({ data: '/base/wx/ticket' })
  })

  it('forwards WebSockets with all sub-protocols and close codes', async () => {
    const url = `${address.replace('http', 'ws')}/v1/ws?x=1`
    const good = new WebSocket(url, ['console.v1', 'bearer.good'])
    const message = new Promise((resolve, reject) =>
      good
        .on('message', (data) => resolve(String(data)))
        .on('error', reject)
        .on('open', () => good.send('10020007')),
    )
    expect(await message).toBe('/base/v1/ws?x=1 console.v1,bearer.good 10020007')
    expect(good.protocol).toBe('console.v1')
    good.close()
    const bad = new WebSocket(url, ['console.v1', 'bearer.bad'])
    expect(await new Promise((resolve) => bad.on('close', resolve))).toBe(4401)
    const elsewhere = new WebSocket(`${address.replace('http', 'ws')}/elsewhere`)
    expect(String(await new Promise((resolve) => elsewhere.on('error', resolve)))).toContain('404')
  })

  it('serves /console-settings.json and /healthz itself, but nothing of that name below /v1', async () => {
    expect(await (await fetch(`${address}/console-settings.json`)).json()).toEqual({
      demo: null,
      passwordMin: 3,
      liveUrl: null,
      captcha: true,
      smsCaptcha: false,
      smsOutbox: false,
      hmiUrl: null,
      timeZone: 'Asia/Shanghai',
      map: { tiles: null, pmtiles: null, demoCity: false },
    })
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    for (const path of ['/v1/console-settings.json', '/v1/healthz', '/v1/capabilities'])
      expect(await (await fetch(`${address}${path}`)).json()).toMatchObject({ data: `/base${path}` })
  })

  it('answers 503 while the platform is down', async () => {
    const { app: alone } = { app: await buildForwarder(readSettings({}, null), 'http://127.0.0.1:9', silentLog) }
    const url = await alone.listen({ host: '127.0.0.1', port: 0 })
    try {
      const response = await fetch(`${url}/v1/godbMyInfo`, { headers: { 'accept-language': 'en' } })
      expect(response.status).toBe(503)
      expect(await response.json()).toEqual({
        code: 503,
        msg: 'The service is not available. Try again later',
        data: null,
      })
      expect((await fetch(`${url}/readyz`)).status).toBe(503)
      const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, ['console.v1'])
      expect(String(await new Promise((resolve) => socket.on('error', resolve)))).toContain('503')
    } finally {
      await alone.close()
    }
  })

  it('shuts down while WebSockets are open', async () => {
    const other = await buildForwarder(readSettings({}, null), stub.url, silentLog)
    const url = await other.listen({ host: '127.0.0.1', port: 0 })
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, ['console.v1', 'bearer.good'])
    await new Promise((resolve) => socket.on('open', resolve))
    const closed = new Promise((resolve) => socket.on('close', resolve))
    await other.close()
    await closed
  })
})
