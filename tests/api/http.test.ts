import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { readSettings, StartError } from '../../server/settings.ts'
import { start } from '../../server/start.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

/** The part of preload.json that depends on the page and the language. */
const byPage = {
  pages: { '/monitor/data': ['/assets/monitor-1.js'], '*': ['/assets/list-1.js', '/assets/console-1.js'] },
  languages: {
    signedIn: { zhCN: ['/assets/cn-1.js'], zhEN: ['/assets/en-1.js'] },
    signedOut: { zhEN: ['/assets/signin-en-1.js'] },
  },
}

describe('HTTP server', () => {
  let server: TestPlatform
  let folder: string
  let token: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-build-'))
    await mkdir(join(folder, 'assets'))
    await mkdir(join(folder, '.vite'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
    await writeFile(join(folder, 'assets/main-abc.js'), 'export {}'.repeat(500))
    await writeFile(join(folder, 'assets/main-abc.js.gz'), gzipSync('export {}'.repeat(500)))
    await writeFile(join(folder, 'assets/states.worker-abc.js'), 'export {}')
    await writeFile(join(folder, 'favicon.svg'), '<svg/>')
    await writeFile(join(folder, '.vite/manifest.json'), '{}')
    await writeFile(
      join(folder, 'preload.json'),
      JSON.stringify({
        signedIn: ['/assets/console-1.js', '/assets/console-1.css'],
        signedOut: ['/assets/signin-1.js', '/bad>; rel=x'],
        ...byPage,
      }),
    )
    server = await startTestPlatform('sqlite', { consoleDir: folder, liveUrl: 'wss://live.example:8443/feed' })
    token = (await server.signIn('root')).token
  })
  afterAll(async () => {
    await server.dispose()
    await rm(folder, { recursive: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
  const bearer = () => ({ authorization: `Bearer ${token}` })

  it('sends a strict content security policy and security headers, also on errors', async () => {
    for (const url of ['/', '/v1/godbMyInfo', '/assets/none.js', '/healthz']) {
      const { headers } = await get(url, { accept: 'text/html' })
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; connect-src 'self' wss://live.example:8443; img-src 'self' data: blob:; font-src 'self'; worker-src 'self'; manifest-src 'self'; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      )
      expect(headers['x-content-type-options']).toBe('nosniff')
      // A remark on an alarm may include the user's position.
      expect(headers['permissions-policy']).toBe('camera=(), microphone=(), geolocation=(self), payment=()')
    }
    expect((await get('/v1/godbMyInfo')).headers['cache-control']).toBe('no-store')
  })

  it('omits page-only headers from scripts, and keeps the policy on workers', async () => {
    const part = (await get('/assets/main-abc.js')).headers
    expect([
      part['x-content-type-options'],
      part['cross-origin-resource-policy'],
      part['content-security-policy'],
      part['permissions-policy'],
    ]).toEqual(['nosniff', 'same-origin', undefined, undefined])
    expect((await get('/assets/states.worker-abc.js')).headers['content-security-policy']).toContain(
      "default-src 'none'",
    )
  })

  it('allows video hosts in the policy only for users who can see those videos', async () => {
    const { storage } = server.platform
    const now = Date.now()
    const projects = ['One', 'Two'].map((name) => ({ name, ico: '/upload/x.png', created_at: now, updated_at: now }))
    const made = await storage.write((trx) => trx.insertInto('project').values(projects).returning('id').execute())
    const [one, two] = made.map(({ id }) => Number(id))
    const row = (host: string, project_id = 0) => ({
      video_name: host,
      project_id,
      district_id: 1,
      video_type: 0,
      video_url: `https://${host}:8443/1.m3u8?key=secret`,
      created_at: now,
      updated_at: now,
    })
    await storage.write((trx) =>
      trx
        .insertInto('videoshow')
        .values([row('one.example', one), row('two.example', two)])
        .execute(),
    )
    for (const [username, project_id, key] of [
      ['watcherOne', one, '2-1'],
      ['watcherTwo', two, '2-1'],
      ['clerkOne', one, '3-3'],
    ] as const)
      await server.addUser({ username, project_id, menu_control: `["${key}"]` })
    const policyOf = async (url: string, cookie = '') =>
      String((await get(url, { accept: 'text/html', cookie })).headers['content-security-policy'])
    const pageCookie = async (username: string) => {
      const { token: bearer } = await server.signIn(username)
      const named = (
        await server.app.inject({ url: '/v1/godbMyInfo', headers: { authorization: `Bearer ${bearer}` } })
      ).cookies.find(({ name }) => name === 'page')
      expect(named).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
      // The cookie gives no access to calls.
      expect(
        (await server.app.inject({ url: '/v1/godbMyInfo', headers: { authorization: `Bearer ${named?.value}` } }))
          .statusCode,
      ).toBe(401)
      return { bearer, cookie: `page=${named?.value}` }
    }
    for (const cookie of ['', 'signedin=1', `page=${'0'.repeat(64)}`, 'page=x'])
      expect(await policyOf('/monitor/data', cookie)).not.toMatch(/one\.example|two\.example/)
    const first = await pageCookie('watcherOne')
    expect(await policyOf('/monitor/data', first.cookie)).toContain(
      "connect-src 'self' wss://live.example:8443 https://one.example:8443;",
    )
    expect(await policyOf('/', first.cookie)).not.toMatch(/two\.example|secret/)
    expect(await policyOf('/v1/godbMyInfo', first.cookie)).not.toContain('one.example')
    expect(await policyOf('/', (await pageCookie('watcherTwo')).cookie)).toMatch(/^(?!.*one\.example).*two\.example/)
    expect(await policyOf('/', (await pageCookie('clerkOne')).cookie)).not.toMatch(/one\.example|two\.example/)
    expect(await policyOf('/', (await pageCookie('root')).cookie)).toMatch(/one\.example.*two\.example/)
    // The cookie ends with the session.
    await server.app.inject({ method: 'POST', url: '/v1/logout', headers: { authorization: `Bearer ${first.bearer}` } })
    expect(await policyOf('/', first.cookie)).not.toContain('one.example')
    await storage.write((trx) => trx.deleteFrom('videoshow').execute())
  })

  it('answers in the language of accept-language', async () => {
    const say = async (language?: string) =>
      (await get('/v1/godbMyInfo', language === undefined ? {} : { 'accept-language': language })).json<{
        msg: string
      }>().msg
    expect(await say()).toBe('登录已过期，请重新登录')
    expect(await say('zh-TW')).toBe(await say('zh-Hant-HK;q=0.9, en;q=0.1'))
    expect(await say('zh-TW')).not.toBe(await say())
    expect(await say('en-GB,en;q=0.9')).toBe('Your session has ended. Sign in again')
    expect(await say('fr, en;q=0')).toBe(await say('zh-CN'))
  })

  it('serves pages with no-cache, hashed files as immutable, and 404 for missing ones', async () => {
    for (const url of ['/', '/login', '/manage/gateway?x=1', '/manage/gateway/7']) {
      const page = await get(url, { accept: 'text/html,*/*' })
      expect([url, page.statusCode, page.headers['cache-control'], page.headers['content-type']]).toEqual([
        url,
        200,
        'no-cache',
        'text/html; charset=utf-8',
      ])
      expect(page.body).toContain('<title>Console</title>')
    }
    const file = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    })
    expect(gunzipSync(file.rawPayload).toString()).toContain('export {}')
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
    for (const url of ['/assets/gone-1.js', '/none.png', '/preload.json', '/.vite/manifest.json', '/upload/x.png'])
      expect([url, (await get(url, { accept: 'text/html' })).statusCode]).toEqual([url, 404])
    for (const url of ['/assets/../../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2f..%2fetc/passwd'])
      expect((await get(url)).body).not.toContain('root:')
    expect(
      (await server.app.inject({ method: 'POST', url: '/login', headers: { accept: 'text/html' } })).statusCode,
    ).toBe(404)
    const { headers } = await get('/', { accept: 'text/html' })
    expect((await get('/', { accept: 'text/html', 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    expect((await get('/', { accept: 'text/html', 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  })

  it('sends preload links for the page, by signed-in state', async () => {
    expect((await get('/', { accept: 'text/html' })).headers.link).toBe('</assets/signin-1.js>; rel=modulepreload')
    expect((await get('/', { accept: 'text/html', cookie: 'signedin=1' })).headers.link).toBe(
      '</assets/monitor-1.js>; rel=modulepreload, </assets/console-1.js>; rel=modulepreload, </assets/console-1.css>; rel=preload; as=style; crossorigin, </assets/cn-1.js>; rel=modulepreload; fetchpriority=low',
    )
  })

  it('sends preload links by page and language', async () => {
    const named = async (url: string, cookie: string) =>
      [...String((await get(url, { accept: 'text/html', cookie })).headers.link).matchAll(/assets\/([\w-]+\.js)/g)].map(
        ([, name]) => name,
      )
    expect(await named('/monitor/data?area=3', 'signedin=1; language=zhEN')).toEqual([
      'monitor-1.js',
      'console-1.js',
      'en-1.js',
    ])
    expect(await named('/manage/gateway/7', 'signedin=1; language=__proto__')).toEqual([
      'list-1.js',
      'console-1.js',
      'cn-1.js',
    ])
    expect(await named('/login', 'language=zhEN')).toEqual(['signin-1.js', 'signin-en-1.js'])
    expect(await named('/constructor', 'signedin=1')).toEqual(['list-1.js', 'console-1.js', 'cn-1.js'])
  })

  it('answers bad requests with an envelope', async () => {
    const post = (payload: string, type: string) =>
      server.app.inject({
        method: 'POST',
        url: '/v1/godbGateway',
        headers: { ...bearer(), 'content-type': type, 'accept-language': 'en' },
        payload,
      })
    const cases: [string, string, number][] = [
      ['{"a":', 'application/json', 400],
      ['{"__proto__":{"x":1}}', 'application/json', 400],
      ['[1]', 'application/json', 400],
      ['"text"', 'application/json', 400],
      ['', 'application/json', 400],
      ['<a/>', 'text/xml', 415],
      [`{"name":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413],
    ]
    for (const [payload, type, status] of cases) {
      const response = await post(payload, type)
      expect([payload.slice(0, 20), response.statusCode, response.json<{ code: number }>().code]).toEqual([
        payload.slice(0, 20),
        status,
        status,
      ])
    }
    expect((await get('/v1/none', { ...bearer(), 'accept-language': 'en' })).json()).toEqual({
      code: 404,
      msg: 'There is no such call',
      data: null,
    })
    expect((await get('/v1/godbGateway/%E0%A4%A', bearer())).statusCode).toBe(400)
    expect((await get(`/v1/godbGateway/${'9'.repeat(300)}`, bearer())).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('answers 500 without internal details', async () => {
    const { app, dispose, platform } = await startTestPlatform('sqlite')
    try {
      await platform.storage.write((trx) => trx.schema.dropTable('session').execute())
      const response = await app.inject({
        url: '/v1/godbMyInfo',
        headers: { authorization: 'Bearer x', 'accept-language': 'en' },
      })
      expect(response.statusCode).toBe(500)
      expect(response.json()).toEqual({
        code: 500,
        msg: 'Something went wrong on the server. Try again later',
        data: null,
      })
    } finally {
      await dispose()
    }
  })

  it('compresses long responses', async () => {
    const response = await get('/v1/resources', { ...bearer(), 'accept-encoding': 'gzip' })
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(response.rawPayload).toString())).toMatchObject({ code: 0 })
    expect(
      (await get('/v1/resources', { ...bearer(), 'accept-encoding': 'br, gzip' })).headers['content-encoding'],
    ).toBe('br')
    expect(
      (await get('/v1/godbMyInfo', { ...bearer(), 'accept-encoding': 'gzip' })).headers['content-encoding'],
    ).toBeUndefined()
  })

  it('serves /console-settings.json and /readyz without a session', async () => {
    expect((await get('/console-settings.json')).json()).toEqual({
      demo: null,
      passwordMin: 8,
      liveUrl: 'wss://live.example:8443/feed',
      captcha: false,
      smsCaptcha: false,
      smsOutbox: true,
      hmiUrl: null,
      timeZone: 'Asia/Shanghai',
      map: { tiles: null, pmtiles: null, demoCity: false },
    })
    expect((await get('/readyz')).json()).toEqual({ status: 'ok' })
  })
})

describe('failed start', () => {
  it('reports in one sentence that the port is in use, and releases the database', async () => {
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    const address = blocker.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const dataDir = await mkdtemp(join(tmpdir(), 'console-test-'))
    const settings = {
      ...readSettings({ PORT: String(port), DEMO: 'off', ADMIN_PASSWORD: 'kestrel-9-harbour' }, null),
      dataDir,
    }
    try {
      await expect(start(settings, silentLog, () => {})).rejects.toThrow(
        new StartError(`Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or set PORT to another.`),
      )
      blocker.close()
      const lines: string[] = []
      const running = await start({ ...settings, port: 0 }, silentLog, (line) => lines.push(line))
      expect(lines).toEqual([`Console: ${running.address}/`])
      expect((await fetch(`${running.address}/healthz`)).status).toBe(200)
      await running.close()
    } finally {
      await rm(dataDir, { recursive: true })
    }
  })

  it('reports that HOST is not an address of this machine', async () => {
    await expect(
      start(
        { ...readSettings({ HOST: '192.0.2.1', PORT: '8310', PLATFORM_URL: 'http://127.0.0.1:9' }, null) },
        silentLog,
        () => {},
      ),
    ).rejects.toThrow('HOST is 192.0.2.1, which is no address of this machine.')
  })
})
