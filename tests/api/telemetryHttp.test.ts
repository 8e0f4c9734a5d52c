import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashCredential } from '../../server/telemetry/sources.ts'
import { seeded } from '../support/seeded.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

describe.each(engines)('POST /v1/telemetry on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine)
    const row = { created_at: 0, revoked_at: null, device_id: null, gateway_id: null }
    const credentials = [
      { ...row, token_hash: hashCredential('device-secret'), device_id: ids.level },
      { ...row, token_hash: hashCredential('gateway-secret'), gateway_id: ids.gateway },
      { ...row, token_hash: hashCredential('revoked-secret'), device_id: ids.level, revoked_at: 1 },
    ]
    await world.platform.storage.write((trx) => trx.insertInto('credential').values(credentials).execute())
  })
  afterAll(() => world.dispose())
  const post = (token: string | null, payload: unknown, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/v1/telemetry',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'en',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const items = [
    { sn: '1869024001', values: { 1: 1 } },
    { sn: '1869024002', values: { 1: 2 } },
    { sn: '1869024003', values: { 1: 3 } },
  ]
  const accepted = async (token: string): Promise<number[]> =>
    (await post(token, items)).json<{ data: { accepted: number }[] }>().data.map((result) => result.accepted)

  it('accepts credentials of a device or gateway, and users who are allowed to edit the device', async () => {
    expect(await accepted('device-secret')).toEqual([0, 1, 0])
    expect(await accepted('gateway-secret')).toEqual([1, 1, 0])
    expect(await accepted(world.tokens.super)).toEqual([1, 1, 1])
    expect(await accepted(world.tokens.manager)).toEqual([1, 1, 0])
    expect((await post(world.tokens.watcher, items)).statusCode).toBe(403)
    for (const token of [null, 'nonsense', 'revoked-secret', ' '])
      expect((await post(token, items)).statusCode).toBe(401)
  })

  it('explains rejections in the language of the request', async () => {
    const answer = await post(world.tokens.super, [
      { sn: '404', values: {} },
      { sn: '1869024001', values: { 99: 1 } },
    ])
    expect(answer.json()).toEqual({
      code: 0,
      msg: '',
      data: [
        {
          sn: '404',
          accepted: 0,
          rejected: [
            {
              key: null,
              reason: 'error.telemetry.sn',
              msg: 'No such device code, or this credential may not report for it',
            },
          ],
        },
        {
          sn: '1869024001',
          accepted: 0,
          rejected: [{ key: '99', reason: 'error.telemetry.node', msg: 'The device has no such node' }],
        },
      ],
    })
  })

  it('checks the authorisation before the body', async () => {
    for (const token of [null, 'nonsense', 'revoked-secret'])
      for (const body of ['{', `["${'x'.repeat(9 * 1024 * 1024)}"]`, '<a/>'])
        expect((await post(token, body)).statusCode).toBe(401)
    expect((await post(world.tokens.watcher, '{')).statusCode).toBe(403)
    const anonymous = (url: string, bytes: number) =>
      world.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ username: 'x'.repeat(bytes) }),
      })
    for (const url of ['/v1/godbSystemuserlogin', '/v1/RegisterSystemuser', '/elsewhere'])
      expect((await anonymous(url, 70_000)).statusCode, url).toBe(413)
    expect((await anonymous('/v1/godbSystemuserlogin', 60_000)).statusCode).toBe(400)
    expect((await anonymous('/v1/godbDevice/batch', 70_000)).statusCode).toBe(401)
  })

  it(
    'processes a large body in slices and answers other requests in between',
    async () => {
      const t = Date.now() - 60_000
      const body = JSON.stringify(
        Array.from({ length: 10_000 }, (_, i) => ({
          sn: '1869024001',
          t: t + i,
          values: { 1: i / 2, 2: i / 3, filler: 'x'.repeat(600) },
        })),
      )
      const order: string[] = []
      const large = post(world.tokens.super, body).then((answer) => (order.push('large'), answer))
      await world.app.inject({ url: '/healthz' }).then(() => order.push('small'))
      const { data } = (await large).json<{ data: { accepted: number; rejected: object[]; more?: number }[] }>()
      expect(order).toEqual(['small', 'large'])
      expect([data.length, data.reduce((sum, { accepted }) => sum + accepted, 0)]).toEqual([10_000, 20_000])
      // A hundred refusals in full; the rest is only counted.
      expect([
        data.flatMap(({ rejected }) => rejected).length,
        data.reduce((sum, { more = 0 }) => sum + more, 0),
      ]).toEqual([100, 9900])
      expect(data.at(-1)).toEqual({ sn: '1869024001', accepted: 2, rejected: [], more: 1 })
    },
    upTo(60_000),
  )

  it('rejects an item with more than 1000 values', async () => {
    const values = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, 1]))
    const answer = await post(world.tokens.super, [
      { sn: '1869024001', values },
      { sn: '1869024001', values: { 1: 5 } },
    ])
    expect(answer.json<{ data: object[] }>().data).toMatchObject([
      {
        accepted: 0,
        rejected: [{ key: null, reason: 'error.telemetry.keys', msg: 'An item has 1000 values at most' }],
      },
      { accepted: 1 },
    ])
  })

  it('never answers 500 to arbitrary bodies', async () => {
    const random = seeded(7)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const odd = (depth = 0): unknown => {
      const plain = [
        null,
        true,
        -1,
        1e308,
        0.1,
        '',
        '1e999',
        '1869024001',
        'NaN',
        '\u0000',
        '𝟙',
        'x'.repeat(5000),
        Number.MAX_SAFE_INTEGER + 10,
      ]
      if (depth > 3 || random() < 0.5) return pick(plain)
      if (random() < 0.4) return Array.from({ length: Math.floor(random() * 4) }, () => odd(depth + 1))
      return Object.fromEntries(
        Array.from({ length: Math.floor(random() * 5) }, () => [
          pick(['sn', 't', 'values', '1', '2', '11', 'constructor', 'toString', '-1', '1e3', '']),
          odd(depth + 1),
        ]),
      )
    }
    const bodies = [
      '',
      '{',
      '[',
      'null',
      '"',
      '[1,',
      '{"__proto__":1}',
      '[{"sn":"1869024001","values":{"__proto__":5}}]',
      '﻿[]',
      '[{"sn":"1869024001","t":1e400,"values":{"1":1e400}}]',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
    ]
    for (let i = 0; i < 400; i++)
      bodies.push(
        JSON.stringify(
          pick([
            odd(),
            [odd()],
            [{ sn: '1869024001', t: odd(), values: odd() }],
            [{ sn: '1869024001', values: { 1: odd(), 2: odd() } }],
          ]),
        ),
      )
    for (const body of bodies) {
      const { statusCode } = await post(world.tokens.super, body)
      expect([200, 400], body.slice(0, 200)).toContain(statusCode)
    }
    expect((await post(world.tokens.super, '<a/>', { 'content-type': 'application/xml' })).statusCode).toBe(415)
    expect((await post(world.tokens.super, `["${'x'.repeat(9 * 1024 * 1024)}"]`)).statusCode).toBe(413)
    expect((await world.call('super', 'GET', 'godbDeviceState')).status).toBe(200)
  })
})
