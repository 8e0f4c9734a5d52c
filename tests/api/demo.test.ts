import { existsSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isViolated } from '../../resources/kit/rule.ts'
import { DAY, HOUR } from '../../resources/kit/zone.ts'
import { loadRules } from '../../server/alarms/rules.ts'
import { city, sendsAt, type DemoDevice } from '../../server/demo/city.ts'
import { readFact, writeFact } from '../../server/demo/facts.ts'
import { knownUntil, writeMissedHistory, writeHistory } from '../../server/demo/history.ts'
import { demoWanted, startDemo } from '../../server/demo/index.ts'
import { airStations, FAULTY } from '../../server/demo/values/week.ts'
import { ratesOf } from '../../server/quality/rates.ts'
import { sendCommand } from '../../server/telemetry/commands.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { verifyPassword } from '../../server/session/passwords.ts'
import { callerOf } from '../../server/session/sessions.ts'
import { mayManage } from '../../server/session/userRules.ts'
import { readSettings } from '../../server/settings.ts'
import { md5 } from '../support/call.ts'
import { upTo } from '../support/slowness.ts'
import { engines, openTestStorage, testPlace, type TestPlace } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

describe.each(engines)('demo city on %s', (engine) => {
  let place: TestPlace
  let platform: Platform
  let demo: { close(): Promise<void> }
  const pushed: string[] = []
  beforeAll(async () => {
    place = await testPlace(engine, 'schema')
    platform = await openPlatform({ ...readSettings({}, null), ...place.settings }, silentLog)
    // Writing the whole past would take half a minute: one day of it is enough.
    await writeFact(platform.storage, 'demo.history', '29')
    const { ingest } = platform
    demo = await startDemo({
      ...platform,
      ingest: { ...ingest, push: (items, source) => (pushed.push(source.kind), ingest.push(items, source)) },
    })
  })
  afterAll(async () => {
    await demo.close()
    await platform.close()
    await place.remove()
  })

  it('has most devices online at the start, with a value for each of their nodes', () => {
    const devices = platform.registry.devices()
    expect(devices).toHaveLength(city.devices.length)
    const online = devices.filter((device) => platform.registry.isOnline(device))
    expect(online.length).toBeGreaterThan(devices.length * 0.9)
    expect(online.length).toBeLessThan(devices.length)
    for (const device of online)
      for (const node of device.nodes.values()) expect(node.last, `${device.name} ${node.alias}`).not.toBeNull()
  })

  it('keeps sending samples through ingest as a trusted client', async () => {
    const before = pushed.length
    await expect.poll(() => pushed.length, { timeout: upTo(5000) }).toBeGreaterThan(before)
    expect(new Set(pushed)).toEqual(new Set(['trusted']))
  })

  it('has three accounts with their roles and permissions', async () => {
    const users = await platform.storage.read.selectFrom('systemuser').selectAll().orderBy('id').execute()
    const [admin, manager, viewer] = ['admin', 'manager', 'viewer'].map((name) =>
      users.find((user) => user.username === name),
    )
    expect([admin?.super_id, manager?.super_id, viewer?.super_id]).toEqual([1, 2, manager?.id])
    expect(JSON.parse(viewer?.menu_control ?? '')).toEqual(['2', '2-1'])
    expect(JSON.parse(manager?.menu_control ?? '')).toEqual(
      expect.arrayContaining(['1', '2-1', '2-1-1', '3-3-3', '3-4-3', '8', '9', '10']),
    )
    expect(await verifyPassword(md5('viewer123'), viewer?.password ?? null)).toBe(true)
    if (!manager || !viewer) throw new Error('the demo has no such accounts')
    expect(await mayManage(platform.storage.readAny, callerOf(viewer), manager)).toBe(false)
    expect(await mayManage(platform.storage.readAny, callerOf(manager), viewer)).toBe(true)
  })

  it('fills node pictures, project icons and the permission list', async () => {
    const { read } = platform.storage
    const pictures = await read.selectFrom('node').select('imginfo').execute()
    expect(pictures.filter(({ imginfo }) => imginfo === null || !existsSync(`public${imginfo}`))).toEqual([])
    const projects = await read.selectFrom('project').select('ico').execute()
    expect(projects.map(({ ico }) => ico)).toEqual(projects.map(() => expect.stringMatching(/^\/upload\//)))
    const permissions = await read.selectFrom('permission').select(['name', 'typeid']).execute()
    expect(permissions).toContainEqual({ name: '编辑设备', typeid: 3 })
  })

  it('has calibrations of the last month that apply to live nodes, also of the faulty station', async () => {
    const { registry, storage } = platform
    const since = Number((await readFact(storage, 'demo.since')) ?? 0)
    const rows = await storage.read.selectFrom('calibration').selectAll().execute()
    expect(rows).toHaveLength(4)
    for (const { name, device_id, nodemap_id, calibrated_at, zero, factor } of rows) {
      expect(calibrated_at, name).toBeGreaterThan(since - 30 * DAY)
      expect(calibrated_at, name).toBeLessThan(since)
      expect(registry.device(device_id)?.nodes.get(nodemap_id)?.calibrations, name).toEqual([
        { since: calibrated_at, until: null, zero, factor },
      ])
    }
    const faulty = registry.bySn(airStations(city)[FAULTY]?.sn ?? '')
    expect(rows.filter(({ device_id }) => device_id === faulty?.id)).toHaveLength(2)
  })

  it('has no threshold on a node whose calibration changes its values', async () => {
    const { read } = platform.storage
    const watched = (await read.selectFrom('threshold').select('nodemap_id').execute()).map((row) => row.nodemap_id)
    const rows = await read.selectFrom('calibration').select(['nodemap_id', 'zero', 'factor']).execute()
    const corrected = rows.filter(({ zero, factor }) => zero !== 0 || factor !== 1)
    expect(corrected).toHaveLength(1)
    expect(corrected.filter(({ nodemap_id }) => watched.includes(nodemap_id))).toEqual([])
  })

  it('has an operation log of its users’ earlier actions', async () => {
    const { read } = platform.storage
    const since = Number((await readFact(platform.storage, 'demo.since')) ?? 0)
    const rows = await read
      .selectFrom('operationlog')
      .innerJoin('systemuser', 'systemuser.id', 'operationlog.user_id')
      .select(['operation_table', 'operation_type', 'operation_date', 'username'])
      .orderBy('operationlog.id')
      .execute()
    const done = rows.map((row) => `${row.username}: ${row.operation_type} ${row.operation_table}`)
    expect(done).toEqual([
      ...Array.from({ length: 4 }, () => 'manager: create calibration'),
      'manager: edit device',
      ...['command', 'confirmed', 'command', 'confirmed'].map((type) => `manager: ${type} device`),
      'admin: edit threshold',
    ])
    for (const { operation_date } of rows) {
      expect(operation_date).toBeGreaterThan(since - 30 * DAY)
      expect(operation_date).toBeLessThan(since)
    }
    const details = await read.selectFrom('operationdetail').select(['field_name', 'old_value', 'new_value']).execute()
    expect(details).toContainEqual({ field_name: 'alarm_interval', old_value: '30', new_value: '60' })
    expect(details.find(({ field_name, old_value }) => field_name === 'name' && old_value !== null)?.old_value).toMatch(
      /（试运行）$/,
    )
  })

  it('writes its history in the background', async () => {
    const count = async (): Promise<number> =>
      Number(
        (
          await platform.storage.read
            .selectFrom('history')
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirst()
        )?.n,
      )
    await expect.poll(count, { timeout: upTo(20_000) }).toBeGreaterThan(50_000)
  })

  it('has alarm records that match its history sample by sample', async () => {
    const { read } = platform.storage
    await expect.poll(() => readFact(platform.storage, 'demo.history'), { timeout: upTo(25_000) }).toBe('30')
    const since = Number((await readFact(platform.storage, 'demo.since')) ?? 0)
    const [from, until] = [since - 30 * DAY, since - 29 * DAY]
    const logs = await read
      .selectFrom('thresholdlog')
      .selectAll()
      .where('alarm_time', '>=', from)
      .where('recovered_at', '<', until)
      .execute()
    expect(logs.length).toBeGreaterThan(0)
    const rules = new Map((await loadRules(platform.storage, null)).map((rule) => [rule.id, rule]))
    for (const log of logs) {
      const {
        value,
        sample,
        since: first,
      } = JSON.parse(log.trace ?? '{}') as { value: number; sample: number; since: number }
      const rule = rules.get(log.threshold_id)
      const samples = await read
        .selectFrom('history')
        .select(['ts', 'value'])
        .where('device_id', '=', log.device_id)
        .where('nodemap_id', '=', log.nodemap_id)
        .where('ts', '>=', first)
        .where('ts', '<=', log.recovered_at ?? 0)
        .orderBy('ts')
        .execute()
      const name = `${log.threshold_name}, ${log.device_name} at ${log.alarm_time}`
      expect(rule && samples.map((each) => isViolated(rule, each.value)), name).toEqual(
        samples.map((_each, i) => i < samples.length - 1),
      )
      expect(samples.at(-1)?.ts, name).toBe(log.recovered_at)
      expect(samples.find(({ ts }) => ts === sample)?.value, name).toBe(value)
      expect([log.real_value, log.alarm_time >= first + (rule?.hold ?? 0)], name).toEqual([value, true])
    }
  })

  it('moves the start of its data quality rates back one day only once that day is written', async () => {
    const { storage, settings } = platform
    const since = Number((await readFact(storage, 'demo.since')) ?? 0)
    const registered = async () => {
      const codes = city.devices.map(({ sn }) => sn)
      const rows = await storage.read.selectFrom('device').select('created_at').where('sn', 'in', codes).execute()
      return [...new Set(rows.map(({ created_at }) => Number(created_at)))]
    }
    expect(await registered()).toEqual([since])
    await writeFact(storage, 'demo.history', '0')
    // One device of each product represents the rest; none has an outage on that day.
    const isWhole = (device: DemoDevice) =>
      device.health === 'well' && [DAY, DAY / 2].every((ago) => sendsAt(device, since - ago, since))
    const products = new Set(city.devices.map(({ product }) => product))
    const some = [...products].flatMap(
      (one) => city.devices.find((each) => each.product === one && isWhole(each)) ?? [],
    )
    const run = {
      platform: { ...platform, settings: { ...settings, demoDays: 1 } },
      city: { ...city, devices: some },
      since,
    }
    await writeHistory({ ...run, stopped: () => false, alone: () => {} })
    expect(await registered()).toEqual([since - DAY])
    const rates = await ratesOf(
      platform,
      some.flatMap(({ sn }) => platform.registry.bySn(sn) ?? []),
      { from: since - DAY, to: Date.now() },
    )
    // The day may span two months.
    const nodes = new Map<string, { expected: number; intime: number }>()
    for (const { device, node, expected, intime } of rates) {
      if (expected === null) continue
      const known = nodes.get(`${device} ${node}`) ?? { expected: 0, intime: 0 }
      nodes.set(`${device} ${node}`, { expected: known.expected + expected, intime: known.intime + intime })
    }
    expect(nodes.size).toBeGreaterThan(some.length)
    // The demos of this file sent some further values.
    for (const [name, { expected, intime }] of nodes) expect(intime / expected, name).toBeGreaterThan(0.95)
    await writeFact(storage, 'demo.history', '30')
  })

  // The remaining tests ask the databases for nothing new.
  if (engine !== 'sqlite') return

  it('writes the history of devices with environmental pollutants before that of others', async () => {
    const { registry, settings, storage } = platform
    const since = Number((await readFact(storage, 'demo.since')) ?? 0)
    await writeFact(storage, 'demo.history', '0')
    const stored = new Set<number>()
    const storeSamples: typeof storage.storeSamples = async ({ device_id }) => {
      for (const id of device_id) stored.add(id)
    }
    const run = {
      platform: { ...platform, storage: { ...storage, storeSamples }, settings: { ...settings, demoDays: 1 } },
      // A part of the city's devices, of nearly every product.
      city: { ...city, devices: city.devices.filter(({ place }) => place % 5 === 0) },
      since,
    }
    await writeHistory({ ...run, stopped: () => false, alone: () => {} })
    await writeFact(storage, 'demo.history', '30')
    const judged = [...stored].map((id) =>
      [...(registry.device(id)?.nodes.values() ?? [])].some(({ pollutant }) => pollutant !== null),
    )
    expect(new Set(judged)).toEqual(new Set([true, false]))
    expect(judged).toEqual(judged.toSorted((a, b) => Number(b) - Number(a)))
  })

  it('is not seeded twice, and obeys a switch command', async () => {
    await demo.close()
    demo = await startDemo(platform)
    const devices = await platform.storage.read.selectFrom('device').select('id').execute()
    expect(devices).toHaveLength(city.devices.length)
    const lamp = platform.registry
      .devices()
      .find((device) => device.name.includes('路灯') && platform.registry.isOnline(device))
    const node = lamp && platform.registry.nodeOf(lamp, '1')
    if (!lamp || !node) throw new Error('the city has no street lamp')
    const value = node.last?.value === 1 ? 0 : 1
    expect(
      await sendCommand(platform, {
        sn: lamp.sn,
        deviceid: lamp.id,
        nodemapid: node.id,
        nodeaddr: 1,
        value,
        t: Date.now(),
      }),
    ).toBe(true)
    expect(node.last?.value).toBe(value)
  })

  it('fills the gap after being off for a night or longer, except for offline devices', async () => {
    await demo.close()
    const since = Number((await readFact(platform.storage, 'demo.since')) ?? 0)
    const known = knownUntil(platform, city)
    const evening = Date.now()
    const morning = evening + 8 * HOUR
    const startAt = async (now: number, left: ReadonlyMap<string, number>) => {
      vi.useFakeTimers({ toFake: ['Date'], now })
      try {
        await writeMissedHistory({ platform, city, since, stopped: () => false }, left)
      } finally {
        vi.useRealTimers()
      }
    }
    await startAt(morning, known)
    const slept = async (sn: string): Promise<number[]> => {
      const device = platform.registry.bySn(sn)
      const node = device && platform.registry.nodeOf(device, '1')
      const rows = await platform.storage.read
        .selectFrom('history')
        .select('ts')
        .where('device_id', '=', device?.id ?? 0)
        .where('nodemap_id', '=', node?.id ?? 0)
        .where('ts', '>', evening)
        .orderBy('ts')
        .execute()
      return rows.map(({ ts }) => ts)
    }
    const well = (key: string) =>
      city.devices.find((device) => device.product.key === key && device.health === 'well')?.sn ?? ''
    const times = await slept(well('air'))
    const steps = [...times, morning].map((ts, i) => ts - (times[i - 1] ?? evening))
    // The steps follow the cycle by which the device stores.
    expect(Math.max(...steps)).toBeLessThanOrEqual(15 * 60_000)
    expect(times.every((ts) => ts < morning)).toBe(true)
    expect(await slept(city.devices.find(({ health }) => health === 'offline')?.sn ?? '')).toEqual([])
    // A gap of two days is filled as well; otherwise the quality rates would count its values as missing.
    const weather = well('weather')
    await startAt(morning + 2 * DAY, new Map([[weather, morning]]))
    expect((await slept(weather)).filter((ts) => ts > morning)).toHaveLength((2 * DAY) / (5 * 60_000) - 1)
    demo = await startDemo(platform)
  })
})

describe('demo in English', () => {
  it('has no Chinese text in any record, including alarms and messages', { timeout: upTo(60_000) }, async () => {
    const place = await testPlace('sqlite', 'schema')
    const platform = await openPlatform({ ...readSettings({ DEMO_LANG: 'zhEN' }, null), ...place.settings }, silentLog)
    await writeFact(platform.storage, 'demo.history', '30')
    const demo = await startDemo(platform)
    try {
      await platform.alarms.settled()
      const tables = [
        'project',
        'district',
        'node',
        'devicetype',
        'nodemap',
        'gateway',
        'device',
        'threshold',
        'calibration',
        'alarminfo',
        'alarmroster',
        'alarmescalation',
        'thresholdlog',
        'alarmsendlog',
        'permission',
        'northdatainfo',
        'northinterface',
        'northdatalist',
        'datashow',
        'videoshow',
        'systemuser',
      ] as const
      for (const table of tables) {
        // The root area and the permission types exist on every platform.
        const rows = (await platform.storage.readAny.selectFrom(table).selectAll().execute()).filter(
          (row) => table !== 'district' || Number(row['id']) !== 1,
        )
        expect(rows.length, table).toBeGreaterThan(0)
        expect(
          rows.filter((row) => /\p{Script=Han}/u.test(JSON.stringify(row))),
          table,
        ).toEqual([])
      }
      const ph = await platform.storage.read
        .selectFrom('node')
        .select('unitname')
        .where('name', '=', 'pH')
        .executeTakeFirst()
      expect(ph?.unitname).toBe('')
      // A switch has words instead of a unit.
      expect(
        await platform.storage.read.selectFrom('node').select('name').where('unitname', '=', '0/1').execute(),
      ).toEqual([])
    } finally {
      await demo.close()
      await platform.close()
      await place.remove()
    }
  })
})

describe('demoWanted', { timeout: upTo(60_000) }, () => {
  let opened: Awaited<ReturnType<typeof openTestStorage>>
  beforeAll(async () => {
    opened = await openTestStorage('sqlite')
  })
  // Makes the storage fresh again: the decision is stored in it.
  afterEach(() =>
    opened.storage.write(async (trx) => {
      for (const table of ['setting', 'systemuser'] as const) await trx.deleteFrom(table).execute()
    }),
  )
  afterAll(() => opened.dispose())
  const ask = async (demo: 'auto' | 'on' | 'off' | 'public', host = '127.0.0.1') => {
    const { storage } = opened
    return [
      await demoWanted({ demo, host, role: 'all' }, storage),
      await demoWanted({ demo: 'auto', host: '::1', role: 'all' }, storage),
    ]
  }
  it.each([
    ['auto', true],
    ['off', false],
    ['on', true],
  ] as const)('follows DEMO=%s in a fresh database, and remembers it', async (demo, runs) => {
    expect(await ask(demo)).toEqual([runs, runs])
  })
  it('remembers an explicit setting until the next one; a refused start changes nothing', async () => {
    expect(await ask('on')).toEqual([true, true])
    expect(await ask('off')).toEqual([false, false])
    expect(await ask('auto')).toEqual([false, false])
    // A refused start asks no question.
    await expect(ask('on', '0.0.0.0')).rejects.toThrow(/DEMO=public/)
    expect(await ask('auto', '0.0.0.0')).toEqual([false, false])
    expect(await ask('public', '0.0.0.0')).toEqual([true, true])
    expect(await ask('off')).toEqual([false, false])
    expect(await ask('on')).toEqual([true, true])
  })
  it('is false for a process with role web, which can only turn the demo off', async () => {
    const { storage } = opened
    const part = (demo: 'auto' | 'off') => demoWanted({ demo, host: '0.0.0.0', role: 'web' }, storage)
    expect(await ask('on')).toEqual([true, true])
    expect(await part('auto')).toBe(false)
    expect(await ask('auto')).toEqual([true, true])
    expect(await part('off')).toBe(false)
    expect(await ask('auto')).toEqual([false, false])
  })
  it('is false if the database already has users', async () => {
    const user = { username: 'a', nickname: 'a', super_id: 1, created_at: 0, updated_at: 0 }
    await opened.storage.write((trx) => trx.insertInto('systemuser').values(user).execute())
    expect(await ask('auto')).toEqual([false, false])
  })
  it('refuses a host open to the network without DEMO=public', async () => {
    await expect(ask('on', '0.0.0.0')).rejects.toThrow(/DEMO=public/)
    await expect(ask('auto', '192.168.1.5')).rejects.toThrow(/HOST is 192\.168\.1\.5/)
    expect(await ask('public', '0.0.0.0')).toEqual([true, true])
  })
  it('accepts DEMO=off on a host open to the network', async () => {
    expect((await ask('off', '0.0.0.0'))[0]).toBe(false)
  })
})
