import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startNorth } from '../../server/north/index.ts'
import { createPusher, type Pusher } from '../../server/north/pusher.ts'
import type { TelemetrySource } from '../../server/platform.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

describe.each(engines)('northbound interface on %s', (engine) => {
  let world: WorldApp
  let receiver: Receiver
  let pusher: Pusher
  const start = Date.now()
  let clock = start + 10_000
  beforeAll(async () => {
    receiver = await startReceiver()
    world = await openWorldApp(engine, { NORTH_ALLOW_PRIVATE: 'on' })
    pusher = createPusher(world.platform)
    await world.platform.ingest.push([{ sn: '1869024001', t: start, values: { 1: 35.5, 2: 213 } }], { kind: 'trusted' })
    await world.platform.storage.write((trx) =>
      trx.updateTable('systemuser').set({ menu_control: '["5-1","5-2"]' }).where('username', '!=', 'watcher').execute(),
    )
    for (const id of [1, 2, 3, 4]) world.platform.sessions.forget(id)
  })
  afterEach(() => {
    receiver.answer = { status: 200 }
    receiver.taken.length = 0
  })
  afterAll(async () => {
    await pusher.close()
    await world.dispose()
    await receiver.close()
  })
  const call = async <T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    user: 'super' | 'manager' | 'stranger' | 'watcher' = 'manager',
  ) => {
    const answer = await world.call(user, method as 'GET', path, body)
    return { ...answer, data: answer.data as T }
  }
  const add = async (more: object = {}): Promise<number> => {
    const { data, msg } = await call<{ id: number }>('POST', 'godbNorthInterface', {
      name: 'env',
      url: `${receiver.url}/in`,
      run_interval: 60,
      protocol: 1,
      dev_list: `${ids.air},${ids.disabled}`,
      ...more,
    })
    expect(msg).toBe('')
    return data.id
  }
  const drop = (id: number) => call('DELETE', `godbNorthInterface/${id}`)
  const look = async (ahead: number): Promise<void> => {
    clock += ahead
    await pusher.look(clock)
    await pusher.settled()
  }
  const row = async (
    format: number,
    super_id: number,
    key_type: number,
    key_name_value: string,
    key_value_type: number,
    key_value_value: string,
  ) =>
    (
      await call<{ id: number }>('POST', 'godbNorthDataList', {
        info_id: format,
        super_id,
        key_type,
        key_name_type: 1,
        key_name_value,
        key_value_type,
        key_value_value,
      })
    ).data.id

  it('pushes the values of enabled devices at its interval until it is stopped or disabled', async () => {
    const id = await add()
    await look(0)
    await look(59_000)
    expect(receiver.taken).toHaveLength(1)
    await look(1000)
    expect(receiver.taken).toHaveLength(2)
    const [first] = receiver.taken
    expect(first).toMatchObject({ url: '/in', type: 'application/json; charset=utf-8' })
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      name: 'env',
      devices: [
        {
          id: ids.air,
          values: [
            { address: 1, value: 35.5 },
            { address: 2, name: '温度', unit: '℃', value: 21.3, time: start },
            { address: 11, value: null },
          ],
        },
      ],
    })
    expect((await call<{ last_result: string }>('GET', `godbNorthInterface/${id}`)).data.last_result).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Delivered \(HTTP 200\)$/,
    )
    const change = (fields: object) => call('PUT', `godbNorthInterface/${id}`, fields)
    await change({ is_stop: 1 })
    await look(600_000)
    expect(receiver.taken).toHaveLength(2)
    // Disabling stops the interface, by the one field that the console shows.
    await change({ is_stop: 0 })
    expect(await change({ is_enable: 0 })).toMatchObject({ status: 200, data: { is_stop: 1, is_enable: 1 } })
    expect(await change({ is_stop: 0 })).toMatchObject({ data: { is_stop: 0, is_enable: 1 } })
    await drop(id)
  })

  it('retries a failing receiver with increasing delays until it recovers', async () => {
    const id = await add()
    receiver.answer = { status: 500 }
    await look(0)
    const state = async () =>
      (
        await call<{ failures: number; last_ok: number; next_at: number; last_result: string }>(
          'GET',
          `northstate/${id}`,
        )
      ).data
    expect(await state()).toMatchObject({
      failures: 1,
      last_ok: 0,
      next_at: clock + 5000,
      last_result: 'The receiver answered HTTP 500',
    })
    await look(4999)
    expect(receiver.taken).toHaveLength(1)
    await look(1)
    expect(await state()).toMatchObject({ failures: 2, next_at: clock + 10_000 })
    receiver.answer = { status: 204 }
    await look(10_000)
    expect(await state()).toMatchObject({
      failures: 0,
      last_ok: 1,
      next_at: clock + 60_000,
      last_result: 'Delivered (HTTP 204)',
    })
    expect(receiver.taken).toHaveLength(3)
    // A changed record is due at once.
    await call('PUT', `godbNorthInterface/${id}`, { url: `${receiver.url}/other` })
    await look(1)
    expect(receiver.taken.at(-1)?.url).toBe('/other')
    await drop(id)
    expect(await world.platform.storage.read.selectFrom('northstate').selectAll().execute()).toEqual([])
  })

  it('pushes its data format as JSON and as XML, and validates the format’s rows', async () => {
    const format = (await call<{ id: number }>('POST', 'godbNorthDataInfo', { north_data_info_name: 'bureau' })).data.id
    await row(format, 0, 3, 'version', 1, '2')
    const stations = await row(format, 0, 2, 'stations', 3, 'id')
    await row(format, stations, 3, 'code', 3, 'sn')
    const items = await row(format, stations, 2, 'items', 2, 'PM2.5')
    await row(format, items, 3, 'v', 2, '*')
    const id = await add({ info_id: format })
    const xml = await add({ info_id: format, protocol: 2, name: 'xml' })
    await look(0)
    const bodies = receiver.taken.toSorted((a, b) => (a.type ?? '').localeCompare(b.type ?? ''))
    expect(JSON.parse(bodies[0]?.body ?? '')).toEqual({
      version: 2,
      stations: [{ code: '1869024001', items: [{ v: 35.5 }] }],
    })
    expect(bodies[1]).toMatchObject({
      type: 'application/xml; charset=utf-8',
      body: '<?xml version="1.0" encoding="UTF-8"?>\n<data><version>2</version><stations><item><code>1869024001</code><items><item><v>35.5</v></item></items></item></stations></data>',
    })
    expect((await call<{ body: string }>('GET', `northpreview/${xml}`)).data.body).toBe(bodies[1]?.body)

    // The rows of a format, and how they may be changed.
    expect((await call<{ project_id: number }[]>('GET', `godbNorthDataListByInfoId/${format}`)).data).toHaveLength(5)
    expect(
      (await call<{ project_id: number }[]>('GET', `godbNorthDataListByInfoId/${format}`)).data[0]?.project_id,
    ).toBe(1)
    expect(await call('DELETE', `godbNorthDataList/${stations}`)).toMatchObject({
      status: 409,
      msg: expect.stringContaining('code, items'),
    })
    expect(await call('PUT', `godbNorthDataList/${stations}`, { key_type: 3 })).toMatchObject({
      status: 400,
      data: { fields: { key_type: expect.any(String) } },
    })
    expect(await call('DELETE', `godbNorthDataInfo/${format}`)).toMatchObject({ status: 409 })
    const bad = (more: object) =>
      call('POST', 'godbNorthDataList', {
        info_id: format,
        super_id: 0,
        key_type: 3,
        key_name_type: 1,
        key_name_value: 'k',
        key_value_type: 1,
        key_value_value: 'v',
        ...more,
      })
    expect(await bad({ key_value_type: 3, key_value_value: '__proto__' })).toMatchObject({
      status: 400,
      data: { fields: { key_value_value: expect.stringContaining('sn_value') } },
    })
    for (const super_id of [
      999,
      (await call<{ id: number }[]>('GET', `godbNorthDataListByInfoId/${format}`)).data[0]?.id,
    ])
      expect(await bad({ super_id })).toMatchObject({ status: 400, data: { fields: { super_id: expect.any(String) } } })
    const other = (await call<{ id: number }>('POST', 'godbNorthDataInfo', { north_data_info_name: 'second' })).data.id
    expect(await bad({ info_id: other, super_id: stations })).toMatchObject({
      status: 400,
      data: { fields: { super_id: expect.any(String) } },
    })
    await drop(id)
    await drop(xml)
  })

  it('has at most 8 pushes in progress, and never two of one interface', async () => {
    const made: number[] = []
    for (let i = 0; i < 11; i++) made.push(await add({ name: `env ${i}` }))
    receiver.answer = { status: 200, silent: true }
    const slow = createPusher(world.platform, { timeout: 2000 })
    await slow.look(clock)
    await slow.look(clock)
    await expect.poll(() => receiver.taken.length).toBe(8)
    await slow.settled()
    expect(receiver.taken).toHaveLength(8)
    receiver.answer = { status: 200 }
    await slow.look(clock)
    await slow.settled()
    expect(receiver.taken).toHaveLength(11)
    const { data } = await call<{ failures: number; last_result: string }>('GET', `northstate/${made[0] ?? 0}`)
    expect(data).toMatchObject({ failures: 1, last_result: 'No answer within 2 seconds' })
    for (const id of made) await drop(id)
  })

  it('is pushed automatically by the leading process', async () => {
    const id = await add()
    const north = await startNorth(world.platform)
    await expect.poll(() => receiver.taken.length, { timeout: upTo(10_000) }).toBe(1)
    await expect
      .poll(
        async () => (await call<{ last_result: string | null }>('GET', `godbNorthInterface/${id}`)).data.last_result,
        { timeout: upTo(10_000) },
      )
      .toContain('Delivered')
    await north.close()
    await drop(id)
  })

  it('includes the quality flag of each value, stored or not', async () => {
    const { storage, registry, ingest } = world.platform
    const id = await add()
    const set = async (qc_fail_high: number | null, save_cycle: number): Promise<void> => {
      await storage.write(async (trx) => {
        await trx.updateTable('node').set({ qc_fail_high }).where('id', '=', 1).execute()
        await trx.updateTable('device').set({ save_cycle }).where('id', '=', ids.air).execute()
      })
      await registry.changed('node', 1)
      await registry.changed('device', ids.air)
    }
    const told = async () => {
      const { data } = await call<{ body: string }>('GET', `northpreview/${id}`)
      const { devices } = JSON.parse(data.body) as { devices: { values: { value: unknown; flag: unknown }[] }[] }
      return devices[0]?.values.map(({ value, flag }) => [value, flag])
    }
    const push = (after: number, value: number, source: TelemetrySource = { kind: 'trusted' }) =>
      ingest.push([{ sn: '1869024001', t: start + after, values: { 1: value } }], source)
    const others = [
      [21.3, 2],
      [null, null],
    ]
    await set(100, -1)
    await push(1000, 250)
    expect(await told()).toEqual([[250, 4], ...others])
    await set(100, 0)
    await push(2000, 260)
    await registry.changed('device', ids.air)
    expect(await told()).toEqual([[260, 3], ...others])
    await push(3000, 40)
    expect(await told()).toEqual([[40, 1], ...others])
    // Imported values raise no alarm, which does not affect their quality.
    await push(4000, 50, { kind: 'trusted', by: 'import' })
    expect(await told()).toEqual([[50, 1], ...others])
    await set(null, -1)
    expect(await told()).toEqual([[50, 2], ...others])
    await drop(id)
  })

  it('is accessible only within its project and pushes only that project’s devices', async () => {
    const id = await add()
    const format = (await call<{ id: number }>('POST', 'godbNorthDataInfo', { north_data_info_name: 'mine' })).data.id
    for (const path of [`northstate/${id}`, `northpreview/${id}`, `godbNorthDataListByInfoId/${format}`]) {
      expect((await call('GET', path, undefined, 'stranger')).status, path).toBe(404)
      expect((await call('GET', path, undefined, 'watcher')).status, path).toBe(403)
      expect((await world.call(null, 'GET', path)).status, path).toBe(401)
    }
    expect(
      await call(
        'POST',
        'godbNorthDataList',
        {
          info_id: format,
          key_type: 3,
          key_name_type: 1,
          key_name_value: 'k',
          key_value_type: 1,
          key_value_value: 'v',
        },
        'stranger',
      ),
    ).toMatchObject({ status: 400, data: { fields: { info_id: expect.any(String) } } })
    expect(await call('PUT', `godbNorthInterface/${id}`, { dev_list: String(ids.other) })).toMatchObject({
      status: 400,
      data: { fields: { dev_list: expect.any(String) } },
    })
    // A device that moved to another project is not pushed.
    await world.platform.storage.write((trx) =>
      trx.updateTable('device').set({ project_id: 2 }).where('id', '=', ids.air).execute(),
    )
    await world.platform.registry.changed('device', ids.air)
    await look(0)
    expect(JSON.parse(receiver.taken[0]?.body ?? '')).toMatchObject({ devices: [] })
    await drop(id)
  })
})

