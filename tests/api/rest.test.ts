import { fetchUtils, type DataProvider, type RaRecord } from 'react-admin'
import simpleRestProvider from 'ra-data-simple-rest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CHANNEL_KIND } from '../../resources/channel.ts'
import { allResources } from '../../resources/index.ts'
import { isWrapped } from '../../resources/kit/wire.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

const ANY = { pagination: { page: 1, perPage: 100 }, sort: { field: 'id', order: 'ASC' as const }, filter: {} }

describe.each(engines)('ra-data-simple-rest data provider on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let address: string
  let root: DataProvider
  const providerFor = async (username: string): Promise<DataProvider> => {
    const { token } = await server.signIn(username)
    return simpleRestProvider(`${address}/v1/rest`, (url, options = {}) =>
      fetchUtils.fetchJson(url, {
        ...options,
        headers: new Headers({
          ...Object.fromEntries(new Headers(options.headers)),
          authorization: `Bearer ${token}`,
          'accept-language': 'en',
        }),
      }),
    )
  }
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    scene = await buildScene(server)
    root = await providerFor('root')
  })
  afterAll(() => server.dispose())

  /** A record of each definition, in an order in which records come after those they refer to. */
  const records = (made: Record<string, number>): Record<string, { data: object; change: object }> => {
    const project_id = scene.projects.a
    const local = { project_id, district_id: scene.areas.a }
    return {
      project: { data: { name: 'Rest project', ico: '/upload/p.png' }, change: { name: 'Rest project 2' } },
      district: { data: { name: 'Rest area', superid: scene.areas.a, project_id }, change: { name: 'Rest area 2' } },
      node: {
        data: {
          name: 'Noise',
          datatype: 5,
          registertype: 4,
          unitname: 'dB',
          imginfo: '/upload/n.png',
          min_value: 30,
          max_value: 130,
        },
        change: { max_value: 140 },
      },
      devicetype: { data: { name: 'Noise station', product_type: 1 }, change: { name: 'Noise station 2' } },
      nodemap: {
        data: { devicetype_id: made.devicetype, node_id: made.node, alias: 'Noise', nodeaddr: 7 },
        change: { alias: 'LAeq' },
      },
      gateway: {
        data: { name: 'Rest gateway', regcode: '777001', protocol_type: 1, project_id },
        change: { name: 'Rest gateway 2' },
      },
      device: {
        data: {
          ...local,
          name: 'Rest device',
          sn: '7770011',
          gateway_id: made.gateway,
          devicetype_id: made.devicetype,
          issingle: 0,
          acquisition_cycle: 30,
          save_cycle: 5,
        },
        change: { name: 'Rest device 2', sn_value: 'X-1' },
      },
      deviceai: {
        data: {
          device_id: made.device,
          nodemap_id: made.nodemap,
          device_node_type: 1,
          device_ai_type: 1,
          amend_type: '1',
        },
        change: { amend_type: '2' },
      },
      threshold: {
        data: {
          ...local,
          name: 'Loud',
          device_list: String(made.device),
          nodemap_id: made.nodemap,
          com_oper: 0,
          params_x: 70,
          alarm_msg: 'too loud',
          enable: 1,
        },
        change: { params_x: 75 },
      },
      alarminfo: {
        data: { ...local, alarm_name: 'Wang', alarm_phone: '13812345679' },
        change: { alarm_name: 'Wang 2' },
      },
      alarmroster: {
        data: {
          name: 'Rest roster',
          project_id,
          people: String(made.alarminfo),
          every: 1,
          unit: 2,
          handover: '08:00',
          starts: '2026-11-02',
        },
        change: { every: 2 },
      },
      alarmescalation: {
        data: {
          name: 'Rest escalation',
          project_id,
          steps: JSON.stringify([{ after: 10, roster: made.alarmroster }]),
        },
        change: { name: 'Rest escalation 2' },
      },
      alarmmaintenance: {
        data: {
          name: 'Rest window',
          project_id,
          starts: 1_795_000_000_000,
          ends: 1_795_003_600_000,
          device_list: String(made.device),
        },
        change: { name: 'Rest window 2' },
      },
      alarmchannel: {
        data: { name: 'Rest channel', project_id, kind: CHANNEL_KIND.push },
        change: { name: 'Rest channel 2' },
      },
      calibration: {
        data: { name: 'Rest calibration', device_id: made.device, nodemap_id: made.nodemap, zero: 1.5, factor: 2 },
        change: { factor: 2.5 },
      },
      videoshow: {
        data: { ...local, video_name: 'Rest camera', video_type: 0, video_url: 'https://example.com/r.m3u8' },
        change: { video_name: 'Rest camera 2' },
      },
      datashow: { data: { ...local, name: 'Rest screen' }, change: { name: 'Rest screen 2' } },
      northdatainfo: {
        data: { north_data_info_name: 'Rest format', project_id },
        change: { north_data_info_name: 'Rest format 2' },
      },
      northdatalist: {
        data: {
          info_id: made.northdatainfo,
          super_id: 0,
          key_type: 3,
          key_name_type: 1,
          key_name_value: 'k',
          key_value_type: 1,
          key_value_value: 'v',
        },
        change: { key_name_value: 'k2' },
      },
      northinterface: {
        data: {
          name: 'Rest push',
          url: 'https://example.org/in',
          project_id,
          dev_list: String(made.device),
          is_stop: 1,
        },
        change: { name: 'Rest push 2' },
      },
      permissiontype: { data: { name: 'Rest type' }, change: { name: 'Rest type 2' } },
      permission: { data: { name: 'Rest right', requesturl: '/v1/look' }, change: { name: 'Rest right 2' } },
      systemuser: {
        data: { username: 'rest-user', nickname: 'Rest', project_id, super_id: 1 },
        change: { nickname: 'Rest 2' },
      },
    }
  }

  it('creates, reads, lists, changes and deletes a record of every resource', async () => {
    const made: Record<string, number> = {}
    expect(Object.keys(records(made)).toSorted()).toEqual(allResources.map(({ table }) => table).toSorted())
    for (const table of Object.keys(records(made))) {
      const record = records(made)[table] ?? { data: {}, change: {} }
      const { data: created } = await root.create<RaRecord<number>>(`${table}s`, { data: record.data })
      made[table] = created.id
      expect(created, table).toMatchObject(record.data)
      expect(
        Object.entries(created).filter(([, value]) => isWrapped(value) || value === ''),
        table,
      ).toEqual([])
      const { data: one } = await root.getOne<RaRecord<number>>(`${table}s`, { id: created.id })
      expect(one, table).toMatchObject(record.data)
      expect((await root.getMany(`${table}s`, { ids: [created.id] })).data, table).toEqual([one])
      const listed = await root.getList(`${table}s`, {
        ...ANY,
        sort: { field: 'id', order: 'DESC' },
        pagination: { page: 1, perPage: 1 },
      })
      expect(listed.data, table).toEqual([one])
      expect(listed.total, table).toBe((await root.getList(`${table}s`, ANY)).total)
      const { data: changed } = await root.update<RaRecord<number>>(`${table}s`, {
        id: created.id,
        data: { ...one, ...record.change },
        previousData: one,
      })
      expect(changed, table).toMatchObject({ ...record.data, ...record.change })
    }
    for (const table of Object.keys(made).toReversed()) {
      const id = made[table] ?? 0
      expect((await root.delete(`${table}s`, { id })).data, table).toEqual({ id })
      await expect(root.getOne(`${table}s`, { id }), table).rejects.toMatchObject({
        status: 404,
        message: expect.any(String),
      })
    }
  })

  it('pages, sorts and filters lists, and rejects unknown and secret columns', async () => {
    const gateways = [1, 2, 3, 4, 5].map((at) => ({
      name: `Page ${at}`,
      regcode: `55500${at}`,
      protocol_type: 1,
      project_id: scene.projects.b,
    }))
    for (const data of gateways) await root.create('gateways', { data })
    const page = (number: number) =>
      root.getList('gateways', {
        pagination: { page: number, perPage: 2 },
        sort: { field: 'name', order: 'DESC' },
        filter: { q: 'Page' },
      })
    expect((await page(1)).data.map(({ name }) => String(name))).toEqual(['Page 5', 'Page 4'])
    expect(await page(3)).toMatchObject({ total: 5, data: [{ name: 'Page 1' }] })
    expect(await page(4)).toMatchObject({ total: 5, data: [] })
    expect(
      (
        await root.getList('gateways', {
          ...ANY,
          filter: { project_id: scene.projects.b, regcode: ['555001', '555002'] },
        })
      ).total,
    ).toBe(2)
    expect(
      (await root.getManyReference('gateways', { target: 'project_id', id: scene.projects.b, ...ANY })).total,
    ).toBe(6)
    await expect(root.getList('gateways', { ...ANY, filter: { nothing: 1 } })).rejects.toMatchObject({ status: 400 })
    await expect(root.getList('systemusers', { ...ANY, filter: { password: 'x' } })).rejects.toMatchObject({
      status: 400,
    })
    await expect(
      root.getList('systemusers', { ...ANY, sort: { field: 'password', order: 'ASC' } }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('distinguishes a filter on base_num_1 with 11 values from one on base_num_11 with one value', async () => {
    const by = (filter: object) => root.getList('deviceais', { ...ANY, filter })
    const eleven = Array.from({ length: 11 }, (_, at) => 1001 + at)
    expect((await by({ base_num_1: eleven })).data).toEqual([])
    expect((await by({ base_num_11: [1001] })).data).toEqual([])
  })

  it('reports an error at each invalid field, and rejects an update of a record changed meanwhile with 409', async () => {
    await expect(root.create('gateways', { data: { name: '' } })).rejects.toMatchObject({
      status: 400,
      body: { message: expect.any(String), errors: { name: 'Required' } },
    })
    const { data: before } = await root.getOne('gateways', { id: scene.gateways.a })
    await root.update('gateways', { id: before.id, data: { name: 'By another' }, previousData: before })
    await expect(
      root.update('gateways', { id: before.id, data: { ...before, name: 'Mine' }, previousData: before }),
    ).rejects.toMatchObject({ status: 409 })
    expect(
      (await root.updateMany('gateways', { ids: [scene.gateways.a, scene.gateways.b], data: { name: 'Both' } })).data,
    ).toEqual([scene.gateways.a, scene.gateways.b])
  })

  it('reads and changes only records that the user is allowed to access', async () => {
    const [adminB, viewerA] = await Promise.all([providerFor('adminB'), providerFor('viewerA')])
    expect((await adminB.getList('devices', ANY)).data.map(({ id }) => Number(id))).toEqual([scene.devices.b])
    expect((await adminB.getMany('devices', { ids: [scene.devices.a, scene.devices.b] })).data).toHaveLength(1)
    await expect(adminB.getOne('devices', { id: scene.devices.a })).rejects.toMatchObject({ status: 404 })
    await expect(
      adminB.update('devices', { id: scene.devices.a, data: { name: 'Stolen' }, previousData: { id: 0 } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(viewerA.getList('devices', ANY)).rejects.toMatchObject({ status: 403 })
    await expect(viewerA.delete('devices', { id: scene.devices.a })).rejects.toMatchObject({ status: 403 })
  })
})
