import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startNats } from '../../scripts/services/nats.mjs'
import { findProgram } from '../../scripts/services/programs.mjs'
import { build } from '../../server/app.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { shareOut } from '../../server/storage/postgres/shares.ts'
import type { Samples } from '../../server/storage/types.ts'
import { partitionOf } from '../../server/telemetry/log/delivery.ts'
import { buildChild } from '../support/children.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const trusted = { kind: 'trusted' } as const
const soon = { timeout: upTo(30_000), interval: 20 }
/** A short time ago, so that no sample counts as late. */
const START = Date.now() - 600_000
const PARTITIONS = 4
const hasBoth = engines.includes('postgres') && findProgram(['nats-server']) !== null

const takes = ({ telemetryLog }: Platform): number => telemetryLog?.state().takes ?? 0
const pending = ({ telemetryLog }: Platform): number | null => telemetryLog?.state().pending ?? null
const age = ({ telemetryLog }: Platform): number | null => telemetryLog?.state().ageSeconds ?? null
/** Sends values of the air station, keyed by milliseconds since the start. */
const push = ({ ingest }: Platform, values: Record<number, number>) =>
  ingest.push(
    Object.entries(values).map(([t, value]) => ({ sn: SN, t: START + Number(t), values: { 1: value } })),
    trusted,
  )
const rowsOf = async ({ storage }: Platform, table: 'history' | 'historyrevision'): Promise<Record<number, number>> => {
  const rows = await storage.read
    .selectFrom(table)
    .select(['ts', 'value'])
    .where('device_id', '=', ids.air)
    .where('ts', '>=', START)
    .execute()
  return Object.fromEntries(rows.map(({ ts, value }) => [ts - START, value]))
}
const unavailable = expect.objectContaining({ code: 503 })

