import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { IClientOptions, IDisconnectPacket, MqttClient } from 'mqtt'
import type { Broker, Platform } from '../platform.ts'
import { startSchedules } from '../schedule/index.ts'
import { ownName } from '../storage/ownName.ts'
import { createBrokerClient, disconnect, type BrokerAddress } from './mqttConnection.ts'
import { takeMessages, TOPIC, type MqttIntake } from './mqttIntake.ts'

/** Prefix of the lease names of sessions at the broker; the session's client id follows. */
const LEASE = 'mqtt '
/** How often the leader looks for sessions that other processes left behind, ms. */
const POLL_INTERVAL_MS = 1000
/**
 * A session that gets no new messages counts as empty after this silence, ms: a broker delivers waiting messages at
 * once.
 */
export const QUIET_AFTER_MS = 30_000
/** How long closing waits for messages in flight, ms. */
const CLOSE_TIMEOUT_MS = 500
/** Session expiry interval of a session that lasts until it is ended. */
const FOR_EVER = 0xffff_ffff
/** How often the emptying of a session checks whether it is done, ms. */
const DRAIN_CHECK_INTERVAL_MS = 50
/** Properties of a DISCONNECT packet that also ends the session. */
const ENDED: Partial<IDisconnectPacket> = { properties: { sessionExpiryInterval: 0 } }
/** CONNACK codes for "the broker does not support MQTT 5", in MQTT 3.1.1 and in MQTT 5. */
const OLDER = new Set([1, 132])

/** A connection that takes in telemetry. */
interface Intake {
  client: MqttClient
  taking: MqttIntake
}

/**
 * Decides which process takes telemetry from the broker.
 *
 * Where several processes may share a database and the broker has shared subscriptions (MQTT 5), every process does,
 * and the broker gives each message to one of them. Each process has a session of its own at the broker, which keeps
 * unacknowledged messages, and a lease of that session: only the holder of the lease may use the session. One process
 * leads the intake: it takes over the sessions of processes that are gone, takes the messages left in them, and ends
 * the sessions. Otherwise the leader alone takes telemetry, in one session that the next leader continues.
 *
 * @param quiet silence after which an abandoned session counts as empty, ms
 */
