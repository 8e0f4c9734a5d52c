import { silentLog } from '../../server/log.ts'
import { createFeed, messagesOf } from '../../server/live/feed.ts'
import { createRegistry } from '../../server/live/registry.ts'
import type { Feed, FeedMessage, Ingest, Registry } from '../../server/platform.ts'
import { judgeArriving } from '../../server/quality/arriving.ts'
import type { Storage } from '../../server/storage/types.ts'
import { createIngest } from '../../server/telemetry/ingest.ts'
import { openTestStorage } from './storage.ts'

const stamp = { created_at: 0, updated_at: 0 }

/**
 * The world of the telemetry tests: two projects, areas 2 > 3 of the first and 4 of the second, one model with three
 * nodes, four devices.
 */
export interface World {
  storage: Storage
  registry: Registry
  feed: Feed
  ingest: Ingest
  /** Messages published to the feed. */
  published: FeedMessage[]
  /** Rows of the history table, oldest first. */
  history(deviceId?: number): Promise<{ device_id: number; nodemap_id: number; ts: number; value: number }[]>
  last(): Promise<{ device_id: number; nodemap_id: number; ts: number; value: number }[]>
  dispose(): Promise<void>
}

/** Ids of the world, by name. Node map 11 has address 1, 12 address 2, 13 address 11 (so key 11 means 13). */
export const ids = { air: 1, level: 2, other: 3, disabled: 4, pm: 11, temperature: 12, fan: 13, gateway: 1 } as const

/** The rule that most tests use: a value of the air station's first node above 100 is an alarm at once. */
export const ABOVE_100 = {
  name: 'rule',
  project_id: 1,
  district_id: 2,
  device_list: String(ids.air),
  nodemap_id: ids.pm,
  com_oper: 0,
  params_x: 100,
  hold_time: 0,
}

/**
 * Users: the super administrator; of project 1, one who may edit devices and one who watches area 3; one of project 2.
 */
export const users = { super: 1, manager: 2, watcher: 3, stranger: 4 } as const

