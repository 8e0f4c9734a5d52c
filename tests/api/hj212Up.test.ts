import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { valueIn, type Version } from '../../server/hj212/protocol/segment.ts'
import { clockOf } from '../../server/hj212/protocol/time.ts'
import { runReports } from '../../server/north/reports/index.ts'
import type { ReporterOptions } from '../../server/north/reports/reporter.ts'
import { LeaseLost } from '../../server/storage/types.ts'
import { upTo } from '../support/slowness.ts'
import { startStrictReceiver, type StrictReceiver } from '../support/strictReceiver.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const clock = clockOf('Asia/Shanghai')
const MN = '010000A8900016F000169DC0'
const PW = 'Up-123456'
const WAIT = { timeout: upTo(10_000), interval: 20 }

describe.each(engines)('HJ 212 northbound reports on %s', (engine) => {
  let world: WorldApp
  let receiver: StrictReceiver
  let running: { stop(): Promise<void> } | null = null
  beforeAll(async () => {
    world = await openWorldApp(engine, { NORTH_ALLOW_PRIVATE: 'on' })
    await world.platform.storage.write(async (trx) => {
      await trx.updateTable('nodemap').set({ key_msg: 'a34004' }).where('id', '=', ids.pm).execute()
      await trx.updateTable('nodemap').set({ key_msg: 'a01001' }).where('id', '=', ids.temperature).execute()
      await trx
        .updateTable('systemuser')
        .set({ menu_control: '["5-1","5-2"]' })
        .where('username', '!=', 'watcher')
        .execute()
    })
    await world.platform.registry.changed('nodemap', null)
    for (const id of [1, 2, 3, 4]) world.platform.sessions.forget(id)
  })
  afterEach(async () => {
    await running?.stop()
    running = null
    await receiver?.close()
    const { data } = await call<{ list: { id: number }[] }>('GET', 'godbNorthInterface?page=1&size=50')
    for (const { id } of (Array.isArray(data) ? data : (data.list ?? [])) as { id: number }[])
      await call('DELETE', `godbNorthInterface/${id}`)
    await world.platform.storage.write(async (trx) => {
      await trx.deleteFrom('northinterface').execute()
      for (const table of ['northspool', 'northsession', 'northstate', 'history', 'hj212reported'] as const)
        await trx.deleteFrom(table).execute()
    })
  })
  afterAll(() => world.dispose())

  async function call<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    user: 'super' | 'manager' | 'stranger' | 'watcher' = 'manager',
  ) {
    const answer = await world.call(user, method as 'GET', path, body)
    return { ...answer, data: answer.data as T }
  }
  /** Adds an interface that was saved `ago` before the present. */
  const add = async (more: object = {}, ago = 0): Promise<number> => {
    const { data, msg } = await call<{ id: number }>('POST', 'godbNorthInterface', {
      name: 'up',
      url: `tcp://127.0.0.1:${receiver.port}`,
      run_interval: 3600,
      protocol: 3,
      dev_list: `${ids.air},${ids.disabled}`,
      hj_version: 2017,
      mn: MN,
      pw: PW,
      st: 22,
      send_realtime: 0,
      minute_period: 0,
      send_hours: 0,
      send_days: 0,
      ...more,
    })
    expect(msg).toBe('')
    await world.platform.storage.write((trx) =>
      trx
        .updateTable('northinterface')
        .set({ updated_at: Date.now() - ago })
        .where('id', '=', data.id)
        .execute(),
    )
    return data.id
  }
  const run = (options: ReporterOptions = {}): void => {
    const abort = new AbortController()
    const done = runReports(world.platform, abort.signal, {
      look: 10,
      fill: 50,
      grace: 0,
      retry: 20,
      ...options,
      // A message is repeated where its answer takes longer: then it would be taken twice.
      patience: { overTime: upTo(150), reCount: 3, ...options.patience },
    })
    running = {
      async stop() {
        abort.abort()
        await done
      },
    }
  }
  /** Pushes samples as an import, which may be of any age and all enter the history. */
  const samples = async (rows: readonly { ts: number; value: number }[]): Promise<void> => {
    const items = rows.map(({ ts, value }) => ({ sn: '1869024001', t: ts, values: { 1: value } }))
    for (const { rejected } of await world.platform.ingest.push(items, { kind: 'trusted', by: 'import' }))
      expect(rejected).toEqual([])
  }
  const hourAgo = (hours: number): number => Math.floor(Date.now() / HOUR) * HOUR - hours * HOUR
  const times = (cn: string): number[] =>
    receiver.taken.filter((one) => one.cn === cn).map(({ cp }) => clock.read(valueIn(cp, 'DataTime')) ?? 0)

  it.each([2005, 2017, 2025] as const)(
    'send live values in version %i, repeated until acknowledged',
    async (version: Version) => {
      const key = version === 2025 ? '0123456789abcdeffedcba9876543210' : null
      receiver = await startStrictReceiver({ mn: MN, pw: PW, version, key })
      receiver.silent = 2
      const now = Date.now()
      await world.platform.ingest.push([{ sn: '1869024001', t: now, values: { 1: 35.5, 2: 213 } }], { kind: 'trusted' })
      const id = await add({ hj_version: version, send_realtime: 1, run_interval: 3600, ...(key && { sm4: key }) })
      run()
      await vi.waitFor(() => expect(receiver.taken).toHaveLength(1), WAIT)
      expect(receiver.faults).toEqual([])
      expect(new Set(receiver.came.map(({ qn }) => qn)).size).toBe(1)
      expect(receiver.came).toHaveLength(3)
      expect(receiver.taken[0]).toMatchObject({
        cn: '2011',
        st: '22',
        cp: [
          [['DataTime', clock.write(now)]],
          [
            ['a34004-Rtd', '35.5'],
            ['a34004-Flag', 'N'],
          ],
          [
            ['a01001-Rtd', '21.3'],
            ['a01001-Flag', 'N'],
          ],
        ],
      })
      await vi.waitFor(
        async () =>
          expect((await call<{ last_ok: number }>('GET', `northstate/${id}`)).data).toMatchObject({
            last_ok: 1,
            last_result: 'Acknowledged (9014)',
          }),
        WAIT,
      )
      // One frame per interval, and one at once when it is requested.
      expect((await call('POST', `northpush/${id}`)).code).toBe(0)
      await vi.waitFor(() => expect(receiver.taken).toHaveLength(2), WAIT)
      const shown = await call<{ up: number; frames: { out: number; text: string }[] }>('GET', `northframes/${id}`)
      await vi.waitFor(
        async () =>
          expect((await call<{ frames: object[] }>('GET', `northframes/${id}`)).data.frames.length).toBeGreaterThan(4),
        WAIT,
      )
      expect(shown.data).toMatchObject({ up: 1 })
      expect(shown.text).not.toContain(PW)
      const preview = await call<{ type: string; devices: number; body: string }>('GET', `northpreview/${id}`)
      expect(preview.data).toMatchObject({ type: 'text/plain', devices: 1 })
      expect(preview.data.body).toMatch(
        /^QN=\d{17};ST=22;CN=2011;PW=\*{6};MN=010000A8900016F000169DC0;Flag=\d;CP=&&DataTime=\d{14};a34004-Rtd=35.5,a34004-Flag=N;/,
      )
      const { storage } = world.platform
      const stopped = { is_stop: 1, updated_at: Date.now() }
      await storage.write((trx) => trx.updateTable('northinterface').set(stopped).where('id', '=', id).execute())
      const up = async () => (await call<{ up: number }>('GET', `northframes/${id}`)).data.up
      await vi.waitFor(async () => expect(await up()).toBe(0), WAIT)
    },
  )

  it('keep averages while the receiver is away, and send each once when it is back', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW })
    const first = hourAgo(5)
    await samples(
      [0, 1, 2].flatMap((hour) =>
        [10, 30].map((value) => ({ ts: first + hour * HOUR + value * MINUTE, value: value + hour })),
      ),
    )
    await receiver.away()
    const id = await add({ send_hours: 1, minute_period: 10 }, 6 * HOUR)
    run()
    const waiting = async () =>
      (await call<{ waiting: Record<string, number>; up: number }>('GET', `northframes/${id}`)).data
    await vi.waitFor(async () => expect(await waiting()).toMatchObject({ up: 0, waiting: { 2051: 6, 2061: 3 } }), WAIT)
    await vi.waitFor(
      async () =>
        expect((await call('GET', `northstate/${id}`)).data).toMatchObject({
          last_ok: 0,
          last_result: 'No connection (ECONNREFUSED)',
        }),
      WAIT,
    )
    // Waiting frames survive a restart.
    await running?.stop()
    run()
    await receiver.back()
    await vi.waitFor(async () => expect(await waiting()).toMatchObject({ up: 1, waiting: { 2051: 0, 2061: 0 } }), WAIT)
    expect(times('2061')).toEqual([first, first + HOUR, first + 2 * HOUR])
    expect(times('2051')).toHaveLength(6)
    expect(new Set(times('2051')).size).toBe(6)
    expect(receiver.taken.find(({ cn }) => cn === '2061')?.cp[1]).toEqual([
      ['a34004-Min', '10'],
      ['a34004-Avg', '20'],
      ['a34004-Max', '30'],
      ['a34004-Flag', 'N'],
    ])
    // The receiver leaves and returns in the middle, and late samples arrive.
    await samples([{ ts: hourAgo(2) + MINUTE, value: 7 }])
    receiver.cut()
    await vi.waitFor(() => expect(times('2061')).toContain(hourAgo(2)), WAIT)
    expect(times('2061')).toHaveLength(4)
    expect(receiver.faults).toEqual([])
  })

  it('drop the oldest minutes when too many wait, but never hours or days', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW })
    await receiver.away()
    const first = hourAgo(4)
    await samples(Array.from({ length: 24 }, (_, ten) => ({ ts: first + ten * 10 * MINUTE, value: ten })))
    await samples([{ ts: (clock.read(clock.write(Date.now() - 2 * DAY).slice(0, 8)) ?? 0) + HOUR, value: 5 }])
    const id = await add({ send_hours: 1, send_days: 1, minute_period: 10 }, 3 * DAY)
    run({ mostMinutes: 10 })
    await vi.waitFor(async () => {
      const { data } = await call<{ waiting: Record<string, number>; dropped: number }>('GET', `northframes/${id}`)
      expect(data.waiting['2051']).toBe(10)
      expect(data.dropped).toBe(14)
      expect(data.waiting['2061']).toBe(5)
      expect(data.waiting['2031']).toBeGreaterThanOrEqual(1)
    }, WAIT)
    await receiver.back()
    await vi.waitFor(() => expect(times('2061')).toHaveLength(5), WAIT)
    await vi.waitFor(() => expect(times('2051')).toHaveLength(10), WAIT)
    expect(Math.min(...times('2051'))).toBe(first + 14 * 10 * MINUTE)
    expect(times('2031').length).toBeGreaterThanOrEqual(1)
  })

  it('continue with other frames when one is never acknowledged', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW })
    const first = hourAgo(4)
    receiver.refuses = ({ cp }) => valueIn(cp, 'DataTime') === clock.write(first)
    await samples([0, 1, 2].map((hour) => ({ ts: first + hour * HOUR, value: hour })))
    const id = await add({ send_hours: 1 }, 5 * HOUR)
    run({ patience: { overTime: upTo(100) } })
    await vi.waitFor(() => expect([...new Set(times('2061'))]).toEqual([first + HOUR, first + 2 * HOUR]), WAIT)
    await vi.waitFor(
      async () => expect((await call('GET', `northframes/${id}`)).data).toMatchObject({ up: 1, waiting: { 2061: 1 } }),
      WAIT,
    )
    const tried = () => receiver.came.filter(({ cp }) => valueIn(cp, 'DataTime') === clock.write(first))
    await vi.waitFor(() => expect(tried().length).toBeGreaterThan(1), WAIT)
  })

  it('forward hourly values reported by the station, scaled by the display script and with their marks', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW })
    const t = hourAgo(3)
    await samples([{ ts: t + MINUTE, value: 99 }])
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('hj212reported')
        .values([
          { device_id: ids.air, cn: 2061, ts: t, factor: 'a34004', min: 1, avg: 2, max: 3, cou: 0.25, flag: 'M' },
          // A sensor that delivers tenths, and one report without a value.
          {
            device_id: ids.air,
            cn: 2061,
            ts: t,
            factor: 'a01001',
            min: -999,
            avg: 119,
            max: 130,
            cou: null,
            flag: 'N',
          },
        ])
        .execute(),
    )
    await add({ send_hours: 1 }, 4 * HOUR)
    run()
    await vi.waitFor(() => expect(receiver.taken).toHaveLength(1), WAIT)
    expect(receiver.taken[0]?.cp[1]).toEqual([
      ['a01001-Avg', '11.9'],
      ['a01001-Max', '13'],
      ['a01001-Flag', 'N'],
    ])
    expect(receiver.taken[0]?.cp[2]).toEqual([
      ['a34004-Cou', '0.25'],
      ['a34004-Min', '1'],
      ['a34004-Avg', '2'],
      ['a34004-Max', '3'],
      ['a34004-Flag', 'M'],
    ])
  })

  it('answer the receiver’s requests from stored data, and refuse requests that change settings', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW })
    const first = hourAgo(30)
    await samples([0, 1, 2].map((hour) => ({ ts: first + hour * HOUR, value: hour })))
    const id = await add({ minute_period: 5 })
    run()
    await vi.waitFor(() => expect(receiver.connections()).toBe(1), WAIT)
    const span = (from: number, to: number) => [
      [
        ['BeginTime', clock.write(from)],
        ['EndTime', clock.write(to)],
      ] as const,
    ]
    const hours = await receiver.ask('2061', span(first, first + DAY))
    expect(hours.map(({ cn }) => cn)).toEqual(['9011', '2061', '2061', '2061', '9012'])
    expect(hours.slice(1, 4).map(({ cp }) => valueIn(cp, 'DataTime'))).toEqual(
      [0, 1, 2].map((hour) => clock.write(first + hour * HOUR)),
    )
    expect(valueIn(hours.at(-1)?.cp ?? [], 'ExeRtn')).toBe('1')
    const days = await receiver.ask('2031', span(first - DAY, first + 2 * DAY))
    expect(days.filter(({ cn }) => cn === '2031').length).toBeGreaterThanOrEqual(1)
    const minutes = await receiver.ask('2051', span(first, first + HOUR))
    expect(minutes.filter(({ cn }) => cn === '2051').map(({ cp }) => valueIn(cp, 'a34004-Avg'))).toEqual(['0', '1'])
    expect(valueIn((await receiver.ask('2061', span(0 + DAY * 15_000, DAY * 15_001))).at(-1)?.cp ?? [], 'ExeRtn')).toBe(
      '100',
    )
    const time = await receiver.ask('1011', [])
    expect(valueIn(time[1]?.cp ?? [], 'SystemTime')).toMatch(/^\d{14}$/)
    expect(valueIn((await receiver.ask('1063', []))[1]?.cp ?? [], 'MinInterval')).toBe('5')
    const refused = async (cn: string, more: object = {}) =>
      valueIn((await receiver.ask(cn, [], more)).at(-1)?.cp ?? [], 'QnRtn')
    expect(await refused('1012')).toBe('2')
    expect(await refused('1072')).toBe('2')
    expect(await refused('2061')).toBe('2')
    expect(await refused('3011')).toBe('8')
    expect(await refused('1011', { pw: 'x' })).toBe('3')
    expect(await refused('1011', { mn: 'OTHER' })).toBe('4')
    expect((await call('PUT', `godbNorthInterface/${id}`, { answers_requests: 0 })).msg).toBe('')
    await vi.waitFor(async () => {
      expect(receiver.connections()).toBe(1)
      expect(await refused('1011')).toBe('2')
    }, WAIT)
  })

  it('never return password or key, store them encrypted, and refuse invalid settings', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW })
    const id = await add({ sm4: '0123456789abcdef' })
    const row = () =>
      world.platform.storage.read
        .selectFrom('northinterface')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const kept = await row()
    expect(`${kept.pw} ${kept.sm4}`).not.toMatch(/Up-123456|0123456789abcdef/)
    const { text } = await call('GET', `godbNorthInterface/${id}`)
    for (const secret of ['Up-123456', '0123456789abcdef', String(kept.pw).slice(0, 10)])
      expect(text).not.toContain(secret)
    expect((await call('PUT', `godbNorthInterface/${id}`, { name: 'other', protocol: 3, pw: '' })).msg).toBe('')
    expect((await row()).pw).toBe(kept.pw)
    const refused = async (body: object) =>
      (await call<{ fields: object }>('PUT', `godbNorthInterface/${id}`, body)).data.fields
    expect(await refused({ pw: 'a;b' })).toHaveProperty('pw')
    expect(await refused({ sm4: 'short' })).toHaveProperty('sm4')
    expect(await refused({ url: 'http://127.0.0.1/in' })).toHaveProperty('url')
    expect(await refused({ protocol: 1 })).toHaveProperty('url')
    expect(await refused({ protocol: 9 })).toHaveProperty('protocol')
    expect(await refused({ mn: 'a b' })).toHaveProperty('mn')
    // The target address may only be changed by a user who knows the password that is sent there.
    for (const url of ['tcp://127.0.0.1:9', `tls://127.0.0.1:${receiver.port}`])
      expect(await refused({ url })).toEqual({ pw: expect.any(String) as string })
    expect((await call('PUT', `godbNorthInterface/${id}`, { url: 'tcp://127.0.0.1:9', pw: PW })).msg).toBe('')
    expect((await call('GET', `northframes/${id}`, undefined, 'stranger')).status).toBe(404)
    expect((await call('GET', `northframes/${id}`, undefined, 'watcher')).status).toBe(403)
  })

  // The remaining tests ask the databases for nothing new.
  if (engine !== 'sqlite') return

  it('include live values of a device without an offline timeout', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW })
    const set = async (over_time: number): Promise<void> => {
      await world.platform.storage.write((trx) =>
        trx.updateTable('device').set({ over_time }).where('id', '=', ids.air).execute(),
      )
      await world.platform.registry.changed('device', ids.air)
    }
    await set(0)
    const at = Date.now()
    await world.platform.ingest.push([{ sn: '1869024001', t: at, values: { 1: 41 } }], { kind: 'trusted' })
    await add({ send_realtime: 1, run_interval: 3600, factors: 'a34004' })
    run()
    await vi.waitFor(() => expect(receiver.taken).toHaveLength(1), WAIT)
    expect(receiver.taken[0]?.cp.flat()).toContainEqual(['a34004-Rtd', '41'])
    await set(600)
  })

  it('mark doubtful values T or D, and keep the station’s own mark', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW })
    const id = await add({ send_realtime: 1, factors: 'a34004' })
    const { storage, registry, ingest } = world.platform
    const set = async (values: { qc_suspect_high: number | null; qc_fail_high: number | null }): Promise<void> => {
      await storage.write((trx) => trx.updateTable('node').set(values).where('id', '=', 1).execute())
      await registry.changed('node', 1)
    }
    await set({ qc_suspect_high: 100, qc_fail_high: 200 })
    const from = Date.now()
    const cases = [
      [150, 'N', 'T'],
      [250, 'N', 'D'],
      [260, 'C', 'C'],
      [40, 'N', 'N'],
    ] as const
    for (const [at, [value, mark, told]] of cases.entries()) {
      await ingest.push([{ sn: '1869024001', t: from + at, values: { 1: value }, mark }], { kind: 'trusted' })
      const { data } = await call<{ body: string }>('GET', `northpreview/${id}`)
      expect(data.body).toContain(`a34004-Rtd=${value},a34004-Flag=${told}`)
    }
    await set({ qc_suspect_high: null, qc_fail_high: null })
  })

  it('stop when the lease is lost, without changing the displayed connection state', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW })
    const id = await add({ send_hours: 1 })
    const { storage } = world.platform
    // The other process is already reporting.
    const shown = { up: 1, since: 1_700_000_000_000, frames: '[]' }
    await storage.write((trx) =>
      trx
        .insertInto('northsession')
        .values({ interface_id: id, ...shown })
        .execute(),
    )
    const lost = () => Promise.reject<never>(new LeaseLost('leader'))
    const lead = { ...storage, write: lost, writeAny: lost }
    const { signal } = new AbortController()
    await expect(runReports(world.platform, signal, { look: 10, lead })).rejects.toThrow(LeaseLost)
    expect(await storage.read.selectFrom('northsession').select(['up', 'since', 'frames']).execute()).toEqual([shown])
  })

  it('use each device’s own MN if the interface has none', async () => {
    receiver = await startStrictReceiver({ mn: '1869024001', pw: PW })
    await world.platform.ingest.push([{ sn: '1869024001', t: Date.now(), values: { 1: 12 } }], { kind: 'trusted' })
    await add({ mn: '', send_realtime: 1, factors: 'a34004' })
    run()
    await vi.waitFor(() => expect(receiver.taken).toHaveLength(1), WAIT)
    expect(receiver.taken[0]?.cp.slice(1).map(([pair]) => pair?.[0])).toEqual(['a34004-Rtd'])
    expect(receiver.faults).toEqual([])
  })

  it('send heartbeats in version 2025, and reconnect to a receiver that stays silent', async () => {
    receiver = await startStrictReceiver({ mn: MN, pw: PW, version: 2025 })
    await add({ hj_version: 2025 })
    run({ patience: { heartbeat: 50, overTime: 50, reCount: 1 } })
    await vi.waitFor(() => expect(receiver.taken.filter(({ cn }) => cn === '9015').length).toBeGreaterThan(1), WAIT)
    receiver.silent = 1_000_000
    const before = receiver.came.length
    let gone = 0
    await vi.waitFor(() => {
      gone = Math.max(gone, new Set(receiver.came.slice(before).map(({ qn }) => qn)).size)
      expect(gone).toBeGreaterThan(2)
    }, WAIT)
    receiver.silent = 0
    await vi.waitFor(() => expect(receiver.taken.length).toBeGreaterThan(before), WAIT)
  })
})

