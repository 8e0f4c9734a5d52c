import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { ownName } from '../../server/storage/ownName.ts'
import type { Storage } from '../../server/storage/types.ts'

/**
 * The NATS server through whose JetStream telemetry passes before it is stored; null without such a log. TELEMETRY_LOG
 * decides this, as it does for the platform. Throws a sentence where it asks for a log and there is no NATS: a run that
 * asks for the log must not test something else.
 */
export function logOf(
  { nats: { url } }: { nats: { url: string | null } },
  { TELEMETRY_LOG }: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  if (!TELEMETRY_LOG || TELEMETRY_LOG === 'off') return null
  if (url === null) throw new Error(`TELEMETRY_LOG is "${TELEMETRY_LOG}" and there is no NATS: install nats-server.`)
  return url
}

/**
 * Opens the log of a place, as its stream reports it (server/telemetry/log): stored messages are acknowledged, and
 * removed from it. Throws where the server answers without JetStream, and closes the connection then.
 */
export async function openLog(
  url: string,
  storage: Storage,
): Promise<{
  /** Number of messages that are not stored yet. */
  unstored(): Promise<number>
  close(): Promise<void>
}> {
  const stream = `telemetry-${await ownName(storage, 'bus.name')}`
  const connection = await connect({ servers: new URL(url).host })
  try {
    const { streams } = await jetstreamManager(connection)
    return {
      unstored: async () => (await streams.info(stream)).state.messages,
      close: () => connection.close(),
    }
  } catch (error) {
    // An open connection would keep the process from ending.
    await connection.close()
    throw error
  }
}
