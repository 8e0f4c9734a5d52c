import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Segment } from '../../server/hj212/protocol/segment.ts'
import { stationNames } from '../../server/storage/migrations/0081-station-names.ts'
import { MN, openStationWorld, PW, type StationWorld } from '../support/stations.ts'
import { engines } from '../support/storage.ts'
import { waitFor } from '../support/waitFor.ts'
import { ids } from '../support/world.ts'

const SECOND = 1000
const HOUR = 3_600_000
const now = (): number => Math.floor(Date.now() / SECOND) * SECOND

describe.each(engines)('HJ 212 gateway on %s', (engine) => {
  let world: StationWorld
  beforeAll(async () => {
    world = await openStationWorld(engine, { gapDelay: 20, gapEvery: 0 })
  })
  afterAll(() => world.dispose())
  const get = async <T>(path: string, user: 'super' | 'manager' | 'watcher' | 'stranger' = 'super') => {
    const answer = await world.call(user, 'GET', path)
    return { ...answer, data: answer.data as T }
  }
  const last = (node: number) => world.platform.registry.device(ids.air)?.nodes.get(node)?.last
  const history = (ts: number) =>
    world.platform.storage.read
      .selectFrom('history')
      .select(['nodemap_id', 'value'])
      .where('device_id', '=', ids.air)
      .where('ts', '=', ts)
      .orderBy('nodemap_id')
      .execute()

  it.each([2005, 2017, 2025] as const)(
    'stores real-time data of version %i and acknowledges it after the commit',
    async (version) => {
      const station = await world.station({ version })
      const t = now() - version * SECOND
      expect(await station.report('2011', world.realTime(t, version / 100))).toBe(true)
      expect(await history(t)).toEqual([
        { nodemap_id: ids.pm, value: version / 100 },
        { nodemap_id: ids.temperature, value: 21.5 },
      ])
      expect(
        (await get<{ mn: string; session: object; unmapped: string[]; has_pw: number }>(`hj212/${ids.air}`, 'watcher'))
          .status,
      ).toBe(404)
      const { data } = await get<{ mn: string; session: object; unmapped: string[]; has_pw: number }>(
        `hj212/${ids.air}`,
        'manager',
      )
      expect(data).toMatchObject({ mn: MN, has_pw: 1, session: { up: 1, version, st: '22' }, unmapped: ['a05024'] })
      station.close()
      await station.ended()
    },
  )

  it('decrypts version 2025 with the station’s key, and never returns key or password', async () => {
    const key = '0123456789abcdeffedcba9876543210'
    expect((await world.call('super', 'PUT', `godbDevice/${ids.air}/hj212`, { key, version: 2025 })).code).toBe(0)
    await world.hub.reload()
    const station = await world.station({ version: 2025, key })
    const t = now() - 50 * SECOND
    expect(await station.report('2011', world.realTime(t, 77.5))).toBe(true)
    expect((await history(t))[0]).toEqual({ nodemap_id: ids.pm, value: 77.5 })
    const { text } = await get(`hj212/${ids.air}`)
    expect(text).not.toContain(key)
    const row = await world.platform.storage.read
      .selectFrom('hj212station')
      .selectAll()
      .where('device_id', '=', ids.air)
      .executeTakeFirstOrThrow()
    expect(`${row.pw} ${row.sm4}`).not.toMatch(new RegExp(`${key}|${PW}`))
    const log = await world.platform.storage.read
      .selectFrom('operationdetail')
      .select(['new_value', 'old_value'])
      .where('field_name', 'like', 'hj212 %')
      .execute()
    expect(JSON.stringify(log)).toContain('******')
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${key}|${PW}`))
    const other = await world.station({ version: 2025, key: 'another_key_2025' })
    expect(await other.report('2011', world.realTime(t, 78.5), { timeout: 300 })).toBe(false)
    await waitFor(async () =>
      expect((await get<{ mn: string; reason: string }[]>('hj212knocks')).data).toMatchObject([
        { mn: MN, reason: 'key', device: { id: ids.air } },
      ]),
    )
    await world.call('super', 'DELETE' as 'GET', `hj212knocks/${MN}`)
    other.close()
    await world.call('super', 'PUT', `godbDevice/${ids.air}/hj212`, { key: null, version: 2017 })
    station.close()
  })

  it('stores a mark with a value that is not normal', async () => {
    const station = await world.station()
    const t = now() - 10 * SECOND
    expect(await station.report('2011', world.realTime(t, 3, 'D'))).toBe(true)
    expect((await get(`hj212/${ids.air}/marks?from=${t}&to=${t}`)).data).toEqual([{ t, nodemapid: ids.pm, mark: 'D' }])
    expect((await get(`hj212/${ids.air}/marks`)).status).toBe(400)
    station.close()
  })

  it('stores repeated or split averages once, and returns them with the platform’s own mean', async () => {
    const station = await world.station()
    const t = Math.floor((Date.now() - 5 * HOUR) / HOUR) * HOUR
    const average = (avg: number) =>
      station.report('2061', [...world.span(t, avg), [['a01001-Min', '1']], [['a01001-Avg', '2']]])
    expect(await average(34)).toBe(true)
    expect(
      await station.report(
        '2061',
        [
          ...world.span(t, 35),
          [
            ['a01001-Min', '1'],
            ['a01001-Max', '3'],
          ],
          [['a01001-Avg', '2']],
        ],
        { split: 60 },
      ),
    ).toBe(true)
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('rollup')
        .values({
          device_id: ids.air,
          nodemap_id: ids.pm,
          hour: t,
          min: 30,
          max: 50,
          sum: 80,
          count: 2,
          first: 30,
          last: 50,
          first_at: t,
          last_at: t,
          min_at: t,
          max_at: t,
        })
        .execute(),
    )
    const { data } = await get<object[]>(`hj212/${ids.air}/reported?cn=2061&from=${t}&to=${t + HOUR}`)
    expect(data).toEqual([
      {
        t,
        factor: 'a01001',
        min: 1,
        avg: 2,
        max: 3,
        cou: null,
        flag: null,
        nodemapid: ids.temperature,
        own: null,
        differs: null,
      },
      { t, factor: 'a34004', min: 34, avg: 35, max: 36, cou: null, flag: 'N', nodemapid: ids.pm, own: 40, differs: 1 },
    ])
    expect((await get(`hj212/${ids.air}/reported?cn=2011&from=0&to=1`)).status).toBe(400)
    expect((await get(`hj212/${ids.air}/reported?cn=2061&from=${t}&to=${t + 400 * 24 * HOUR}`)).status).toBe(400)
    station.close()
  })

  it('requests missed hours once from a station that reconnects', async () => {
    const t = Math.floor((Date.now() - 5 * HOUR) / HOUR) * HOUR
    const asked: string[] = []
    const past = [1, 2, 3, 4].map((hour) => ({ t: t + hour * HOUR, cp: world.span(0, hour).slice(1) }))
    const station = await world.station({
      history: (cn, from, to) => (cn === '2061' ? past.filter((one) => one.t >= from && one.t <= to) : []),
      onSegment: ({ cn }) => asked.push(cn),
    })
    await station.report('2011', world.realTime(now(), 1))
    await waitFor(async () => {
      const { data } = await get<{ t: number; avg: number }[]>(
        `hj212/${ids.air}/reported?cn=2061&from=${t}&to=${Date.now()}&factor=a34004`,
      )
      expect(data.map(({ avg }) => avg)).toEqual([35, 1, 2, 3, 4])
    })
    expect(asked.filter((cn) => cn === '2061')).toHaveLength(1)
    // The station never sent minute data.
    expect(asked).not.toContain('2051')
    station.close()
  })

  it('assigns interleaved split messages to their own DataTime, also for parts that arrive before it', async () => {
    const station = await world.station()
    const answered: string[] = []
    const listening = await world.station({ onSegment: ({ cn, qn }) => cn === '9014' && answered.push(qn) })
    const [one, two] = [now() - 400 * SECOND, now() - 300 * SECOND]
    const part = (qn: string, pno: number, cp: Segment['cp']) =>
      listening.raw(listening.frame({ cn: '2011', qn, flag: 7, pnum: 2, pno, cp }))
    const [head, tail] = [
      (t: number) => world.realTime(t, (t - one) / SECOND).slice(0, 2),
      (t: number) => [[['a01001-Rtd', String((t - one) / SECOND)] as const]],
    ]
    part('20261127081500001', 1, head(one))
    part('20261127081500002', 2, tail(two))
    part('20261127081500003', 2, tail(now()))
    part('20261127081500001', 2, tail(one))
    part('20261127081500002', 1, head(two))
    await waitFor(() => expect(answered).toHaveLength(4))
    for (const [t, value] of [
      [one, 0],
      [two, 100],
    ] as const)
      expect(await history(t)).toEqual([
        { nodemap_id: ids.pm, value },
        { nodemap_id: ids.temperature, value },
      ])
    // The first packet of the third message never arrived.
    expect(answered).not.toContain('20261127081500003')
    for (const each of [station, listening]) each.close()
  })

  it('stores states and station information', async () => {
    const station = await world.station()
    expect(await station.report('2021', [[['DataTime', '20260801000000']], [['SB1-RS', '1']]])).toBe(true)
    expect(
      await station.report('3020', [
        [
          ['DataTime', '20260801000000'],
          ['PolId', 'a34004'],
        ],
        [['i11001-Info', 'V1.2']],
      ]),
    ).toBe(true)
    expect((await get<{ states: object[] }>(`hj212/${ids.air}`)).data.states).toMatchObject([
      { cn: 2021, name: 'SB1-RS', value: '1' },
      { cn: 3020, name: 'i11001-Info', value: 'V1.2' },
    ])
    station.close()
  })

  it('refuses unknown stations and wrong passwords, and lists them to super administrators only', async () => {
    const known = world.hub.figures()
    const stranger = await world.station({ mn: 'STRANGER_01' })
    expect(await stranger.report('2011', world.realTime(now(), 9), { timeout: 300 })).toBe(false)
    const wrong = await world.station({ pw: 'wrong' })
    expect(await wrong.report('2011', world.realTime(now(), 999), { timeout: 300 })).toBe(false)
    expect(last(ids.pm)?.value).not.toBe(999)
    await waitFor(async () => expect((await get<object[]>('hj212knocks')).data).toHaveLength(2))
    const { data, text } =
      await get<
        {
          mn: string
          device: object | null
          models: { name: string; matched: number }[]
          reason: string
          factors: string[]
          frame: string
        }[]
      >('hj212knocks')
    expect(data.find(({ mn }) => mn === MN)).toMatchObject({ reason: 'password', device: { id: ids.air } })
    expect(data.find(({ mn }) => mn === 'STRANGER_01')).toMatchObject({
      reason: 'unknown',
      device: null,
      factors: ['a34004', 'a01001', 'a05024'],
      models: [{ name: '空气微站 A3', matched: 2 }],
    })
    expect(text).not.toContain('PW=wrong')
    expect((await get('hj212knocks', 'manager')).status).toBe(403)
    expect((await world.call('manager', 'DELETE' as 'GET', 'hj212knocks/STRANGER_01')).status).toBe(403)
    expect((await world.call('super', 'DELETE' as 'GET', 'hj212knocks/STRANGER_01')).code).toBe(0)
    expect((await get<object[]>('hj212knocks')).data).toHaveLength(1)
    expect(known).toBeDefined()
    for (const station of [stranger, wrong]) station.close()
  })

  it('creates a device from a refused station', async () => {
    const stranger = await world.station({ mn: 'NEWCOMER_1', pw: 'new212' })
    expect(await stranger.report('2011', world.realTime(now(), 9), { timeout: 300 })).toBe(false)
    await waitFor(async () =>
      expect((await get<{ mn: string }[]>('hj212knocks')).data.map(({ mn }) => mn)).toContain('NEWCOMER_1'),
    )
    const make = (body: object) => world.call('super', 'POST', 'hj212knocks/NEWCOMER_1/device', body)
    expect((await make({ name: 'Newcomer', district_id: 3, devicetype_id: 1, pw: 'a;b' })).status).toBe(400)
    expect((await make({ name: 'Newcomer', district_id: 999, devicetype_id: 1, pw: 'new212' })).status).toBe(400)
    // A station that cannot sign in is not created either, and the attempt can be repeated.
    const spoken = (version: number) =>
      world.platform.storage.write((trx) =>
        trx.updateTable('hj212knock').set({ version }).where('mn', '=', 'NEWCOMER_1').execute(),
      )
    await spoken(1999)
    expect((await make({ name: 'Newcomer', district_id: 3, devicetype_id: 1, pw: 'new212' })).status).toBe(400)
    await spoken(2017)
    const made = await make({ name: 'Newcomer', district_id: 3, devicetype_id: 1, pw: 'new212' })
    expect(made.msg).toBe('')
    expect(
      (await get<{ mn: string; project_id: number }>(`godbDevice/${(made.data as { id: number }).id}`)).data,
    ).toMatchObject({ mn: 'NEWCOMER_1', project_id: 1, protocol_type: 5 })
    await world.hub.reload()
    expect(await stranger.report('2011', world.realTime(now(), 9))).toBe(true)
    expect((await get<{ mn: string }[]>('hj212knocks')).data.map(({ mn }) => mn)).not.toContain('NEWCOMER_1')
    stranger.close()
  })

  it('requires permission to change station settings, and refuses invalid values', async () => {
    const put = (body: object, user: 'manager' | 'watcher' | 'stranger' = 'manager') =>
      world.call(user, 'PUT', `godbDevice/${ids.level}/hj212`, body)
    expect((await put({ pw: 'a' }, 'watcher')).status).toBe(403)
    expect([403, 404]).toContain((await put({ pw: 'a' }, 'stranger')).status)
    for (const body of [
      { pw: 'a;b' },
      { pw: '' },
      { pw: 5 },
      { pw: 'x'.repeat(33) },
      { key: 'short' },
      { version: 2018 },
    ])
      expect(
        (await world.call('super', 'PUT', `godbDevice/${ids.level}/hj212`, body)).status,
        JSON.stringify(body),
      ).toBe(400)
    expect((await world.call('super', 'PUT', `godbDevice/${ids.level}`, { mn: 'a b' })).status).toBe(400)
    expect((await world.call('super', 'PUT', `godbDevice/${ids.level}`, { mn: MN })).status).toBe(409)
  })

  it('refuses an MN that the migration converted to upper case; colliding ones stay unchanged', async () => {
    const { storage } = world.platform
    const others = [ids.level, ids.other, ids.disabled]
    await storage.write(async (trx) => {
      for (const [at, mn] of ['old_1', 'old_2', 'Old_2'].entries())
        await trx
          .updateTable('device')
          .set({ mn })
          .where('id', '=', others[at] ?? 0)
          .execute()
      await stationNames(trx, engine)
    })
    const stored = await storage.read
      .selectFrom('device')
      .select('mn')
      .where('id', 'in', others)
      .orderBy('id')
      .execute()
    expect(stored.map(({ mn }) => mn)).toEqual(['OLD_1', 'old_2', 'Old_2'])
    expect((await world.call('super', 'PUT', `godbDevice/${ids.air}`, { mn: 'old_1' })).status).toBe(409)
    await storage.write((trx) => trx.updateTable('device').set({ mn: null }).where('id', 'in', others).execute())
  })

  // The remaining tests ask the databases for nothing new.
  if (engine !== 'sqlite') return

  it('acknowledges neither a wrong checksum nor a failed write, and continues', async () => {
    const station = await world.station()
    const bytes = station.frame({ cn: '2011', flag: 5, cp: world.realTime(now(), 55) })
    bytes[bytes.length - 3] = bytes.at(-3) === 0x30 ? 0x31 : 0x30
    station.raw(bytes)
    station.raw('##0020garbage\r\n##')
    expect(await station.report('2011', world.realTime(now() - 2 * SECOND, 56))).toBe(true)
    expect(last(ids.pm)?.value).not.toBe(55)
    const stop = vi.spyOn(world.platform.ingest, 'push').mockRejectedValue(new Error('the database is away'))
    expect(await station.report('2011', world.realTime(now(), 57), { timeout: 300 })).toBe(false)
    stop.mockRestore()
    expect(await station.report('2011', world.realTime(now(), 58))).toBe(true)
    station.close()
  })

  it('accepts fragmented frames and several frames in one packet', async () => {
    const station = await world.station()
    const t = now() - 100 * SECOND
    const frames = [1, 2, 3].map((n) => station.frame({ cn: '2011', flag: 4, cp: world.realTime(t + n * SECOND, n) }))
    const all = Buffer.concat(frames)
    for (let at = 0; at < all.length; at += 40) {
      station.raw(all.subarray(at, at + 40))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await station.report('2011', world.realTime(now(), 4))).toBe(true)
    for (const n of [1, 2, 3]) expect((await history(t + n * SECOND))[0]?.value).toBe(n)
    station.close()
  })

  it('sends the time to a station on request, and acknowledges a heartbeat', async () => {
    const said: Segment[] = []
    const station = await world.station({ onSegment: (segment) => said.push(segment) })
    station.raw(station.frame({ cn: '1013', flag: 5, cp: [[['PolId', 'a34004']]] }))
    station.raw(station.frame({ cn: '9015', flag: 5, qn: '20260801085857223' }))
    await waitFor(() => expect(said.map(({ cn }) => cn)).toEqual(expect.arrayContaining(['9013', '1012', '9014'])))
    expect(
      said
        .find(({ cn }) => cn === '1012')
        ?.cp.flat()
        .map(([name]) => name),
    ).toEqual(['PolId', 'SystemTime'])
    expect(said.find(({ cn }) => cn === '9014')).toMatchObject({ qn: '20260801085857223', pw: PW, mn: MN, st: '91' })
    station.close()
  })

  it('refuses a disabled device, and disconnects a station whose password was removed', async () => {
    await world.call('super', 'PUT', `godbDevice/${ids.disabled}/hj212`, { pw: PW })
    await world.hub.reload()
    const station = await world.station({ mn: '1869024004' })
    expect(await station.report('2011', world.realTime(now(), 1), { timeout: 300 })).toBe(false)
    const level = await world.call('super', 'PUT', `godbDevice/${ids.level}/hj212`, { pw: PW })
    expect(level.code).toBe(0)
    await world.hub.reload()
    const other = await world.station({ mn: '1869024002' })
    expect(await other.report('2011', world.realTime(now(), 1))).toBe(true)
    await world.call('super', 'PUT', `godbDevice/${ids.level}/hj212`, { pw: null })
    await other.ended()
    station.close()
  })
})

describe('HJ 212 gateway limits', () => {
  it('close silent, slow and invalid connections, and the fourth from one address', async () => {
    const world = await openStationWorld('sqlite', {
      limits: { strangerMs: 150, frameMs: 150, idleMs: 300, perAddress: 3 },
    })
    try {
      const silent = await world.station()
      await silent.ended()
      const slow = await world.station()
      await slow.report('2011', world.realTime(now(), 1))
      slow.raw('##0100QN=2026')
      const drip = setInterval(() => slow.raw('0'), 30)
      await slow.ended()
      clearInterval(drip)
      const rude = await world.station()
      rude.raw('##x'.repeat(5000))
      await rude.ended()
      const all = await Promise.all([1, 2, 3].map(() => world.station()))
      const fourth = connect({ host: '127.0.0.1', port: world.hub.port })
      await new Promise((resolve) => fourth.once('close', resolve).on('error', () => {}))
      for (const one of all) one.close()
    } finally {
      await world.dispose()
    }
  })
})
