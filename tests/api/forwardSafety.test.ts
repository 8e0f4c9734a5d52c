import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildForwarder } from '../../server/forward/forwarder.ts'
import { silentLog } from '../../server/log.ts'
import { readSettings } from '../../server/settings.ts'

/** Headers of a platform's answers and upgrades that must not reach a browser. */
const HOSTILE = {
  'content-security-policy': 'script-src *',
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': 'true',
  'set-cookie': ['signedin=0; Path=/', 'captcha=a.b-c; Domain=city.example; Path=/; Max-Age=300; SameSite=None'],
  'www-authenticate': 'Basic',
  'clear-site-data': '"*"',
  'service-worker-allowed': '/',
  'strict-transport-security': 'max-age=1',
  etag: '"e1"',
  'content-disposition': "inline; filename*=UTF-8''a.html",
}
const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  html: 'text/html',
  svg: 'image/svg+xml',
  js: 'text/javascript',
  pdf: 'application/pdf',
}

describe('forwarder with a hostile platform', () => {
  let server: Server
  let app: FastifyInstance
  let address: string
  let seen: { url: string; headers: IncomingHttpHeaders }[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { url = '', headers } = request
      seen = [...seen, { url, headers }]
      const type =
        TYPES[/\.(\w+)$/.exec(url)?.[1] ?? ''] ?? (url.startsWith('/upload/') ? undefined : 'application/json')
      response.writeHead(200, { ...HOSTILE, ...(type && { 'content-type': type }) }).end('{"code":0,"data":null}')
    })
    server.on('upgrade', ({ url = '', headers }, socket) => {
      seen = [...seen, { url, headers }]
      socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\nSet-Cookie: a=b\r\nX-Odd: 1\r\n\r\n',
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const platform = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    app = await buildForwarder(readSettings({ PLATFORM_URL: platform }, null), platform, silentLog)
    address = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await app.close()
    server.closeAllConnections()
    server.close()
  })

  it('drops the platform’s policy, CORS, cookie and prompt headers, and keeps those describing the body', async () => {
    const { headers } = await fetch(`${address}/v1/godbMyInfo`)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    for (const name of [
      'access-control-allow-origin',
      'access-control-allow-credentials',
      'set-cookie',
      'www-authenticate',
      'clear-site-data',
      'service-worker-allowed',
      'strict-transport-security',
    ])
      expect(headers.get(name), name).toBeNull()
    expect([
      headers.get('etag'),
      headers.get('content-type'),
      headers.get('content-disposition'),
      headers.get('x-content-type-options'),
    ]).toEqual(['"e1"', 'application/json', HOSTILE['content-disposition'], 'nosniff'])
  })

  it('limits captcha cookies to /v1 with HttpOnly and SameSite=Strict, and drops their domain', async () => {
    const { headers } = await fetch(`${address}/v1/captcha?v=1`)
    expect(headers.getSetCookie()).toEqual([
      'signedin=0; Path=/v1; HttpOnly; SameSite=Strict',
      'captcha=a.b-c; Path=/v1; Max-Age=300; HttpOnly; SameSite=Strict',
    ])
  })

  it.each(['png', 'jpg', 'gif', 'webp', 'mp4'])(
    'serves an uploaded %s inline with a sandbox policy',
    async (ending) => {
      const { headers } = await fetch(`${address}/upload/a.${ending}`)
      expect([
        headers.get('content-type'),
        headers.get('content-disposition'),
        headers.get('content-security-policy'),
        headers.get('x-content-type-options'),
        headers.get('set-cookie'),
      ]).toEqual([TYPES[ending], 'inline', "default-src 'none'; sandbox", 'nosniff', null])
    },
  )

  it.each(['html', 'svg', 'js', 'pdf', 'unknown'])(
    'serves an uploaded %s as an attachment of type octet-stream',
    async (ending) => {
      const { headers } = await fetch(`${address}/upload/a.${ending}`)
      expect([
        headers.get('content-type'),
        headers.get('content-disposition'),
        headers.get('content-security-policy'),
      ]).toEqual(['application/octet-stream', 'attachment', "default-src 'none'; sandbox"])
    },
  )

  it('allows styles but no scripts on the QR code page', async () => {
    const { headers } = await fetch(`${address}/wx/ticket`)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('script-src')
  })

  it('replaces forwarding headers of the client with its own', async () => {
    const claims = {
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '1',
      forwarded: 'for=1.2.3.4',
      'x-real-ip': '1.2.3.4',
      'true-client-ip': '1.2.3.4',
      'cf-connecting-ip': '1.2.3.4',
      'x-original-url': '/v1/admin',
      via: '1.1 x',
    }
    const told = (headers: IncomingHttpHeaders = {}) =>
      Object.fromEntries(Object.keys(claims).map((name) => [name, headers[name]]))
    const truth = {
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(address).host,
    }
    const expected = { ...Object.fromEntries(Object.keys(claims).map((name) => [name, undefined])), ...truth }
    await fetch(`${address}/v1/claims`, { headers: claims })
    expect(told(seen.at(-1)?.headers)).toEqual(expected)
    await upgrade('/v1/ws', claims)
    expect(told(seen.at(-1)?.headers)).toEqual(expected)
  })

  it('refuses paths outside the forwarded ones, also for upgrades', async () => {
    const before = seen.length
    for (const path of [
      '/v1/../admin',
      '/v1/..%2fadmin',
      '/v1/%2e%2e/admin',
      '/v1/..%5cadmin',
      '/v1/a\\..\\..\\admin',
      '//evil.example/v1',
      '/v1/%00',
      '/v1/%zz',
      '/admin',
    ])
      expect(await upgrade(path), path).toMatch(/^HTTP\/1\.1 4\d\d /)
    for (const path of ['/v1/..%2fadmin', '/v1/%2e%2e%2fadmin', '/v1/..%5cadmin'])
      expect(await plain(path), path).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(seen.length).toBe(before)
  })

  it('drops cookies and unknown headers from upgrade responses', async () => {
    const head = await upgrade('/v1/ws')
    expect(head).toMatch(/^HTTP\/1\.1 101 /)
    expect(head).toContain('Sec-WebSocket-Accept: x')
    expect(head).not.toMatch(/set-cookie|x-odd/i)
  })

  /** Sends a raw request that no client library would send, and returns the head of the answer. */
  const ask = (head: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
      let text = ''
      socket.on('data', (chunk) => {
        text += String(chunk)
        if (text.includes('\r\n\r\n')) socket.destroy()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
  const lines = (headers: Record<string, string>): string =>
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
  const upgrade = (path: string, headers: Record<string, string> = {}) =>
    ask(
      `GET ${path} HTTP/1.1\r\nHost: ${new URL(address).host}\r\n${lines(headers)}Connection: Upgrade\r\nUpgrade: websocket`,
    )
  const plain = (path: string) => ask(`GET ${path} HTTP/1.1\r\nHost: ${new URL(address).host}\r\nConnection: close`)
})