describe('northbound interface without NORTH_ALLOW_PRIVATE', () => {
  it('rejects a private address when saved, and a host name that resolves to one when pushed', async () => {
    const world = await openWorldApp('sqlite')
    try {
      await world.platform.storage.write((trx) =>
        trx.updateTable('systemuser').set({ menu_control: '["5-1"]' }).where('username', '=', 'manager').execute(),
      )
      const pusher = createPusher(world.platform)
      const body = { name: 'env', url: 'http://169.254.169.254/latest', run_interval: 60, protocol: 1, dev_list: '1' }
      expect(await world.call('manager', 'POST', 'godbNorthInterface', body)).toMatchObject({
        status: 400,
        data: { fields: { url: 'Refused: the address leads to 169.254.169.254, which is not public' } },
      })
      const { data } = await world.call('manager', 'POST', 'godbNorthInterface', {
        ...body,
        url: 'http://localhost:9/',
      })
      await pusher.look()
      await pusher.settled()
      const state = await world.call('manager', 'GET', `northstate/${(data as { id: number }).id}`)
      expect(state.data).toMatchObject({
        last_ok: 0,
        last_result: expect.stringMatching(/^Refused: the address leads to (127\.0\.0\.1|::1), which is not public$/),
      })
      await pusher.close()
    } finally {
      await world.dispose()
    }
  })
})
