import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReceiver, type Receiver } from '../support/receiver.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

describe('northbound interface with devices outside the caller’s areas', () => {
  let world: WorldApp
  let receiver: Receiver
  let id: number
  beforeAll(async () => {
    receiver = await startReceiver()
    world = await openWorldApp('sqlite', { NORTH_ALLOW_PRIVATE: 'on' })
    await world.platform.storage.write((trx) =>
      trx.updateTable('systemuser').set({ menu_control: '["5-1","5-2"]' }).execute(),
    )
    for (const user of [1, 2, 3, 4]) world.platform.sessions.forget(user)
    const body = {
      name: 'env',
      url: `${receiver.url}/in`,
      run_interval: 3600,
      protocol: 1,
      dev_list: `${ids.air},${ids.level}`,
    }
    id = ((await world.call('manager', 'POST', 'godbNorthInterface', body)).data as { id: number }).id
  })
  afterAll(async () => {
    await world.dispose()
    await receiver.close()
  })
  const named = (body: string): string[] =>
    (JSON.parse(body) as { devices: { name: string }[] }).devices.map(({ name }) => name)
  const previewed = async (user: 'manager' | 'watcher') =>
    named(((await world.call(user, 'GET', `northpreview/${id}`)).data as { body: string }).body)

  it('previews and pushes only the devices inside them', async () => {
    expect(await previewed('manager')).toHaveLength(2)
    expect(await previewed('watcher')).toEqual(['民心河水位'])
    expect((await world.call('watcher', 'POST', `northpush/${id}`)).code).toBe(0)
    expect(receiver.taken.map(({ body }) => named(body))).toEqual([['民心河水位']])
    expect((await world.call('watcher', 'GET', `northstate/${id}`)).data).toMatchObject({ last_ok: 1 })
  })

  it('allows neither changes of its target, interval, devices, state or format rows, nor deletion', async () => {
    const path = `godbNorthInterface/${id}`
    const changed = async (api: string, body: object, method: 'POST' | 'PUT' = 'PUT') => {
      const { status, data } = await world.call('watcher', method, api, body)
      return [status, ...Object.keys((data as { fields?: object } | null)?.fields ?? {})]
    }
    expect(await world.call('watcher', 'PUT', path, { url: `${receiver.url}/mine` })).toMatchObject({
      status: 400,
      data: { fields: { url: expect.stringContaining('areas') as string } },
    })
    expect(await changed(path, { url: `${receiver.url}/mine`, dev_list: String(ids.level) })).toEqual([400, 'url'])
    expect(await changed(path, { dev_list: String(ids.level) })).toEqual([400, 'dev_list'])
    expect(await changed(path, { run_interval: 86_400 })).toEqual([400, 'run_interval'])
    for (const body of [{ is_stop: 1 }, { is_enable: 0 }]) expect(await changed(path, body)).toEqual([400, 'is_stop'])
    expect((await world.call('watcher', 'DELETE', path)).status).toBe(403)
    expect(await changed(path, { name: 'city', explained: 'x', is_enable: 1 })).toEqual([200])

    const made = async (api: string, body: object) =>
      ((await world.call('manager', 'POST', api, body)).data as { id: number }).id
    const format = await made('godbNorthDataInfo', { north_data_info_name: 'City' })
    const row = {
      info_id: format,
      super_id: 0,
      key_type: 3,
      key_name_type: 1,
      key_name_value: 'k',
      key_value_type: 1,
      key_value_value: 'v',
    }
    const line = `godbNorthDataList/${await made('godbNorthDataList', row)}`
    expect(await changed(line, { key_name_value: 'key' })).toEqual([200])
    expect((await world.call('manager', 'PUT', path, { info_id: format })).code).toBe(0)
    expect(await changed(line, { key_name_value: 'other' })).toEqual([400, 'key_name_value'])
    expect(await changed('godbNorthDataList', row, 'POST')).toEqual([400, 'key_type'])
    expect((await world.call('watcher', 'DELETE', line)).status).toBe(403)
    expect((await world.call('manager', 'PUT', path, { info_id: null })).code).toBe(0)
    expect((await world.call('manager', 'PUT', path, { url: `${receiver.url}/there` })).code).toBe(0)
    // The watcher may change an interface that covers only their own devices.
    const body = { name: 'own', url: `${receiver.url}/own`, run_interval: 60, protocol: 1, dev_list: String(ids.level) }
    const own = `godbNorthInterface/${await made('godbNorthInterface', body)}`
    expect(await changed(own, { is_stop: 1, run_interval: 120 })).toEqual([200])
    expect((await world.call('watcher', 'DELETE', own)).status).toBe(200)
  })
})

