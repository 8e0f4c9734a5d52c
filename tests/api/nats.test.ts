import { createServer, connect, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { build } from '../../server/app.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { upTo } from '../support/slowness.ts'
import { natsUrl } from '../support/storage.ts'
import { ABOVE_100, ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const SN = '1869024001'
const soon = { timeout: upTo(20_000), interval: 20 }
const trusted = { kind: 'trusted' } as const

/** A proxy to the tests' NATS that can be cut. */
async function openWay(): Promise<{ url: string; cut(): Promise<void>; mend(): Promise<void> }> {
  const { hostname, port } = new URL(natsUrl ?? '')
  const sockets = new Set<Socket>()
  let mine = 0
  let server: Server | null = null
  const mend = async (): Promise<void> => {
    server = createServer((socket) => {
      const beyond = connect(Number(port), hostname)
      for (const [from, to] of [
        [socket, beyond],
        [beyond, socket],
      ] as const) {
        sockets.add(from)
        from.pipe(to)
        from.on('error', () => {})
        from.on('close', () => (sockets.delete(from), to.destroy()))
      }
    }).listen(mine, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address !== null && typeof address === 'object') mine = address.port
  }
  await mend()
  return {
    url: `nats://127.0.0.1:${mine}`,
    mend,
    async cut() {
      const closed = server && once(server, 'close')
      server?.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

describe.runIf(natsUrl !== null)('sample relay over NATS', () => {
  let one: WorldApp
  let two: { platform: Platform; app: Awaited<ReturnType<typeof build>> }
  let way: Awaited<ReturnType<typeof openWay>>
  const said: string[] = []
  const log = { ...silentLog, warn: (_fields: object, message = '') => void said.push(message) }
  beforeAll(async () => {
    way = await openWay()
    // The second process leads, and uses the proxy that is cut.
    one = await openWorldApp('postgres', { BUS_URL: natsUrl ?? '', ROLE: 'ingest' })
    const { hostname, port } = new URL(way.url)
    const nats = { servers: [`${hostname}:${port}`], user: null, password: null }
    const platform = await openPlatform({ ...one.platform.settings, role: 'all', nats }, log)
    two = { platform, app: await build(platform) }
    await Promise.all([one.platform.bus.ready, platform.bus.ready])
    await vi.waitFor(() => {
      if (!one.platform.relay.connected() || !platform.relay.connected()) throw new Error('no NATS yet')
    }, soon)
  })
  afterAll(async () => {
    await two.app.close()
    await two.platform.close()
    await one.dispose()
    await way.cut()
  })

  const lastOf = ({ registry }: Platform) => registry.device(ids.air)?.nodes.get(ids.pm)?.last?.value
  const push = async (platform: Platform, value: number, sn = SN) => {
    await platform.ingest.push([{ sn, values: { 1: value } }], trusted)
  }
  const ready = async () => (await two.app.inject({ url: '/readyz' })).json<{ status: string; nats: object }>()

  it('delivers samples to the other process without the PostgreSQL bus', async () => {
    const told = vi.fn()
    two.platform.bus.on('samples', told)
    await push(one.platform, 41)
    await vi.waitFor(() => expect(lastOf(two.platform)).toBe(41), soon)
    expect(told).not.toHaveBeenCalled()
    expect(await ready()).toMatchObject({ status: 'ok', nats: { connected: true } })
  })

  it('reads samples from the database while NATS is unreachable, and resumes when it is back', {
    timeout: upTo(90_000),
  }, async () => {
    const url = (await two.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')
    const socket = new WebSocket(`${url}/v1/ws`, ['console.v1', `bearer.${one.tokens.manager}`])
    const heard: object[] = []
    socket.on('message', (data) => heard.push(JSON.parse(String(data)).values as object))
    await once(socket, 'open')
    socket.send(SN)

    await way.cut()
    await vi.waitFor(() => expect(two.platform.relay.connected()).toBe(false), soon)
    expect(said).toContain(
      'NATS cannot be reached: samples of other processes are read from the database until it is back',
    )
    expect(two.platform.relay.whole()).toBe(false)
    expect(await ready()).toMatchObject({ status: 'ok', nats: { connected: false } })
    expect((await two.app.inject({ url: '/metrics' })).body).toContain('nats_connected 0')
    // Neither process hears the other, but each learns what the other stored, and so does a listener.
    await push(one.platform, 51)
    await vi.waitFor(() => expect(lastOf(two.platform)).toBe(51), soon)
    await vi.waitFor(() => expect(heard).toContainEqual({ [ids.pm]: 51 }), soon)
    await push(two.platform, 52)
    await vi.waitFor(() => expect(lastOf(one.platform)).toBe(52), soon)
    expect(one.platform.relay.connected()).toBe(true)

    await way.mend()
    await vi.waitFor(() => expect(two.platform.relay.whole()).toBe(true), soon)
    expect(await ready()).toMatchObject({ nats: { connected: true } })
    await push(two.platform, 53)
    await vi.waitFor(() => expect(lastOf(one.platform)).toBe(53), soon)
    await push(one.platform, 54)
    await vi.waitFor(() => expect(heard).toContainEqual({ [ids.pm]: 54 }), soon)
    socket.close()
  })

  it('still starts and ends alarms while NATS is unreachable', { timeout: upTo(90_000) }, async () => {
    const { storage } = one.platform
    const rule = {
      ...ABOVE_100,
      enable: 1,
      alarm_msg: 'x',
      created_at: 0,
      updated_at: 0,
    }
    await two.platform.alarms.settled()
    expect(two.platform.schedules.leads()).toBe(true)
    await storage.write((trx) => trx.insertInto('threshold').values(rule).execute())
    for (const { registry } of [one.platform, two.platform]) await registry.changed('threshold', null)
    const standing = () =>
      [one.platform, two.platform].map(({ registry }) => registry.device(ids.air)?.thresholds.length)
    const records = () =>
      storage.read.selectFrom('thresholdlog').select(['is_alarm', 'real_value']).orderBy('id').execute()
    await way.cut()
    await vi.waitFor(() => expect(two.platform.relay.connected()).toBe(false), soon)
    await push(one.platform, 150)
    await vi.waitFor(async () => expect(await records()).toEqual([{ is_alarm: 1, real_value: 150 }]), soon)
    await vi.waitFor(() => expect(standing()).toEqual([1, 1]), soon)
    await push(one.platform, 90)
    await vi.waitFor(async () => expect(await records()).toEqual([{ is_alarm: 0, real_value: 150 }]), soon)
    // The process that takes the sample does not yet know the alarm that the sample ends.
    await push(two.platform, 170)
    await push(one.platform, 80)
    await vi.waitFor(async () => expect((await records()).at(-1)).toEqual({ is_alarm: 0, real_value: 170 }), soon)
    await vi.waitFor(() => expect(standing()).toEqual([0, 0]), soon)
    await way.mend()
    await vi.waitFor(() => expect(two.platform.relay.whole()).toBe(true), soon)
  })

  it('reads last values again when a message of a sequence is missing or malformed', async () => {
    const missed = vi.fn()
    two.platform.relay.onMissed(missed)
    await vi.waitFor(() => expect(two.platform.relay.whole()).toBe(true), soon)
    missed.mockClear()
    // A message that the other process does not receive, as if a server between them had dropped it.
    const { connect: open } = await import('@nats-io/transport-node')
    const stranger = await open({ servers: new URL(natsUrl ?? '').host })
    const name = await one.platform.storage.read
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'bus.name')
      .executeTakeFirstOrThrow()
    const tell = (number: number) => stranger.publish(`feed.${name.value}.1.1`, `stranger ${number} []`)
    tell(7)
    tell(8)
    tell(10)
    await stranger.flush()
    await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(1), soon)
    stranger.publish(`feed.${name.value}.1.1`, 'what is no message')
    await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(2), soon)
    await stranger.close()
    await push(one.platform, 61)
    await vi.waitFor(() => expect(lastOf(two.platform)).toBe(61), soon)
  })

  it('delivers the samples of a process that closes right after storing them', { timeout: upTo(60_000) }, async () => {
    const third = await openPlatform(one.platform.settings, silentLog)
    const others = [one.platform, two.platform]
    // No process reads last values again: what the others know then was sent to them.
    await vi.waitFor(
      () => expect([third, ...others].map(({ relay }) => relay.whole())).toEqual([true, true, true]),
      soon,
    )
    await push(third, 71)
    await third.close()
    await vi.waitFor(() => expect(others.map(lastOf)).toEqual([71, 71]), soon)
  })
})

describe.runIf(natsUrl !== null)('startup while NATS is unreachable', () => {
  it('serves and stores samples, and connects when NATS is reachable', { timeout: upTo(60_000) }, async () => {
    const way = await openWay()
    await way.cut()
    const world = await openWorldApp('postgres', { BUS_URL: way.url })
    try {
      await world.platform.relay.ready
      expect((await world.app.inject({ url: '/readyz' })).json()).toMatchObject({ nats: { connected: false } })
      await push(world, 5)
      expect((await world.call('manager', 'GET', 'godbDeviceState')).text).toContain('"historydata":5')
      await way.mend()
      await vi.waitFor(() => expect(world.platform.relay.connected()).toBe(true), soon)
    } finally {
      await world.dispose()
      await way.cut()
    }
  })
  const push = async ({ platform }: WorldApp, value: number) => {
    await platform.ingest.push([{ sn: SN, values: { 1: value } }], trusted)
  }
})
