import { createServer, type Socket } from 'node:net'
import { createFrameReader } from '../../server/hj212/protocol/frame.ts'
import {
  flagOf,
  readSegment,
  segmentFrame,
  valueIn,
  type Group,
  type Segment,
  type Version,
} from '../../server/hj212/protocol/segment.ts'
import { clockOf } from '../../server/hj212/protocol/time.ts'

export interface StrictOptions {
  mn: string
  pw: string
  version?: Version
  key?: string | null
}

export interface StrictReceiver {
  port: number
  /** Acknowledged messages, oldest first. */
  taken: Segment[]
  /** Valid messages received, acknowledged or not. */
  came: Segment[]
  /** What a strict system would refuse. */
  faults: string[]
  /** How many of the next messages are not answered; messages that it refuses are never answered. */
  silent: number
  refuses(segment: Segment): boolean
  connections(): number
  /** Sends a request over the open connection, and returns all messages answered under that request until its end. */
  ask(cn: string, cp: readonly Group[], more?: Partial<Segment>): Promise<Segment[]>
  /** Breaks all connections. */
  cut(): void
  /** Closes the port: accepts no connections until `back`. */
  away(): Promise<void>
  back(): Promise<void>
  close(): Promise<void>
}

/** A receiving system that accepts nothing outside the standard. */
export async function startStrictReceiver({
  mn,
  pw,
  version = 2017,
  key = null,
}: StrictOptions): Promise<StrictReceiver> {
  const clock = clockOf('Asia/Shanghai')
  const sockets = new Set<Socket>()
  const listeners = new Set<(segment: Segment) => void>()
  const answer = (socket: Socket, segment: Partial<Segment> & { cn: string }): void =>
    void socket.write(
      segmentFrame(
        { qn: clock.qn(), st: '91', pw, mn, flag: flagOf(version), pnum: null, pno: null, cp: [], ...segment },
        { key },
      ),
    )
  const wrongIn = (segment: Segment): string | null => {
    if (segment.pw !== pw) return 'PW'
    if (segment.mn !== mn) return `MN ${segment.mn}`
    if (!/^\d{17}$/.test(segment.qn)) return `QN ${segment.qn}`
    if (segment.cn.startsWith('9')) return null
    if (segment.flag !== flagOf(version, { answer: true })) return `Flag ${segment.flag}`
    if (!/^\d{14}$/.test(valueIn(segment.cp, 'DataTime'))) return 'DataTime'
    const suffixes = segment.cn === '2011' ? /-(Rtd|Flag)$/ : /-(Min|Avg|Max|Cou|Flag)$/
    const odd = segment.cp
      .slice(1)
      .flat()
      .find(([name]) => !suffixes.test(name))
    return odd ? `${segment.cn} ${odd[0]}` : null
  }
  const receiver: StrictReceiver = {
    port: 0,
    taken: [],
    came: [],
    faults: [],
    silent: 0,
    refuses: () => false,
    connections: () => sockets.size,
    async ask(cn, cp, more = {}) {
      const [socket] = sockets
      if (!socket) throw new Error('nobody is connected')
      const qn = clock.qn()
      const said: Segment[] = []
      const ended = new Promise<void>((resolve) => {
        const hear = (segment: Segment): void => {
          if (segment.qn !== qn) return
          said.push(segment)
          const over = segment.cn === '9012' || (segment.cn === '9011' && valueIn(segment.cp, 'QnRtn') !== '1')
          if (over && listeners.delete(hear)) resolve()
        }
        listeners.add(hear)
        // A closed connection sends no more.
        socket.once('close', () => void (listeners.delete(hear), resolve()))
      })
      answer(socket, { qn, st: '22', cn, cp, flag: flagOf(version, { answer: true }), ...more })
      await ended
      return said
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async away() {
      receiver.cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
    back: () => new Promise((resolve) => server.listen(receiver.port, '127.0.0.1', resolve)),
    async close() {
      receiver.cut()
      if (server.listening) await receiver.away()
    },
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setMaxListeners(0)
    const reader = createFrameReader()
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      for (const one of reader.push(chunk)) {
        const got = one.kind === 'frame' ? readSegment(one, () => key) : one.fault
        if (typeof got === 'string') {
          receiver.faults.push(got)
          continue
        }
        const { segment } = got
        const asked = listeners.size > 0 && [...listeners].map((hear) => hear(segment)).length > 0
        if ((segment.flag & 1) === 0 && asked) continue
        const wrong = wrongIn(segment)
        if (wrong !== null) {
          receiver.faults.push(wrong)
          continue
        }
        receiver.came.push(segment)
        if (receiver.refuses(segment)) continue
        if (receiver.silent > 0) {
          receiver.silent--
          continue
        }
        receiver.taken.push(segment)
        answer(
          socket,
          version === 2005
            ? { qn: '', cn: '9014', cp: [[['QN', segment.qn]], [['CN', segment.cn]]] }
            : { qn: segment.qn, cn: '9014' },
        )
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  receiver.port = typeof address === 'object' && address ? address.port : 0
  return receiver
}
