import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { createPeer, type Packet, type Peer } from './peer.ts'
import { networkOf } from '../http/network.ts'
import type {
  FromGateway,
  GatewayData,
  GatewayFigures,
  RefusedStation,
  Station,
  ToGateway,
  UnreadableData,
  Upload,
} from './protocol/protocol.ts'
import { createSplitMessages } from './protocol/split.ts'
import { clockOf } from './protocol/time.ts'

/** Uploads are handed over in batches: after this number of uploads, or after this many ms. */
const BATCH_SIZE = 200
const BATCH_WINDOW_MS = 250
/**
 * Maximum number of uploads in flight in all. Further ones are rejected; a station repeats an upload that is not
 * answered.
 */
const MAX_UNDER_WAY = 20_000
/**
 * Maximum number of connections per station. A station that reconnects may have an old, dead connection that is not
 * detected yet.
 */
const PER_STATION = 3
/** A refused station is reported once in this time, ms; and how many stations are remembered for this. */
const REFUSAL_REPORT_INTERVAL_MS = 5000
const MAX_REFUSED_STATIONS = 1000
const FIGURES_INTERVAL_MS = 5000

export interface Gateway {
  hear(message: ToGateway): void
}

/**
 * Creates the TCP side of the stations: connections, sign-in, uploads and answers. Runs in a thread of its own
 * (worker.ts).
 */
export function createGateway(
  { host, port, tls, timeZone, limits, firstTicket }: GatewayData,
  tell: (message: FromGateway) => void,
): Gateway {
  const clock = clockOf(timeZone)
  const figures: GatewayFigures = { connections: 0, frames: 0, crc: 0, length: 0, garbage: 0, refused: 0 }
  let stations = new Map<string, Station>()
  const sockets = new Map<Socket, Peer>()
  const addresses = new Map<string, number>()
  /** The connections on which each station signed in, the newest last. */
  const peers = new Map<number, Peer[]>()
  const underWay = new Map<number, (ok: boolean) => void>()
  const reportedAt = new Map<string, number>()
  let line: Upload[] = []
  let gathering: NodeJS.Timeout | null = null
  let ticket = firstTicket

  const handOver = (): void => {
    if (gathering) clearTimeout(gathering)
    gathering = null
    if (line.length > 0) tell({ kind: 'uploads', uploads: line })
    line = []
  }
  const messages = createSplitMessages<Packet>(clock, limits.splitMs)
  const rooms = {
    clock,
    messages,
    limits,
    figures,
    stationOf: (mn: string) => stations.get(mn.toUpperCase()),
    upload(upload: Omit<Upload, 'ticket'>, done: (ok: boolean) => void) {
      if (underWay.size >= MAX_UNDER_WAY) return done(false)
      underWay.set(++ticket, done)
      line.push({ ...upload, ticket })
      if (line.length >= BATCH_SIZE) handOver()
      else gathering ??= setTimeout(handOver, BATCH_WINDOW_MS)
    },
    answer: (device: number, segment: Extract<FromGateway, { kind: 'answer' }>['segment']) =>
      tell({ kind: 'answer', device, segment }),
    refused(station: RefusedStation) {
      const now = Date.now()
      const key = `${station.mn} ${station.reason}`
      if (now - (reportedAt.get(key) ?? -Infinity) < REFUSAL_REPORT_INTERVAL_MS) return
      if (reportedAt.size >= MAX_REFUSED_STATIONS) reportedAt.clear()
      reportedAt.set(key, now)
      tell({ kind: 'refused', station })
    },
    unread: (unread: UnreadableData) => tell({ kind: 'unread', unread }),
    joined(device: number, peer: Peer) {
      const here = peers.get(device) ?? []
      if (here.length >= PER_STATION) here[0]?.close()
      peers.set(device, [...here, peer])
      tell({
        kind: 'session',
        device,
        up: true,
        version: peer.versionOf(device),
        address: peer.address,
        st: peer.systemOf(device),
      })
    },
    left(peer: Peer) {
      for (const device of peer.devices()) {
        const rest = (peers.get(device) ?? []).filter((other) => other !== peer)
        if (rest.length > 0) peers.set(device, rest)
        else {
          peers.delete(device)
          tell({ kind: 'session', device, up: false, version: peer.versionOf(device), address: peer.address, st: '' })
        }
      }
    },
  }
  const accept = (socket: Socket): void => {
    const address = networkOf(socket.remoteAddress ?? '')
    const count = addresses.get(address) ?? 0
    if (sockets.size >= limits.connections || count >= limits.perAddress) return void socket.destroy()
    addresses.set(address, count + 1)
    sockets.set(socket, createPeer(socket, rooms))
    figures.connections = sockets.size
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    socket.on('close', () => {
      sockets.delete(socket)
      figures.connections = sockets.size
      const left = (addresses.get(address) ?? 1) - 1
      if (left > 0) addresses.set(address, left)
      else addresses.delete(address)
    })
  }
  const server: Server = tls
    ? createTlsServer({ cert: tls.cert, key: tls.key, handshakeTimeout: 20_000 }, accept)
    : createServer(accept)
  // Leaves room for connections that have not finished the TLS handshake.
  server.maxConnections = limits.connections + 100
  server.on('error', (error: NodeJS.ErrnoException) =>
    tell({ kind: 'failed', code: error.code ?? 'ERROR', message: error.message }),
  )
  if (tls) server.on('tlsClientError', (_error, socket) => socket.destroy())
  server.listen({ host, port }, () => {
    const address = server.address()
    tell({ kind: 'listening', port: typeof address === 'object' && address ? address.port : port })
  })
  let told = ''
  const telling = setInterval(() => {
    const text = JSON.stringify(figures)
    if (text !== told) tell({ kind: 'figures', figures: { ...figures } })
    told = text
  }, FIGURES_INTERVAL_MS)
  telling.unref()
  // One timer for all connections: thousands of timers would wake the thread constantly.
  const watching = setInterval(
    () => {
      const now = Date.now()
      for (const peer of sockets.values()) peer.watch(now)
      for (const packet of messages.expire(now)) packet.giveUp()
    },
    Math.min(5000, limits.strangerMs, limits.frameMs, limits.idleMs, limits.splitMs),
  )
  watching.unref()

  const setStations = (list: readonly Station[]): void => {
    const before = stations
    stations = new Map(list.map((station) => [station.mn, station]))
    // A station that was removed or has a new password must sign in again.
    for (const old of before.values()) {
      const now = stations.get(old.mn)
      if (now?.device === old.device && now.pw === old.pw) continue
      for (const peer of peers.get(old.device) ?? []) peer.close()
    }
  }
  return {
    hear(message) {
      switch (message.kind) {
        case 'stations':
          return setStations(message.stations)
        case 'done':
          for (const one of message.tickets) {
            const done = underWay.get(one)
            underWay.delete(one)
            done?.(message.ok)
          }
          return
        case 'send': {
          const ok = (peers.get(message.device) ?? [])
            .toReversed()
            .some((peer) => peer.send(message.device, message.segment, message.answer))
          return tell({ kind: 'sent', id: message.id, ok })
        }
        case 'close':
          clearInterval(telling)
          clearInterval(watching)
          for (const socket of sockets.keys()) socket.destroy()
          server.close(() => tell({ kind: 'closed' }))
      }
    },
  }
}
