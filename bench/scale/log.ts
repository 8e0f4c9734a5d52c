import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { ownName } from '../../server/storage/ownName.ts'
import type { Storage } from '../../server/storage/types.ts'

/**
 * The NATS server whose JetStream telemetry goes by before it is stored; null where it goes by none. TELEMETRY_LOG says so, as it does for the platform.
 * Throws a sentence where it asks for a log and there is no NATS: a run that asks for the log must not try something else.
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
 * The log of a place as its stream says it is (server/telemetry/log): what is stored is acknowledged, and gone from there. Throws where the server
 * answers without JetStream, and is not connected to then.
 */
export async function openLog(
  url: string,
  storage: Storage,
): Promise<{
  /** Messages that are not stored yet. */
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
    // Left open it would keep the process from its end.
    await connection.close()
    throw error
  }
}
