import type { WebSocket } from 'ws'
import { mayRead } from '../../resources/reads.ts'
import type { Log } from '../log.ts'
import type { Feed, FeedMessage, LiveDevice, Registry, SignedIn } from '../platform.ts'
import { createLastMessages, type FeedSample } from './lastMessages.ts'

export { chooseProtocol, tokenOf } from './protocol.ts'

/** Close codes of wire.md, and two of RFC 6455 for clients over their limits. */
export const CLOSE = { signedOut: 4401, forbidden: 4403, flood: 1008, tooMany: 1013 } as const

const COALESCE = 1000
const PING = 30_000
/** Backpressure: a client this many bytes behind is sent nothing until it has caught up. */
const MAX_BUFFERED_BYTES = 1_000_000
/** A client this many bytes behind is disconnected. */
const DISCONNECT_BYTES = 8_000_000
const MAX_FRAME = 64
/** Maximum number of open sockets of one user: enough for many tabs on many screens. */
export const MAX_SOCKETS = 100
/** Maximum number of frames of one socket between two pings: enough to subscribe to ten thousand devices twice. */
export const MAX_FRAMES = 20_000

interface Client {
  socket: WebSocket
  signedIn: SignedIn
  devices: Set<LiveDevice>
  /** Pending values of the `*` subscription since the last flush, by device. */
  gathered: Map<number, FeedMessage>
  alive: boolean
  /** Frames that the client sent since the last ping. */
  frames: number
}

/**
 * Creates the live feed. A client subscribes to devices by sn, or to `*`: all devices it may see, in one frame a
 * second.
 *
 * @param isAsked whether this process serves clients; where it does not, no messages are kept
 */
export function createFeed({
  registry,
  log,
  isAsked = true,
}: {
  registry: Registry
  log: Log
  isAsked?: boolean
}): Feed {
  const clients = new Set<Client>()
  const byDevice = new Map<number, Set<Client>>()
  const everywhere = new Set<Client>()
  const last = createLastMessages()
  const timers = [setInterval(flush, COALESCE), setInterval(ping, PING)]
  for (const timer of timers) timer.unref()

  // Checked for every message, because rights and areas may be revoked while a socket is open.
  const maySee = ({ signedIn: { caller } }: Client, device: LiveDevice): boolean =>
    mayRead(caller, 'live') && registry.mayTouch(caller, device)
  function subscribe(client: Client, name: string): void {
    if (!mayRead(client.signedIn.caller, 'live')) return client.socket.close(CLOSE.forbidden)
    if (name === '*') {
      everywhere.add(client)
      return
    }
    const device = registry.bySn(name)
    if (!device || !maySee(client, device)) return client.socket.close(CLOSE.forbidden)
    client.devices.add(device)
    byDevice.set(device.id, (byDevice.get(device.id) ?? new Set()).add(client))
  }
  function leave(client: Client): void {
    clients.delete(client)
    everywhere.delete(client)
    for (const device of client.devices) {
      const listening = byDevice.get(device.id)
      listening?.delete(client)
      if (listening?.size === 0) byDevice.delete(device.id)
    }
  }
  function drop(client: Client): void {
    log.debug(
      { user: client.signedIn.user.id, behind: client.socket.bufferedAmount },
      'live feed: a client does not keep up',
    )
    client.socket.terminate()
  }
  function flush(): void {
    for (const client of everywhere) {
      if (client.gathered.size === 0 || client.socket.bufferedAmount > MAX_BUFFERED_BYTES) continue
      send(client, JSON.stringify([...client.gathered.values()]))
      client.gathered.clear()
    }
  }
  function ping(): void {
    last.prune((id) => registry.device(id) !== undefined)
    for (const client of clients) {
      if (!client.alive) drop(client)
      client.alive = false
      client.frames = 0
      client.socket.ping()
    }
  }
  function gather(client: Client, message: FeedMessage): void {
    const device = registry.device(message.deviceid)
    if (!device || !maySee(client, device)) return
    const before = client.gathered.get(message.deviceid)
    client.gathered.set(message.deviceid, before ? merged(before, message) : message)
  }

  return {
    publish(samples) {
      if (!isAsked) return
      last.keep(samples)
      if (clients.size === 0) return
      for (const message of messagesOf(samples)) {
        for (const client of everywhere) gather(client, message)
        const listening = byDevice.get(message.deviceid)
        if (!listening) continue
        const text = JSON.stringify(message)
        for (const client of listening) {
          const device = registry.device(message.deviceid)
          if (!device || !maySee(client, device)) client.socket.close(CLOSE.forbidden)
          else if (client.socket.bufferedAmount < MAX_BUFFERED_BYTES) send(client, text)
          else if (client.socket.bufferedAmount > DISCONNECT_BYTES) drop(client)
        }
      }
    },
    attach(socket, signedIn) {
      const client: Client = { socket, signedIn, devices: new Set(), gathered: new Map(), alive: true, frames: 0 }
      const { id } = signedIn.user
      let others = 0
      for (const other of clients) if (other.signedIn.user.id === id) others++
      if (others >= MAX_SOCKETS) return socket.close(CLOSE.tooMany)
      clients.add(client)
      socket.on('message', (data, isBinary) => {
        // A socket that is closing can still deliver messages.
        if (socket.readyState !== socket.OPEN) return
        if (++client.frames > MAX_FRAMES) return socket.close(CLOSE.flood)
        const name = isBinary ? '' : String(data).trim()
        if (name === '' || name.length > MAX_FRAME) return socket.close(CLOSE.forbidden)
        subscribe(client, name)
      })
      socket.on('pong', () => {
        client.alive = true
      })
      socket.on('close', () => leave(client))
    },
    clients: () => clients.size,
    last: (device) => messagesOf(last.of(device)),
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const client of clients) client.socket.close(1001)
    },
  }
}

/** Groups samples into one message for each device and timestamp. The samples of one item must be adjacent. */
export function messagesOf(samples: Iterable<FeedSample>): FeedMessage[] {
  const messages: FeedMessage[] = []
  let current: FeedMessage | undefined
  for (const { device, node, ts, value } of samples) {
    if (current?.deviceid !== device.id || current.t !== ts) {
      current = { sn: device.sn, deviceid: device.id, t: ts, values: {} }
      messages.push(current)
    }
    current.values[node.id] = value
  }
  return messages
}

function send(client: Client, text: string): void {
  if (client.socket.readyState === client.socket.OPEN) client.socket.send(text)
}

/** Merges two messages; newer values replace older ones. */
const merged = (before: FeedMessage, message: FeedMessage): FeedMessage => ({
  ...message,
  t: Math.max(before.t, message.t),
  values: message.t >= before.t ? { ...before.values, ...message.values } : { ...message.values, ...before.values },
})
