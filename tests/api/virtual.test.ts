import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hourOfDay } from '../../server/history/calendar.ts'
import type { Platform } from '../../server/platform.ts'
import { virtualJob } from '../../server/virtual/job.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'

const soon = { timeout: upTo(15_000), interval: 50 }
const hourly = (prefix: string, of: (hour: number) => number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [`${prefix}_${hour}`, of(hour)]))

describe.each(engines)('virtual devices on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let root: Call
  let platform: Platform
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    ;({ root } = scene)
    ;({ platform } = server)
  })
  afterAll(() => server.dispose())

  const rule = (more: object) =>
    root<{ id: number }>('POST', 'godbDeviceAi', {
      device_id: scene.devices.a,
      nodemap_id: scene.nodemap,
      device_node_type: 1,
      device_ai_type: 1,
      amend_type: '1',
      ...more,
    })
  const last = (device: number) => platform.registry.device(device)?.nodes.get(scene.nodemap)?.last ?? null

  it('reject invalid rules when they are saved', async () => {
    const otherProduct = (
      await root<{ id: number }>('POST', 'godbDevicetype', { name: 'Other product', product_type: 2 })
    ).data.id
    const otherNode = (
      await root<{ id: number }>('POST', 'godbNodemap', {
        devicetype_id: otherProduct,
        node_id: scene.node,
        alias: 'Other',
        nodeaddr: 1,
      })
    ).data.id
    const problem = async (more: object) => {
      const { status, data } = await rule(more)
      return { status, ...(data as unknown as { fields: object }) }
    }
    expect(await problem({ nodemap_id: otherNode })).toMatchObject({
      status: 400,
      fields: { nodemap_id: expect.any(String) },
    })
    expect(await problem({ amend_type: '1,9' })).toMatchObject({
      status: 400,
      fields: { amend_type: expect.any(String) },
    })
    expect(await problem({ amend_type: '' })).toMatchObject({ status: 400, fields: { amend_type: expect.any(String) } })
    expect(await problem({ device_ai_type: 4 })).toMatchObject({
      status: 400,
      fields: { device_ai_type: expect.any(String) },
    })
    expect(await problem({ base_num_3: 'warm' })).toMatchObject({
      status: 400,
      fields: { base_num_3: expect.any(String) },
    })
    const other = { device_ai_type: 2, other_device_id: scene.devices.below, other_nodemap_id: scene.nodemap }
    expect(await problem({ ...other, other_device_id: null })).toMatchObject({
      status: 400,
      fields: { other_device_id: expect.any(String) },
    })
    expect(await problem({ ...other, other_device_id: scene.devices.b })).toMatchObject({
      status: 400,
      fields: { other_device_id: 'It belongs to another project' },
    })
    expect(await problem({ ...other, other_nodemap_id: otherNode })).toMatchObject({
      status: 400,
      fields: { other_nodemap_id: expect.any(String) },
    })
    expect(await problem({ ...other, other_device_id: scene.devices.a })).toMatchObject({
      status: 400,
      fields: { other_nodemap_id: expect.any(String) },
    })

    const first = await rule(other)
    expect(first).toMatchObject({ status: 200, data: { device_id: scene.devices.a, project_id: scene.projects.a } })
    expect(await rule({})).toMatchObject({ status: 409, data: { fields: { nodemap_id: expect.any(String) } } })
    // The reverse direction would make a circle.
    expect(await problem({ ...other, device_id: scene.devices.below, other_device_id: scene.devices.a })).toMatchObject(
      { status: 400, fields: { other_nodemap_id: expect.any(String) } },
    )
    expect(await root('PUT', `godbDeviceAi/${first.data.id}`, { rand_num_4: 2.5 })).toMatchObject({
      status: 200,
      data: { rand_num_4: 2.5, device_ai_type: 2 },
    })
    expect(await root('PUT', `godbDeviceAi/${first.data.id}`, { device_ai_type: 1 })).toMatchObject({
      status: 200,
      data: { other_device_id: null },
    })
    expect((await root('DELETE', `godbDeviceAi/${first.data.id}`)).status).toBe(200)
  })

  it('reject invalid scripts when they are saved', async () => {
    for (const shadow_script of ['value +', 'process.exit()', 'node * 2', 'value.constructor'])
      expect(
        await root('PUT', `godbDevice/${scene.devices.a}`, { shadow_script: { String: shadow_script, Valid: true } }),
        shadow_script,
      ).toMatchObject({ status: 400, data: { fields: { shadow_script: expect.any(String) } } })
    expect(await root('PUT', `godbNode/${scene.node}`, { node_script: 'value * * 2' })).toMatchObject({
      status: 400,
      data: { fields: { node_script: expect.any(String) } },
    })
    expect(await root('PUT', `godbNode/${scene.node}`, { node_script: 'hour * 2' })).toMatchObject({ status: 400 })
    expect(await root('PUT', `godbNode/${scene.node}`, { node_script: 'value * 2' })).toMatchObject({ status: 200 })
  })

  it('send generated values as telemetry, and copy the values of another device', async () => {
    await rule({ ...hourly('base_num', (hour) => 100 + hour) })
    await rule({
      device_id: scene.devices.below,
      device_ai_type: 2,
      other_device_id: scene.devices.a,
      other_nodemap_id: scene.nodemap,
      amend_type: '2',
    })
    for (const id of [scene.devices.a, scene.devices.below])
      await root('PUT', `godbDevice/${id}`, {
        en_shadow: 1,
        save_cycle: -1,
        over_time: 600,
        shadow_script: id === scene.devices.a ? 'value + 0.5' : null,
      })
    const published = vi.spyOn(platform.feed, 'publish')
    await vi.waitFor(() => expect(last(scene.devices.a)).not.toBeNull(), soon)
    const made = last(scene.devices.a)
    expect(made?.value).toBe(100.5 + hourOfDay(made?.ts ?? 0, platform.settings.timeZone))
    expect((made?.ts ?? 1) % 30_000).toBe(0)
    const stored = await platform.storage.read
      .selectFrom('history')
      .selectAll()
      .where('device_id', '=', scene.devices.a)
      .execute()
    expect(stored.at(-1)).toMatchObject({ nodemap_id: scene.nodemap, value: made?.value, ts: made?.ts })
    // A second job, as on another leader: same moment, same value.
    await virtualJob(platform).run(new AbortController().signal)
    await vi.waitFor(() => expect(last(scene.devices.below)?.value).toBe(last(scene.devices.a)?.value), soon)
    published.mockRestore()
  })

  it('replace out-of-range values and keep valid reported ones', async () => {
    const [mine] = (await root<{ id: number }[]>('GET', `godbDeviceAiByDeviceId/${scene.devices.a}`)).data
    await root('PUT', `godbDeviceAi/${mine?.id}`, {
      device_ai_type: 3,
      amend_type: '2',
      ...hourly('base_num', () => 7),
    })
    await root('PUT', `godbDevice/${scene.devices.a}`, { shadow_script: null })
    const job = virtualJob(platform)
    const now = Date.now()
    await platform.ingest.push([{ sn: '2001', t: now, values: { 1: 33 } }], { kind: 'trusted' })
    await job.run(new AbortController().signal)
    expect(last(scene.devices.a)).toEqual({ value: 33, ts: now })
    await platform.ingest.push([{ sn: '2001', t: now + 1, values: { 1: 9999 } }], { kind: 'trusted' })
    await virtualJob(platform).run(new AbortController().signal)
    expect(last(scene.devices.a)).toEqual({ value: 7, ts: now + 1 })
    const stored = await platform.storage.read
      .selectFrom('history')
      .selectAll()
      .where('device_id', '=', scene.devices.a)
      .where('ts', '=', now + 1)
      .execute()
    expect(stored).toMatchObject([{ value: 7 }])
  })

  it('are accessible only to the super administrator', async () => {
    const admin = await server.signIn('adminA')
    expect(await admin('GET', `godbDeviceAiByDeviceId/${scene.devices.a}`)).toMatchObject({ status: 403 })
    expect(await root('GET', `godbDeviceAiByDeviceId/${scene.devices.a}`)).toMatchObject({
      status: 200,
      data: [{ device_id: scene.devices.a, nodemap_id: scene.nodemap }],
    })
    for (const path of ['999', 'x']) expect((await root('GET', `godbDeviceAiByDeviceId/${path}`)).status).toBe(404)
  })

  it('are deleted with their device, and prevent deletion of the device that they copy', async () => {
    await platform.storage.write((trx) => trx.deleteFrom('deviceai').execute())
    expect((await rule({})).msg).toBe('')
    const made = await rule({
      device_id: scene.devices.below,
      device_ai_type: 2,
      other_device_id: scene.devices.a,
      other_nodemap_id: scene.nodemap,
    })
    expect(made.msg).toBe('')
    expect(await root('DELETE', `godbDevice/${scene.devices.a}`)).toMatchObject({
      status: 409,
      data: { uses: [{ resource: 'manage/device/virtual', id: made.data.id, name: 'PM2.5' }], more: 0 },
    })
    const rules = () => server.platform.storage.read.selectFrom('deviceai').select(['id', 'device_id']).execute()
    expect((await rules()).map(({ device_id }) => device_id).toSorted()).toEqual(
      [scene.devices.a, scene.devices.below].toSorted(),
    )
    // Both rules would refer to a node that the device does not have any more.
    const [other] = (await root<{ list: { id: number }[] }>('GET', 'godbDevicetype?search=Other')).data.list
    expect(await root('PUT', `godbDevice/${scene.devices.a}`, { devicetype_id: other?.id })).toMatchObject({
      status: 400,
      data: { fields: { devicetype_id: expect.stringContaining('Device A PM2.5, Device A below PM2.5') } },
    })
    const { projects, areas, gateways } = scene
    const move = (device: number) =>
      root('PUT', `godbDevice/${device}`, { project_id: projects.b, district_id: areas.b, gateway_id: gateways.b })
    const stays = { status: 400, data: { fields: { project_id: 'It belongs to another project' } } }
    // A copy does not cross projects, whichever end of it moves.
    expect([await move(scene.devices.a), await move(scene.devices.below)]).toMatchObject([stays, stays])
    // The project's administrator may not change rules, but may delete the devices they depend on.
    const admin = await server.signIn('adminA')
    expect(await admin('DELETE', `godbDevice/${scene.devices.below}`)).toMatchObject({ status: 200 })
    expect((await rules()).map(({ device_id }) => device_id)).toEqual([scene.devices.a])
    const logged = await server.platform.storage.read
      .selectFrom('operationlog')
      .select(['operation_table', 'record_id'])
      .where('operation_type', '=', 'delete')
      .orderBy('id')
      .execute()
    expect(logged.slice(-2)).toEqual([
      { operation_table: 'deviceai', record_id: made.data.id },
      { operation_table: 'device', record_id: scene.devices.below },
    ])
    // A rule that generates its own values moves with its device to another project.
    expect((await move(scene.devices.a)).status).toBe(200)
    expect(await platform.storage.read.selectFrom('deviceai').select('project_id').execute()).toEqual([
      { project_id: projects.b },
    ])
    expect((await root('DELETE', `godbDevice/${scene.devices.a}`)).status).toBe(200)
    expect(await rules()).toEqual([])
  })
})
