import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letThrough } from '../support/limit.ts'
import { engines } from '../support/storage.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const HOUR = 3_600_000
const SIX = { pm25: 108, pm10: 90, so2: 20, no2: 30, o3: 90, o3_8h: 90, co: 1 }

describe.each(engines)('standards API on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine)
  })
  afterAll(() => world.dispose())
  const evaluate = (body: unknown) => world.call('watcher', 'POST', 'standards/evaluate', body)
  const fieldsOf = (answer: { data: unknown }): string[] =>
    Object.keys((answer.data as { fields?: object } | null)?.fields ?? {})

  it('lists the standards with their validity dates', async () => {
    const rows = (await world.call('watcher', 'GET', 'standards')).data as { code: string }[]
    expect(rows.map(({ code }) => code)).toEqual([
      'HJ633-2012',
      'HJ633-2026',
      'USAQI-2024',
      'EAQI-2025',
      'GB3096-2008',
      'GB3838-2002',
    ])
    expect(rows[0]).toEqual({
      code: 'HJ633-2012',
      medium: 'air',
      title: [expect.any(String), expect.any(String), expect.any(String)],
      since: '2016-01-01',
      until: '2026-02-28',
      periods: ['1h', '8h', '24h'],
    })
    expect((await world.call(null, 'GET', 'standards')).status).toBe(401)
  })

  it('evaluates values of air, noise and water', async () => {
    expect((await evaluate({ standard: 'HJ633-2026', period: '24h', values: SIX })).data).toEqual({
      standard: 'HJ633-2026',
      index: 144,
      level: 3,
      category: 'Lightly polluted',
      primary: ['pm25'],
      missing: [],
      parts: expect.objectContaining({ pm25: { index: 144, level: 3, limit: 60, exceeded: true } }),
    })
    expect((await evaluate({ standard: 'HJ633-2012', period: '24h', values: SIX })).data).toMatchObject({
      index: 142,
      parts: { pm25: { limit: 75 } },
    })
    expect(
      (await evaluate({ standard: 'GB3096-2008', period: 'night', zone: '4a', values: { leq: 57.5 } })).data,
    ).toMatchObject({ limit: 55, exceeded: 2.5, level: 2 })
    expect(
      (await evaluate({ standard: 'GB3838-2002', period: 'sample', body: 'lake', values: { tp: '0.06', do: 8 } })).data,
    ).toMatchObject({ level: 4, primary: ['tp'] })
  })

  it('applies the limits valid on the requested day', async () => {
    const limitAt = async (at: string) =>
      (
        (await evaluate({ standard: 'HJ633-2026', period: '24h', values: SIX, at: Date.parse(at) })).data as {
          parts: { pm25: { limit: number } }
        }
      ).parts.pm25.limit
    expect(await limitAt('2030-12-31T23:59:00+08:00')).toBe(60)
    expect(await limitAt('2031-01-01T00:00:00+08:00')).toBe(50)
  })

  it('answers in the caller’s language', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/v1/standards/evaluate',
      headers: { authorization: `Bearer ${world.tokens.manager}`, 'accept-language': 'zh-TW' },
      payload: { standard: 'HJ633-2026', period: '24h', values: SIX },
    })
    expect(answer.json<{ data: { category: string } }>().data.category).toBe('輕度污染')
  })

  it.each([
    [{ standard: 'HJ633-2099', period: '24h', values: {} }, ['standard']],
    [{ period: '24h', values: {} }, ['standard']],
    [{ standard: 'HJ633-2026', period: '7h', values: {} }, ['period']],
    [{ standard: 'HJ633-2026', period: 'night', values: {} }, ['period']],
    [{ standard: 'HJ633-2026', values: {} }, ['period']],
    [{ standard: 'HJ633-2026', period: '1h', values: { pm25: -1 } }, ['values.pm25']],
    [{ standard: 'HJ633-2026', period: '1h', values: { pm25: 'much', gold: 1 } }, ['values.pm25', 'values.gold']],
    [{ standard: 'HJ633-2026', period: '1h' }, ['values']],
    [{ standard: 'GB3096-2008', period: 'day', values: { leq: 50 } }, ['zone']],
    [{ standard: 'GB3096-2008', period: 'day', zone: '9', values: { leq: 50 } }, ['zone']],
    [{ standard: 'GB3838-2002', period: 'sample', body: 'sea', values: {} }, ['body']],
    [{ standard: 'EAQI-2025', period: '1h', at: 'today', values: {} }, ['at']],
  ])('refuses %j', async (body, fields) => {
    const answer = await evaluate(body)
    expect(answer).toMatchObject({ status: 400, code: 400 })
    expect(fieldsOf(answer)).toEqual(fields)
  })

  it('computes noise statistics for day and night in the platform’s time zone', async () => {
    const midnight = Date.parse('2026-05-04T00:00:00+08:00')
    const samples = Array.from({ length: 24 }, (_, hour) => ({
      t: midnight + hour * HOUR,
      v: hour >= 6 && hour < 22 ? 65 : 55,
    }))
    const noise = (body: unknown) => world.call('watcher', 'POST', 'standards/noise', body)
    expect((await noise({ samples, zone: '2' })).data).toEqual({
      leq: 63.45,
      l10: 65,
      l50: 65,
      l90: 55,
      ld: 65,
      ln: 55,
      ldn: 65,
      lmax: 65,
      coverage: 1,
      limits: { day: 60, night: 50 },
    })
    expect((await noise({ samples: samples.slice(8, 18), zone: '2' })).data).toMatchObject({
      ld: 65,
      ln: null,
      ldn: null,
    })
    expect((await noise({ samples: [], zone: '2' })).data).toMatchObject({ leq: null, coverage: 0 })
    expect(fieldsOf(await noise({ samples: [{ t: midnight, v: -1 }], zone: '7' }))).toEqual(['zone', 'samples.0'])
    expect(fieldsOf(await noise({ zone: '2' }))).toEqual(['samples'])
  })

  // The process counts the limit, so the database makes no difference.
  it.runIf(engine === 'sqlite')('accepts 60 noise calculations per minute and user', async () => {
    const ask = () => world.call('stranger', 'POST', 'standards/noise', {})
    expect(await letThrough(ask, 60_000)).toBe(60)
    expect((await world.call('watcher', 'POST', 'standards/noise', {})).status).toBe(400)
  })
})
