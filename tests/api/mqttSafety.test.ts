import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { Aedes } from 'aedes'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openBus } from '../../server/bus/index.ts'
import { sendCommand } from '../../server/telemetry/commands.ts'
import { silentLog } from '../../server/log.ts'
import type { Platform } from '../../server/platform.ts'
import { startSchedules } from '../../server/schedule/index.ts'
import { connectBroker } from '../../server/telemetry/mqtt.ts'
import { createRefusals } from '../../server/telemetry/refusals.ts'
import { hasMosquitto, startMosquitto, type Mosquitto } from '../support/mosquitto.ts'
import { upTo } from '../support/slowness.ts'
import { engines, openTestStorage } from '../support/storage.ts'
import { fillWorld, ids, telemetryOn } from '../support/world.ts'

const SN = '1869024001'
const OTHER = '1869024002'
const manual = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8')
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(manual)?.[1] ?? ''

async function openBrokerWorld(
  mqttUrl: string,
  engine: 'sqlite' | 'postgres' = 'sqlite',
  mqttSigned: 'optional' | 'required' = 'optional',
) {
  const { storage, dispose } = await openTestStorage(engine)
  await fillWorld(storage)
  const rooms = await telemetryOn(storage)
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_fields: object, message = '') => void warnings.push(message) }
  const schedules = startSchedules({ storage, log: silentLog })
  const bus = openBus({ storage, log: silentLog })
  const platform = {
    settings: { mqttUrl, mqttSigned, role: 'all' },
    log,
    storage,
    schedules,
    bus,
    registry: rooms.registry,
    ingest: rooms.ingest,
    refusals: createRefusals({ storage, log: silentLog }),
    feed: rooms.feed,
  } as unknown as Platform
  const connection = await connectBroker(platform, mqttUrl)
  const close = async (): Promise<void> => {
    await connection.close()
    await schedules.close()
    await bus.close()
    rooms.feed.close()
    await rooms.ingest.close()
    await dispose()
  }
  return { ...rooms, storage, platform, warnings, close }
}

describe.skipIf(!hasMosquitto)('Mosquitto access list of docs/operators.md', () => {
  let broker: Mosquitto
  let world: Awaited<ReturnType<typeof openBrokerWorld>>
  const clients: MqttClient[] = []
  const signIn = async (username: string): Promise<MqttClient> => {
    const client = await mqtt.connectAsync(broker.url, {
      username,
      password: `of ${username}`,
      reconnectPeriod: 0,
    })
    clients.push(client)
    return client
  }
  beforeAll(async () => {
    broker = await startMosquitto((folder) => {
      const [acl, passwords] = [join(folder, 'acl'), join(folder, 'passwords')]
      writeFileSync(acl, blockOf('acl'))
      writeFileSync(passwords, '')
      for (const name of ['console', SN, OTHER]) spawnSync('mosquitto_passwd', ['-b', passwords, name, `of ${name}`])
      // Mosquitto reads these files as a user of its own.
      for (const file of [acl, passwords]) chmodSync(file, 0o644)
      return `allow_anonymous false\npassword_file ${passwords}\nacl_file ${acl}\nlog_type error`
    })
    world = await openBrokerWorld(`mqtt://console:of%20console@127.0.0.1:${broker.port}`)
    await vi.waitFor(() => signIn(SN), { timeout: upTo(20_000), interval: 300 })
  })
  afterAll(async () => {
    for (const client of clients) client.end(true)
    await world.close()
    await broker.stop()
  })

  it('allows a device to publish only its own telemetry, and the platform to receive it', async () => {
    const t = Date.now() - 60_000
    const [air, level] = [await signIn(SN), await signIn(OTHER)]
    const values = async (device: number): Promise<number[]> => (await world.history(device)).map(({ value }) => value)
    let sent = 0
    // Waits until the platform's subscription is in force.
    await expect
      .poll(
        async () => (
          await air.publishAsync(`telemetry/${SN}`, JSON.stringify({ t: t + sent, values: { 1: sent++ } }), { qos: 1 }),
          (await values(ids.air)).length
        ),
        { timeout: upTo(20_000) },
      )
      .toBeGreaterThan(0)
    await air.publishAsync(`telemetry/${OTHER}`, JSON.stringify({ t, values: { 1: 666 } }), { qos: 1 })
    await level.publishAsync(`telemetry/${OTHER}`, JSON.stringify({ t: t + 1, values: { 1: 5 } }), { qos: 1 })
    await expect.poll(() => values(ids.level)).toEqual([5])
  })

  it('allows a device to receive only its own commands', async () => {
    const heard: string[] = []
    const [air, level] = [await signIn(SN), await signIn(OTHER)]
    for (const [client, name] of [
      [air, 'air'],
      [level, 'level'],
    ] as const) {
      client.on('message', (topic) => heard.push(`${name} ${topic}`))
      await client.subscribeAsync(['command/#', `command/${SN}`, 'telemetry/#']).catch(() => {})
    }
    expect(
      await sendCommand(world.platform, {
        sn: SN,
        deviceid: ids.air,
        nodemapid: ids.fan,
        nodeaddr: 11,
        value: 1,
        t: 5,
      }),
    ).toBe(true)
    await level.publishAsync(`command/${SN}`, '{}', { qos: 1 })
    await air.publishAsync(`telemetry/${SN}`, JSON.stringify({ values: { 1: 77 } }), { qos: 1 })
    await expect.poll(async () => (await world.history(ids.air)).at(-1)?.value).toBe(77)
    expect(new Set(heard)).toEqual(new Set([`air command/${SN}`]))
  })

  it('rejects anonymous clients and causes no warning', async () => {
    await expect(mqtt.connectAsync(broker.url, { reconnectPeriod: 0 })).rejects.toThrow(/not authori[sz]ed/i)
    expect(world.warnings.filter((line) => line.startsWith('the broker accepts clients'))).toEqual([])
  })
})

