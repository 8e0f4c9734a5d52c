import { randomUUID } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'
import type { Log } from '../log.ts'
import type { BrokerAddress } from './mqttConnection.ts'

/** How long the broker has to answer, ms. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * Tries one anonymous connection and logs a warning where the broker accepts it: any client that reaches such a broker
 * could send values for every device and read every command. Returns a function that cancels the attempt.
 */
export function warnOfAnonymous({ href }: Pick<BrokerAddress, 'href'>, log: Log): () => void {
  const client: MqttClient = mqtt.connect(href, {
    clientId: `console-probe-${randomUUID()}`,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
  })
  // The broker refused the anonymous connection, as it should.
  client.on('error', () => client.end(true))
  client.on('connect', () => {
    log.warn(
      { broker: new URL(href).host },
      'the broker accepts clients without a name: anyone who can reach it can send values for every device and receive every command; docs/operators.md has an access list',
    )
    client.end()
  })
  return () => void client.end(true)
}