describe.runIf(hasBoth)('telemetry log in JetStream', () => {
  let nats: Awaited<ReturnType<typeof startNats>>
  let one: WorldApp
  let two: Platform
  beforeAll(async () => {
    nats = await startNats({ own: true })
    const log = { TELEMETRY_LOG: 'jetstream', TELEMETRY_PARTITIONS: String(PARTITIONS) }
    one = await openWorldApp('postgres', { BUS_URL: nats.url ?? '', ...log, ROLE: 'all' })
    two = await openPlatform({ ...one.platform.settings, role: 'ingest' }, silentLog)
    await vi.waitFor(() => {
      if (takes(one.platform) !== 2 || takes(two) !== 2) throw new Error('the partitions are not shared out yet')
    }, soon)
  }, upTo(60_000))
  afterAll(async () => {
    await two.close()
    await one.dispose()
    await nats.stop()
  })

  const stored = (values: Record<number, number>) =>
    vi.waitFor(async () => expect(await rowsOf(two, 'history')).toMatchObject(values), soon)
  /** Replaces what the database does when either process stores samples, until the test ends. */
  const storing = (act: (store: () => Promise<void>, samples: Samples) => Promise<void>): void => {
    for (const { storage } of [one.platform, two]) {
      const { storeSamples } = storage
      storage.storeSamples = (samples) => act(() => storeSamples(samples), samples)
      onTestFinished(() => void (storage.storeSamples = storeSamples))
    }
  }
  /** Works with the streams as an outside client would. */
  const beside = async <T>(
    work: (log: {
      js: ReturnType<typeof jetstream>
      jsm: Awaited<ReturnType<typeof jetstreamManager>>
      name: string
    }) => Promise<T>,
  ): Promise<T> => {
    const connection = await connect({ servers: new URL(nats.url ?? '').host })
    try {
      const { value: name } = await two.storage.read
        .selectFrom('setting')
        .select('value')
        .where('name', '=', 'bus.name')
        .executeTakeFirstOrThrow()
      return await work({ js: jetstream(connection), jsm: await jetstreamManager(connection), name })
    } finally {
      await connection.close()
    }
  }

  it('rejects items as without a log, acknowledges the others once they are logged, and stores them', async () => {
    const items = [
      { sn: SN, t: START, values: { 1: 12, 9: 1 } },
      { sn: 'nobody', values: { 1: 1 } },
    ]
    const { status, data } = await one.call('manager', 'POST', 'telemetry', items)
    expect(status).toBe(200)
    expect(data).toMatchObject([
      { sn: SN, accepted: 1, rejected: [{ key: '9', reason: 'error.telemetry.node' }] },
      { sn: 'nobody', accepted: 0, rejected: [{ reason: 'error.telemetry.sn' }] },
    ])
    await stored({ 0: 12 })
    await vi.waitFor(() => expect([one.platform, two].map(pending)).toEqual([0, 0]), soon)
    expect((await one.app.inject({ url: '/readyz' })).json()).toMatchObject({
      telemetryLog: { connected: true, partitions: PARTITIONS, takes: 2, pending: 0 },
    })
    const metrics = (await one.app.inject({ url: '/metrics' })).body
    expect(metrics).toMatch(/^telemetry_log_connected 1$/m)
    expect(metrics.match(/^telemetry_log_pending\{partition="\d"\} 0$/gm)).toHaveLength(2)
  })

  it('keeps the order: the first of two values for a timestamp is kept, whichever process takes them', async () => {
    const values = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [100 + n, n]))
    for (const [at, value] of Object.entries(values)) {
      await push(one.platform, { [at]: value })
      await push(two, { [at]: value + 100 })
    }
    await stored(values)
    const revised = Object.fromEntries(Object.entries(values).map(([at, value]) => [at, value + 100]))
    await vi.waitFor(async () => expect(await rowsOf(two, 'historyrevision')).toEqual(revised), soon)
  })

  it('stores values once when they are delivered again after their commit', async () => {
    const before = await rowsOf(two, 'historyrevision')
    let times = 0
    storing(async (store) => {
      await store()
      if (times++ < 2) throw Object.assign(new Error('the answer is lost'), { code: '08006' })
    })
    await push(one.platform, { 200: 5, 201: 6, 202: 7 })
    await push(two, { 203: 8 })
    await vi.waitFor(() => expect(times).toBeGreaterThan(2), soon)
    await stored({ 200: 5, 201: 6, 202: 7, 203: 8 })
    expect(await rowsOf(two, 'historyrevision')).toEqual(before)
  })

  it('reports the age of the oldest waiting value in every process', { timeout: upTo(60_000) }, async () => {
    let isAway = true
    storing(async (store) => {
      if (isAway) throw Object.assign(new Error('the database is away'), { code: '57P01' })
      await store()
    })
    await push(one.platform, { 250: 5 })
    await vi.waitFor(() => {
      for (const platform of [one.platform, two]) expect(age(platform)).toBeGreaterThan(0)
    }, soon)
    expect(await two.metrics.text()).toMatch(/^telemetry_log_age_seconds (?!0$)[\d.]+$/m)
    isAway = false
    await stored({ 250: 5 })
    await vi.waitFor(() => expect([one.platform, two].map(age)).toEqual([0, 0]), soon)
    expect(await two.metrics.text()).toMatch(/^telemetry_log_age_seconds 0$/m)
  })

  it('sets aside unreadable and rejected values, and stores the others', async () => {
    storing(async (store, { value }) => {
      if (value.includes(66)) throw Object.assign(new Error('it is out of range'), { code: '22003' })
      await store()
    })
    await beside(({ js, name }) => js.publish(`telemetry.${name}.${partitionOf(ids.air, PARTITIONS)}`, 'what is none'))
    await Promise.all([push(one.platform, { 300: 1 }), push(two, { 301: 66 })])
    await push(one.platform, { 302: 3 })
    // Sent at once, so that they travel in one message.
    const together = { 303: 4, 304: 66, 305: 5 }
    await Promise.all(Object.entries(together).map(([at, value]) => push(one.platform, { [at]: value })))
    await stored({ 300: 1, 302: 3, 303: 4, 305: 5 })
    const aside = () => beside(async ({ jsm, name }) => (await jsm.streams.info(`telemetry-${name}-aside`)).state)
    await vi.waitFor(async () => expect(await aside()).toMatchObject({ messages: 3 }), soon)
    const rows = await rowsOf(two, 'history')
    expect([rows[301], rows[304]]).toEqual([undefined, undefined])
    const counted = await Promise.all([one.platform, two].map(({ metrics }) => metrics.text()))
    const times = counted.map((text) => Number(/^telemetry_log_set_aside_total (\d+)$/m.exec(text)?.[1]))
    expect(times.toSorted()).toEqual([0, 3])
  })

  it('distributes 4 partitions evenly among 3 processes', async () => {
    const processes = [1, 2, 3].map(() =>
      shareOut({
        databaseUrl: one.platform.settings.databaseUrl ?? '',
        name: 'shares of a test',
        count: PARTITIONS,
        log: silentLog,
        take: () => {},
        leave: async () => {},
      }),
    )
    try {
      await vi.waitFor(() => expect(processes.map((each) => each.held().length).toSorted()).toEqual([1, 1, 2]), soon)
    } finally {
      await Promise.all(processes.map((each) => each.close()))
    }
  })

  it('takes the partitions of a process without a session before those of a process that is late to renew', async () => {
    const { databaseUrl } = one.platform.settings
    await vi.waitFor(async () => {
      // Both renewed their leases more than two seconds ago. No session has the id 0; PostgreSQL's own last as long as it.
      await one.platform.storage.write((trx) =>
        sql`insert into lease (name, holder, token, until)
          select 'shares to take ' || name, holder, token, extract(epoch from clock_timestamp()) * 1000 + 1400 from (values
            ('by late', 'late', (select min(pid) from pg_stat_activity)), ('of 0', 'late', 1), ('of 1', 'late', 1),
            ('by killed', 'killed', 0), ('of 2', 'killed', 1), ('of 3', 'killed', 1)) as row (name, holder, token)
          on conflict (name) do update set holder = excluded.holder, token = excluded.token, until = excluded.until`.execute(
          trx,
        ),
      )
      const taken: number[] = []
      const shares = shareOut({
        databaseUrl: databaseUrl ?? '',
        name: 'shares to take',
        count: PARTITIONS,
        log: silentLog,
        take: (share) => taken.push(share),
        leave: async () => {},
      })
      try {
        await vi.waitFor(() => expect(taken).toHaveLength(PARTITIONS), soon)
      } finally {
        await shares.close()
      }
      // By their order where the machine stood still until all leases had run out: then it is tried again.
      expect(taken).toEqual([2, 3, 0, 1])
    }, soon)
  })

  it('loses, duplicates and reorders no values while partitions move to a joining process and back', {
    timeout: upTo(120_000),
  }, async () => {
    // One device of each partition, because which partitions move is not known.
    const devices = Array.from({ length: PARTITIONS }, (_, partition) => {
      let id = 5000
      while (partitionOf(id, PARTITIONS) !== partition) id++
      return id
    }).toSorted((a, b) => a - b)
    const snOf = (id: number): string => `18690${id}`
    const row = { project_id: 1, district_id: 2, gateway_id: null, devicetype_id: 1, issingle: 1, save_cycle: -1 }
    const more = { acquisition_cycle: 30, over_time: 600, control_state: 0, sort_num: 0, created_at: 0, updated_at: 0 }
    await two.storage.write((trx) =>
      trx
        .insertInto('device')
        .values(devices.map((id) => ({ id, name: snOf(id), sn: snOf(id), ...row, ...more })))
        .execute(),
    )
    await one.platform.registry.changed('device', devices)
    await vi.waitFor(() => {
      for (const id of devices) expect(two.registry.device(id)?.sn).toBe(snOf(id))
    }, soon)

    const send = ({ ingest }: Platform, n: number, value: number) =>
      ingest.push(
        devices.map((id) => ({ sn: snOf(id), t: START + 1000 + n, values: { 1: value } })),
        trusted,
      )
    const [first, second] = [(n: number): number => n % 400, (n: number): number => (n + 1) % 400]
    let acknowledged = 0
    let isSending = true
    const sending = (async () => {
      for (; isSending; acknowledged++) {
        await send(one.platform, acknowledged, first(acknowledged))
        await send(two, acknowledged, second(acknowledged))
      }
    })()
    const someMore = async (): Promise<void> => {
      const before = acknowledged
      await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(before + 10), soon)
    }
    let third: Platform | null = null
    try {
      await someMore()
      const joined = await openPlatform({ ...one.platform.settings, role: 'ingest' }, silentLog)
      third = joined
      await vi.waitFor(() => expect([one.platform, two, joined].map(takes).toSorted()).toEqual([1, 1, 2]), soon)
      await someMore()
      third = null
      await joined.close()
      await vi.waitFor(() => expect([one.platform, two].map(takes)).toEqual([2, 2]), soon)
      await someMore()
    } finally {
      isSending = false
      await sending
      await third?.close()
    }
    const told = async (table: 'history' | 'historyrevision') =>
      two.storage.read
        .selectFrom(table)
        .select(['device_id', 'ts', 'value'])
        .where('device_id', 'in', devices)
        .orderBy('device_id')
        .orderBy('ts')
        .execute()
    const rowsBy = (valueOf: (n: number) => number) =>
      devices.flatMap((device_id) =>
        Array.from({ length: acknowledged }, (_, n) => ({ device_id, ts: START + 1000 + n, value: valueOf(n) })),
      )
    await vi.waitFor(async () => expect(await told('historyrevision')).toEqual(rowsBy(second)), soon)
    expect(await told('history')).toEqual(rowsBy(first))
  })

  it('recreates its stream when that was deleted', async () => {
    await beside(({ jsm, name }) => jsm.streams.delete(`telemetry-${name}`))
    await vi.waitFor(() => push(one.platform, { 390: 1 }), soon)
    await stored({ 390: 1 })
  })

  it('does not acknowledge values while the stream is full', async () => {
    const limit = (max_bytes: number) =>
      beside(({ jsm, name }) => jsm.streams.update(`telemetry-${name}`, { max_bytes }))
    await limit(1)
    await expect(push(one.platform, { 400: 1 })).rejects.toEqual(unavailable)
    await limit(-1)
    // A process that has not noticed the deletion of the stream yet connects anew once it does.
    await vi.waitFor(() => push(one.platform, { 401: 1 }), soon)
    await stored({ 401: 1 })
  })

  it('does not acknowledge values while JetStream is down, and stores earlier ones when it is back', {
    timeout: upTo(90_000),
  }, async () => {
    let isAway = true
    storing(async (store) => {
      if (isAway) throw Object.assign(new Error('the database is away'), { code: '57P01' })
      await store()
    })
    await vi.waitFor(() => push(one.platform, { 500: 1, 501: 2 }), soon)
    await nats.kill?.()
    await vi.waitFor(() => expect(two.telemetryLog?.state().connected).toBe(false), soon)
    await expect(push(two, { 502: 3 })).rejects.toEqual(unavailable)
    const answer = await one.call('manager', 'POST', 'telemetry', [{ sn: SN, values: { 1: 1 } }])
    expect(answer).toMatchObject({ status: 503, code: 503 })
    // A permanent refusal is no reason to send again.
    expect(await one.call('manager', 'POST', 'telemetry', [{ sn: 'nobody', values: { 1: 1 } }])).toMatchObject({
      status: 200,
      data: [{ sn: 'nobody', accepted: 0 }],
    })
    isAway = false
    await nats.again?.()
    await stored({ 500: 1, 501: 2 })
    await vi.waitFor(() => push(two, { 503: 4 }), soon)
    await stored({ 503: 4 })
    expect(await rowsOf(two, 'history')).not.toHaveProperty('502')
  })
})

