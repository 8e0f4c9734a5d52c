import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createFrameReader } from './protocol/frame.ts'
import {
  flagOf,
  readSegment,
  segmentFrame,
  splitSegment,
  valueIn,
  wantsAnswer,
  type Group,
  type Segment,
  type Version,
} from './protocol/segment.ts'
import { clockOf } from './protocol/time.ts'

/** Options of a simulated station: its properties, and the server it connects to. */
export interface StationOptions {
  host: string
  port: number
  mn: string
  pw: string
  version?: Version
  st?: string
  key?: string | null
  tls?: boolean
  timeZone?: string
  /** Returns the station's averages by CN, for requests of the past; oldest first. */
  history?: (cn: string, from: number, to: number) => { t: number; cp: Group[] }[]
  /** Called with every segment that arrives. */
  onSegment?: (segment: Segment) => void
  /** Returns the answer to a command, QnRtn and ExeRtn; null for no answer. */
  obeys?: (segment: Segment) => { qnRtn: string; exeRtn: string } | null
}

export interface SimulatedStation {
  connect(): Promise<void>
  /** Sends data. Resolves to whether it was answered (9014) in time. */
  report(
    cn: string,
    cp: readonly Group[],
    options?: { qn?: string; timeout?: number; split?: number },
  ): Promise<boolean>
  /** Sends bytes unchanged. */
  raw(bytes: Buffer | string): void
  /** Returns a frame as this station would write it. */
  frame(segment: Partial<Segment> & { cn: string }): Buffer
  /** Returns whether the connection is open. */
  connected(): boolean
  /** Resolves when the connection has ended. */
  ended(): Promise<void>
  close(): void
}

const ANSWER = 5000

/**
 * Creates a station for tests, for the demo and for trying a server: it reports, executes commands and fills gaps as
 * the standard says.
 */
export function createStation({
  host,
  port,
  mn,
  pw: password,
  version = 2017,
  st = '22',
  key = null,
  tls = false,
  timeZone = 'Asia/Shanghai',
  history = () => [],
  onSegment = () => {},
  obeys = () => ({ qnRtn: '1', exeRtn: '1' }),
}: StationOptions): SimulatedStation {
  const clock = clockOf(timeZone)
  const waiting = new Map<string, (ok: boolean) => void>()
  let socket: Socket | null = null
  let end: Promise<void> = Promise.resolve()
  let pw = password
  const settings = new Map<string, string>([
    ['RtdInterval', '30'],
    ['MinInterval', '10'],
  ])

  const frame = (segment: Partial<Segment> & { cn: string }): Buffer =>
    segmentFrame(
      { qn: clock.qn(), st, pw, mn, flag: flagOf(version), pnum: null, pno: null, cp: [], ...segment },
      { key },
    )
  const write = (bytes: Buffer | string): void => void socket?.write(bytes)
  const obey = (asked: Segment): void => {
    const { qn, cn } = asked
    const answer = obeys(asked)
    if (answer === null || cn === '9014') return
    if (cn === '2012' || cn === '2022') return write(frame({ qn, st: '91', cn: '9013' }))
    write(frame({ qn, st: '91', cn: '9011', cp: [[['QnRtn', answer.qnRtn]]] }))
    if (answer.qnRtn !== '1') return
    for (const cp of resultsOf(asked)) write(frame({ qn, cn, cp }))
    write(frame({ qn, st: '91', cn: '9012', cp: [[['ExeRtn', answer.exeRtn]]] }))
    if (cn === '1072' && answer.exeRtn === '1') pw = valueIn(asked.cp, 'NewPW') || pw
  }
  /** Returns the data that a command yields besides its result. */
  const resultsOf = ({ cn, cp }: Segment): Group[][] => {
    if (cn === '1011') return [[[['SystemTime', clock.write(Date.now())]]]]
    if (cn === '1062' || cn === '1064') for (const [name, value] of cp.flat()) settings.set(name, value)
    if (cn === '1061') return [[[['RtdInterval', settings.get('RtdInterval') ?? '30']]]]
    if (cn === '1063') return [[[['MinInterval', settings.get('MinInterval') ?? '10']]]]
    if (cn === '3019') return [[[[`${valueIn(cp, 'PolId')}-SN`, `SN-${mn}`]]]]
    if (cn === '2051' || cn === '2061' || cn === '2031') {
      const [from, to] = [clock.read(valueIn(cp, 'BeginTime')) ?? 0, clock.read(valueIn(cp, 'EndTime')) ?? 0]
      return history(cn, from, to).map(({ t, cp: values }) => [[['DataTime', clock.write(t)] as const], ...values])
    }
    return []
  }
  const take = (segment: Segment): void => {
    onSegment(segment)
    if (segment.cn === '9014') waiting.get(segment.qn || valueIn(segment.cp, 'QN'))?.(true)
    else if (wantsAnswer(segment.flag)) obey(segment)
  }
  return {
    frame,
    raw: write,
    connected: () => socket !== null && !socket.destroyed,
    ended: () => end,
    connect: () =>
      new Promise((resolve, reject) => {
        const reader = createFrameReader()
        // A simulator accepts any certificate.
        const opened = tls
          ? connectTls({ host, port, rejectUnauthorized: false }, () => resolve())
          : connectPlain({ host, port }, () => resolve())
        socket = opened
        opened.setNoDelay(true)
        opened.on('data', (chunk) => {
          for (const one of reader.push(chunk)) {
            const got = one.kind === 'frame' ? readSegment(one, () => key) : 'segment'
            if (typeof got !== 'string') take(got.segment)
          }
        })
        opened.on('error', reject)
        end = new Promise((done) => opened.once('close', () => done()))
      }),
    async report(cn, cp, { qn = clock.qn(), timeout = ANSWER, split } = {}) {
      const whole: Segment = { qn, st, cn, pw, mn, flag: flagOf(version, { answer: true }), pnum: null, pno: null, cp }
      const parts = split === undefined ? [whole] : splitSegment(whole, split)
      const answered = new Promise<boolean>((resolve) => {
        let left = parts.length
        const timer = setTimeout(() => resolve(false), timeout)
        timer.unref()
        waiting.set(qn, () => {
          if (--left > 0) return
          clearTimeout(timer)
          resolve(true)
        })
      })
      for (const part of parts) write(segmentFrame(part, { key }))
      const ok = await answered
      waiting.delete(qn)
      return ok
    },
    close: () => socket?.destroy(),
  }
}
