import { spawnSync } from 'node:child_process'
import { createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBus } from '../../server/bus/index.ts'
import { sendCommand } from '../../server/telemetry/commands.ts'
import { silentLog } from '../../server/log.ts'
import type { Platform } from '../../server/platform.ts'
import { startSchedules } from '../../server/schedule/index.ts'
import type { Storage } from '../../server/storage/types.ts'
import { connectBroker } from '../../server/telemetry/mqtt.ts'
import { createRefusals } from '../../server/telemetry/refusals.ts'
import { itemsOf } from '../../server/telemetry/mqttIntake.ts'
import { hasMosquitto, startMosquitto, type Mosquitto } from '../support/mosquitto.ts'
import { upTo } from '../support/slowness.ts'
import { openTestStorage } from '../support/storage.ts'
import { fillWorld, ids, telemetryOn } from '../support/world.ts'

const SN = '1869024001'
/** An hour ago: late, but still accepted. */
const START = Date.now() - 3_600_000

/** A platform of the world with a broker's address, as far as the broker module needs it. */
async function openBrokerWorld(mqttUrl: string) {
  const { storage, dispose } = await openTestStorage('sqlite')
  await fillWorld(storage)
  return openProcess(mqttUrl, storage, dispose)
}

/** One process of a database; `lines` is its log. */
async function openProcess(mqttUrl: string, storage: Storage, dispose: () => Promise<void>) {
  const rooms = await telemetryOn(storage)
  const lines: string[] = []
  const note = (fields: object, message?: string): void =>
    void lines.push(`${message ?? ''} ${'connection' in fields ? String(fields.connection) : ''}`.trim())
  const log = { ...silentLog, warn: note, info: note }
  const schedules = startSchedules({ storage, log: silentLog })
  const bus = openBus({ storage, log: silentLog })
  const platform = {
    settings: { mqttUrl, role: 'all' },
    log,
    storage,
    schedules,
    bus,
    registry: rooms.registry,
    ingest: rooms.ingest,
    refusals: createRefusals({ storage, log: silentLog }),
    feed: rooms.feed,
  } as unknown as Platform
  const close = async (): Promise<void> => {
    await schedules.close()
    await bus.close()
    rooms.feed.close()
    await rooms.ingest.close()
    await dispose()
  }
  return { ...rooms, platform, lines, close }
}

