import type { Socket } from 'node:net'
import { networkOf } from '../http/network.ts'
import { createFrameReader, type Frame } from './protocol/frame.ts'
import type {
  GatewayFigures,
  GatewayLimits,
  RefusedStation,
  Station,
  UnreadableData,
  UnreadReason,
  Upload,
} from './protocol/protocol.ts'
import { readingsOf } from './protocol/readings.ts'
import { readSegment, segmentText, wantsAnswer, type Segment, type Version } from './protocol/segment.ts'
import type { SplitMessages } from './protocol/split.ts'
import type { Clock } from './protocol/time.ts'
import { acknowledgementOf, frameTo, timeFor, type Reply } from './replies.ts'
import { createSpeakers, type Speaker } from './signIn.ts'
import { headOnlySegment, headText, refusedStationOf, reasonOf, senderOf } from './unread.ts'

/**
 * A packet of a station in flight: stored with the time of its message, or given up where the message stays incomplete.
 */
export interface Packet {
  keep(time: number | null): void
  giveUp(): void
}

/** What the gateway provides to its connections. */
export interface PeerRooms {
  stationOf(mn: string): Station | undefined
  clock: Clock
  limits: GatewayLimits
  /** Split messages of all stations, since the packets of a message may come over several connections. */
  messages: SplitMessages<Packet>
  figures: GatewayFigures
  /** Hands over an upload. Calls `done` with true once it is committed, with false if it will not be. */
  upload(upload: Omit<Upload, 'ticket'>, done: (ok: boolean) => void): void
  answer(device: number, segment: Segment): void
  refused(station: RefusedStation): void
  unread(unread: UnreadableData): void
  /** A station signed in on this connection for the first time. */
  joined(device: number, peer: Peer): void
  left(peer: Peer): void
}

export interface Peer {
  address: string
  /** Sends a command to a station. Returns false where the station has not signed in here or cannot be written to. */
  send(device: number, command: Reply, answer: boolean): boolean
  versionOf(device: number): Version
  systemOf(device: number): string
  /** The stations that signed in on this connection. */
  devices(): Iterable<number>
  /** Closes the connection if it has been silent, or has taken too long for a frame. */
  watch(now: number): void
  close(): void
}

/** Commands whose content is stored. Everything else from a station is an answer, or unknown. */
const KEPT: ReadonlySet<string> = new Set('2011 2013 2021 2022 2031 2041 2051 2061 2071 2081 3019 3020'.split(' '))
/** Maximum number of consecutive faults, and of refusals, before the connection is closed. */
const MAX_FAULTS = 50
const MAX_REFUSED = 10
/** Maximum number of uploads of one connection waiting for their commit. Reading pauses at this number. */
const MAX_PENDING = 32
/** Maximum number of unsent bytes. A connection whose station does not read its answers is closed. */
const MAX_UNREAD = 256 * 1024

/**
 * Creates one connection. A frame is read (`take`), its sender signs in (signIn.ts), and its content is stored,
 * answered (replies.ts) or passed on (`route`). Stored content is acknowledged once it is committed.
 */
