import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTROL_KEY } from '../../resources/control.ts'
import { openChannel, type Command } from '../../server/telemetry/commands.ts'
import { readSetValue, setValue } from '../../server/live/setValue.ts'
import { settleJob } from '../../server/live/settleCommands.ts'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024002'

describe.each(engines)('set-value command in the operation log on %s', (engine) => {
  let world: WorldApp
  let seen = 0
  beforeAll(async () => {
    world = await openWorldApp(engine)
  })
  afterAll(() => world.dispose())

  const put = (body: object = {}) =>
    world.call('manager', 'PUT', 'godbSetDeviceNodeValue', {
      deviceid: ids.level,
      nodemapid: ids.temperature,
      value: 21,
      ...body,
    })
  const report = (value: number) => world.platform.ingest.push([{ sn: SN, values: { 2: value } }], { kind: 'trusted' })
  /** Entries logged since the last call, with details. */
  const logged = async () => {
    const rows = await world.platform.storage.read
      .selectFrom('operationlog')
      .innerJoin('operationdetail', 'operation_id', 'operationlog.id')
      .select([
        'operationlog.id',
        'operation_table',
        'operation_type',
        'record_id',
        'project_id',
        'user_id',
        'explained',
        'field_comment',
        'old_value',
        'new_value',
      ])
      .where('operationlog.id', '>', seen)
      .orderBy('operationlog.id')
      .execute()
    return rows
  }
  const forget = async (): Promise<void> => {
    seen = Math.max(seen, ...(await logged()).map(({ id }) => id))
  }
  const types = async () => (await logged()).map((row) => [row.operation_type, row.old_value, row.new_value])

  it('is logged and marked unconfirmed when no channel can take it', async () => {
    expect((await put()).status).toBe(503)
    expect(await types()).toEqual([
      ['command', null, '21'],
      ['unconfirmed', '21', null],
    ])
    await forget()
    expect((await put({ value: 61 })).status).toBe(400)
    expect(await logged()).toEqual([])
  })

  it('is logged with user, old and new value, and confirmed by a later report of the same value', async () => {
    await report(18.5)
    const close = openChannel(world.platform, async () => true)
    expect((await put()).status).toBe(200)
    const about = {
      operation_table: 'device',
      record_id: ids.level,
      project_id: 1,
      user_id: users.manager,
      explained: '民心河水位',
      field_comment: '温度',
    }
    expect(await logged()).toEqual([
      expect.objectContaining({ ...about, operation_type: 'command', old_value: '18.5', new_value: '21' }),
    ])
    // Another value, and a value measured before the command, prove nothing.
    await report(19)
    await world.platform.ingest.push([{ sn: SN, t: Date.now() - 600_000, values: { 2: 21 } }], { kind: 'trusted' })
    expect(await logged()).toHaveLength(1)
    await report(21)
    await expect
      .poll(logged)
      .toEqual([
        expect.objectContaining({ operation_type: 'command' }),
        expect.objectContaining({ ...about, operation_type: 'confirmed', old_value: '21', new_value: '21' }),
      ])
    await report(21)
    close()
    expect(await logged()).toHaveLength(2)
    await forget()
  })

  it('is confirmed when the device reports the value before the channel returns', async () => {
    const close = openChannel(world.platform, async ({ value }: Command) => (await report(value)).length > 0)
    expect((await put({ value: 22 })).status).toBe(200)
    close()
    await expect.poll(types).toEqual([
      ['command', '21', '22'],
      ['confirmed', '22', '22'],
    ])
    await forget()
  })

  it('is returned by lastcommand with user, values, outcome and times', async () => {
    const close = openChannel(world.platform, async () => true)
    const [node, path] = [ids.temperature, `lastcommand/${ids.level}/${ids.temperature}`]
    expect(await world.call('manager', 'GET', `lastcommand/${ids.air}/${ids.fan}`)).toMatchObject({
      status: 200,
      data: null,
    })
    expect((await put({ value: 23 })).status).toBe(200)
    expect((await world.call('manager', 'GET', path)).data).toEqual({
      asked_at: expect.any(Number),
      asked_by: 'manager',
      from: 22,
      to: 23,
      outcome: null,
      ended_at: null,
      reported: null,
      result: null,
      within: 30_000,
    })
    await report(23)
    await expect
      .poll(async () => (await world.call('manager', 'GET', path)).data)
      .toEqual({
        asked_at: expect.any(Number),
        asked_by: 'manager',
        from: 22,
        to: 23,
        outcome: 'confirmed',
        ended_at: expect.any(Number),
        reported: 23,
        result: 'confirmed',
        within: 30_000,
      })
    close()
    const [asked, confirmed] = await logged()
    const detail = async (id = 0) => (await world.call('super', 'GET', `godbOperationdetailsByOperationId/${id}`)).data
    const told = {
      field_name: `nodemap ${node}`,
      node: { registertype: 3, node_script: 'value * 0.1', unitname: '℃', min_value: -40, max_value: 60 },
      command: expect.objectContaining({ from: 22, to: 23, outcome: 'confirmed', reported: 23 }),
    }
    expect(await detail(asked?.id)).toEqual([expect.objectContaining(told)])
    expect(await detail(confirmed?.id)).toEqual([expect.objectContaining(told)])
    expect((await world.call('watcher', 'GET', path)).status).toBe(403)
    expect((await world.call('stranger', 'GET', path)).status).toBe(404)
    await put({ value: 22 })
    await report(22)
    await forget()
  })

  it('is unconfirmed after its timeout, with the value that the device reports instead', async () => {
    const close = openChannel(world.platform, async () => true)
    const { registry } = world.platform
    const actor = {
      id: users.manager,
      super_id: 2,
      project_id: 1,
      keys: new Set([CONTROL_KEY]),
      districts: [],
      types: [],
    }
    const command = readSetValue(registry, actor, { deviceid: ids.level, nodemapid: ids.temperature, value: 25 })
    expect(await setValue(world.platform, command, users.manager, { within: 20 })).toBe(true)
    await expect.poll(types).toEqual([
      ['command', '22', '25'],
      ['unconfirmed', '25', null],
    ])
    await forget()
    const openReport = openChannel(world.platform, async () => (await report(22)).length > 0)
    expect(await setValue(world.platform, command, null, { within: 20 })).toBe(true)
    await expect.poll(types).toEqual([
      ['command', '22', '25'],
      ['unconfirmed', '25', '22'],
    ])
    expect((await logged()).map((row) => row.user_id)).toEqual([null, null])
    openReport()
    close()
  })

  it('is confirmed by a report with a slow clock that another process received, but not by an older one', async () => {
    await forget()
    const { registry } = world.platform
    const [device, node] = [registry.device(ids.level), registry.device(ids.level)?.nodes.get(ids.temperature)]
    if (!device || !node) throw new Error('no such device')
    const command = (value: number) => setValue(world.platform, { device, node, value }, null, { within: 20 })
    /** A report that this process hears of without having received it. */
    const hear = (value: number, ago: number): boolean => {
      registry.received([{ device, node, value, ts: Date.now() - ago }])
      return true
    }
    // Removes the last value of the tests before, which is newer than what a slow clock reports.
    node.last = null
    hear(25, 50_000)
    const silent = openChannel(world.platform, async () => true)
    expect(await command(25)).toBe(true)
    await expect.poll(types).toEqual([
      ['command', '25', '25'],
      ['unconfirmed', '25', null],
    ])
    silent()
    await forget()
    const reporting = openChannel(world.platform, async ({ value }: Command) => hear(value, 40_000))
    expect(await command(26)).toBe(true)
    await expect.poll(types).toEqual([
      ['command', '25', '26'],
      ['confirmed', '26', '26'],
    ])
    reporting()
    await forget()
    node.last = null
    const stale = openChannel(world.platform, async ({ value }: Command) => hear(value, 600_000))
    expect(await command(27)).toBe(true)
    await expect.poll(types).toEqual([
      ['command', null, '27'],
      ['unconfirmed', '27', null],
    ])
    stale()
  })

  it('is confirmed by the raw value that the device reports when the node is calibrated', async () => {
    await forget()
    const { registry, storage } = world.platform
    const calibration = {
      name: 'doubled',
      device_id: ids.level,
      nodemap_id: ids.temperature,
      project_id: 1,
      calibrated_at: 1,
      zero: 0,
      factor: 2,
      created_at: 0,
      updated_at: 0,
    }
    await storage.write((trx) => trx.insertInto('calibration').values(calibration).execute())
    await registry.changed('calibration', null)
    await report(23)
    expect(registry.device(ids.level)?.nodes.get(ids.temperature)?.last?.value).toBe(46)
    const close = openChannel(world.platform, async ({ value }: Command) => (await report(value)).length > 0)
    expect((await put({ value: 24 })).status).toBe(200)
    await expect.poll(types).toEqual([
      ['command', '23', '24'],
      ['confirmed', '24', '24'],
    ])
    close()
    await storage.write((trx) => trx.deleteFrom('calibration').execute())
    await registry.changed('calibration', null)
  })

  it('is completed from stored values by another process when its own process has stopped', async () => {
    await forget()
    // Commands without a waiting process: the process that sent them is gone.
    const now = Date.now()
    const command = async (at: number, node: number, value: number, before: number | null = null): Promise<void> => {
      await world.platform.storage.write(async (trx) => {
        const row = {
          operation_date: at,
          operation_table: 'device',
          operation_name: '',
          operation_type: 'command',
          record_id: ids.level,
          project_id: 1,
          user_id: users.manager,
          explained: '民心河水位',
        }
        const { id } = await trx.insertInto('operationlog').values(row).returning('id').executeTakeFirstOrThrow()
        await trx
          .insertInto('operationdetail')
          .values({
            operation_id: id,
            field_name: `nodemap ${node}`,
            field_comment: 'x',
            old_value: before === null ? null : String(before),
            new_value: String(value),
          })
          .execute()
      })
    }
    await world.platform.storage.write(async (trx) => {
      await trx.deleteFrom('lastvalue').where('device_id', '=', ids.level).execute()
      await trx
        .insertInto('lastvalue')
        .values([
          // Reported after the command, by a clock that is slow.
          { device_id: ids.level, nodemap_id: ids.temperature, ts: now - 230_000, value: 33 },
          // The value before the command.
          { device_id: ids.level, nodemap_id: ids.pm, ts: now - 200_000, value: 20 },
        ])
        .execute()
    })
    // After the values: the platform's own run of the job may come between.
    await command(now - 190_000, ids.temperature, 33, 18)
    await command(now - 180_000, ids.pm, 44, 20)
    // By the clock of the process that sent it, it may have been sent just now.
    await command(now - 110_000, ids.temperature, 55)
    const ends = async () =>
      (await logged())
        .filter(({ operation_type }) => operation_type !== 'command')
        .map((row) => [row.operation_type, row.old_value, row.new_value, row.user_id, row.project_id])
    const job = settleJob(world.platform, () => now)
    await job.run(new AbortController().signal)
    const expected = [
      ['confirmed', '33', '33', users.manager, 1],
      ['unconfirmed', '44', null, users.manager, 1],
    ]
    expect(await ends()).toEqual(expected)
    await job.run(new AbortController().signal)
    await settleJob(world.platform, () => now).run(new AbortController().signal)
    expect(await ends()).toEqual(expected)
    await settleJob(world.platform, () => now + 120_000).run(new AbortController().signal)
    expect((await ends()).slice(2)).toEqual([['unconfirmed', '55', null, users.manager, 1]])
  })
})