describe.runIf(hasBoth)('process that only stores values from the log', () => {
  it('does not track values that others store until it takes over their partition', {
    timeout: upTo(90_000),
  }, async () => {
    const nats = await startNats({ own: true })
    const log = { TELEMETRY_LOG: 'jetstream', TELEMETRY_PARTITIONS: '1' }
    const web = await openWorldApp('postgres', { BUS_URL: nats.url ?? '', ...log, ROLE: 'web' })
    const { storage, settings } = web.platform
    const opened: { close(): Promise<unknown> }[] = []
    const open = async (role: 'worker' | 'ingest'): Promise<Platform> => {
      const platform = await openPlatform({ ...settings, role }, silentLog)
      opened.unshift(platform)
      return platform
    }
    const take = async (value: number) => {
      await web.platform.ingest.push([{ sn: SN, values: { 1: value } }], trusted)
    }
    const knownTo = ({ registry }: Platform) => {
      const air = registry.device(ids.air)
      return { last: air?.nodes.get(ids.pm)?.last?.value, rules: air?.thresholds.length }
    }
    try {
      const rule = { ...ABOVE_100, enable: 1, alarm_msg: 'x', created_at: 0, updated_at: 0 }
      await storage.write((trx) => trx.insertInto('threshold').values(rule).execute())
      await web.platform.registry.changed('threshold', null)
      const worker = await open('worker')
      await worker.alarms.settled()
      const first = await open('ingest')
      await vi.waitFor(() => expect(takes(first)).toBe(1), soon)
      await take(150)
      await vi.waitFor(async () => {
        expect(knownTo(web.platform)).toEqual({ last: 150, rules: 1 })
        expect(await storage.read.selectFrom('alarmstate').select('state').execute()).toEqual([{ state: 2 }])
      }, soon)

      const second = await open('ingest')
      await vi.waitFor(() => expect(second.relay.connected()).toBe(true), soon)
      await take(151)
      await vi.waitFor(() => expect(knownTo(web.platform).last).toBe(151), soon)
      expect(knownTo(second)).toEqual({ last: undefined, rules: 0 })
      const app = await build(second)
      opened.unshift(app)
      const metrics = (await app.inject({ url: '/metrics' })).body
      expect(metrics).toMatch(/^nats_connected 1$/m)
      // The process would report all devices as offline.
      expect(metrics).not.toMatch(/^devices\{/m)

      opened.splice(opened.indexOf(first), 1)
      await first.close()
      await vi.waitFor(() => expect(knownTo(second)).toEqual({ last: 151, rules: 1 }), soon)
      const kept: boolean[] = []
      const { storeSamples } = second.storage
      second.storage.storeSamples = (samples) => {
        kept.push((samples.inbox ?? null) !== null)
        return storeSamples(samples)
      }
      // The end of an alarm whose beginning this process did not hear is as safe as any other.
      await take(90)
      await vi.waitFor(async () => {
        expect(kept).toContain(true)
        expect(await storage.read.selectFrom('thresholdlog').select('is_alarm').execute()).toEqual([{ is_alarm: 0 }])
      }, soon)
    } finally {
      for (const each of opened) await each.close()
      await web.dispose()
      await nats.stop()
    }
  })
})

describe.runIf(hasBoth)('process that stores values from the log', () => {
  let built: Awaited<ReturnType<typeof buildChild>>
  let nats: Awaited<ReturnType<typeof startNats>>
  beforeAll(async () => {
    ;[built, nats] = await Promise.all([buildChild('tests/support/logChild.ts'), startNats({ own: true })])
  }, upTo(60_000))
  afterAll(async () => {
    await built.remove()
    await nats.stop()
  })

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'is replaced by another process after %s without loss or duplicates',
    { timeout: upTo(90_000) },
    async (signal) => {
      // This process writes into the log and takes nothing from it.
      const world = await openWorldApp('postgres', {
        BUS_URL: nats.url ?? '',
        TELEMETRY_LOG: 'jetstream',
        TELEMETRY_PARTITIONS: '1',
        ROLE: 'web',
      })
      const { platform } = world
      const child = spawn(process.execPath, [built.script], {
        env: {
          ...process.env,
          BUS_URL: nats.url ?? '',
          DATA_DIR: platform.settings.dataDir,
          DATABASE_URL: platform.settings.databaseUrl ?? '',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const said: string[] = []
      createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
      let next: Platform | null = null
      try {
        await vi.waitFor(() => expect(said).toContain('takes'), soon)
        next = await openPlatform({ ...platform.settings, role: 'ingest' }, silentLog)
        const acknowledged: Record<number, number> = {}
        let isPushing = true
        const pushing = (async () => {
          for (let n = 0; isPushing; n++) {
            await push(platform, { [n]: n % 400 })
            acknowledged[n] = n % 400
          }
        })()
        await vi.waitFor(() => expect(said.length).toBeGreaterThan(20), soon)
        child.kill(signal)
        const follower = next
        await vi.waitFor(() => expect(takes(follower)).toBe(1), soon)
        const before = Object.keys(acknowledged).length
        if (signal === 'SIGSTOP') child.kill('SIGCONT')
        // A process that wakes up finds that it has lost its partitions, also for samples that come later.
        await vi.waitFor(() => expect(Object.keys(acknowledged).length).toBeGreaterThan(before + 40), soon)
        isPushing = false
        await pushing
        await vi.waitFor(async () => expect(await rowsOf(platform, 'history')).toEqual(acknowledged), soon)
        expect(await rowsOf(platform, 'historyrevision')).toEqual({})
        expect(takes(follower)).toBe(1)
      } finally {
        child.kill('SIGKILL')
        await next?.close()
        await world.dispose()
      }
    },
  )
})
