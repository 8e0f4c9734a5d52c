import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { build } from '../../server/app.ts'
import { openBus } from '../../server/bus/index.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { endSessions } from '../../server/session/sessions.ts'
import { upTo } from '../support/slowness.ts'
import { administer, engines, natsUrl, openTestStorage } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const soon = { timeout: upTo(10_000), interval: 10 }
const trusted = { kind: 'trusted' } as const

/** Transports of samples: PostgreSQL, and NATS where it is available. */
const homes: [string, Record<string, string>][] = [['PostgreSQL', {}]]
if (natsUrl !== null) homes.push(['NATS', { BUS_URL: natsUrl }])
const describeBoth = describe.runIf(engines.includes('postgres')).each(homes)

describeBoth('two processes on one database, samples over %s', (_home, environment) => {
  let one: WorldApp
  let two: { platform: Awaited<ReturnType<typeof openPlatform>>; app: Awaited<ReturnType<typeof build>> }
  beforeAll(async () => {
    one = await openWorldApp('postgres', environment)
    const platform = await openPlatform(one.platform.settings, silentLog)
    two = { platform, app: await build(platform) }
    await Promise.all([one.platform, platform].flatMap(({ bus, relay }) => [bus.ready, relay.ready]))
  })
  afterAll(async () => {
    await two.app.close()
    await two.platform.close()
    await one.dispose()
  })

  it('a value pushed to one process appears in the states and on the feed of the other', async () => {
    const url = (await two.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
    const socket = new WebSocket(`${url}/v1/ws`, ['console.v1', `bearer.${one.tokens.manager}`])
    const heard: { deviceid: number; values: object }[] = []
    socket.on('message', (data) => heard.push(JSON.parse(String(data))))
    await new Promise((resolve) => socket.on('open', resolve))
    socket.send('1869024001')
    // A subscription is not answered: the first sample received shows that it is in force.
    await vi.waitFor(async () => {
      await two.platform.ingest.push([{ sn: '1869024001', values: { 1: 1 } }], trusted)
      expect(heard.length).toBeGreaterThan(0)
    }, soon)
    const before = Date.now()
    await one.platform.ingest.push([{ sn: '1869024001', t: before, values: { 1: 77.5, 2: 21 } }], trusted)
    await vi.waitFor(
      () =>
        expect(heard.at(-1)).toEqual({
          sn: '1869024001',
          deviceid: ids.air,
          t: before,
          values: { [ids.pm]: 77.5, [ids.temperature]: 21 },
        }),
      soon,
    )
    expect(two.platform.registry.device(ids.air)?.nodes.get(ids.pm)?.last).toEqual({ value: 77.5, ts: before })
    const state = await two.app.inject({
      url: '/v1/godbDeviceState',
      headers: { authorization: `Bearer ${one.tokens.manager}` },
    })
    expect(state.body).toContain('"historydata":77.5')
    socket.close()
  })

  it('an older value received by the other process does not replace the last value in either', async () => {
    const now = Date.now()
    await one.platform.ingest.push([{ sn: '1869024001', t: now, values: { 1: 40 } }], trusted)
    await two.platform.ingest.push([{ sn: '1869024001', t: now - 5000, values: { 1: 30 } }], trusted)
    // The second process's later samples have arrived, and with them everything it sent before.
    await two.platform.ingest.push([{ sn: '1869024002', t: now, values: { 1: 2 } }], trusted)
    await vi.waitFor(() => expect(one.platform.registry.device(ids.level)?.lastAt).toBe(now), soon)
    await vi.waitFor(() => expect(two.platform.registry.device(ids.air)?.lastAt).toBe(now), soon)
    const lasts = [one, two].map(({ platform }) => platform.registry.device(ids.air)?.nodes.get(ids.pm)?.last)
    expect(lasts).toEqual([
      { value: 40, ts: now },
      { value: 40, ts: now },
    ])
    expect([one, two].map(({ platform }) => platform.registry.device(ids.air)?.lastAt)).toEqual([now, now])
    const stored = await one.platform.storage.read
      .selectFrom('lastvalue')
      .select('value')
      .where('device_id', '=', ids.air)
      .where('nodemap_id', '=', ids.pm)
      .executeTakeFirst()
    expect(stored).toEqual({ value: 40 })
  })

  it('exactly one process leads, and both report it in /readyz and /metrics', async () => {
    const both = [one.app, two.app]
    const answers = (url: string) => Promise.all(both.map((app) => app.inject({ url })))
    await vi.waitFor(async () => {
      const leads = (await answers('/readyz')).map((answer) => answer.json<{ leads: boolean }>().leads)
      expect(leads.toSorted()).toEqual([false, true])
      const metrics = (await answers('/metrics')).map(({ body }) => body)
      for (const [n, text] of metrics.entries()) {
        expect(text).toContain(`lease_held{lease="leader"} ${Number(leads[n])}`)
        expect(text).toContain(`lease_moves_total{lease="leader",to="here"} ${Number(leads[n])}`)
        expect(text).toContain('lease_moves_total{lease="leader",to="away"} 0')
      }
    }, soon)
  })

  it('a record changed in one process is updated once in the other', async () => {
    const changed = vi.fn(async () => {})
    two.platform.registry.onChanged(changed)
    await one.platform.storage.write((trx) =>
      trx.updateTable('device').set({ name: '改名了' }).where('id', '=', ids.level).execute(),
    )
    await one.platform.registry.changed('device', ids.level)
    await vi.waitFor(() => expect(two.platform.registry.device(ids.level)?.name).toBe('改名了'), soon)
    await one.platform.registry.changed('setting', 5)
    await vi.waitFor(() => expect(changed).toHaveBeenLastCalledWith('setting', 5), soon)
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('a session ended in one process is refused by the other', async () => {
    // Well below the 10 s for which a session is trusted without checking the database.
    const told = { timeout: 8000, interval: 10 }
    const token = await one.platform.sessions.begin(users.stranger, null)
    expect((await two.platform.sessions.find(token))?.user.id).toBe(users.stranger)
    await one.platform.sessions.end(token)
    await vi.waitFor(async () => expect(await two.platform.sessions.find(token)).toBeNull(), told)

    const again = await one.platform.sessions.begin(users.stranger, null)
    expect(await two.platform.sessions.find(again)).not.toBeNull()
    await one.platform.storage.writeAny((trx) => endSessions(trx, users.stranger))
    one.platform.sessions.forget(users.stranger)
    await vi.waitFor(async () => expect(await two.platform.sessions.find(again)).toBeNull(), told)
  })

  it('the bus delivers payloads of any size and characters in order, and not to the sender', async () => {
    const heard: unknown[] = []
    const echoed = vi.fn()
    two.platform.bus.on('test', (payload) => heard.push(payload))
    one.platform.bus.on('test', echoed)
    const payloads = [
      { text: '环境监测 "µg/m³" \\ \u2028 😀'.repeat(5000) },
      'short',
      null,
      Array.from({ length: 5000 }, (_, i) => i),
    ]
    for (const payload of payloads) one.platform.bus.publish('test', payload)
    await vi.waitFor(() => expect(heard).toHaveLength(payloads.length), soon)
    expect(heard).toEqual(payloads)
    expect(echoed).not.toHaveBeenCalled()
  })

  it('the bus reloads what it may have missed after its connection broke', async () => {
    const database = new URL(one.platform.settings.databaseUrl ?? '').pathname.slice(1)
    const gap = vi.fn()
    two.platform.bus.on('gap', gap)
    await administer(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and application_name = 'environment-console bus'`,
    )
    await one.platform.storage.write((trx) =>
      trx.updateTable('device').set({ name: '没听见' }).where('id', '=', ids.level).execute(),
    )
    await vi.waitFor(() => expect(two.platform.registry.device(ids.level)?.name).toBe('没听见'), soon)
    expect(gap).toHaveBeenCalled()
    const heard = vi.fn()
    two.platform.bus.on('after', heard)
    await vi.waitFor(() => {
      one.platform.bus.publish('after', 1)
      expect(heard).toHaveBeenCalledWith(1)
    }, soon)
  })
})

it('the bus of a single process delivers nothing and closes without error', async () => {
  const { storage, dispose } = await openTestStorage('sqlite')
  const bus = openBus({ storage, log: silentLog })
  const heard = vi.fn()
  bus.on('test', heard)
  await bus.ready
  bus.publish('test', 1)
  await bus.close()
  expect(bus.alone).toBe(true)
  expect(heard).not.toHaveBeenCalled()
  await dispose()
})
