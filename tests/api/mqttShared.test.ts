import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { Aedes } from 'aedes'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { build } from '../../server/app.ts'
import { sendCommand } from '../../server/telemetry/commands.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { readSettings } from '../../server/settings.ts'
import { openStorage } from '../../server/storage/index.ts'
import type { Storage } from '../../server/storage/types.ts'
import { connectBroker } from '../../server/telemetry/mqtt.ts'
import { buildChild } from '../support/children.ts'
import { hasMosquitto, startMosquitto, type Mosquitto } from '../support/mosquitto.ts'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'
import { fillWorld, ids } from '../support/world.ts'

const SN = '1869024001'
/** An hour ago: late, but still accepted. */
const START = Date.now() - 3_600_000
const soon = { timeout: upTo(30_000), interval: 50 }

interface Child {
  process: ChildProcess
  /** The last state that it printed about its intake. */
  state(): { intake?: string | null; takes?: boolean; left?: number; leads?: boolean }
  /** Times of the samples committed so far. */
  taken: number[]
}

describe.runIf(engines.includes('postgres'))('MQTT intake of several processes on one database', () => {
  let place: TestPlace
  let storage: Storage
  let built: Awaited<ReturnType<typeof buildChild>>
  const children: Child[] = []
  const platforms: Platform[] = []
  beforeAll(async () => {
    built = await buildChild('tests/support/intakeChild.ts')
  })
  afterAll(() => built.remove())
  beforeEach(async () => {
    place = await testPlace('postgres', 'schema')
    storage = await openStorage(place.settings, silentLog)
    await fillWorld(storage)
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.process.kill('SIGKILL')
    for (const platform of platforms.splice(0)) await platform.close()
    await storage.close()
    await place.remove()
  })

  const begin = (url: string): Child => {
    const child = spawn(process.execPath, [built.script], {
      env: {
        ...process.env,
        MQTT_URL: url,
        DATA_DIR: place.settings.dataDir,
        DATABASE_URL: place.settings.databaseUrl ?? '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let state = {}
    const taken: number[] = []
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) state = JSON.parse(line) as object
      else taken.push(Number(line.split(' ')[0]))
    })
    const made = { process: child, state: () => state, taken }
    children.push(made)
    return made
  }
  const open = async (mqttUrl: string | null, role: 'all' | 'web' = 'all'): Promise<Platform> => {
    const platform = await openPlatform(
      {
        ...readSettings({ DEMO: 'off', CAPTCHA: 'off', MQTT_URL: mqttUrl ?? undefined }, null),
        ...place.settings,
        role,
      },
      silentLog,
    )
    platforms.push(platform)
    return platform
  }
  const history = () =>
    storage.read
      .selectFrom('history')
      .select(['ts', 'value'])
      .where('device_id', '=', ids.air)
      .where('ts', '>=', START)
      .orderBy('ts')
      .execute()
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ ts: START + n, value: n % 500 }))

  describe.skipIf(!hasMosquitto)('with shared subscriptions', () => {
    let broker: Mosquitto
    let url: string
    let field: MqttClient
    beforeEach(async () => {
      broker = await startMosquitto(() => 'allow_anonymous true\nmax_queued_messages 0')
      ;({ url } = broker)
      field = await vi.waitFor(() => mqtt.connectAsync(url, { reconnectPeriod: 0 }), soon)
    })
    afterEach(async () => {
      await field.endAsync(true)
      await broker.stop()
    })
    /** Sends numbered values, some hundred a second, until it is stopped; returns how many the broker has taken. */
    const sending = () => {
      let sent = 0
      let stopped = false
      const done = (async () => {
        while (!stopped) {
          const n = sent++
          await pause(2)
          await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ t: START + n, values: { 1: n % 500 } }), {
            qos: 1,
          })
        }
      })()
      return { sent: () => sent, stop: async () => ((stopped = true), await done, sent) }
    }

    it(
      'distributes messages to all processes, and those of a killed process to the rest without duplicates',
      async () => {
        const [one, two] = [begin(url), begin(url)]
        for (const child of [one, two])
          await expect.poll(child.state, soon).toMatchObject({ intake: 'shared', takes: true })
        const load = sending()
        await expect.poll(() => Math.min(one.taken.length, two.taken.length), soon).toBeGreaterThan(200)
        const dead = one.state().leads ? two : one
        const alive = dead === one ? two : one
        dead.process.kill('SIGKILL')
        const at = load.sent()
        await expect.poll(() => load.sent(), soon).toBeGreaterThan(at + 300)
        const sent = await load.stop()
        await expect.poll(async () => (await history()).length, soon).toBe(sent)
        expect(await history()).toEqual(numbers(sent))
        expect(alive.state()).toMatchObject({ intake: 'shared', takes: true, left: 1 })
        expect(await storage.read.selectFrom('historyrevision').selectAll().execute()).toEqual([])
      },
      upTo(90_000),
    )

    it(
      'loses and duplicates nothing when a process is suspended and resumed and the leader is then killed',
      async () => {
        const [one, two] = [begin(url), begin(url)]
        for (const child of [one, two])
          await expect.poll(child.state, soon).toMatchObject({ intake: 'shared', takes: true })
        await expect.poll(() => one.state().leads !== two.state().leads, soon).toBe(true)
        const [sleeper, leader] = one.state().leads ? [two, one] : [one, two]
        const load = sending()
        await expect.poll(() => Math.min(one.taken.length, two.taken.length), soon).toBeGreaterThan(50)
        sleeper.process.kill('SIGSTOP')
        await expect.poll(leader.state, soon).toMatchObject({ left: 1 })
        sleeper.process.kill('SIGCONT')
        const before = sleeper.taken.length
        await expect.poll(() => sleeper.taken.length, soon).toBeGreaterThan(before + 50)
        leader.process.kill('SIGKILL')
        // By then it may have emptied the session that the leader left.
        await expect.poll(sleeper.state, soon).toMatchObject({ leads: true })
        const sent = await load.stop()
        await expect.poll(async () => (await history()).length, soon).toBe(sent)
        expect(await history()).toEqual(numbers(sent))
      },
      upTo(120_000),
    )

    it(
      'receives messages that were sent while no process was running',
      async () => {
        const first = begin(url)
        await expect.poll(first.state, soon).toMatchObject({ intake: 'shared', takes: true })
        first.process.kill('SIGKILL')
        for (let n = 0; n < 50; n++)
          await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ t: START + n, values: { 1: n % 500 } }), {
            qos: 1,
          })
        begin(url)
        await expect.poll(async () => (await history()).length, soon).toBe(50)
      },
      upTo(60_000),
    )

    it(
      'ends sessions of dead processes once they are empty, and routes no messages to them',
      async () => {
        const gone = begin(url)
        await expect.poll(gone.state, soon).toMatchObject({ intake: 'shared', takes: true })
        gone.process.kill('SIGKILL')
        for (let n = 0; n < 20; n++)
          await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ t: START + n, values: { 1: n } }), { qos: 1 })
        const platform = await open(null)
        const broker = await connectBroker(platform, url, 300)
        const sessions = async () =>
          (await storage.read.selectFrom('lease').select('name').where('name', 'like', 'mqtt %').execute()).length
        await expect.poll(async () => (await history()).length, soon).toBe(20)
        await expect.poll(sessions, soon).toBe(1)
        expect(broker.state()).toMatchObject({ intake: 'shared', takes: true, left: 0 })
        // None of them goes to a session without a subscriber.
        for (let n = 20; n < 60; n++)
          await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ t: START + n, values: { 1: n } }), { qos: 1 })
        await expect.poll(async () => (await history()).length, soon).toBe(60)
        await broker.close()
      },
      upTo(60_000),
    )

    it(
      'reports shared intake in /readyz and /metrics, and sends commands from every process',
      async () => {
        const both = [await open(url), await open(url)]
        for (const platform of both) {
          const app = await build(platform)
          await expect
            .poll(async () => (await app.inject('/readyz')).json<object>(), soon)
            .toMatchObject({ mqtt: { intake: 'shared', takes: true } })
          expect((await app.inject('/metrics')).body).toContain('mqtt_sessions{of="own"} 1')
          await app.close()
        }
        // A process with another role takes no samples.
        const web = await open(url, 'web')
        expect(web.broker?.state()).toEqual({ intake: null, takes: false, left: 0, leads: false })
        both.push(web)
        const heard: number[] = []
        field.on('message', (_topic, payload) =>
          heard.push((JSON.parse(payload.toString()) as { value: number }).value),
        )
        await field.subscribeAsync(`command/${SN}`)
        for (const [at, platform] of both.entries())
          await expect
            .poll(
              () =>
                sendCommand(platform, { sn: SN, deviceid: ids.air, nodemapid: ids.fan, nodeaddr: 11, value: at, t: 5 }),
              soon,
            )
            .toBe(true)
        await expect.poll(() => heard.toSorted(), soon).toEqual([0, 1, 2])
      },
      upTo(60_000),
    )
  })

  it(
    'without shared subscriptions runs only on the leader, and continues on the next one',
    async () => {
      const broker = await Aedes.createBroker()
      const server = createServer((socket) => broker.handle(socket))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
      const [one, two] = [begin(url), begin(url)]
      for (const child of [one, two]) await expect.poll(child.state, soon).toMatchObject({ intake: 'leader' })
      await expect.poll(() => Number(one.state().takes) + Number(two.state().takes), soon).toBe(1)
      const [first, second] = one.state().takes ? [one, two] : [two, one]
      expect([first.state().leads, second.state().leads]).toEqual([true, false])
      const field = await mqtt.connectAsync(url)
      const publish = async (from: number): Promise<void> => {
        for (let n = from; n < from + 50; n++)
          await field.publishAsync(`telemetry/${SN}`, JSON.stringify({ t: START + n, values: { 1: n % 500 } }), {
            qos: 1,
          })
      }
      // The first messages are sent again until the subscription is in force.
      await expect.poll(async () => (await publish(0), (await history()).length), soon).toBe(50)
      first.process.kill('SIGKILL')
      await publish(50)
      await expect.poll(second.state, soon).toMatchObject({ intake: 'leader', takes: true, leads: true })
      await expect.poll(async () => (await history()).length, soon).toBe(100)
      // The sessions used in the attempts are gone.
      expect(await storage.lapsed('mqtt ')).toEqual([])
      await field.endAsync()
      for (const child of children) child.process.kill('SIGKILL')
      broker.close()
      await new Promise((resolve) => server.close(resolve))
    },
    upTo(60_000),
  )
})