describe('MQTT broker connection', () => {
  let broker: Aedes
  let server: Server
  let url: string
  let world: Awaited<ReturnType<typeof openBrokerWorld>>
  let connection: { close(): Promise<void> }
  let field: MqttClient
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    broker = await Aedes.createBroker()
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      broker.handle(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the broker does not listen')
    url = `mqtt://127.0.0.1:${address.port}`
    world = await openBrokerWorld(url)
    const subscribed = new Promise((resolve) => broker.once('subscribe', resolve))
    connection = await connectBroker(world.platform, world.platform.settings.mqttUrl ?? '')
    await subscribed
    field = await mqtt.connectAsync(url)
  })
  afterAll(async () => {
    await field.endAsync()
    await connection.close()
    await world.close()
    broker.close()
    await new Promise((resolve) => server.close(resolve))
  })
  const stored = async (): Promise<number[]> => (await world.history()).map((row) => row.value)

  it('stores telemetry of one item or a list for the device of the topic', async () => {
    const t = Date.now() - 60_000
    await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ t, values: { 1: 10 } }), { qos: 1 })
    await field.publishAsync(
      `telemetry/${SN}`,
      JSON.stringify([
        { sn: SN, t: t + 1, values: { 1: 11 } },
        { t: t + 2, values: { 1: 12 } },
      ]),
    )
    await expect.poll(stored).toEqual([10, 11, 12])
  })

  it('drops, logs and counts messages that are not telemetry and keeps processing', async () => {
    for (const payload of [
      'warm',
      '{"sn":"1869024002","values":{"1":5}}',
      '[3]',
      '',
      JSON.stringify({ values: { 1: 'x' } }),
    ])
      await field.publishAsync(`telemetry/${SN}`, payload, { qos: 1 })
    await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ values: { 1: 13 } }), { qos: 1 })
    await expect.poll(async () => (await stored()).at(-1)).toBe(13)
    expect(world.lines.filter((line) => line.startsWith('a message is not telemetry')).length).toBeGreaterThan(0)
    expect(await world.history(ids.level)).toEqual([])
    // Each refusal is counted for its device, with the beginning of the last message of its kind.
    await world.platform.refusals.flush()
    const rows = await world.platform.storage.read
      .selectFrom('refusedmessage')
      .select(['peer', 'device_id', 'reason', 'bytes', 'times'])
      .orderBy('reason')
      .execute()
    const own = { peer: `telemetry/${SN}`, device_id: ids.air }
    expect(rows).toEqual([
      { ...own, reason: 'error.refused.form', bytes: '[3]', times: 2 },
      { ...own, reason: 'error.refused.json', bytes: '', times: 2 },
      { ...own, reason: 'error.telemetry.value', bytes: '{"values":{"1":"x"}}', times: 1 },
    ])
  })

  it('accepts a payload that begins with a byte order mark', async () => {
    await field.publishAsync(`telemetry/${SN}`, '\uFEFF{"values":{"1":62}}', { qos: 1 })
    await expect.poll(async () => (await stored()).at(-1)).toBe(62)
  })

  it('publishes commands on command/<sn>', async () => {
    const received = new Promise<{ topic: string; body: unknown }>((resolve) =>
      field.once('message', (topic, payload) => resolve({ topic, body: JSON.parse(payload.toString()) as unknown })),
    )
    await field.subscribeAsync(`command/${SN}`)
    const command = { sn: SN, deviceid: ids.air, nodemapid: ids.fan, nodeaddr: 11, value: 1, t: 5 }
    expect(await sendCommand(world.platform, command)).toBe(true)
    expect(await received).toEqual({
      topic: `command/${SN}`,
      body: { sn: SN, nodeaddr: 11, nodemapid: ids.fan, value: 1, t: 5 },
    })
  })

  it('receives a message again after a reconnect if it was not stored', async () => {
    const { ingest } = world.platform
    const push = ingest.push.bind(ingest)
    let refuse = true
    let refused = 0
    ingest.push = (items, source) =>
      refuse ? (refused++, Promise.reject(Object.assign(new Error('full'), { code: 503 }))) : push(items, source)
    const t = Date.now() - 30_000
    await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ t, values: { 1: 77 } }), { qos: 1 })
    await expect.poll(() => refused).toBeGreaterThan(0)
    expect(await stored()).not.toContain(77)
    refuse = false
    // The broker loses the connection; the session stays, and the message is delivered again.
    for (const socket of sockets) socket.destroy()
    await expect.poll(stored, { timeout: upTo(15_000) }).toContain(77)
  })

  it('logs once that the broker is unreachable and once that it is connected again', async () => {
    const about = (start: string): number => world.lines.filter((line) => line === `${start} telemetry`).length
    const [gone, back] = [about('the broker cannot be reached; trying again'), about('broker connected')]
    await new Promise((resolve) => {
      server.close(resolve)
      for (const socket of sockets) socket.destroy()
    })
    const { port } = new URL(url)
    await expect.poll(() => about('the broker cannot be reached; trying again')).toBe(gone + 1)
    // At least one more attempt failed before the broker is back.
    const tries = createServer((socket) => {
      socket.destroy()
      tries.close()
    })
    await new Promise<void>((resolve) => tries.listen(Number(port), '127.0.0.1', resolve))
    await new Promise((resolve) => tries.once('close', resolve))
    await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
    await expect.poll(() => about('broker connected'), { timeout: upTo(15_000) }).toBe(back + 1)
    expect(about('the broker cannot be reached; trying again')).toBe(gone + 1)
  })

  it('stores nothing new when retained messages are delivered again after a restart', async () => {
    const own = Date.now() - 30_000
    const level = '1869024002'
    // Retained messages, also delivered at once to present subscribers: both values count as new measurements.
    await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ values: { 1: 150 } }), { qos: 1, retain: true })
    await field.publishAsync(`telemetry/${level}`, JSON.stringify({ t: own, values: { 1: 7 } }), {
      qos: 1,
      retain: true,
    })
    const kept = async () => [...(await world.history()), ...(await world.history(ids.level))]
    await expect.poll(async () => (await kept()).map(({ value }) => value)).toContain(7)
    const before = await kept()
    const states = () =>
      [ids.air, ids.level].map((id) => {
        const device = world.registry.device(id)
        return [device?.lastAt, device?.nodes.get(ids.pm)?.last]
      })
    const known = states()
    // The platform restarts while the broker keeps its state.
    await connection.close()
    const subscribed = new Promise((resolve) => broker.once('subscribe', resolve))
    connection = await connectBroker(world.platform, url)
    await subscribed
    await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ t: own + 1, values: { 1: 151 } }), { qos: 1 })
    await expect.poll(async () => (await kept()).map(({ value }) => value)).toContain(151)
    expect((await kept()).filter(({ value }) => value !== 151)).toEqual(before)
    expect(states()).toEqual(known)
    expect(world.lines).toContain('values of a message were refused')
    for (const sn of [SN, level]) await field.publishAsync(`telemetry/${sn}`, '', { qos: 1, retain: true })
  })
})

