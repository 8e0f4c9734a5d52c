import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readUnjudged } from '../../server/alarms/watching/stored.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { readSettings } from '../../server/settings.ts'
import { openStorage } from '../../server/storage/index.ts'
import { buildChild } from '../support/children.ts'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'
import { ABOVE_100, fillWorld, ids, openWorld } from '../support/world.ts'

const SN = '1869024001'
const soon = { timeout: upTo(20_000), interval: 50 }
let child: Awaited<ReturnType<typeof buildChild>>
beforeAll(async () => {
  child = await buildChild('tests/support/leaderChild.ts')
})
afterAll(() => child.remove())

/** Fills a place with the world's devices, a rule over the air station (PM2.5 > 100) and a contact to notify. */
async function fillPlace(place: TestPlace, rule: object = {}): Promise<void> {
  const storage = await openStorage(place.settings, silentLog)
  const stamp = { created_at: 0, updated_at: 0 }
  await fillWorld(storage)
  await storage.write(async (trx) => {
    const contact = { alarm_name: '张工', alarm_phone: '13800000001', project_id: 1, district_id: 2, ...stamp }
    const { id } = await trx.insertInto('alarminfo').values(contact).returning('id').executeTakeFirstOrThrow()
    const usual = {
      ...ABOVE_100,
      enable: 1,
      alarm_msg: 'high',
      alarm_phone: String(id),
      enable_back: 1,
      back_msg: 'over',
      ...stamp,
    }
    await trx
      .insertInto('threshold')
      .values({ ...usual, ...rule })
      .execute()
  })
  await storage.close()
}

