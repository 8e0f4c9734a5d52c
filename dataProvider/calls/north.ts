import type { Values } from '../../resources/kit/validate.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { call, WireError } from '../http.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

/** The calls of the push service that are not CRUD (wire.md, Management), by name: extensions of this platform. All throw WireError. */

/** Outcome of an interface's last push. */
export interface PushState {
  /** Epoch ms. */
  at: number
  ok: boolean
  message: string
  /** Consecutive failures. */
  failures: number
  /** When the next push is due, epoch ms; null if it is due at once. */
  next: number | null
}

/** Returns the state of an interface; null before the first push. */
export async function pushState(interfaceId: number, signal?: AbortSignal): Promise<PushState | null> {
  const answer = await call<Values | null>('GET', `northstate/${interfaceId}`, { signal })
  const at = readTime(answer?.['last_at'])
  if (!answer || at === null) return null
  return {
    at,
    ok: readNumber(answer['last_ok']) === 1,
    message: String(answer['last_result'] ?? ''),
    failures: readNumber(answer['failures']) ?? 0,
    next: readNumber(answer['next_at']) === 0 ? null : readTime(answer['next_at']),
  }
}

/** State of an HJ 212 interface. */
export interface ReportState {
  up: boolean
  /** When the connection last opened or closed, epoch ms; null before the first connection. */
  since: number | null
  /** Number of spans that wait to be acknowledged. */
  waiting: { minutes: number; hours: number; days: number }
  /** Minutes that were dropped because they waited too long. */
  dropped: number
  /** The last frames, oldest first; `out`: sent by this platform. */
  frames: { t: number; out: boolean; text: string }[]
}

export async function reportState(interfaceId: number, signal?: AbortSignal): Promise<ReportState> {
  const answer = recordIn(await call('GET', `northframes/${interfaceId}`, { signal }))
  const waiting = isRecord(answer['waiting']) ? answer['waiting'] : {}
  return {
    up: readNumber(answer['up']) === 1,
    since: readNumber(answer['since']) === 0 ? null : readTime(answer['since']),
    waiting: {
      minutes: readNumber(waiting['2051']) ?? 0,
      hours: readNumber(waiting['2061']) ?? 0,
      days: readNumber(waiting['2031']) ?? 0,
    },
    dropped: readNumber(answer['dropped']) ?? 0,
    frames: readRecords(answer['frames']).map(({ t, out, text }) => ({
      t: readTime(t) ?? 0,
      out: readNumber(out) === 1,
      text: readText(text),
    })),
  }
}

export interface PushPreview {
  body: string
  type: string
  devices: number
}

/** Returns what an interface would push now. */
export async function pushPreview(interfaceId: number, signal?: AbortSignal): Promise<PushPreview> {
  return readPreview(await call('GET', `northpreview/${interfaceId}`, { signal }))
}

/** Makes an interface due for a push at once. */
export async function pushNow(interfaceId: number): Promise<void> {
  await call('POST', `northpush/${interfaceId}`)
}

/** Returns what the rows of a data format would produce for a few devices of its project; the rows may be unsaved. */
export async function formatPreview(
  formatId: number,
  protocol: number,
  rows: readonly Values[],
  signal?: AbortSignal,
): Promise<PushPreview> {
  return readPreview(await call('POST', `northformatpreview/${formatId}`, { body: { protocol, rows }, signal }))
}

function readPreview(answer: unknown): PushPreview {
  const { body, type, devices } = recordIn(answer)
  return { body: readText(body), type: readText(type), devices: integer(devices) ?? 0 }
}

/** Checks that the answer is a record. */
function recordIn(answer: unknown): Record<string, unknown> {
  if (!isRecord(answer)) throw new WireError('error.badAnswer', 200, { code: 0 })
  return answer
}
