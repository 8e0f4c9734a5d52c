import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRegistry } from '../../server/live/registry.ts'
import { silentLog } from '../../server/log.ts'
import type { LiveDevice, LiveFlags } from '../../server/platform.ts'
import { FULL } from '../support/full.ts'
import { seeded } from '../support/seeded.ts'
import { openTestStorage } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
type User = keyof typeof users
interface Node {
  id: number
  lastdata: { historydata: number; insertdate: number; nodemapid: number } | null
}
interface State {
  id: number
  name: string
  sort_num: number
  deviceisonline: number
  thre_list: number[]
  maintenance_until?: number
  nodestatelist: Node[]
}
interface Since {
  version: string
  full: 0 | 1
  devices: State[]
  removed: number[]
  values: number[]
}

/** A world, actions on it, and its clock. */
function inWorld() {
  const own = {} as { world: WorldApp; now: number }
  beforeAll(async () => {
    own.world = await openWorldApp('sqlite')
    own.now = Date.now()
    await push(ids.air, 1, 35.5)
  })
  beforeEach(() => void vi.spyOn(Date, 'now').mockImplementation(() => own.now))
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => own.world.dispose())
  const push = (id: number, key: number, value: number) =>
    own.world.platform.ingest.push([{ sn: `186902400${id}`, t: own.now, values: { [key]: value } }], trusted)
  const change = async (table: 'device' | 'district' | 'nodemap', id: number, values: object): Promise<void> => {
    await own.world.platform.storage.write((trx) => {
      if (table === 'device') return trx.updateTable('device').set(values).where('id', '=', id).execute()
      if (table === 'district') return trx.updateTable('district').set(values).where('id', '=', id).execute()
      return trx.updateTable('nodemap').set(values).where('id', '=', id).execute()
    })
    await own.world.platform.registry.changed(table, id)
  }
  const remove = async (id: number): Promise<void> => {
    await own.world.platform.storage.write((trx) => trx.deleteFrom('device').where('id', '=', id).execute())
    await own.world.platform.registry.changed('device', id)
  }
  const create = async (id: number, district_id: number, project_id: number): Promise<void> => {
    const row = { name: `新 ${id}`, sn: `186902400${id}`, devicetype_id: 1, issingle: 1, save_cycle: -1, sort_num: 0 }
    const more = { acquisition_cycle: 30, over_time: 600, control_state: 0, created_at: 0, updated_at: 0 }
    await own.world.platform.storage.write((trx) =>
      trx
        .insertInto('device')
        .values({ id, district_id, project_id, gateway_id: null, ...row, ...more })
        .execute(),
    )
    await own.world.platform.registry.changed('device', id)
  }
  const flag = (id: number, flags: Partial<LiveFlags>): void => {
    const device = own.world.platform.registry.device(id)
    if (device) own.world.platform.registry.flag(device, flags)
  }
  const plain = async (user: User, path = 'godbDeviceState'): Promise<State[]> =>
    (await own.world.call(user, 'GET', path)).data as State[]
  const since = async (user: User, version: string, path = 'godbDeviceState'): Promise<Since> => {
    const asked = `${path}${path.includes('?') ? '&' : '?'}since=${encodeURIComponent(version)}`
    const { status, data } = await own.world.call(user, 'GET', asked)
    expect(status).toBe(200)
    return data as Since
  }
  return Object.assign(own, { push, change, remove, create, flag, plain, since })
}