/** Starts the platform in a process of its own, and resolves once it leads. */
async function startLeader({ settings }: TestPlace, push?: object[]): Promise<ChildProcess> {
  const environment = {
    ...process.env,
    DATA_DIR: settings.dataDir,
    DATABASE_URL: settings.databaseUrl ?? '',
    PUSH: push ? JSON.stringify(push) : '',
  }
  const leader = spawn(process.execPath, [child.script], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(leader.stdout, 'data')
  return leader
}

const open = ({ settings }: TestPlace): Promise<Platform> =>
  openPlatform(
    { ...readSettings({ DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent', PORT: '0' }, null), ...settings },
    silentLog,
  )

const records = ({ storage }: Pick<Platform, 'storage'>) =>
  storage.read
    .selectFrom('thresholdlog')
    .select(['alarm_time', 'is_alarm', 'recovered_at', 'real_value'])
    .orderBy('id')
    .execute()
const sent = async ({ storage }: Pick<Platform, 'storage'>) =>
  (await storage.read.selectFrom('alarmsendlog').select('send_data').orderBy('id').execute()).map(
    ({ send_data }) => send_data.split('：').at(-1)?.split('；')[0],
  )
const left = ({ storage }: Pick<Platform, 'storage'>) => storage.read.selectFrom('alarminbox').select('id').execute()

describe.runIf(engines.includes('postgres'))('alarms without a leader', () => {
  it('are judged once by the next leader, also if they ended meanwhile; out-of-range values are ignored', {
    timeout: upTo(60_000),
  }, async () => {
    const place = await testPlace('postgres', 'schema')
    await fillPlace(place)
    const leader = await startLeader(place)
    const next = await open(place)
    try {
      await next.bus.ready
      // The stopped process keeps the leadership and does nothing: all that follows arrives while no leader can judge
      // it.
      leader.kill('SIGSTOP')
      const t = Date.now() - 20_000
      for (const [i, value] of [150, 160, 90, 170, 80, 65_535, 150, -65_535, 160, 90, 65_535].entries())
        await next.ingest.push([{ sn: SN, t: t + i * 1000, values: { 1: value } }], { kind: 'trusted' })
      expect(await records(next)).toEqual([])
      leader.kill('SIGKILL')
      await expect
        .poll(() => records(next), soon)
        .toEqual([
          { alarm_time: t, is_alarm: 0, recovered_at: t + 2000, real_value: 150 },
          { alarm_time: t + 3000, is_alarm: 0, recovered_at: t + 4000, real_value: 170 },
          { alarm_time: t + 6000, is_alarm: 0, recovered_at: t + 9000, real_value: 150 },
        ])
      await next.alarms.settled()
      expect(await sent(next)).toEqual(['high', 'over', 'high', 'over', 'high', 'over'])
      await expect.poll(() => left(next), soon).toEqual([])
      expect(next.registry.device(ids.air)?.thresholds).toEqual([])
      expect(next.registry.device(ids.air)?.nodes.get(ids.pm)?.last).toEqual({ value: 90, ts: t + 9000 })
      // Later samples continue from there.
      await next.ingest.push([{ sn: SN, values: { 1: 180 } }], { kind: 'trusted' })
      await next.alarms.settled()
      expect((await records(next)).map(({ is_alarm }) => is_alarm)).toEqual([0, 0, 0, 1])
    } finally {
      leader.kill('SIGKILL')
      await next.close()
      await place.remove()
    }
  })

  it('are raised at the end of the hold time when it expired between two samples', {
    timeout: upTo(60_000),
  }, async () => {
    const place = await testPlace('postgres', 'schema')
    await fillPlace(place, { hold_time: 1 })
    const leader = await startLeader(place)
    const next = await open(place)
    try {
      await next.bus.ready
      leader.kill('SIGSTOP')
      const before = Date.now()
      await next.ingest.push([{ sn: SN, values: { 1: 150 } }], { kind: 'trusted' })
      const began = Date.now()
      await expect.poll(() => Date.now() - began, { timeout: upTo(5000) }).toBeGreaterThan(1200)
      await next.ingest.push([{ sn: SN, values: { 1: 50 } }], { kind: 'trusted' })
      leader.kill('SIGKILL')
      await expect.poll(async () => (await records(next)).map(({ is_alarm }) => is_alarm), soon).toEqual([0])
      const [record] = await records(next)
      expect(record?.alarm_time).toBeGreaterThanOrEqual(before + 1000)
      expect(record?.alarm_time).toBeLessThanOrEqual(began + 1000)
    } finally {
      leader.kill('SIGKILL')
      await next.close()
      await place.remove()
    }
  })

  it('are not written by the former leader when it resumes', {
    timeout: upTo(90_000),
  }, async () => {
    const place = await testPlace('postgres', 'schema')
    await fillPlace(place)
    const leader = await startLeader(place)
    const next = await open(place)
    const storage = await openStorage(place.settings, silentLog)
    const token = async (): Promise<number> =>
      (await storage.read.selectFrom('lease').select('token').where('name', '=', 'leader').executeTakeFirstOrThrow())
        .token
    try {
      await next.bus.ready
      leader.kill('SIGSTOP')
      const t = Date.now() - 10_000
      for (const [i, value] of [150, 90, 170].entries())
        await next.ingest.push([{ sn: SN, t: t + i * 1000, values: { 1: value } }], { kind: 'trusted' })
      await expect.poll(async () => (await records(next)).map(({ is_alarm }) => is_alarm), soon).toEqual([0, 1])
      await next.alarms.settled()
      const before = await token()
      // The stopped process has received everything meanwhile, and processes it as it wakes.
      leader.kill('SIGCONT')
      const written = await records({ storage })
      await next.close()
      // By then it leads again, starting from what the database holds.
      await expect.poll(token, soon).toBeGreaterThan(before)
      await expect.poll(() => left({ storage }), soon).toEqual([])
      leader.kill('SIGKILL')
      expect(await records({ storage })).toEqual(written)
      expect(await sent({ storage })).toEqual(['high', 'over', 'high'])
    } finally {
      leader.kill('SIGKILL')
      await next.close()
      await storage.close()
      await place.remove()
    }
  })
})

describe.each(engines)('leader that exits right after acknowledging a sample, on %s', (engine) => {
  it('leaves the sample to be judged once at the next start', { timeout: upTo(60_000) }, async () => {
    const place = await testPlace(engine, 'schema')
    await fillPlace(place)
    const t = Date.now() - 5000
    const leader = await startLeader(place, [
      { sn: SN, t, values: { 1: 150 } },
      { sn: SN, t: t + 1000, values: { 1: 90 } },
    ])
    await once(leader, 'close')
    for (let start = 0; start < 2; start++) {
      const next = await open(place)
      await expect
        .poll(() => records(next), soon)
        .toEqual([{ alarm_time: t, is_alarm: 0, recovered_at: t + 1000, real_value: 150 }])
      await next.alarms.settled()
      expect(await sent(next)).toEqual(['high', 'over'])
      expect(await left(next)).toEqual([])
      await next.close()
    }
    await place.remove()
  })
})

describe.each(engines)('readUnjudged on %s', (engine) => {
  it('reads the inbox as one snapshot while another process changes it', async () => {
    const { storage, registry, dispose } = await openWorld(engine)
    const put = (id: number) =>
      storage.write(async (trx) => {
        await trx.deleteFrom('alarminbox').execute()
        await trx
          .insertInto('alarminbox')
          .values({ id: String(id), received_at: id, samples: '[]' })
          .execute()
      })
    try {
      await put(0)
      let queries = 0
      const read = storage.read.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (queries++ < 5) await put(queries)
          return result
        },
      })
      const { batches } = await readUnjudged({ read }, registry)
      expect(batches).toEqual([{ inbox: '0', now: 0, samples: [] }])
    } finally {
      await dispose()
    }
  })
})
