import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLinkage, MAX_FAN_OUT, MAX_LINKED_STEPS } from '../../server/alarms/ganged.ts'
import type { JournalEntry } from '../../server/alarms/journalRows.ts'
import { openChannel, type Command } from '../../server/telemetry/commands.ts'
import { settleJob } from '../../server/live/settleCommands.ts'
import { fenceWrites } from '../../server/schedule/fenced.ts'
import { LeaseLost, type Storage } from '../../server/storage/types.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const snOf = (device: number): string => `90000000${device}`

interface Switch {
  id: number
  episode_id: number
  device_id: number
  before: number | null
  result: string | null
  undone: number
  undoable: number
  undo: { result: string | null } | null
}

describe.each(engines)('linked control of alarms on %s', (engine) => {
  let world: WorldApp
  /** How the stations answer a command: with these values, one after the other. */
  let answer: (command: Command) => number[] = ({ value }) => [value]
  let reachable = true
  const commands: Command[] = []
  /** Each test has its own stations in areas 2 and 3, because limits count a minute for each station and each alarm. */
  let [air, level] = [20, 20]
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.alarms.settled()
    await keys(users.manager, '["2-1","2-1-1","2-3"]')
    await keys(users.watcher, '["2-1","2-3"]')
    await keys(users.stranger, '["2-1","2-1-1","2-3"]')
    openChannel(world.platform, async (command) => {
      if (!reachable) return false
      commands.push(command)
      for (const value of answer(command)) await report(command.deviceid, value)
      return true
    })
  })
  afterAll(() => world.dispose())
  beforeEach(async () => {
    air = level + 1
    level = air + 1
    await addStation(air, '空气微站', 2)
    await addStation(level, '民心河水位', 3)
  })
  // Neither an area's rules nor rings of devices reach the next test.
  afterEach(async () => {
    await calm()
    await storage().write((trx) => trx.deleteFrom('device').where('id', '>', 20).execute())
    await world.platform.registry.changed('device', null)
    await world.platform.alarms.settled()
  })

  const storage = () => world.platform.storage
  const keys = async (user: number, menu_control: string): Promise<void> => {
    await storage().write((trx) => trx.updateTable('systemuser').set({ menu_control }).where('id', '=', user).execute())
    world.platform.sessions.forget(user)
  }
  const addStation = async (id: number, name: string, district_id: number): Promise<void> => {
    const station = { id, name, sn: snOf(id), devicetype_id: 1, project_id: 1, district_id, gateway_id: ids.gateway }
    const manner = { save_cycle: -1, issingle: 0, acquisition_cycle: 30, over_time: 600, control_state: 0, sort_num: 0 }
    await storage().write((trx) =>
      trx
        .insertInto('device')
        .values({ ...station, ...manner, ...stamp })
        .execute(),
    )
    await world.platform.registry.changed('device', id)
  }
  const report = (device: number, value: number, node = 11) =>
    world.platform.ingest.push([{ sn: snOf(device), values: { [node]: value } }], trusted)
  /** Sets how many seconds devices have to answer. */
  const readBack = async (read_back: number | null): Promise<void> => {
    await storage().write((trx) => trx.updateTable('node').set({ read_back }).where('id', '=', 3).execute())
    await world.platform.registry.changed('node', 3)
  }
  const stamp = { created_at: 0, updated_at: 0 }
  const addRule = async (row: object = {}): Promise<number> => {
    const rule = {
      ...ABOVE_100,
      device_list: String(air),
      alarm_interval: 0,
      alert_level: 2,
      enable: 1,
      alarm_msg: 'x',
      enable_back: 0,
      enable_ganged: 1,
      ganged_device_id: level,
      ganged_nodemap_id: ids.fan,
      ganged_value: 1,
      ...row,
      ...stamp,
    }
    const { id } = await storage().write((trx) =>
      trx.insertInto('threshold').values(rule).returning('id').executeTakeFirstOrThrow(),
    )
    await world.platform.registry.changed('threshold', id)
    return id
  }
  /** Disables earlier rules and lets stations answer correctly. */
  const calm = async (): Promise<void> => {
    await storage().write((trx) => trx.updateTable('threshold').set({ enable: 0 }).execute())
    await world.platform.registry.changed('threshold', null)
    await world.platform.alarms.settled()
    commands.length = 0
    answer = ({ value }) => [value]
    reachable = true
  }
  /** Fires a rule on a device; returns the id of its episode. */
  const fire = async (rule: number, device = air, node = 1): Promise<number> => {
    await report(device, node === 1 ? 150 : 1, node)
    await world.platform.alarms.settled()
    const row = await storage()
      .read.selectFrom('thresholdlog')
      .select('id')
      .where('threshold_id', '=', rule)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return row.id
  }
  const switches = async (id: number, user: keyof typeof users = 'manager'): Promise<Switch[]> =>
    ((await world.call(user, 'GET', `episodes/${id}`)).data as { switches: Switch[] }).switches
  const undo = (id: number, user: keyof typeof users = 'manager', body: object = {}) =>
    world.call(user, 'POST', `episodes/${id}/undo-switches`, body)
  const results = async (id: number) => (await switches(id)).map(({ result }) => result)

  it('is confirmed by the reported value, with the value from before', async () => {
    await report(level, 0)
    const id = await fire(await addRule())
    await expect.poll(() => results(id)).toEqual(['confirmed'])
    expect(await switches(id)).toEqual([
      {
        id: expect.any(Number),
        episode_id: id,
        device_id: level,
        device_name: '民心河水位',
        nodemap_id: ids.fan,
        node_name: '排风扇',
        node: { registertype: 1, node_script: null, unitname: '', min_value: 0, max_value: 1 },
        before: 0,
        after: 1,
        at: expect.any(Number),
        within: 30_000,
        result: 'confirmed',
        reported: 1,
        ended_at: expect.any(Number),
        reason: null,
        undone: 0,
        undo: null,
        undoable: 1,
      },
    ])
    const { timeline } = (await world.call('manager', 'GET', `episodes/${id}`)).data as {
      timeline: { kind: string; send_ok: number; reason: string }[]
    }
    expect(timeline.filter(({ kind }) => kind === 'switch')).toMatchObject([
      { send_ok: 1, reason: 'Sent, and confirmed by the device' },
    ])
  })

  it('is settled as timed out by another process when its own has stopped', async () => {
    const rule = await addRule()
    answer = () => []
    const id = await fire(rule)
    expect(await results(id)).toEqual([null])
    await settleJob(world.platform, () => Date.now() + 110_000).run(new AbortController().signal)
    expect(await results(id)).toEqual([null])
    await settleJob(world.platform, () => Date.now() + 130_000).run(new AbortController().signal)
    expect(await results(id)).toEqual(['timed_out'])
  })

  it('is undone once, by a user allowed to control the device, if nobody changed the value since', async () => {
    await report(air, 0)
    await report(level, 0, 1)
    const rule = await addRule({ device_list: String(level), ganged_device_id: air, district_id: 3 })
    const id = await fire(rule, level)
    await expect.poll(() => results(id)).toEqual(['confirmed'])
    expect((await undo(id, 'stranger')).status).toBe(404)
    expect((await undo(id, 'watcher')).status).toBe(403)
    // The watcher may control, but not the device that was switched.
    await keys(users.watcher, '["2-1","2-1-1","2-3"]')
    expect(await switches(id, 'watcher')).toMatchObject([{ before: null, reported: null, undoable: 0, node: null }])
    expect((await undo(id, 'watcher')).data).toMatchObject([{ code: 404 }])
    await keys(users.watcher, '["2-1","2-3"]')
    expect(commands).toHaveLength(1)

    // A single id means that one switch, not all.
    for (const some of [[999_999], 999_999, '999999'])
      expect((await undo(id, 'manager', { ids: some })).data).toMatchObject([{ id: 999_999, code: 404 }])
    expect(commands).toHaveLength(1)
    // Null is the same as leaving it out: all switches.
    const both = await Promise.all([undo(id), undo(id, 'manager', { ids: null })])
    expect(both.map(({ data }) => (data as { code: number }[])[0]?.code).toSorted()).toEqual([0, 409])
    await expect.poll(async () => (await switches(id))[0]?.undone).toBe(1)
    expect(commands.map(({ value }) => value)).toEqual([1, 0])
    expect(await switches(id)).toMatchObject([
      { result: 'confirmed', undoable: 0, undo: { user_id: users.manager, user_name: 'manager', result: 'confirmed' } },
    ])
    expect((await undo(id)).data).toMatchObject([{ code: 409, msg: 'Undone already' }])
    const log = await storage()
      .read.selectFrom('operationlog')
      .select(['operation_type', 'user_id'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(log).toEqual([
      { operation_type: 'confirmed', user_id: users.manager },
      { operation_type: 'command', user_id: users.manager },
    ])
  })

  it('is not undone after another value was set or reported, and can be retried when unreachable', async () => {
    await report(air, 0)
    const rule = { device_list: String(level), ganged_device_id: air }
    await report(level, 0, 1)
    const id = await fire(await addRule(rule), level)
    await expect.poll(() => results(id)).toEqual(['confirmed'])
    const set = { deviceid: air, nodemapid: ids.fan, value: 1 }
    expect((await world.call('manager', 'PUT', 'godbSetDeviceNodeValue', set)).status).toBe(200)
    expect((await undo(id)).data).toMatchObject([
      { code: 409, msg: expect.stringContaining('Another value has been set since') },
    ])
    expect(commands).toHaveLength(2)
    await calm()

    await report(air, 0)
    await report(level, 0, 1)
    const other = await fire(await addRule(rule), level)
    await expect.poll(() => results(other)).toEqual(['confirmed'])
    await report(air, 0)
    expect((await undo(other)).data).toMatchObject([{ code: 409, msg: expect.stringContaining('value from before') }])
    expect(await switches(other)).toMatchObject([{ undo: null, undoable: 1 }])
    // No device takes the command: the answer says so, and the switch can be tried again.
    await report(air, 1)
    reachable = false
    expect((await undo(other)).data).toMatchObject([{ code: 503, switch: { undo: { result: 'unreachable' } } }])
    expect(await switches(other)).toMatchObject([{ undone: 0, undoable: 1 }])
    await calm()
    expect((await undo(other)).data).toMatchObject([{ code: 0 }])
  })

  /** The journal's entry for an alarm on one device whose rule switches another. */
  const fired = (logId: number, from: number, to: number): JournalEntry => {
    const rule = { id: 1, project_id: 1, ganged: { device: to, nodemap: ids.fan, value: 1 } }
    const [at, facts] = [Date.now(), { project_id: 1 }]
    return { kind: 'fire', rule, deviceId: from, episode: { logId }, at, receivedAt: at, facts } as JournalEntry
  }

  /** Commands in the operation log. */
  const logged = () => storage().read.selectFrom('operationlog').select('id').where('operation_type', '=', 'command')

  it('is refused and logged when the lease is lost or the write takes too long', async () => {
    const [first, before] = [4_000_000, await logged().execute()]
    const passage = {
      check: () => Promise.reject(new LeaseLost('leader')),
      wasCommitted: async () => false,
      leave: () => {},
    }
    const another = { token: 1, enter: () => passage }
    let time = Date.now()
    const standing: Storage = {
      ...storage(),
      writeAny(work) {
        time += 600_000
        return storage().writeAny(work)
      },
    }
    for (const [logId, lead] of [fenceWrites(storage(), another), standing].entries()) {
      const linkage = createLinkage(world.platform, { lead: () => lead, clock: () => time })
      await linkage.run(fired(first + logId, air, level))
    }
    expect(commands).toEqual([])
    expect(await logged().execute()).toEqual(before)
    const { read } = storage()
    const rows = await read
      .selectFrom('episodeswitch')
      .select(['thresholdlog_id', 'operation_id', 'result', 'reason', 'at'])
      .where('thresholdlog_id', '>=', first)
      .orderBy('id')
      .execute()
    const refused = {
      operation_id: null,
      result: 'refused',
      reason: expect.stringContaining('error.alarm.interrupted'),
    }
    expect(rows).toEqual([
      { ...refused, thresholdlog_id: first, at: time - 600_000 },
      { ...refused, thresholdlog_id: first + 1, at: time },
    ])
    const sent = read.selectFrom('alarmsendlog').select(['alarm_type', 'send_ok']).where('thresholdlog_id', '>=', first)
    expect(await sent.execute()).toEqual([
      { alarm_type: 4, send_ok: 0 },
      { alarm_type: 4, send_ok: 0 },
    ])
  })

  it('proceeds after one failed read of earlier commands, and is refused if the read keeps failing', async () => {
    const first = 5_000_000
    let failures = 1
    const executor = storage().read.getExecutor()
    const ask = executor.executeQuery.bind(executor)
    const asked = vi.spyOn(executor, 'executeQuery').mockImplementation((query) => {
      const fails = query.sql.includes('"alarm_device_id"') && failures-- > 0
      return fails ? Promise.reject(new Error('no connection')) : ask(query)
    })
    onTestFinished(() => asked.mockRestore())
    await createLinkage(world.platform, { lead: storage }).run(fired(first, air, level))
    expect(commands).toHaveLength(1)
    failures = Infinity
    await createLinkage(world.platform, { lead: storage }).run(fired(first + 1, air, level))
    expect(commands).toHaveLength(1)
    const rows = await storage()
      .read.selectFrom('episodeswitch')
      .select(['thresholdlog_id', 'reason'])
      .where('thresholdlog_id', '>=', first)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { thresholdlog_id: first, reason: null },
      { thresholdlog_id: first + 1, reason: expect.stringContaining('error.switch.failed') as string },
    ])
  })

  it('is refused once one alarm has caused the maximum number of switches', async () => {
    const linkage = createLinkage(world.platform, { lead: storage })
    let log = 1_000_000
    const run = (from: number, to: number): Promise<void> => linkage.run(fired(++log, from, to))
    await run(air, level)
    for (let times = 0; times < 6; times++) await run(level, air)
    for (let times = 0; times < 4; times++) await run(air, level)
    expect(commands).toHaveLength(MAX_FAN_OUT)
    const rows = await storage()
      .read.selectFrom('episodeswitch')
      .select(['result', 'reason', 'root_id'])
      .where('root_id', '=', 1_000_001)
      .orderBy('id')
      .execute()
    expect(rows).toHaveLength(MAX_FAN_OUT + 1)
    expect(rows.at(-1)).toMatchObject({ result: 'refused', reason: expect.stringContaining('error.alarm.fanOut') })
    const sent = await storage()
      .read.selectFrom('alarmsendlog')
      .select(['send_ok', 'explained'])
      .where('thresholdlog_id', '=', log)
      .executeTakeFirstOrThrow()
    expect(sent).toMatchObject({ send_ok: 0, explained: expect.stringContaining('error.alarm.fanOut') })
  })

  it('continues its chain under the next leader, up to the step limit', async () => {
    const first = 6_000_000
    for (let step = 0; step <= MAX_LINKED_STEPS; step++) {
      const [from, to] = step % 2 === 0 ? [air, level] : [level, air]
      await createLinkage(world.platform, { lead: storage }).run(fired(first + step, from, to))
    }
    expect(commands).toHaveLength(MAX_LINKED_STEPS)
    const rows = await storage()
      .read.selectFrom('episodeswitch')
      .select(['reason', 'root_id'])
      .where('thresholdlog_id', '>=', first)
      .orderBy('id')
      .execute()
    expect(rows.map(({ root_id }) => root_id)).toEqual(Array.from({ length: MAX_LINKED_STEPS + 1 }, () => first))
    expect(rows.at(-1)?.reason).toContain('error.alarm.depth')
  })

  // The remaining tests ask the databases for nothing new: one engine is enough.
  if (engine !== 'sqlite') return

  it('reports a different value, a timeout and an unreachable device', async () => {
    await readBack(1)
    await report(level, 0)
    answer = () => [0]
    const different = await fire(await addRule())
    expect(await results(different)).toEqual([null])
    await expect.poll(() => results(different), { timeout: upTo(5000) }).toEqual(['different'])
    expect(await switches(different)).toMatchObject([{ reported: 0, within: 1000 }])
    const path = `lastcommand/${level}/${ids.fan}`
    expect((await world.call('manager', 'GET', path)).data).toMatchObject({
      outcome: 'unconfirmed',
      result: 'different',
      reported: 0,
      within: 1000,
    })
    await calm()
    answer = () => []
    const silent = await fire(await addRule())
    await expect.poll(() => results(silent), { timeout: upTo(5000) }).toEqual(['timed_out'])
    expect((await world.call('manager', 'GET', path)).data).toMatchObject({ result: 'timed_out', reported: null })
    await calm()
    reachable = false
    const lost = await fire(await addRule())
    await expect.poll(() => results(lost)).toEqual(['unreachable'])
    expect(await switches(lost)).toMatchObject([{ undoable: 0 }])
    expect((await undo(lost)).data).toMatchObject([{ code: 409, msg: expect.stringContaining('not sent') }])
    await readBack(null)
  })

  it('is listed with the first alarm of a chain', async () => {
    for (const device of [air, level]) await report(device, 0)
    const first = await addRule({ ganged_device_id: level })
    await addRule({ device_list: String(level), nodemap_id: ids.fan, params_x: 0, ganged_device_id: air })
    await report(air, 0, 1)
    const id = await fire(first)
    await expect.poll(async () => (await switches(id)).map((row) => row.device_id)).toEqual([level, air])
    const chain = await switches(id)
    expect(chain[0]?.episode_id).toBe(id)
    expect(chain[1]?.episode_id).not.toBe(id)
    expect((await switches(chain[1]?.episode_id ?? 0)).map((row) => row.device_id)).toEqual([air])
  })

  /** Makes a virtual device show a node of another device. */
  const addCopy = (device: number, nodemap: number, other: number) =>
    world.call('super', 'POST', 'godbDeviceAi', {
      device_id: device,
      nodemap_id: nodemap,
      device_node_type: 1,
      device_ai_type: 2,
      amend_type: '1',
      other_device_id: other,
      other_nodemap_id: nodemap,
    })
  /** A rule that is in alarm while the fan of the water level's station runs. */
  const ofFan = () => ({ name: '镜', device_list: String(level), nodemap_id: ids.fan, params_x: 0 })

  it('is listed with the first alarm of a chain through a virtual device', async () => {
    const virtual = 900
    await addStation(virtual, '虚拟站', 2)
    expect((await addCopy(virtual, ids.pm, level)).status).toBe(200)
    for (const device of [air, level]) await report(device, 0)
    const first = await addRule({ ganged_device_id: level })
    await addRule({ device_list: String(virtual), params_x: 10, ganged_device_id: air })
    const id = await fire(first)
    await world.platform.ingest.push([{ sn: snOf(virtual), values: { 1: 20 } }], trusted)
    await world.platform.alarms.settled()
    await expect.poll(async () => (await switches(id)).map((row) => row.device_id)).toEqual([level, air])
  })

  it('is refused if a virtual device closes a loop, on saving the rule or the virtual device', async () => {
    const rule = {
      ...ABOVE_100,
      ...ofFan(),
      alarm_interval: 0,
      alert_level: 2,
      enable: 1,
      alarm_msg: 'x',
      enable_back: 0,
      enable_ganged: 1,
      ganged_device_id: air,
      ganged_nodemap_id: ids.fan,
      ganged_value: 1,
    }
    const copy = await addCopy(level, ids.fan, air)
    expect(copy.status).toBe(200)
    expect(await world.call('super', 'POST', 'godbThreshold', rule)).toMatchObject({
      status: 400,
      data: { fields: { ganged_nodemap_id: 'The linked control would change the node this rule watches' } },
    })
    expect((await world.call('super', 'DELETE', `godbDeviceAi/${(copy.data as { id: number }).id}`)).status).toBe(200)
    expect((await world.call('super', 'POST', 'godbThreshold', rule)).status).toBe(200)
    expect(await addCopy(level, ids.fan, air)).toMatchObject({
      status: 400,
      data: { fields: { other_nodemap_id: 'Linked controls form a loop: 镜 → 镜' } },
    })
    expect((await addCopy(level, ids.pm, air)).status).toBe(200)
  })

  it('is refused, with a reason, for a device that joins the scope and closes a loop', async () => {
    for (const device of [air, level]) await report(device, 0)
    const scope = JSON.stringify({ model: 1, area: 3 })
    const rule = await addRule({ ...ofFan(), scope, ganged_device_id: air })
    const place = { district_id: 3 }
    await storage().write((trx) => trx.updateTable('device').set(place).where('id', '=', air).execute())
    await world.platform.registry.changed('device', air)
    await world.platform.alarms.settled()
    await fire(rule, level, 11)
    const firings = () =>
      storage()
        .read.selectFrom('thresholdlog')
        .select(['id', 'device_id'])
        .where('threshold_id', '=', rule)
        .orderBy('id')
        .execute()
    await expect.poll(async () => (await firings()).map((row) => row.device_id)).toEqual([level, air])
    const [first] = await firings()
    await expect.poll(() => results(first?.id ?? 0)).toEqual(['confirmed', 'refused'])
    expect((await switches(first?.id ?? 0))[1]).toMatchObject({
      device_id: air,
      reason: 'The linked control would change the node this rule watches',
    })
    expect(commands).toHaveLength(1)
  })

  it('stops at the step limit in a loop through a virtual device, with all steps under the first alarm', async () => {
    expect((await addCopy(level, ids.pm, air)).status).toBe(200)
    const linkage = createLinkage(world.platform, { lead: storage })
    const first = 2_000_000
    for (let step = 0; step <= MAX_LINKED_STEPS; step++) await linkage.run(fired(first + step, level, air))
    expect(commands).toHaveLength(MAX_LINKED_STEPS)
    const rows = await storage()
      .read.selectFrom('episodeswitch')
      .select(['reason', 'root_id'])
      .where('root_id', '=', first)
      .orderBy('id')
      .execute()
    expect(rows).toHaveLength(MAX_LINKED_STEPS + 1)
    expect(rows.at(-1)?.reason).toContain('error.alarm.depth')
  })
})