describe('HJ 212 northbound reports to private addresses', () => {
  it('are refused on save and on connection', async () => {
    const world = await openWorldApp('sqlite')
    const body = {
      name: 'up',
      run_interval: 60,
      protocol: 3,
      dev_list: `${ids.air}`,
      pw: PW,
      mn: MN,
      hj_version: 2017,
      st: 22,
      project_id: 1,
    }
    const add = (url: string) => world.call('super', 'POST', 'godbNorthInterface', { ...body, url })
    expect((await add('tcp://127.0.0.1:2120')).data).toMatchObject({
      fields: { url: expect.stringContaining('not public') as string },
    })
    expect((await add('tls://[::1]:2120')).code).toBe(400)
    const { data } = await add('tcp://reports.invalid:2120')
    await world.platform.storage.write((trx) =>
      trx.updateTable('nodemap').set({ key_msg: 'a34004' }).where('id', '=', ids.pm).execute(),
    )
    const abort = new AbortController()
    const done = runReports(world.platform, abort.signal, {
      look: 10,
      resolve: (_host, answer) =>
        answer(null, [
          { address: '8.8.8.8', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
    })
    const { id } = data as { id: number }
    await vi.waitFor(
      async () =>
        expect((await world.call('super', 'GET', `northstate/${id}`)).data).toMatchObject({
          last_result: expect.stringContaining('10.0.0.1') as string,
        }),
      WAIT,
    )
    abort.abort()
    await done
    await world.dispose()
  })
})
