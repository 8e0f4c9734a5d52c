import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wechatApi } from '../../server/send/wechat.ts'
import { createBindingScenes } from '../../server/wechat/scenes.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines, openTestStorage } from '../support/storage.ts'

interface Code {
  ticket: string
  url: string
  expire_seconds: number
}

const page = (server: TestPlatform, method: 'GET' | 'POST', url: string, language = 'en') =>
  server.app.inject({
    method,
    url: new URL(url).pathname,
    headers: {
      'accept-language': language,
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  })

describe.each(engines)('WeChat binding without an official account on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let adminA: Call
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    adminA = await server.signIn('adminA')
  })
  afterAll(() => server.dispose())

  it('returns an open id after the QR code’s page was confirmed, and rejects ids that were not scanned', async () => {
    const code = await adminA<Code>('GET', `getWxQrScene/${scene.areas.a}/random-1`)
    expect(code).toMatchObject({
      code: 0,
      data: { ticket: expect.stringMatching(/^[0-9a-f]{48}$/), expire_seconds: 60 },
    })
    expect(code.data.url).toMatch(new RegExp(`^http://[^/]+/wx/${code.data.ticket}$`))
    // A phone may be unable to reach the address that the console uses.
    Object.assign(server.platform.settings, { publicUrl: 'https://env.example.com' })
    const named = await adminA<Code>('GET', `getWxQrScene/${scene.areas.a}/random-named`)
    expect(named.data.url).toBe(`https://env.example.com/wx/${named.data.ticket}`)
    Object.assign(server.platform.settings, { publicUrl: null })
    expect(await adminA('GET', 'getWxQrUserOpenId/random-1')).toEqual({
      status: 200,
      code: 2,
      msg: 'Waiting for the scan',
      data: null,
    })

    const shown = await page(server, 'GET', code.data.url)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'")
    expect(shown.body).toContain('Area A')
    expect(shown.body).not.toMatch(/<script|style=|onclick/i)
    expect((await page(server, 'GET', code.data.url, 'zh-TW')).body).toContain('綁定')
    expect((await server.app.inject({ url: '/wx/style.css' })).headers['content-type']).toContain('text/css')

    expect((await page(server, 'POST', code.data.url)).body).toContain('Linked')
    const bound = await adminA<{ openid: string }>('GET', 'getWxQrUserOpenId/random-1')
    expect(bound).toMatchObject({ code: 0, data: { openid: expect.stringMatching(/^local_[0-9a-f]{24}$/) } })
    // Pressed again: the outcome is the same.
    expect((await page(server, 'POST', code.data.url)).body).toContain('Linked')
    expect((await adminA('GET', 'getWxQrUserOpenId/random-1')).data).toEqual(bound.data)

    const contact = await adminA<{ id: number }>('POST', 'godbAlarminfo', {
      alarm_name: 'Li',
      alarm_phone: '13812345678',
      district_id: scene.areas.a,
    })
    expect(await adminA('PUT', `godbAlarminfo/${contact.data.id}`, { alarm_wechat: bound.data.openid })).toMatchObject({
      data: { alarm_wechat: { String: bound.data.openid, Valid: true } },
    })
    // A caller cannot write an id that they did not see scanned; the id already bound may be sent along, and removed.
    const path = `godbAlarminfo/${contact.data.id}`
    const refused = { status: 400, data: { fields: { alarm_wechat: 'Link it by scanning the QR code' } } }
    for (const alarm_wechat of ['oTyped', { String: 'oTyped', Valid: true }])
      expect(await adminA('PUT', path, { alarm_wechat })).toMatchObject(refused)
    expect(
      await scene.root('POST', 'godbAlarminfo', {
        alarm_name: 'Wu',
        alarm_phone: '13812345679',
        district_id: scene.areas.a,
        project_id: scene.projects.a,
        alarm_wechat: bound.data.openid,
      }),
    ).toMatchObject(refused)
    expect(await scene.root('PUT', path, { alarm_name: 'Li Wei', alarm_wechat: bound.data.openid })).toMatchObject({
      code: 0,
    })
    expect(await adminA('PUT', path, { alarm_wechat: { String: '', Valid: false } })).toMatchObject({
      data: { alarm_wechat: { Valid: false } },
    })
  })

  it('is limited to the user who started it and to areas that this user manages', async () => {
    const [adminB, local, viewer] = await Promise.all(
      ['adminB', 'localA', 'viewerA'].map((name) => server.signIn(name)),
    )
    if (!adminB || !local || !viewer) throw new Error('nobody signed in')
    expect(await server.anonymous('GET', `getWxQrScene/${scene.areas.a}/r`)).toMatchObject({ status: 401 })
    expect(await viewer('GET', `getWxQrScene/${scene.areas.a}/r`)).toMatchObject({ status: 403 })
    expect(await viewer('GET', 'getWxQrUserOpenId/random-1')).toMatchObject({ status: 403 })
    for (const call of [adminB, local])
      expect(await call('GET', `getWxQrScene/${scene.areas.a}/r`)).toMatchObject({ status: 404 })
    for (const area of ['0', '99999', 'x', '-1'])
      expect(await adminA('GET', `getWxQrScene/${area}/r`)).toMatchObject({ status: 404 })
    expect(await adminA('GET', `getWxQrScene/${scene.areas.a}/${'x'.repeat(65)}`)).toMatchObject({ status: 400 })
    expect(await adminA('GET', `getWxQrScene/${scene.areas.a}/a%3Cb`)).toMatchObject({ status: 400 })

    expect(await local('GET', `getWxQrScene/${scene.areas.below}/random-2`)).toMatchObject({ code: 0 })
    expect(await adminA('GET', `getWxQrScene/${scene.areas.a}/random-2`)).toMatchObject({ status: 409 })
    // A scan by another user, bound or not, is as unknown as none.
    expect(await adminB('GET', 'getWxQrUserOpenId/random-1')).toMatchObject({ status: 200, code: 1, data: null })
    expect(await adminA('GET', 'getWxQrUserOpenId/random-2')).toMatchObject({ code: 1 })
  })

  it('returns 404 for unknown tickets', async () => {
    for (const ticket of ['x', '0'.repeat(48), '%3Cscript%3E']) {
      for (const method of ['GET', 'POST'] as const) {
        const response = await page(server, method, `http://h/wx/${ticket}`)
        expect(response.statusCode).toBe(404)
        expect(response.body).not.toContain('<script')
      }
    }
    expect((await server.app.inject({ url: '/v1/wechat/callback' })).statusCode).toBe(401)
  })
})

