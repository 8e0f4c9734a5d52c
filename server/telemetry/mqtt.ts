import { randomUUID } from 'node:crypto'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import { openChannel } from '../live/commands.ts'
import type { Log } from '../log.ts'
import type { Platform } from '../platform.ts'
import { StartError } from '../settings.ts'

const TOPIC = 'telemetry/'
const RECONNECT = 2000
/** At most one line a second about messages that cannot be read. */
const COMPLAIN = 1000
const MAX_PAYLOAD = 1024 * 1024

/**
 * Takes telemetry from the broker of MQTT_URL: topic `telemetry/<sn>`, payload as one item or a list of POST /v1/telemetry. A message of
 * QoS 1 is acknowledged after its commit and not before, in a session the broker keeps, so that what was under way when the server
 * stopped comes again. Connects in the background and again whenever the broker goes.
 */
export async function connectBroker(platform: Platform): Promise<{ close(): Promise<void> }> {
  const { settings, log, storage } = platform
  if (settings.mqttUrl === null) return { close: async () => {} }
  const { username, password, href } = credentialsOf(settings.mqttUrl)
  const session = { clientId: await clientId(platform), clean: false, reconnectPeriod: RECONNECT, resubscribe: true, queueQoSZero: false }
  const client = mqtt.connect(href, { username, password, ...session })
  const complain = quietly(log)
  takeMessages(client, platform, complain)

  client.on('connect', () => {
    log.info({ broker: settings.mqttUrl && new URL(settings.mqttUrl).host, engine: storage.engine }, 'broker connected')
    client.subscribe(`${TOPIC}+`, { qos: 1 }, (error) => error && log.error({ err: error }, 'the broker refused the subscription'))
  })
  client.on('error', (error) => complain('the broker cannot be reached', { err: error.message }))
  client.on('offline', () => complain('the broker is gone; trying again', {}))
  const closeChannel = openChannel(platform, async (command) => {
    if (!client.connected) return false
    const { nodeaddr, nodemapid, value, t } = command
    await client.publishAsync(`command/${command.sn}`, JSON.stringify({ sn: command.sn, nodeaddr, nodemapid, value, t }), { qos: 1 })
    return true
  })
  return {
    async close() {
      closeChannel()
      await client.endAsync(!client.connected)
    },
  }
}

type Complain = (message: string, fields: object) => void

/**
 * The client library acknowledges a message before it looks at the next one, which would make every message wait for a commit of its
 * own. So its own acknowledgement is passed over (a callback with an error does that), and ours is sent after the commit, in the order
 * the messages came, on the connection they came by.
 */
function takeMessages(client: MqttClient, { ingest }: Platform, complain: Complain): void {
  let connection = 0
  let acknowledged: Promise<unknown> = Promise.resolve()
  client.on('close', () => connection++)

  client.handleMessage = (packet: IPublishPacket, callback) => {
    const mine = connection
    const stored = store(packet)
    if (packet.qos === 0) return void callback()
    callback(new Error('acknowledged later'))
    acknowledged = Promise.all([acknowledged, stored]).then(([, done]) => {
      // What was not stored stays with the broker, and comes again with the next connection.
      if (done && mine === connection) client['_sendPacket']({ cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 })
    })
  }
  /** False when it should come again; what can never be stored is dropped. */
  async function store(packet: IPublishPacket): Promise<boolean> {
    const sn = packet.topic.slice(TOPIC.length)
    const items = itemsOf(sn, packet.payload)
    if (items === null) {
      complain('a message is not telemetry', { topic: packet.topic.slice(0, 100), bytes: packet.payload.length })
      return true
    }
    try {
      const results = await ingest.push(items, { kind: 'trusted' })
      const rejected = results.flatMap((result) => result.rejected)
      if (rejected.length > 0) complain('values of a message were refused', { sn, reason: rejected[0]?.reason.key, refused: rejected.length })
      return true
    } catch (error) {
      complain('a message could not be stored', { err: error, sn })
      return (error as { code?: number }).code === 400
    }
  }
}

/** The items of a message; the topic's sn fills in, or must match. Null when it is not telemetry. */
export function itemsOf(sn: string, payload: string | Buffer): unknown[] | null {
  if (payload.length > MAX_PAYLOAD) return null
  try {
    const parsed: unknown = JSON.parse(payload.toString())
    const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed]
    const items = list.map((item) => (typeof item === 'object' && item !== null && !('sn' in item) ? { ...item, sn } : item))
    return items.every((item) => typeof item === 'object' && item !== null && 'sn' in item && String(item.sn) === sn) ? items : null
  } catch {
    return null
  }
}

/** The broker knows the session by this name; the same for as long as the database is. */
async function clientId({ storage }: Platform): Promise<string> {
  const name = 'mqtt.clientId'
  const value = `console-${randomUUID()}`
  await storage.write((trx) => trx.insertInto('setting').values({ name, value }).onConflict((conflict) => conflict.column('name').doNothing()).execute())
  return (await storage.read.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst())?.value ?? value
}

function credentialsOf(address: string): { username?: string; password?: string; href: string } {
  try {
    const url = new URL(address)
    const username = decodeURIComponent(url.username) || undefined
    const password = decodeURIComponent(url.password) || undefined
    url.username = ''
    url.password = ''
    return { username, password, href: url.href }
  } catch {
    throw new StartError('MQTT_URL cannot be read; it looks like mqtt://user:password@host:1883.')
  }
}

function quietly(log: Log): Complain {
  let next = 0
  let held = 0
  return (message, fields) => {
    const now = Date.now()
    if (now < next) return void held++
    log.warn({ ...fields, ...(held > 0 && { alsoHeldBack: held }) }, message)
    next = now + COMPLAIN
    held = 0
  }
}
