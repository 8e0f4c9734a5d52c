import { once } from 'node:events'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { Log } from '../log.ts'
import { StartError } from '../settings.ts'

const RECONNECT = 2000
/** How long taking leave of the broker may last, ms: less than a job is waited for. */
const LEAVING = 500

/** Connects, and again whenever the broker goes; the log has one line when it goes and one when it is back. */
export function createBrokerClient(
  { href, username, password }: BrokerAddress,
  session: IClientOptions,
  log: Log,
  connection: string,
): MqttClient {
  const client = mqtt.connect(href, { username, password, reconnectPeriod: RECONNECT, ...session })
  let isDown = false
  const complain = (error?: Error): void => {
    if (!isDown) log.warn({ err: error?.message, connection }, 'the broker cannot be reached; trying again')
    isDown = true
  }
  client.on('error', complain)
  client.on('offline', complain)
  client.on('connect', () => {
    isDown = false
    log.info({ broker: new URL(href).host, connection }, 'broker connected')
  })
  return client
}

/** In order where the broker answers, else at once: nobody waits for a broker that hangs. */
export async function disconnect(client: MqttClient): Promise<void> {
  const late = AbortSignal.timeout(LEAVING)
  await Promise.race([client.endAsync(!client.connected), once(late, 'abort')])
  if (late.aborted) client.end(true)
}

/** Where a broker is, and who asks. */
export interface BrokerAddress {
  href: string
  username?: string
  password?: string
}

/** Reads MQTT_URL. Throws StartError where it is none. */
export function addressOf(address: string): BrokerAddress {
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