describe('live state since a version', () => {
  const at = inWorld()
  const versions = new Map<User, string>()
  /** What changed for a user since their last request. */
  const news = async (user: User): Promise<Omit<Since, 'version'>> => {
    const { version, ...rest } = await at.since(user, versions.get(user) ?? '')
    versions.set(user, version)
    return rest
  }
  const NOTHING = { full: 0, devices: [], removed: [], values: [] }
  const areaOf = (id: number) => at.world.platform.registry.device(id)?.district_id

  it('sends the devices of an area first, the most urgent of them at the head', async () => {
    const ask = (query: string) =>
      at.world.app.inject({
        url: `/v1/godbDeviceState${query}`,
        headers: { authorization: `Bearer ${at.world.tokens.manager}` },
      })
    const idsOf = (answer: Awaited<ReturnType<typeof ask>>) => answer.json<{ data: State[] }>().data.map(({ id }) => id)
    const plain = await ask('')
    const before = idsOf(plain)
    expect(plain.headers['x-live-first']).toBeUndefined()
    const last = before.at(-1) ?? 0
    at.flag(last, { thresholds: [1], alarms: [] })
    const urgent = await ask('?first=0')
    expect(urgent.headers['x-live-first']).toBe('1')
    expect(idsOf(urgent)[0]).toBe(last)
    expect(idsOf(urgent).toSorted()).toEqual(before.toSorted())
    const other = before.find((id) => areaOf(id) !== areaOf(last)) ?? 0
    expect(areaOf(idsOf(await ask(`?first=${areaOf(other)}`))[0] ?? 0)).toBe(areaOf(other))
    at.flag(last, { thresholds: [] })
  })

  it('returns everything at first and nothing while nothing changes', async () => {
    const ask = (query: string) =>
      at.world.app.inject({
        url: `/v1/godbDeviceState${query}`,
        headers: { authorization: `Bearer ${at.world.tokens.manager}` },
      })
    expect(await news('manager')).toEqual({ ...NOTHING, full: 1, devices: await at.plain('manager') })
    expect(await news('manager')).toEqual(NOTHING)
    const [answer, whole] = [await ask('?since='), await ask('')]
    expect([answer.headers['cache-control'], answer.headers.etag]).toEqual(['no-store', undefined])
    // A client that took the plain answer can continue from its version.
    expect(whole.headers['x-live-version']).toBe(versions.get('manager'))
    expect(whole.headers.etag).toMatch(/^W\/"/)
    expect(await at.since('manager', String(whole.headers['x-live-version']))).toMatchObject(NOTHING)
  })

  it('returns only values after new samples, and the whole device after other changes', async () => {
    await news('manager')
    at.now += 1000
    await at.push(ids.air, 1, 36)
    expect(await news('manager')).toEqual({ ...NOTHING, values: [ids.air, ids.pm, 36, at.now] })
    await at.change('device', ids.air, { name: '新名字' })
    expect(await news('manager')).toMatchObject({ ...NOTHING, devices: [{ id: ids.air, name: '新名字' }] })
    // A record that was read again without a difference is not a change.
    await at.world.platform.registry.changed('device', null)
    expect(await news('manager')).toEqual(NOTHING)
    at.flag(ids.air, { thresholds: [9] })
    expect(await news('manager')).toMatchObject({ ...NOTHING, devices: [{ id: ids.air, thre_list: [9] }] })
    at.flag(ids.air, { thresholds: [], maintenance: 5 })
    expect(await news('manager')).toMatchObject({ ...NOTHING, devices: [{ thre_list: [], maintenance_until: 5 }] })
    at.flag(ids.air, { maintenance: null })
    await at.change('nodemap', ids.pm, { alias: 'PM' })
    expect((await news('manager')).devices.map(({ id }) => id)).toEqual([ids.air, ids.level, ids.disabled])
  })

  it('reports devices that go offline without a sample, also when the clock is set back, and back online', async () => {
    await news('manager')
    at.now += 3_600_000
    const silent = await news('manager')
    expect(silent.devices.find(({ id }) => id === ids.air)).toMatchObject({ deviceisonline: 0 })
    at.now -= 3_600_000
    expect((await news('manager')).devices.find(({ id }) => id === ids.air)).toMatchObject({ deviceisonline: 1 })
    at.now += 3_600_000
    await news('manager')
    at.now += 1000
    expect(await news('manager')).toEqual(NOTHING)
    await at.push(ids.air, 1, 36)
    // The device's gateway comes online with it, and so do the other devices behind the gateway.
    expect((await news('manager')).devices).toMatchObject([
      { id: ids.air, deviceisonline: 1, getewayisonline: 1 },
      { id: ids.level, deviceisonline: 0, getewayisonline: 1 },
      { id: ids.disabled, deviceisonline: 0, getewayisonline: 1 },
    ])
  })

  it('reports created, deleted and moved devices only to users with access to them', async () => {
    for (const user of ['super', 'manager', 'watcher', 'stranger'] as const) await news(user)
    await at.create(7, 4, 2)
    await at.push(7, 1, 5)
    expect([await news('manager'), await news('watcher')]).toEqual([NOTHING, NOTHING])
    expect((await news('stranger')).devices.map(({ id }) => id)).toEqual([7])
    await at.remove(7)
    expect([await news('manager'), await news('watcher')]).toEqual([NOTHING, NOTHING])
    expect([(await news('stranger')).removed, (await news('super')).removed]).toEqual([[7], [7]])
    await at.change('device', ids.level, { district_id: 2 })
    expect(await news('watcher')).toEqual({ ...NOTHING, removed: [ids.level] })
    expect(await news('manager')).toMatchObject({ ...NOTHING, devices: [{ id: ids.level, district_id: 2 }] })
    expect(await news('stranger')).toEqual(NOTHING)
    await at.change('device', ids.level, { district_id: 3 })
    expect(await news('watcher')).toMatchObject({ ...NOTHING, devices: [{ id: ids.level }] })
  })

  it('returns everything again when the user’s access changes or an area is moved', async () => {
    for (const user of ['manager', 'watcher'] as const) await news(user)
    await at.change('district', 3, { build_state: 1 })
    expect(await news('manager')).toEqual(NOTHING)
    await at.change('district', 3, { superid: 1 })
    expect(await news('manager')).toMatchObject({ full: 1, devices: await at.plain('manager') })
    await at.change('district', 3, { superid: 2, build_state: 0 })
    await news('watcher')
    const { storage, sessions } = at.world.platform
    const mayWatch = async (distr_map: string): Promise<void> => {
      await storage.write((trx) =>
        trx.updateTable('systemuser').set({ distr_map }).where('id', '=', users.watcher).execute(),
      )
      sessions.forget(users.watcher)
    }
    await mayWatch('2')
    expect((await news('watcher')).devices.map(({ id }) => id)).toEqual([ids.air, ids.level, ids.disabled])
    await mayWatch('3')
    expect(await news('watcher')).toMatchObject({ full: 1, devices: [{ id: ids.level }] })
  })

  it('returns everything for an unknown version, and the plain list when since is given twice', async () => {
    const version = (await at.since('manager', '')).version
    const [process, view, clock] = version.split('.')
    const others = [
      'x',
      '..',
      `${process}.${view}.`,
      `${process}.${view}.-1`,
      `${process}.${view}.1e3`,
      `${process}.${view}.${Number(clock) + 1}`,
      `other.${view}.${clock}`,
      `${version}.1`,
      (await at.since('super', '')).version,
      (await at.since('manager', '', 'godbDeviceStateByDistrictId/3')).version,
      'v'.repeat(2000),
    ]
    const all = await at.plain('manager')
    for (const other of others) expect(await at.since('manager', other), other).toMatchObject({ full: 1, devices: all })
    expect(await at.plain('manager', `godbDeviceState?since=${version}&since=${version}`)).toEqual(all)
  })

  it('is available for an area with its descendants and for a single device', async () => {
    for (const path of ['godbDeviceStateByDistrictId/2', 'godbDeviceStateByDistrictId/3']) {
      const first = await at.since('manager', '', path)
      expect(first).toMatchObject({ full: 1, devices: await at.plain('manager', path) })
      expect(await at.since('manager', first.version, path)).toMatchObject(NOTHING)
    }
    const { version } = await at.since('manager', '', 'godbDeviceStateByDistrictId/3')
    at.now += 1000
    await at.push(ids.air, 1, 1)
    await at.push(ids.level, 1, 2)
    const later = await at.since('manager', version, 'godbDeviceStateByDistrictId/3')
    expect(later).toMatchObject({ ...NOTHING, devices: [{ id: ids.level }] })
    expect((await at.world.call('watcher', 'GET', 'godbDeviceStateByDistrictId/4?since=')).status).toBe(404)
    const one = await at.world.call('manager', 'GET', `godbDeviceState?deviceid=${ids.level}&since=${version}`)
    expect(one.data).toMatchObject({ full: 1, devices: [{ id: ids.level }] })
  })
})

const idsOf = (list: readonly State[]): number[] => list.map(({ id }) => id)

/** The state that a client builds from successive answers. */
class Copy {
  version = ''
  states = new Map<number, State>()

  take({ version, full, devices, removed, values }: Since): void {
    this.version = version
    if (full === 1) this.states.clear()
    for (const device of devices) this.states.set(device.id, device)
    for (const id of removed) this.states.delete(id)
    for (let at = 0; at < values.length; at += 4) {
      const [id = 0, nodemapid = 0, historydata = 0, insertdate = 0] = values.slice(at, at + 4)
      const node = this.states.get(id)?.nodestatelist.find((one) => one.id === nodemapid)
      if (!node) throw new Error(`a value of what was not told: ${id} ${nodemapid}`)
      node.lastdata = { historydata, insertdate, nodemapid }
    }
  }

  listed = (): State[] => [...this.states.values()].toSorted((a, b) => a.id - b.id)
}

it('registry.statesSince returns all of 2,001 new devices when called while they are loaded', async () => {
  const { storage, dispose } = await openTestStorage('sqlite')
  try {
    const registry = await createRegistry(storage, silentLog)
    const told = new Set<number>()
    let version = ''
    const ask = (): number => {
      const answer = registry.statesSince(version, { key: '', has: () => true })
      version = answer.version
      for (const { id } of (JSON.parse(String(answer.json())) as Since).devices) told.add(id)
      return told.size
    }
    expect(ask()).toBe(0)
    const many = 2001
    await storage.write((trx) =>
      sql`insert into device (id, name, sn, project_id, district_id, devicetype_id, issingle, save_cycle, acquisition_cycle, over_time, control_state, sort_num, created_at, updated_at)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(many)})
        select i, 'station ' || i, 'sn' || i, 1, 2, 1, 1, -1, 30, 600, 0, 0, 0, 0 from n`.execute(trx),
    )
    const read = storage.lastValues.bind(storage)
    const asked = vi.spyOn(storage, 'lastValues').mockImplementation((devices) => {
      ask()
      return read(devices)
    })
    await registry.changed('device', null)
    expect(asked.mock.calls.map(([devices]) => devices?.length)).toEqual([1000, 1000, 1])
    expect(ask()).toBe(many)
    expect(registry.devices().map(({ id }) => id)).toEqual(Array.from({ length: many }, (_, at) => at + 1))
  } finally {
    await dispose()
  }
})

describe('sequence of live states since a version', () => {
  const at = inWorld()
  type Place = Pick<LiveDevice, 'id' | 'project_id' | 'district_id'>
  const areasBelow = (area: number): ReadonlySet<number> => at.world.platform.registry.areasBelow([area])
  const inCity = ({ project_id }: Place): boolean => project_id === 1
  /** Requests by different users, and the places of the devices that each may see. */
  const asking: { user: User; path?: string; sees(device: Place): boolean }[] = [
    { user: 'super', sees: () => true },
    { user: 'manager', sees: inCity },
    { user: 'watcher', sees: (device) => inCity(device) && device.district_id === 3 },
    {
      user: 'super',
      path: 'godbDeviceStateByDistrictId/2',
      sees: ({ district_id }) => areasBelow(2).has(district_id),
    },
    {
      user: 'manager',
      path: 'godbDeviceStateByDistrictId/3',
      sees: (device) => inCity(device) && device.district_id === 3,
    },
    {
      user: 'manager',
      path: `godbDeviceState?deviceid=${ids.level}`,
      sees: (one) => inCity(one) && one.id === ids.level,
    },
  ]
  const mayEverSee = new Map(asking.map((one) => [one, new Set<number>()]))

  it.each(FULL ? [1, 2, 3, 4, 5, 6, 7, 8] : [1])('rebuilds the plain list after random changes (%i)', async (seed) => {
    const random = seeded(seed)
    const below = (end: number): number => Math.floor(random() * end)
    const some = (): number => 1 + below(7)
    // Areas belong to one project.
    const placed = () => {
      const district_id = 2 + below(3)
      return { district_id, project_id: district_id === 4 ? 2 : 1 }
    }
    const events: (() => unknown)[] = [
      () => at.push(some(), [1, 2, 11][below(3)] ?? 1, below(50)),
      () => at.push(some(), 1, below(50)),
      () => at.change('device', some(), { name: `n${below(5)}` }),
      () => at.change('device', some(), placed()),
      () => at.change('device', some(), { sort_num: below(3) }),
      () => at.change('device', some(), { control_state: below(2) }),
      () =>
        at.change('device', some(), { over_time: [0, 60, 600][below(3)], gateway_id: below(2) ? ids.gateway : null }),
      () => at.flag(some(), { thresholds: below(2) ? [below(3)] : [] }),
      () => at.flag(some(), { maintenance: below(2) ? at.now : null }),
      () => at.remove(some()),
      () => {
        const id = some()
        const { district_id, project_id } = placed()
        return at.world.platform.registry.device(id) ? undefined : at.create(id, district_id, project_id)
      },
      () => at.change('nodemap', ids.pm, { alias: `PM${below(2)}` }),
      () => at.change('district', 3, { superid: 1 + below(2) }),
      // No sum of these equals a time after which a device goes offline.
      () => void (at.now += below(2) ? 250_123 : 701_321),
    ]
    const copies = new Map(asking.map((one) => [one, new Copy()]))
    for (let step = 0; step < (FULL ? 300 : 60); step++) {
      at.now += 1
      await events[below(events.length)]?.()
      for (const device of at.world.platform.registry.devices())
        for (const [{ sees }, seen] of mayEverSee) if (sees(device)) seen.add(device.id)
      for (const [one, copy] of copies) {
        if (random() < 0.4) continue
        const { user, path } = one
        const about = `${user}, ${path ?? 'all'}, step ${step}`
        const answer = await at.since(user, copy.version, path)
        const all = await at.plain(user, path)
        for (const id of answer.removed) expect(mayEverSee.get(one)?.has(id), `${about}: ${id}`).toBe(true)
        copy.take(answer)
        expect(copy.listed(), about).toEqual(all.toSorted((a, b) => a.id - b.id))
        // Both lists are in default order, however they came about.
        for (const list of [answer.devices, all])
          expect(idsOf(list), about).toEqual(idsOf(list.toSorted((a, b) => b.sort_num - a.sort_num || a.id - b.id)))
      }
    }
  })
})