describe('northbound preview and push on request', () => {
  let world: WorldApp
  let format: number
  let id: number
  beforeAll(async () => {
    world = await openWorldApp('sqlite', { NORTH_ALLOW_PRIVATE: 'on' })
    await world.platform.ingest.push([{ sn: '1869024001', t: Date.now(), values: { 1: 35.5 } }], { kind: 'trusted' })
    await world.platform.storage.write((trx) =>
      trx.updateTable('systemuser').set({ menu_control: '["5-1","5-2"]' }).where('username', '!=', 'watcher').execute(),
    )
    for (const user of [1, 2, 3, 4]) world.platform.sessions.forget(user)
    format = (
      (await world.call('manager', 'POST', 'godbNorthDataInfo', { north_data_info_name: '格式' })).data as {
        id: number
      }
    ).id
    id = (
      (
        await world.call('manager', 'POST', 'godbNorthInterface', {
          name: 'env',
          url: 'http://127.0.0.1:9/in',
          run_interval: 3600,
          protocol: 1,
          dev_list: String(ids.air),
        })
      ).data as { id: number }
    ).id
  })
  afterAll(() => world.dispose())

  const row = {
    id: -1,
    super_id: 0,
    key_type: 3,
    key_name_type: 1,
    key_name_value: 'who',
    key_value_type: 3,
    key_value_value: 'sn',
  }
  const preview = (user: 'manager' | 'stranger' | 'watcher', body: object) =>
    world.call(user, 'POST', `northformatpreview/${format}`, body)

  it('previews unsaved rows as JSON and as XML', async () => {
    const json = await preview('manager', { protocol: 1, rows: [row] })
    expect(JSON.parse((json.data as { body: string }).body)).toContainEqual({ who: '1869024001' })
    const xml = await preview('manager', { protocol: 2, rows: [row] })
    expect(xml.data).toMatchObject({ type: 'application/xml' })
    expect((xml.data as { body: string }).body).toContain('<who>1869024001</who>')
  })

  it('rejects invalid rows and protocols, and callers without access to the format', async () => {
    for (const rows of [undefined, {}, [null], Array.from({ length: 501 }, () => row)])
      expect((await preview('manager', { protocol: 1, rows })).code).toBe(400)
    expect((await preview('manager', { protocol: 1, rows: [{ key_name_value: { toString: 1 } }] })).code).toBe(0)
    // A protocol without a document is refused too.
    for (const protocol of [0, 3, 7, 'x', null])
      expect((await preview('manager', { protocol, rows: [row] })).code, String(protocol)).toBe(400)
    expect((await preview('stranger', { protocol: 1, rows: [row] })).code).toBe(404)
    expect((await preview('watcher', { protocol: 1, rows: [row] })).code).toBe(403)
  })

  it('rejects rows that would produce too large a document with 413', async () => {
    // 3 nodes, at 11 levels.
    const rows = Array.from({ length: 11 }, (_, at) => ({
      ...row,
      id: at + 1,
      super_id: at,
      key_type: 2,
      key_value_type: 2,
      key_value_value: '*',
    }))
    expect((await preview('manager', { protocol: 1, rows })).status).toBe(413)
    expect((await preview('manager', { protocol: 1, rows: rows.slice(0, 3) })).code).toBe(0)
  })

  it('makes an interface due at once, only for callers who are allowed to edit it', async () => {
    const later = Date.now() + 3_600_000
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('northstate')
        .values({ interface_id: id, last_at: 1, last_ok: 0, last_result: null, failures: 4, next_at: later })
        .execute(),
    )
    expect((await world.call('stranger', 'POST', `northpush/${id}`)).code).toBe(404)
    expect((await world.call('watcher', 'POST', `northpush/${id}`)).code).toBe(403)
    expect((await world.call('manager', 'POST', `northpush/${id}`)).code).toBe(0)
    const state = await world.platform.storage.read
      .selectFrom('northstate')
      .selectAll()
      .where('interface_id', '=', id)
      .executeTakeFirst()
    expect(state).toMatchObject({ next_at: 0, failures: 0 })
  })
})
