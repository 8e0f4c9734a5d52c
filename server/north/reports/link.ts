import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createFrameReader } from '../../hj212/protocol/frame.ts'
import {
  flagOf,
  readSegment,
  segmentFrame,
  segmentText,
  valueIn,
  type Group,
  type Segment,
} from '../../hj212/protocol/segment.ts'
import type { Clock } from '../../hj212/protocol/time.ts'
import {
  guarded,
  literalOf,
  outcomeOfError,
  refuseLiteral,
  systemResolve,
  type SendOutcome,
  type Resolve,
} from '../send.ts'
import type { ReportInterface } from './subjects.ts'

/**
 * Timing that the protocol defines: ms until a message is repeated, how often it is repeated, and after how many ms
 * without a message of this side a heartbeat is sent.
 */
export interface LinkTimeouts {
  overTime: number
  reCount: number
  heartbeat: number
  connect: number
}

export const LINK_TIMEOUTS: LinkTimeouts = { overTime: 5000, reCount: 3, heartbeat: 60_000, connect: 10_000 }

export interface LinkOptions {
  reports: ReportInterface
  clock: Clock
  allowPrivate: boolean
  patience: LinkTimeouts
  resolve?: Resolve
  signal: AbortSignal
  /** Is called with every frame as text, without its password. */
  onFrame(out: boolean, text: string): void
  /** Is called with a request of the remote system. */
  onRequest(segment: Segment): void
  onEnd(outcome: SendOutcome): void
}

/** A connection to the system that receives the reports. */
export interface Link {
  up(): boolean
  /**
   * Sends data and repeats it until it is acknowledged (9014). Resolves to false where no acknowledgement arrives, or
   * the connection ends first.
   */
  report(mn: string, cn: string, cp: readonly Group[]): Promise<boolean>
  /** Sends data that needs no acknowledgement, with backpressure. Resolves to false where the connection has ended. */
  write(segment: Pick<Segment, 'qn' | 'st' | 'cn' | 'mn' | 'cp'>): Promise<boolean>
  close(): void
}

const MAX_FAULTS = 50
/** Most bytes that wait to be sent. */
const MAX_UNSENT = 64 * 1024

/** Connects; rejects with a SendOutcome where that fails. Private addresses are refused, as for other formats. */
export async function openLink(options: LinkOptions): Promise<Link> {
  const socket = await connected(options)
  const { reports, clock, patience, onFrame, onRequest, onEnd } = options
  const reader = createFrameReader()
  const waiting = new Map<string, (ok: boolean) => void>()
  let [faults, heardAt, saidAt, ended] = [0, Date.now(), Date.now(), false]
  let outcome: SendOutcome = { ok: false, key: 'error.north.ended', args: {} }

  const send = (segment: Segment): void => {
    if (ended) return
    saidAt = Date.now()
    onFrame(true, segmentText({ ...segment, pw: MASK }))
    socket.write(segmentFrame(segment, { key: reports.key }))
  }
  const segmentOf = (part: Pick<Segment, 'qn' | 'st' | 'cn' | 'mn' | 'cp'>, answer: boolean): Segment => ({
    ...part,
    pw: reports.pw,
    flag: flagOf(reports.version, { answer }),
    pnum: null,
    pno: null,
  })
  const report: Link['report'] = (mn, cn, cp) => {
    const segment = segmentOf({ qn: clock.qn(), st: reports.st, cn, mn, cp }, true)
    const begun = Date.now()
    return new Promise((resolve) => {
      if (ended) return resolve(false)
      let round = 0
      const again = (): void => {
        if (round++ <= patience.reCount) return send(segment)
        end(false)
        // A peer that has sent nothing since the first attempt counts as dead, whatever state the socket is in.
        if (heardAt < begun) {
          outcome = { ok: false, key: 'error.north.unanswered', args: {} }
          socket.destroy()
        }
      }
      const timer = setInterval(again, patience.overTime)
      const end = (ok: boolean): void => {
        clearInterval(timer)
        waiting.delete(segment.qn)
        resolve(ok)
      }
      waiting.set(segment.qn, end)
      again()
    })
  }
  const take = (segment: Segment): void => {
    onFrame(false, segmentText({ ...segment, pw: segment.pw === '' ? '' : MASK }))
    if (segment.cn === '9014') waiting.get(segment.qn || valueIn(segment.cp, 'QN'))?.(true)
    else if (!segment.cn.startsWith('9')) onRequest(segment)
  }
  socket.on('data', (chunk) => {
    heardAt = Date.now()
    for (const one of reader.push(chunk)) {
      const got = one.kind === 'frame' ? readSegment(one, () => reports.key) : 'segment'
      if (typeof got !== 'string') {
        faults = 0
        take(got.segment)
      } else if (++faults >= MAX_FAULTS) socket.destroy()
    }
  })
  // Only version 2025 has a heartbeat; the other versions rely on TCP keepalive.
  const heart =
    reports.version === 2025
      ? setInterval(
          () => {
            if (Date.now() - saidAt >= patience.heartbeat) void report(reports.mn ?? '', '9015', [])
          },
          Math.min(1000, patience.heartbeat),
        )
      : undefined
  socket.on('error', (error) => {
    outcome = outcomeOfError(error)
  })
  socket.once('close', () => {
    ended = true
    clearInterval(heart)
    for (const end of waiting.values()) end(false)
    onEnd(outcome)
  })
  return {
    up: () => !ended,
    report,
    async write(part) {
      send(segmentOf(part, false))
      if (!ended && socket.writableLength > MAX_UNSENT)
        await new Promise<void>((resolve) => {
          const end = (): void => {
            socket.off('drain', end).off('close', end)
            resolve()
          }
          socket.on('drain', end).on('close', end)
        })
      return !ended
    },
    close: () => socket.destroy(),
  }
}

const MASK = '******'

function connected({ reports, allowPrivate, patience, resolve = systemResolve, signal }: LinkOptions): Promise<Socket> {
  return new Promise((done, fail) => {
    try {
      const { protocol, hostname, port } = new URL(reports.url)
      if (!allowPrivate) refuseLiteral(hostname)
      const host = literalOf(hostname)
      const options = { host, port: Number(port), lookup: guarded(resolve, allowPrivate) }
      const tls = protocol === 'tls:'
      const socket = tls
        ? connectTls({ ...options, ...(isIP(host) ? {} : { servername: host }) })
        : connectPlain(options)
      const refused = (error: unknown): void => {
        stop()
        socket.destroy()
        fail(error instanceof Error ? outcomeOfError(error) : error)
      }
      const late = setTimeout(
        () => refused({ ok: false, key: 'error.north.timeout', args: { seconds: Math.ceil(patience.connect / 1000) } }),
        patience.connect,
      )
      const onAbort = (): void => refused({ ok: false, key: 'error.north.ended', args: {} })
      const stop = (): void => {
        clearTimeout(late)
        signal.removeEventListener('abort', onAbort)
        socket.off('error', refused)
        // Errors of the socket from here on would have no listener otherwise.
        socket.on('error', () => {})
      }
      signal.addEventListener('abort', onAbort)
      socket.once('error', refused)
      socket.once(tls ? 'secureConnect' : 'connect', () => {
        stop()
        socket.setNoDelay(true)
        socket.setKeepAlive(true, 30_000)
        done(socket)
      })
    } catch (error) {
      fail(outcomeOfError(error))
    }
  })
}