describe.skipIf(!hasMosquitto)('connection to Mosquitto', () => {
  let broker: Mosquitto
  let world: Awaited<ReturnType<typeof openBrokerWorld>>
  let connection: { close(): Promise<void> }
  beforeAll(async () => {
    broker = await startMosquitto(() => 'allow_anonymous true')
    world = await openBrokerWorld(broker.url)
    connection = await connectBroker(world.platform, world.platform.settings.mqttUrl ?? '')
  })
  afterAll(async () => {
    await connection.close()
    await world.close()
    await broker.stop()
  })

  const publish = (lines: string) =>
    spawnSync(
      'mosquitto_pub',
      ['-h', '127.0.0.1', '-p', String(broker.port), '-q', '1', '-t', `telemetry/${SN}`, '-l'],
      { input: lines },
    )

  it('stores 500 QoS 1 messages that mosquitto_pub sends', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => JSON.stringify({ t: START + i, values: { 1: i } })).join('\n')
    const send = (): number => world.published.length || (publish(lines), world.published.length)
    await expect.poll(send, { timeout: upTo(20_000), interval: 300 }).toBeGreaterThan(0)
    await expect.poll(async () => (await world.history()).length, { timeout: upTo(10_000) }).toBe(500)
  })

  it('recovers automatically after storage rejected more messages than the broker keeps in flight', async () => {
    const { ingest } = world.platform
    const push = ingest.push.bind(ingest)
    let refused = 0
    ingest.push = () => Promise.reject(Object.assign(new Error('full'), { code: 503, counted: refused++ }))
    const lines = Array.from({ length: 60 }, (_, i) =>
      JSON.stringify({ t: START + 100_000 + i, values: { 1: i } }),
    ).join('\n')
    publish(lines)
    await expect.poll(() => refused).toBeGreaterThan(0)
    ingest.push = push
    await expect.poll(async () => (await world.history()).length, { timeout: upTo(20_000) }).toBe(560)
  })
})

describe('itemsOf', () => {
  it('returns one or several items, and null for an invalid payload or another device’s sn', () => {
    expect(itemsOf('7', '{"values":{"1":2}}')).toEqual([{ sn: '7', values: { 1: 2 } }])
    expect(itemsOf('7', '[{"sn":7,"values":{}}]')).toEqual([{ sn: 7, values: {} }])
    for (const payload of [
      '',
      'null',
      '[null]',
      '5',
      '{"sn":"8"}',
      '[{"sn":"7"},{"sn":"8"}]',
      '{',
      ' '.repeat(2_000_000),
    ])
      expect(itemsOf('7', payload)).toBeNull()
  })
})
