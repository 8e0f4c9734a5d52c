import { randomUUID } from 'node:crypto'
import type { Broker, Platform } from '../platform.ts'
import { PARTS } from '../roles.ts'
import { openChannel } from './commands.ts'
import { warnOfAnonymous } from './mqttAnonymous.ts'
import { addressOf, createBrokerClient, disconnect } from './mqttConnection.ts'
import { openIntake, QUIET_AFTER_MS } from './mqttSessions.ts'

/**
 * Connects to the broker of MQTT_URL. Every process publishes commands over a connection of its own. A process whose
 * role takes telemetry receives it over a second one (mqttSessions.ts). Both connect in the background and reconnect by
 * themselves.
 *
 * @param quiet see openIntake
 */
export async function connectBroker(
  platform: Platform,
  mqttUrl: string,
  quiet = QUIET_AFTER_MS,
): Promise<Broker & { close(): Promise<void> }> {
  const { log } = platform
  const address = addressOf(mqttUrl)
  const intake = PARTS[platform.settings.role].intake ? await openIntake(platform, address, quiet) : null
  const client = createBrokerClient(address, { clientId: `console-${randomUUID()}`, clean: true }, log, 'commands')
  let giveUp = (): void => {}
  client.once('connect', () => {
    giveUp = warnOfAnonymous(address, log)
  })
  const closeChannel = openChannel(platform, async (command) => {
    if (!client.connected) return false
    const { nodeaddr, nodemapid, value, t } = command
    await client.publishAsync(
      `command/${command.sn}`,
      JSON.stringify({ sn: command.sn, nodeaddr, nodemapid, value, t }),
      { qos: 1 },
    )
    return true
  })
  return {
    state: () => intake?.state() ?? NO_INTAKE,
    async close() {
      closeChannel()
      giveUp()
      await Promise.all([intake?.close(), disconnect(client)])
    },
  }
}

/** State where the intake belongs to processes of another role. */
const NO_INTAKE = { intake: null, takes: false, left: 0, leads: false }
