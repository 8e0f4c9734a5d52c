import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { IClientOptions, IDisconnectPacket, MqttClient } from 'mqtt'
import type { Broker, Platform } from '../platform.ts'
import { startSchedules } from '../schedule/index.ts'
import { ownName } from '../storage/ownName.ts'
import { createBrokerClient, disconnect, type BrokerAddress } from './mqttConnection.ts'
import { takeMessages, TOPIC, type Taking } from './mqttIntake.ts'

/** Leases of sessions at the broker: this and the session's client id. */
const LEASE = 'mqtt '
/** How often the leader looks for sessions that processes left behind, ms. */
const POLL_INTERVAL_MS = 1000
/** A session that nothing more goes to is empty when it has brought nothing for this long, ms: a broker delivers at once what waits. */
export const QUIET_AFTER_MS = 30_000
/** How long leaving waits for what is under way, ms. */
const LEAVING = 500
/** Sessions last until they are ended. */
const FOR_EVER = 0xffff_ffff
/** How often an emptied session is looked at, ms. */
const GLANCE = 50
/** DISCONNECT that ends the session as well. */
const ENDED: Partial<IDisconnectPacket> = { properties: { sessionExpiryInterval: 0 } }
/** CONNACK: the broker speaks no MQTT 5, in the words of 3.1.1 and of 5. */
const OLDER = new Set([1, 132])

/** One connection that takes telemetry in. */
interface Intake {
  client: MqttClient
  taking: Taking
}

/**
 * Who takes telemetry of the broker. Every process does, where several may share a database and the broker has shared subscriptions (MQTT 5): it gives each
 * message to one of them. Each has a session of its own at the broker, which keeps what it has not acknowledged, and a lease of that session: whoever holds
 * it may use the session. One of them leads the intake: it takes over the sessions of processes that are gone, takes what is left in them, and ends them.
 * Elsewhere that one alone takes telemetry, in one session that the next one goes on with.
 *
 * @param quiet when a session that was left counts as empty, ms
 */
export async function openIntake(
  platform: Platform,
  address: BrokerAddress,
  quiet = QUIET_AFTER_MS,
): Promise<Broker & { close(): Promise<void> }> {
  const { storage, bus, log } = platform
  // Whoever leads may be of a role that takes nothing in.
  const chores = bus.alone ? platform.schedules : startSchedules({ storage, log, lease: 'intake' })
  /** The leader's session where it takes alone, and the group that shares the messages: other databases on this broker get them as well. */
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
    await Promise.race([taking.stop(), pause(LEAVING, undefined, { ref: false })])
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
  /** Takes its share until the signal aborts, or until the broker turns out to have none. */
  const takeShare = async (clientId: string, lost: AbortSignal): Promise<void> => {
    const unfit = new AbortController()
    const intake = take(lasting(clientId))
    own = intake.client
    const decide = (now: 'shared' | 'leader', why?: string): void => {
      if (manner === null) log.info({ manner: now, why }, 'who takes telemetry of the broker is settled')
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
        // A connection that was lost meanwhile says nothing of the broker.
        else if (intake.client.connected) decide('leader', error.message)
      })
    })
    await aborted(AbortSignal.any([lost, unfit.signal]))
    if (own === intake.client) own = null
    if (unfit.signal.aborted) await disconnect(intake.client, ENDED)
    else if (closing.signal.aborted) await leave(intake)
    // Another process uses the session: what it has is no longer this one's to acknowledge.
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
  /** Takes what is left in a session and ends it. */
  const empty = async (clientId: string, signal: AbortSignal): Promise<void> => {
    const lease = await hold(platform, clientId, signal)
    const intake = take(lasting(clientId))
    /** Since when nothing new goes to it, by performance.now(). */
    let leftAt = Infinity
    let isGone = false
    intake.client.on('connect', ({ sessionPresent }) => {
      if (!sessionPresent) isGone = true
      // What comes from now on goes to those who are there.
      else intake.client.unsubscribe([shared, `${TOPIC}+`], () => (leftAt = performance.now()))
    })
    intake.client.on('close', () => (leftAt = Infinity))
    const isEmpty = (): boolean => isGone || performance.now() - Math.max(leftAt, intake.taking.quietSince()) > quiet
    while (!lease.over.aborted && !isEmpty()) await pause(GLANCE, undefined, { ref: false })
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
      // From when the leader took all alone.
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

/** A session of MQTT 5 that lasts until it is ended. */
const lasting = (clientId: string): IClientOptions => ({
  clientId,
  protocolVersion: 5,
  properties: { sessionExpiryInterval: FOR_EVER },
})

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

/**
 * Waits for the lease of a session. `over` aborts once it is lost, or with the signal.
 *
 * @returns `release` gives it up; `forget`: the session is no more
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