/** Writes the world's records. */
export async function fillWorld(storage: Storage): Promise<void> {
  await storage.write(async (trx) => {
    await trx
      .insertInto('project')
      .values([
        { id: 1, name: '城区', ico: '/upload/1.png', ...stamp },
        { id: 2, name: '工地', ico: '/upload/2.png', ...stamp },
      ])
      .execute()
    const areas = [
      { id: 2, name: '桥西区', superid: 1, project_id: 1, build_state: 0, ...stamp },
      { id: 3, name: '民心河', superid: 2, project_id: 1, build_state: 0, ...stamp },
      { id: 4, name: '鹿泉区', superid: 1, project_id: 2, build_state: 0, ...stamp },
    ]
    await trx.insertInto('district').values(areas).execute()
    await trx
      .insertInto('devicetype')
      .values({ id: 1, name: '空气微站 A3', product_type: 1, ...stamp })
      .execute()
    const icon = '/upload/node.png'
    const nodes = [
      {
        id: 1,
        name: 'PM2.5',
        datatype: 5,
        registertype: 4,
        unitname: 'µg/m³',
        imginfo: icon,
        min_value: 0,
        max_value: 500,
        ...stamp,
      },
      {
        id: 2,
        name: '温度',
        datatype: 5,
        registertype: 3,
        unitname: '℃',
        imginfo: icon,
        min_value: -40,
        max_value: 60,
        node_script: 'value * 0.1',
        ...stamp,
      },
      {
        id: 3,
        name: '排风扇',
        datatype: 7,
        registertype: 1,
        unitname: '',
        imginfo: icon,
        min_value: 0,
        max_value: 1,
        ...stamp,
      },
    ]
    for (const node of nodes) await trx.insertInto('node').values(node).execute()
    const maps = [
      { id: ids.pm, devicetype_id: 1, node_id: 1, alias: 'PM2.5', nodeaddr: 1, ...stamp },
      { id: ids.temperature, devicetype_id: 1, node_id: 2, alias: '温度', nodeaddr: 2, ...stamp },
      { id: ids.fan, devicetype_id: 1, node_id: 3, alias: '排风扇', nodeaddr: 11, ...stamp },
    ]
    await trx.insertInto('nodemap').values(maps).execute()
    await trx
      .insertInto('gateway')
      .values({ id: ids.gateway, name: 'GW-桥西-01', regcode: '100', protocol_type: 1, project_id: 1, ...stamp })
      .execute()
    const device = {
      devicetype_id: 1,
      issingle: 0,
      acquisition_cycle: 30,
      over_time: 600,
      control_state: 0,
      sort_num: 0,
      ...stamp,
    }
    const devices = [
      {
        id: ids.air,
        name: '桥西空气微站 01',
        sn: '1869024001',
        project_id: 1,
        district_id: 2,
        gateway_id: ids.gateway,
        save_cycle: -1,
        ...device,
      },
      {
        id: ids.level,
        name: '民心河水位',
        sn: '1869024002',
        project_id: 1,
        district_id: 3,
        gateway_id: ids.gateway,
        save_cycle: 5,
        ...device,
        sn_value: 'HX-0002',
      },
      {
        id: ids.other,
        name: '鹿泉工地扬尘 07',
        sn: '1869024003',
        project_id: 2,
        district_id: 4,
        gateway_id: null,
        save_cycle: 100_000_000,
        ...device,
        issingle: 1,
      },
      {
        id: ids.disabled,
        name: '停用的微站',
        sn: '1869024004',
        project_id: 1,
        district_id: 2,
        gateway_id: ids.gateway,
        save_cycle: -1,
        ...device,
        control_state: 1,
      },
    ]
    for (const row of devices) await trx.insertInto('device').values(row).execute()
    const keys = (...list: string[]): string => JSON.stringify(list)
    const rows = [
      {
        id: users.super,
        username: 'root',
        nickname: 'root',
        password: '-',
        super_id: 1,
        project_id: 1,
        menu_control: keys(),
        ...stamp,
      },
      {
        id: users.manager,
        username: 'manager',
        nickname: 'manager',
        password: '-',
        super_id: 2,
        project_id: 1,
        menu_control: keys('2-1-1', '2-5', '3-3-3'),
        ...stamp,
      },
      {
        id: users.watcher,
        username: 'watcher',
        nickname: 'watcher',
        password: '-',
        super_id: 2,
        project_id: 1,
        menu_control: keys('2-1', '2-5'),
        distr_map: '3',
        ...stamp,
      },
      {
        id: users.stranger,
        username: 'stranger',
        nickname: 'stranger',
        password: '-',
        super_id: 2,
        project_id: 2,
        menu_control: keys('2-1-1', '2-5', '3-3-3'),
        ...stamp,
      },
    ]
    for (const user of rows) await trx.insertInto('systemuser').values(user).execute()
    for (const table of [
      'project',
      'district',
      'devicetype',
      'node',
      'nodemap',
      'gateway',
      'device',
      'systemuser',
    ] as const)
      await storage.afterExplicitIds(trx, table)
  })
}

/** The telemetry modules on an open storage. */
export async function telemetryOn(storage: Storage): Promise<Omit<World, 'storage' | 'dispose'>> {
  const registry = await createRegistry(storage, silentLog)
  const feed = createFeed({ registry, log: silentLog })
  const published: FeedMessage[] = []
  const watched: Feed = {
    ...feed,
    publish: (samples) => (published.push(...messagesOf(samples)), feed.publish(samples)),
  }
  const ingest = createIngest({
    storage,
    registry,
    feed: watched,
    log: silentLog,
    settings: { retentionDays: 365, lateDays: 30 },
    judging: judgeArriving(),
  })
  const columns = ['device_id', 'nodemap_id', 'ts', 'value'] as const
  return {
    registry,
    feed,
    ingest,
    published,
    history: (deviceId = ids.air) =>
      storage.read
        .selectFrom('history')
        .select(columns)
        .where('device_id', '=', deviceId)
        .orderBy('ts')
        .orderBy('nodemap_id')
        .execute(),
    last: () =>
      storage.read.selectFrom('lastvalue').select(columns).orderBy('device_id').orderBy('nodemap_id').execute(),
  }
}

/** A world in a database of its own. */
export async function openWorld(engine: 'sqlite' | 'postgres'): Promise<World> {
  const { storage, dispose } = await openTestStorage(engine)
  await fillWorld(storage)
  const rooms = await telemetryOn(storage)
  return {
    storage,
    ...rooms,
    async dispose() {
      rooms.feed.close()
      await rooms.ingest.close()
      await dispose()
    },
  }
}
