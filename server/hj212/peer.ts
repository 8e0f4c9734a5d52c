import type { Socket } from 'node:net'
import { networkOf } from '../http/network.ts'
import { createFrameReader, type Frame } from './protocol/frame.ts'
import type {
  GatewayFigures,
  GatewayLimits,
  Knock,
  Station,
  Unread,
  UnreadReason,
  Upload,
} from './protocol/protocol.ts'
import { readingsOf } from './protocol/readings.ts'
import { readSegment, segmentText, wantsAnswer, type Segment, type Version } from './protocol/segment.ts'
import type { SplitMessages } from './protocol/split.ts'
import type { Clock } from './protocol/time.ts'
import { acknowledgementOf, frameTo, timeFor, type Reply } from './replies.ts'
import { createSpeakers, type Speaker } from './signIn.ts'
import { headAlone, headText, knockOf, reasonOf, whose } from './unread.ts'

/** A packet of a station on its way: kept with the time of its message, or given up where that stays half. */
export interface Packet {
  keep(time: number | null): void
  giveUp(): void
}

/** What a connection of the gateway works with. */
export interface PeerRooms {
  stationOf(mn: string): Station | undefined
  clock: Clock
  limits: GatewayLimits
  /** Split messages of all stations: their packets may come over several connections. */
  messages: SplitMessages<Packet>
  figures: GatewayFigures
  /** Hands over what a station sent; `done` once it is committed (true) or will not be. */
  upload(upload: Omit<Upload, 'ticket'>, done: (ok: boolean) => void): void
  answer(device: number, segment: Segment): void
  knock(knock: Knock): void
  unread(unread: Unread): void
  /** A station spoke here for the first time. */
  joined(device: number, peer: Peer): void
  left(peer: Peer): void
}

export interface Peer {
  address: string
  /** Sends a command to a station that speaks here; false where it does not. */
  send(device: number, command: Reply, answer: boolean): boolean
  versionOf(device: number): Version
  systemOf(device: number): string
  /** Stations that speak here. */
  devices(): Iterable<number>
  /** Closes the connection where it has been silent, or slow, for too long. */
  watch(now: number): void
  close(): void
}

/** Commands whose content is kept. What else a station says is either an answer or nothing we know. */
const KEPT: ReadonlySet<string> = new Set('2011 2013 2021 2022 2031 2041 2051 2061 2071 2081 3019 3020'.split(' '))
/** Faults in a row, and refusals, after which the station is not listened to any longer. */
const MAX_FAULTS = 50
const MAX_REFUSED = 10
/** Uploads of one connection that wait for their commit; it is read on when there are fewer. */
const MAX_PENDING = 32
/** What may wait to be sent, bytes: who reads no answers is closed. */
const MAX_UNREAD = 256 * 1024

/**
 * One connection. A frame is read (`take`), whoever sent it signs in (signIn.ts), and what it says is kept, answered (replies.ts) or passed on
 * (`route`). What is kept is acknowledged once it is committed.
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
  /** Answers a segment that asks for it. */
  const acknowledge = (from: Speaker, segment: Segment, by: '9013' | '9014'): void => {
    if (wantsAnswer(segment.flag)) say(from, acknowledgementOf(from, segment, by))
  }

  const refuse = (segment: Segment, reason: Knock['reason'], text: string): void => {
    figures.refused++
    const knock = knockOf(segment, { reason, text, address })
    if (knock) rooms.knock(knock)
    if (++refused >= MAX_REFUSED) socket.end()
  }
  /** What came cannot be read. */
  const fault = (bytes: Buffer, reason: UnreadReason): void => {
    const told = whose(bytes, reason, { address, only: speakers.only(), stationOf: rooms.stationOf })
    if ('knock' in told) rooms.knock(told.knock)
    else rooms.unread(told.unread)
    if (++faults >= MAX_FAULTS) socket.destroy()
  }

  const take = (frame: Frame): void => {
    const read = readSegment(frame, (mn) => rooms.stationOf(mn)?.key ?? null)
    // Who it says it is can be read, and nothing else.
    if (read === 'key') return refuse(headAlone(frame.data), 'key', headText(frame.data))
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
    // A heartbeat.
    if (cn === '9015') return acknowledge(from, segment, '9014')
    // It asks for the time.
    if (cn === '1013') {
      acknowledge(from, segment, '9013')
      return say(from, timeFor(from, segment, clock), true)
    }
    rooms.answer(from.station.device, segment)
  }

  /** Each packet of a split message is kept, and answered, for itself, once the time of the message is known. */
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
      // A connection that waits for its own commits is not to blame.
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
