import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionary } from '../../resources/dictionary.ts'
import { simAnswerOf, isFirm } from '../../server/sim/adapters.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'

const CARD = '89860012345678901234'

// Finding the owner of a card is one plain query: one engine is enough.
describe('SIM card lookup', () => {
  let provider: Server
  let asked: string[]
  let reply: { status: number; body: string }
  let server: TestPlatform
  let scene: Scene
  beforeAll(async () => {
    asked = []
    provider = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
    })
    await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
    server = await startTestPlatform('sqlite', {
      simUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/card/{firm}/{iccid}?key=k`,
    })
    scene = await buildScene(server)
    await scene.root('PUT', `godbDevice/${scene.devices.a}`, { iccid: CARD, iccid_firm: 0 })
  })
  afterAll(async () => {
    await server.dispose()
    provider.close()
  })

  it('requests a card from the service once and returns it in the layout of its provider', async () => {
    reply = {
      status: 200,
      body: JSON.stringify({
        data: { msisdn: '1064', status: 'active', used: 12.5, total: 100, expires: '2027-01-01', secret: { deep: 1 } },
      }),
    }
    const first = await scene.root('GET', `getICCIDInfo/0/${CARD}`)
    expect(first).toMatchObject({
      code: 0,
      data: {
        resultCode: '0',
        resultMsg: '',
        info: { iccid: CARD, msisdn: '1064', month_traffic: 12.5, package_traffic: 100, expire_date: '2027-01-01' },
      },
    })
    expect(await scene.root('GET', `getICCIDInfo/0/${CARD}`)).toEqual(first)
    expect(asked).toEqual([`/card/0/${CARD}?key=k`])
    const other = await scene.root<{ info: object; description: object }>('GET', `getICCIDInfo/1/${CARD}`)
    expect(other.data.info).toMatchObject({ total_traffic: 100, end_date: '2027-01-01' })
    expect(other.data.description).toEqual(other.data.info)
  })

  it('is limited to cards of devices that the caller manages', async () => {
    expect(await server.anonymous('GET', `getICCIDInfo/0/${CARD}`)).toMatchObject({ status: 401 })
    expect(await (await server.signIn('viewerA'))('GET', `getICCIDInfo/0/${CARD}`)).toMatchObject({ status: 403 })
    expect(await (await server.signIn('adminA'))('GET', `getICCIDInfo/0/${CARD}`)).toMatchObject({
      code: 0,
      data: { resultCode: '0' },
    })
    for (const name of ['adminB', 'localA'])
      expect(await (await server.signIn(name))('GET', `getICCIDInfo/0/${CARD}`)).toMatchObject({ status: 404 })
  })

  it('reports service failures, and rejects invalid card numbers and providers', async () => {
    const words = async () =>
      (await scene.root<{ resultCode: string; resultMsg: string }>('GET', `getICCIDInfo/2/${CARD}`)).data
    for (const [status, body] of [
      [500, '{}'],
      [200, 'not json'],
      [200, `"${'x'.repeat(70_000)}"`],
      [404, ''],
      [200, '{"other":1}'],
      [200, '[]'],
      [302, ''],
    ] as const) {
      reply = { status, body }
      expect(await words()).toEqual({ resultCode: '1', resultMsg: expect.stringMatching(/provider/) })
    }
    expect(await scene.root('GET', `getICCIDInfo/9/${CARD}`)).toMatchObject({ status: 404 })
    expect(await scene.root('GET', 'getICCIDInfo/constructor/1')).toMatchObject({ status: 404 })
    for (const card of ['..%2f..%2fadmin', 'a-b', 'x'.repeat(21)])
      expect(await scene.root('GET', `getICCIDInfo/0/${card}`)).toMatchObject({ status: 400 })
  })

  it('returns the service’s own error message', async () => {
    const said = async () => (await scene.root('GET', `getICCIDInfo/2/${CARD}`)).data
    for (const [status, body, words] of [
      [200, { resultCode: '1003', resultMsg: '卡号不属于该账户', info: null }, '卡号不属于该账户'],
      [200, { code: 40_001, message: 'Quota used up', data: {} }, 'Quota used up'],
      [200, { success: false, description: '该卡已注销' }, '该卡已注销'],
      [403, { error: 'Key expired', status: 'refused' }, 'Key expired'],
      [404, { msg: 'No such card' }, 'No such card'],
    ] as const) {
      reply = { status, body: JSON.stringify(body) }
      expect(await said()).toEqual({ resultCode: '1', resultMsg: words })
    }
    reply = { status: 200, body: JSON.stringify({ code: 0, msg: 'success', data: { status: 'active' } }) }
    expect(await said()).toMatchObject({ resultCode: '0', resultMsg: '', info: { status: 'active' } })
  })

  it('returns code 0 with a reason when no service is configured', async () => {
    const bare = await startTestPlatform('sqlite')
    try {
      const root = await bare.signIn('root')
      expect(await root('GET', `getICCIDInfo/0/${CARD}`)).toMatchObject({
        status: 200,
        code: 0,
        data: { resultCode: '1', resultMsg: 'No SIM card service is configured. Contact an administrator' },
      })
    } finally {
      await bare.dispose()
    }
  })
})

it('SIM card adapter exists for every provider of the dictionary', () => {
  for (const { value } of dictionary.ICCIDServiceProviderValue) {
    expect(isFirm(value)).toBe(true)
    if (isFirm(value))
      expect(simAnswerOf(value, CARD, { status: 'on' })?.info).toMatchObject({ iccid: CARD, status: 'on' })
  }
})