export async function openIntake(
  platform: Platform,
  address: BrokerAddress,
  quiet = QUIET_AFTER_MS,
): Promise<Broker & { close(): Promise<void> }> {
  const { storage, bus, log } = platform
  // A lease of its own, since the leader of the other jobs may have a role that takes no telemetry.
  const chores = bus.alone ? platform.schedules : startSchedules({ storage, log, lease: 'intake' })
  /**
   * Client id of the leader's session where the leader takes alone, and name of the group that shares the messages.
   * Other databases on this broker receive the messages as well.
   */
  const base = await ownName(storage, 'mqtt.clientId')
  const shared = `$share/${base}/${TOPIC}+`
  const closing = new AbortController()
  const left = new Map<string, Promise<void>>()
  let manner: 'shared' | 'leader' | null = bus.alone ? 'leader' : null
  const isAlone = (): boolean => manner === 'leader'
  let tell = (): void => {}
  const decided = new Promise<void>((resolve) => {
    tell = resolve
  })
  let own: MqttClient | null = null

  const take = (session: IClientOptions): Intake => {
    const options = { clean: false, resubscribe: false, queueQoSZero: false, ...session }
    const client = createBrokerClient(address, options, log, 'telemetry')
    return { client, taking: takeMessages(client, platform) }
  }
  const leave = async ({ client, taking }: Intake): Promise<void> => {
    await Promise.race([taking.stop(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    await disconnect(client)
  }
  const refused = (error: Error): void => log.error({ err: error }, 'the broker refused the subscription')

  const takeAlone = async (signal: AbortSignal): Promise<void> => {
    const intake = take({ clientId: base })
    own = intake.client
    intake.client.on('connect', () => {
      intake.client.subscribe(`${TOPIC}+`, { qos: 1 }, (error) => error && refused(error))
    })
    await aborted(signal)
    if (own === intake.client) own = null
    await leave(intake)
  }
  /**
   * Takes this process's share of the messages until the signal aborts or the broker turns out to have no shared
   * subscriptions.
   */
  const takeShare = async (clientId: string, lost: AbortSignal): Promise<void> => {
    const unfit = new AbortController()
    const intake = take(lasting(clientId))
    own = intake.client
    const decide = (now: 'shared' | 'leader', why?: string): void => {
      if (manner === null)
        log.info({ manner: now, why }, 'telemetry of the broker: which processes subscribe is decided')
      manner ??= now
      if (manner === 'leader') unfit.abort()
      tell()
    }
    intake.client.on('error', (error) => {
      if ('code' in error && OLDER.has(Number(error.code))) decide('leader', error.message)
    })
    intake.client.on('connect', ({ properties }) => {
      if (properties?.sharedSubscriptionAvailable === false) return decide('leader', 'it has no shared subscriptions')
      intake.client.subscribe(shared, { qos: 1 }, (error) => {
        if (!error) decide('shared')
        else if (manner === 'shared') refused(error)
        // If the connection was lost meanwhile, the error tells nothing about the broker.
        else if (intake.client.connected) decide('leader', error.message)
      })
    })
    await aborted(AbortSignal.any([lost, unfit.signal]))
    if (own === intake.client) own = null
    if (unfit.signal.aborted) await disconnect(intake.client, ENDED)
    else if (closing.signal.aborted) await leave(intake)
    // Another process uses the session, so this one must not acknowledge its messages any more.
    else intake.client.end(true)
  }
  const takePart = async (): Promise<void> => {
    while (!closing.signal.aborted && !isAlone()) {
      const clientId = `${base}-${randomUUID().slice(0, 8)}`
      const lease = await hold(platform, clientId, closing.signal)
      if (!lease.over.aborted) await takeShare(clientId, lease.over)
      await lease.release(isAlone())
    }
  }
  /** Takes the messages left in a session, then ends the session. */
  const empty = async (clientId: string, signal: AbortSignal): Promise<void> => {
    const lease = await hold(platform, clientId, signal)
    const intake = take(lasting(clientId))
    /** Since when the session gets no new messages, by performance.now(). */
    let leftAt = Infinity
    let isGone = false
    intake.client.on('connect', ({ sessionPresent }) => {
      if (!sessionPresent) isGone = true
      // Once unsubscribed, new messages go to the running processes.
      else intake.client.unsubscribe([shared, `${TOPIC}+`], () => (leftAt = performance.now()))
    })
    intake.client.on('close', () => (leftAt = Infinity))
    const isEmpty = (): boolean => isGone || performance.now() - Math.max(leftAt, intake.taking.quietSince()) > quiet
    while (!lease.over.aborted && !isEmpty()) await pause(DRAIN_CHECK_INTERVAL_MS, undefined, { ref: false })
    if (lease.over.aborted) await leave(intake)
    else await disconnect(intake.client, ENDED)
    await lease.release(!lease.over.aborted)
  }
  const emptyLeft = async (signal: AbortSignal): Promise<void> => {
    const ended = new AbortController()
    const end = AbortSignal.any([signal, ended.signal])
    const begin = (clientId: string): void => {
      if (left.has(clientId)) return
      const work = empty(clientId, end)
        .catch((error: unknown) =>
          log.warn({ err: error, clientId }, 'a session left at the broker could not be emptied'),
        )
        .finally(() => left.delete(clientId))
      left.set(clientId, work)
    }
    try {
      // The session in which a leader took all telemetry alone.
      begin(base)
      while (!end.aborted) {
        for (const name of await storage.lapsed(LEASE)) begin(name.slice(LEASE.length))
        await pause(POLL_INTERVAL_MS, undefined, { signal: end, ref: false }).catch(() => {})
      }
    } finally {
      ended.abort()
      await Promise.all(left.values())
    }
  }

  chores.add({
    name: 'broker',
    everyMs: 0,
    async run(signal) {
      if (manner === null) await Promise.race([decided, aborted(signal)])
      if (signal.aborted) return
      await (manner === 'leader' ? takeAlone(signal) : emptyLeft(signal))
    },
  })
  const part = takePart()
  return {
    state: () => ({ intake: manner, takes: own?.connected ?? false, left: left.size, leads: chores.leads() }),
    async close() {
      closing.abort()
      await part
      if (!bus.alone) await chores.close()
    },
  }
}

/** Returns the options of an MQTT 5 session that lasts until it is ended. */
const lasting = (clientId: string): IClientOptions => ({
  clientId,
  protocolVersion: 5,
  properties: { sessionExpiryInterval: FOR_EVER },
})

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

/**
 * Waits for the lease of a session. `over` aborts once the lease is lost, or with the signal.
 *
 * @returns `release` gives the lease up; with `forget` it also deletes the lease, because the session does not exist
 * any more
 */
async function hold(
  { storage, log }: Platform,
  clientId: string,
  signal: AbortSignal,
): Promise<{ over: AbortSignal; release(forget: boolean): Promise<void> }> {
  const name = `${LEASE}${clientId}`
  const lost = new AbortController()
  let taken = (): void => {}
  const here = new Promise<void>((resolve) => {
    taken = resolve
  })
  const leadership = storage.lead(name, log, (now) => (now ? taken() : lost.abort()))
  await Promise.race([here, aborted(signal)])
  return {
    over: AbortSignal.any([lost.signal, signal]),
    async release(forget) {
      await leadership.close()
      if (forget) await storage.write((trx) => trx.deleteFrom('lease').where('name', '=', name).execute())
    },
  }
}