// The database holds the same as for a binding without an account, and scans are tested on both engines below.
describe('WeChat binding with an official account', () => {
  const bodies: string[] = []
  let wechat: Server
  let server: TestPlatform
  let scene: Scene
  const before = wechatApi.base
  beforeAll(async () => {
    wechat = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        bodies.push(`${request.url} ${Buffer.concat(chunks).toString()}`)
        const token = request.url?.includes('stable_token')
        response.end(
          JSON.stringify(
            token
              ? { access_token: 'T', expires_in: 7200 }
              : { ticket: `gQ${bodies.length}==`, expire_seconds: 60, url: 'http://weixin.qq.com/q/1' },
          ),
        )
      })
    })
    await new Promise<void>((listening) => wechat.listen(0, '127.0.0.1', listening))
    wechatApi.base = `http://127.0.0.1:${(wechat.address() as AddressInfo).port}`
    server = await startTestPlatform('sqlite', {
      wechat: { appId: 'app', secret: 's' },
      wechatToken: 'callbacktoken',
    })
    scene = await buildScene(server)
  })
  afterAll(async () => {
    await server.dispose()
    wechatApi.base = before
    wechat.close()
  })

  const signed = (age = 0, token = 'callbacktoken'): string => {
    const timestamp = String(Math.floor(Date.now() / 1000) - age)
    const signature = createHash('sha1').update([token, timestamp, 'n1'].toSorted().join('')).digest('hex')
    return new URLSearchParams({ signature, timestamp, nonce: 'n1' }).toString()
  }
  const event = (ticket: string, openid: string, name = 'SCAN'): string =>
    `<xml><ToUserName><![CDATA[gh]]></ToUserName><FromUserName><![CDATA[${openid}]]></FromUserName><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${name}]]></Event><Ticket><![CDATA[${ticket}]]></Ticket></xml>`
  const deliver = (query: string, payload: string) =>
    server.app.inject({
      method: 'POST',
      url: `/v1/wechat/callback?${query}`,
      headers: { 'content-type': 'text/xml' },
      payload,
    })

  it('requests the QR code from WeChat and accepts the open id only from a signed event', async () => {
    const code = await scene.root<Code>('GET', `getWxQrScene/${scene.areas.a}/scene-1`)
    expect(code.data).toEqual({
      ticket: expect.stringMatching(/^gQ/),
      url: 'http://weixin.qq.com/q/1',
      expire_seconds: 60,
    })
    expect(bodies.at(-1)).toMatch(
      /qrcode\/create\?access_token=T .*"expire_seconds":60.*"QR_STR_SCENE".*"scene_str":"scene-1"/,
    )
    const state = () => scene.root('GET', 'getWxQrUserOpenId/scene-1')

    for (const query of [signed(0, 'wrong'), signed(3600), 'signature=&timestamp=&nonce=', ''])
      expect((await deliver(query, event(code.data.ticket, 'oFORGED'))).statusCode).toBe(403)
    for (const body of [
      event('gQother==', 'oX'),
      event(code.data.ticket, 'o X<'),
      event(code.data.ticket, 'oX', 'CLICK'),
      '<xml>',
      '',
    ])
      expect((await deliver(signed(), body)).statusCode).toBe(200)
    expect(await state()).toMatchObject({ code: 2 })
    expect((await deliver(signed(), event(code.data.ticket, 'oRIGHT_1', 'subscribe'))).body).toBe('success')
    expect(await state()).toMatchObject({ code: 0, data: { openid: 'oRIGHT_1' } })
    await deliver(signed(), event(code.data.ticket, 'oLATER'))
    expect(await state()).toMatchObject({ data: { openid: 'oRIGHT_1' } })
  })

  it('returns WeChat’s verification string and serves no local page', async () => {
    const proof = await server.app.inject({ url: `/v1/wechat/callback?${signed()}&echostr=12345` })
    expect([proof.statusCode, proof.body, proof.headers['content-type']]).toEqual([
      200,
      '12345',
      'text/plain; charset=utf-8',
    ])
    expect((await server.app.inject({ url: '/v1/wechat/callback?echostr=12345' })).statusCode).toBe(403)
    expect((await server.app.inject({ url: `/wx/${'0'.repeat(48)}` })).statusCode).toBe(404)
  })

  it('returns 503 when WeChat does not answer', async () => {
    const { base } = wechatApi
    wechatApi.base = 'http://127.0.0.1:9'
    try {
      expect(await scene.root('GET', `getWxQrScene/${scene.areas.a}/scene-2`)).toMatchObject({
        status: 503,
        msg: expect.stringContaining('WeChat'),
      })
    } finally {
      wechatApi.base = base
    }
  })
})

