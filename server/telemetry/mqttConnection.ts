import { once } from 'node:events'
import mqtt, { type IClientOptions, type IDisconnectPacket, type MqttClient } from 'mqtt'
import type { Log } from '../log.ts'
import { StartError } from '../settings.ts'

const RECONNECT = 2000
/** Timeout of a clean disconnect, ms. Shorter than the shutdown timeout of jobs. */
const DISCONNECT_TIMEOUT_MS = 500

/**
 * Connects to the broker, and reconnects when the connection is lost. Logs one line per outage and one per recovery.
 */
export function createBrokerClient(
  { href, username, password }: BrokerAddress,
  session: IClientOptions,
  log: Log,
  connection: string,
): MqttClient {
  const client = mqtt.connect(href, {
    username,
    password,
    reconnectPeriod: RECONNECT,
    // A broker that is starting or at its limit refuses connections as well.
    reconnectOnConnackError: true,
    ...session,
  })
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

/**
 * Disconnects cleanly where the broker answers, else forcibly: shutdown must not wait for a hanging broker.
 *
 * @param packet further properties of the DISCONNECT packet (MQTT 5)
 */
export async function disconnect(client: MqttClient, packet: Partial<IDisconnectPacket> = {}): Promise<void> {
  const late = AbortSignal.timeout(DISCONNECT_TIMEOUT_MS)
  await Promise.race([client.endAsync(!client.connected, packet), once(late, 'abort')])
  if (late.aborted) client.end(true)
}

/** Address and credentials of a broker. */
export interface BrokerAddress {
  href: string
  username?: string
  password?: string
}

/**
 * Reads MQTT_URL.
 *
 * @throws StartError where it is not a URL
 */
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