export function createPeer(socket: Socket, rooms: PeerRooms): Peer {
  const { figures, limits, clock } = rooms
  const address = networkOf(socket.remoteAddress ?? '')
  const reader = createFrameReader()
  const speakers = createSpeakers(rooms.stationOf)
  let [faults, refused, pending] = [0, 0, 0]
  let lastByte = Date.now()
  let frameSince: number | null = null

  const say = (to: Speaker, reply: Reply, answer = false): void => {
    const bytes = frameTo(to, reply, answer)
    if (socket.destroyed) return
    socket.write(bytes)
    if (socket.writableLength > MAX_UNREAD) socket.destroy()
  }
  /** Answers a segment that requests an answer. */
  const acknowledge = (from: Speaker, segment: Segment, by: '9013' | '9014'): void => {
    if (wantsAnswer(segment.flag)) say(from, acknowledgementOf(from, segment, by))
  }

  const refuse = (segment: Segment, reason: RefusedStation['reason'], text: string): void => {
    figures.refused++
    const station = refusedStationOf(segment, { reason, text, address })
    if (station) rooms.refused(station)
    if (++refused >= MAX_REFUSED) socket.end()
  }
  /** Takes note of bytes that cannot be read. */
  const fault = (bytes: Buffer, reason: UnreadReason): void => {
    const told = senderOf(bytes, reason, { address, only: speakers.only(), stationOf: rooms.stationOf })
    if ('refused' in told) rooms.refused(told.refused)
    else rooms.unread(told.unread)
    if (++faults >= MAX_FAULTS) socket.destroy()
  }

  const take = (frame: Frame): void => {
    const read = readSegment(frame, (mn) => rooms.stationOf(mn)?.key ?? null)
    // Only the fields before the content can be read.
    if (read === 'key') return refuse(headOnlySegment(frame.data), 'key', headText(frame.data))
    if (typeof read === 'string') {
      figures.crc++
      return fault(frame.data, reasonOf(frame, read))
    }
    faults = 0
    figures.frames++
    const signed = speakers.signIn(read)
    switch (signed.kind) {
      case 'refused':
        return refuse(read.segment, signed.reason, read.plain.toString('utf8'))
      case 'full':
        return void socket.destroy()
      case 'in':
        if (signed.isNew) rooms.joined(signed.speaker.station.device, peer)
        return route(signed.speaker, read.segment)
    }
  }
  const route = (from: Speaker, segment: Segment): void => {
    const { cn } = segment
    if (KEPT.has(cn)) return keep(from, segment)
    // Heartbeat.
    if (cn === '9015') return acknowledge(from, segment, '9014')
    // Request for the time.
    if (cn === '1013') {
      acknowledge(from, segment, '9013')
      return say(from, timeFor(from, segment, clock), true)
    }
    rooms.answer(from.station.device, segment)
  }

  /** Stores and answers each packet of a split message separately, once the time of the message is known. */
  const keep = (from: Speaker, segment: Segment): void => {
    const packet: Packet = { keep: (time) => upload(from, segment, time), giveUp: () => giveUp(from, segment) }
    for (const known of rooms.messages.add(from.station.device, segment, packet, Date.now()))
      known.packet.keep(known.time)
  }
  const giveUp = ({ station }: Speaker, segment: Segment): void => {
    const head = Buffer.from(segmentText({ ...segment, pw: '' }))
    rooms.unread({ device: station.device, peer: station.mn, reason: 'half', head })
  }
  const upload = (from: Speaker, segment: Segment, time: number | null): void => {
    const { qn, cn, cp } = segment
    pending++
    if (pending >= MAX_PENDING) socket.pause()
    rooms.upload({ device: from.station.device, qn, cn, time, readings: readingsOf(cp) }, (ok) => {
      pending--
      if (socket.isPaused() && pending < MAX_PENDING) socket.resume()
      if (ok) acknowledge(from, segment, '9014')
    })
  }

  const peer: Peer = {
    address,
    send(device, command, answer) {
      const to = speakers.current(device)
      if (!to || socket.destroyed || !socket.writable) return false
      say(to, command, answer)
      return true
    },
    versionOf: (device) => speakers.get(device)?.version ?? 2017,
    systemOf: (device) => speakers.get(device)?.st ?? '',
    devices: () => speakers.devices(),
    watch(now) {
      const quiet = now - lastByte
      const stranger = speakers.isEmpty() && quiet >= limits.strangerMs
      // A connection that waits for its own commits is not closed.
      if (
        pending === 0 &&
        (stranger || quiet >= limits.idleMs || (frameSince !== null && now - frameSince >= limits.frameMs))
      )
        socket.destroy()
    },
    close: () => socket.destroy(),
  }

  socket.on('data', (chunk) => {
    lastByte = Date.now()
    for (const one of reader.push(chunk)) {
      if (socket.destroyed) return
      if (one.kind === 'frame') take(one)
      else {
        const kind = one.fault === 'garbage' ? 'garbage' : 'length'
        figures[kind]++
        fault(one.head, kind)
      }
      frameSince = null
    }
    frameSince = reader.waiting() === 0 ? null : (frameSince ?? lastByte)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    rooms.left(peer)
  })
  return peer
}