describe.each(engines)('WeChat scans on %s', (engine) => {
  it('expire after a minute, can be started again, and are deleted after a day', async () => {
    const { storage, dispose } = await openTestStorage(engine)
    let now = 1_800_000_000_000
    const scenes = createBindingScenes(storage, () => now)
    const begin = (randomId: string, ticket: string) => scenes.begin({ randomId, districtId: 2, userId: 7, ticket })
    try {
      await begin('r', 't1')
      now += 60_000
      expect(await scenes.state('r', 7)).toEqual({ state: 'expired' })
      expect(await scenes.scanned('t1', 'o1')).toBe(false)
      await begin('r', 't2')
      expect(await scenes.state('r', 7)).toEqual({ state: 'waiting' })
      expect(await scenes.scanned('t1', 'o1')).toBe(false)
      expect(await scenes.scanned('t2', 'o2')).toBe(true)
      expect(await scenes.scanned('t2', 'o3')).toBe(false)
      now += 90_000
      expect(await scenes.state('r', 7)).toEqual({ state: 'scanned', openid: 'o2' })
      expect(await scenes.state('r', 8)).toEqual({ state: 'expired' })
      now += 25 * 3_600_000
      await begin('s', 't3')
      expect(await storage.read.selectFrom('wxscene').select('random_id').execute()).toEqual([{ random_id: 's' }])
    } finally {
      await dispose()
    }
  })
})
