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
import {
  flagOf,
  readSegment,
  segmentFrame,
  segmentText,
  versionOf,
  wantsAnswer,
  type Group,
  type Segment,
  type Version,
} from './protocol/segment.ts'
import { sameText } from './secrets.ts'
import type { SplitMessages } from './protocol/split.ts'
import type { Clock } from './protocol/time.ts'
import { headAlone, headText, reasonOf, shownFrame, whose } from './unread.ts'

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
  /** A station spoke here; false where it may not. */
  joined(device: number, peer: Peer): boolean
  left(peer: Peer): void
}

export interface Peer {
  address: string
  /** Sends a command to a station that speaks here; false where it does not. */
  send(device: number, segment: Pick<Segment, 'qn' | 'st' | 'cn' | 'cp'>, answer: boolean): boolean
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
/** Faults in a row, and refusals, after which nobody listens any longer. */
const MAX_FAULTS = 50
const MAX_REFUSED = 10
/** Stations of one connection: a data logger may speak for several. */
const MAX_STATIONS = 100
/** Uploads of one connection that wait for their commit; it is read on when there are fewer. */
const MAX_PENDING = 32
/** What may wait to be sent, bytes: who reads no answers is closed. */
const MAX_UNREAD = 256 * 1024
const FACTORS = 50

interface Spoken {
  station: Station
  version: Version
  st: string
  encoding: 'utf-8' | 'gbk'
}

/** One connection: reads frames, knows who speaks, answers what is committed. */
export function createPeer(socket: Socket, rooms: PeerRooms): Peer {
  const { figures, limits, clock } = rooms
  const address = networkOf(socket.remoteAddress ?? '')
  const reader = createFrameReader()
  const spoken = new Map<number, Spoken>()
  let [faults, refused, pending] = [0, 0, 0]
  let lastByte = Date.now()
  let frameSince: number | null = null

  const write = (bytes: Buffer): void => {
    if (socket.destroyed) return
    socket.write(bytes)
    if (socket.writableLength > MAX_UNREAD) socket.destroy()
  }
  const say = (
    { station, version, encoding }: Spoken,
    segment: Pick<Segment, 'qn' | 'st' | 'cn' | 'cp'>,
    answer: boolean,
  ): void => {
    const whole: Segment = {
      ...segment,
      pw: station.pw ?? '',
      mn: station.mn,
      flag: flagOf(version, { answer }),
      pnum: null,
      pno: null,
    }
    write(segmentFrame(whole, { key: station.key, encoding }))
  }
  /** Answers a frame that asked for it: 9014 to data, 9013 to notices. 2005 names in the content what it answers. */
  const acknowledge = (to: Spoken, { qn, cn }: Segment, answer: '9013' | '9014'): void => {
    const old = to.version === 2005
    const named: Group[] = old
      ? [...(qn === '' ? [] : [[['QN', qn]] as const]), ...(answer === '9014' ? [[['CN', cn]] as const] : [])]
      : []
    say(to, { qn: old ? '' : qn, st: '91', cn: answer, cp: named }, false)
  }
  const refuse = (segment: Segment, reason: Knock['reason'], text: string): void => {
    figures.refused++
    if (/^[A-Za-z0-9_]{1,32}$/.test(segment.mn)) {
      const factors = readingsOf(segment.cp).map(({ factor }) => factor)
      rooms.knock({
        mn: segment.mn.toUpperCase(),
        reason,
        st: segment.st.slice(0, 5),
        version: versionOf(segment.flag),
        address,
        factors: factors.slice(0, FACTORS),
        frame: shownFrame(text),
      })
    }
    if (++refused >= MAX_REFUSED) socket.end()
  }
  const fault = (): void => {
    if (++faults >= MAX_FAULTS) socket.destroy()
  }
  const tellUnread = (bytes: Buffer, reason: UnreadReason): void => {
    const [first, ...others] = spoken.values()
    const only = others.length === 0 ? first?.station : undefined
    const told = whose(bytes, reason, { address, only, stationOf: rooms.stationOf })
    if ('knock' in told) rooms.knock(told.knock)
    else rooms.unread(told.unread)
  }
  const take = (frame: Frame): void => {
    const got = readSegment(frame, (mn) => rooms.stationOf(mn)?.key ?? null)
    if (typeof got === 'string') {
      // Who it says it is can be read, and nothing else.
      if (got === 'key') return refuse(headAlone(frame.data), 'key', headText(frame.data))
      figures.crc++
      tellUnread(frame.data, reasonOf(frame, got))
      return fault()
    }
    faults = 0
    figures.frames++
    const { segment, encoding, plain } = got
    const station = rooms.stationOf(segment.mn)
    if (!station) return refuse(segment, 'unknown', plain.toString('utf8'))
    const known = spoken.get(station.device)
    // Who has said the password here can learn nothing of it by how long a comparison takes.
    const isRight = known?.station.pw === station.pw ? segment.pw === station.pw : sameText(station.pw, segment.pw)
    // Answers of 2005 may carry no password; what is kept always does.
    if (!isRight && !(segment.pw === '' && segment.cn.startsWith('9') && known))
      return refuse(segment, 'password', plain.toString('utf8'))
    const now: Spoken = {
      station,
      version: versionOf(segment.flag),
      st: segment.st === '91' ? (known?.st ?? '91') : segment.st,
      encoding: encoding === 'ascii' ? (known?.encoding ?? 'utf-8') : encoding,
    }
    if (!known && (spoken.size >= MAX_STATIONS || !rooms.joined(station.device, peerOf(station.device, now))))
      return void socket.destroy()
    spoken.set(station.device, now)
    route(now, segment)
  }
  const peerOf = (device: number, first: Spoken): Peer => {
    spoken.set(device, first)
    return peer
  }
  const route = (from: Spoken, segment: Segment): void => {
    const { cn, flag } = segment
    if (KEPT.has(cn)) return keep(from, segment)
    if (cn === '9015') return wantsAnswer(flag) ? acknowledge(from, segment, '9014') : undefined
    if (cn === '1013') {
      if (wantsAnswer(flag)) acknowledge(from, segment, '9013')
      return say(
        from,
        { qn: clock.qn(), st: from.st, cn: '1012', cp: [...polId(segment), [['SystemTime', clock.write(Date.now())]]] },
        true,
      )
    }
    rooms.answer(from.station.device, segment)
  }
  /** Each packet of a split message is kept, and answered, for itself, once the time of the message is known. */
  const keep = (from: Spoken, segment: Segment): void => {
    const packet: Packet = { keep: (time) => upload(from, segment, time), giveUp: () => giveUp(from, segment) }
    for (const known of rooms.messages.add(from.station.device, segment, packet, Date.now()))
      known.packet.keep(known.time)
  }
  const giveUp = ({ station }: Spoken, segment: Segment): void => {
    const head = Buffer.from(segmentText({ ...segment, pw: '' }))
    rooms.unread({ device: station.device, peer: station.mn, reason: 'half', head })
  }
  const upload = (from: Spoken, segment: Segment, time: number | null): void => {
    pending++
    if (pending >= MAX_PENDING) socket.pause()
    rooms.upload(
      {
        device: from.station.device,
        qn: segment.qn,
        cn: segment.cn,
        time,
        readings: readingsOf(segment.cp),
      },
      (ok) => {
        pending--
        if (socket.isPaused() && pending < MAX_PENDING) socket.resume()
        if (ok && wantsAnswer(segment.flag)) acknowledge(from, segment, '9014')
      },
    )
  }

  const peer: Peer = {
    address,
    send(device, segment, answer) {
      const to = spoken.get(device)
      if (!to || socket.destroyed || !socket.writable) return false
      // As it is known now: a password may have been renewed.
      const station = rooms.stationOf(to.station.mn)
      if (station?.device !== device) return false
      say({ ...to, station }, segment, answer)
      return true
    },
    versionOf: (device) => spoken.get(device)?.version ?? 2017,
    systemOf: (device) => spoken.get(device)?.st ?? '',
    devices: () => spoken.keys(),
    watch(now) {
      const quiet = now - lastByte
      const stranger = spoken.size === 0 && quiet >= limits.strangerMs
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
        if (one.fault === 'garbage') figures.garbage++
        else figures.length++
        tellUnread(one.head, one.fault === 'garbage' ? 'garbage' : 'length')
        fault()
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

const polId = ({ cp }: Segment): Group[] => cp.filter((group) => group.some(([name]) => name === 'PolId'))