describe.each(engines)('MQTT intake with signatures on %s', (engine) => {
  const CREDENTIAL = 'a-credential of 36 random characters'
  let broker: Aedes
  let server: Server
  let url: string
  let world: Awaited<ReturnType<typeof openBrokerWorld>>
  let field: MqttClient
  const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
  beforeAll(async () => {
    broker = await Aedes.createBroker()
    server = createServer((socket) => broker.handle(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const subscribed = new Promise((resolve) => broker.once('subscribe', resolve))
    world = await openBrokerWorld(url, engine)
    await subscribed
    const credential = (token: string, of: object, revoked_at: number | null = null) => ({
      token_hash: sha(token),
      device_id: null,
      gateway_id: null,
      created_at: 0,
      revoked_at,
      ...of,
    })
    const rows = [
      credential(CREDENTIAL, { device_id: ids.air }),
      credential('of the gateway', { gateway_id: ids.gateway }),
      credential('revoked', { device_id: ids.air }, 1),
      credential('of another', { device_id: ids.other }),
    ]
    await world.storage.write((trx) => trx.insertInto('credential').values(rows).execute())
    field = await mqtt.connectAsync(url)
  })
  afterAll(async () => {
    await field.endAsync()
    await world.close()
    broker.close()
    await new Promise((resolve) => server.close(resolve))
  })
  const t = Date.now() - 60_000
  /** Signs a message with the very lines of the manual's example. */
  const signed = (body: string, credential = CREDENTIAL, sn = SN): string => {
    const script = blockOf('sh')
      .replace(/^SN=.*$/m, `SN='${sn}'`)
      .replace(/^CREDENTIAL=.*$/m, `CREDENTIAL='${credential}'`)
      .replace(/^BODY=.*$/m, `BODY='${body}'`)
    const { stdout, stderr, status } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    return stdout
  }
  const stored = async (): Promise<number[]> => (await world.history()).map(({ value }) => value)
  const send = (payload: string) => field.publishAsync(`telemetry/${SN}`, payload, { qos: 1 })

  it('accepts messages signed by the manual’s script with the credential of the device or its gateway', async () => {
    const payload = signed(`{"values":{"1":1},"t":${t}}`)
    expect(JSON.parse(payload)).toEqual({ values: { 1: 1 }, t, mac: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await send(payload)
    await send(signed(`{ "t" : ${t + 1}, "values" : { "1" : 2 } }`, 'of the gateway'))
    // White space inside the last member is not signed.
    await send(signed(`{"values":{"1":3},"t":${t + 2}}`).replace(',"mac":"', ', "mac" : "'))
    await send(JSON.stringify({ values: { 1: 4 }, t: t + 3 }))
    await expect.poll(stored).toEqual([1, 2, 3, 4])
  })

  it('rejects a signed message with a wrong body, credential, sn, time or mac', async () => {
    const before = (await stored()).length
    const good = signed(`{"values":{"1":666},"t":${t + 10}}`)
    const wrong = [
      good.replace('666', '667'),
      signed(`{"values":{"1":666},"t":${t + 10}}`, 'revoked'),
      signed(`{"values":{"1":666},"t":${t + 10}}`, 'of another'),
      signed(`{"values":{"1":666},"t":${t + 10}}`, CREDENTIAL, OTHER),
      signed('{"values":{"1":666}}'),
      `[${good}]`,
      `{"values":{"1":666},"t":${t + 10},"mac":"zz"}`,
      `{"values":{"1":666},"t":${t + 10},"mac":null}`,
      good.replace(/^\{/, '{"mac":"00",').replace(/,"mac":"[0-9a-f]{64}"\}$/, '}'),
    ]
    for (const payload of wrong) await send(payload)
    await send(JSON.stringify({ values: { 1: 9 }, t: t + 20 }))
    await expect.poll(async () => (await stored()).at(-1)).toBe(9)
    expect((await stored()).length).toBe(before + 1)
    expect(world.warnings.filter((line) => line.includes('signature is wrong')).length).toBeGreaterThan(0)
  })

  it('accepts only signed messages when MQTT_SIGNED is required', async () => {
    const before = await stored()
    Object.assign(world.platform.settings, { mqttSigned: 'required' })
    await send(JSON.stringify({ values: { 1: 666 }, t: t + 30 }))
    await send(signed(`{"values":{"1":10},"t":${t + 31}}`))
    await expect.poll(stored).toEqual([...before, 10])
    Object.assign(world.platform.settings, { mqttSigned: 'optional' })
  })

  it('warns once about a broker that accepts anonymous clients', async () => {
    await expect
      .poll(() => world.warnings.filter((line) => line.startsWith('the broker accepts clients without a name')).length)
      .toBe(1)
  })
})
