import { randomUUID } from 'node:crypto'
import { openChannel } from '../live/commands.ts'
import type { Platform } from '../platform.ts'
import { warnOfAnonymous } from './mqttAnonymous.ts'
import { addressOf, createBrokerClient, disconnect } from './mqttConnection.ts'
import { intakeJob } from './mqttIntake.ts'

/**
 * The broker of MQTT_URL. Every process publishes commands over a connection of its own; telemetry arrives over a second one that only the
 * leader holds. Both connect in the background and reconnect by themselves.
 */
export async function connectBroker(platform: Platform): Promise<{ close(): Promise<void> }> {
  const { settings, log, schedules } = platform
  if (settings.mqttUrl === null) return { close: async () => {} }
  const address = addressOf(settings.mqttUrl)
  schedules.add(intakeJob(platform, address))
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
    async close() {
      closeChannel()
      giveUp()
      await disconnect(client)
    },
  }
}
