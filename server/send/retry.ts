import { setTimeout as pause } from 'node:timers/promises'
import { withoutMark } from '../../resources/kit/mark.ts'
import type { Sent } from './types.ts'

/** Time limit of one attempt, ms. */
export const ATTEMPT_TIMEOUT_MS = 10_000
/** Backoff between the three attempts, ms. */
const BACK_OFF_MS = [500, 2000]

/** A permanent failure, which a retry would only repeat. */
export class Refused extends Error {
  override name = 'Refused'
}

/** Runs an attempt until it succeeds, is refused, or the attempts are used up; throws the last failure. */
export async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (const rest of BACK_OFF_MS) {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof Refused) throw error
      await pause(rest, undefined, { ref: false })
    }
  }
  return attempt()
}

/** POSTs or GETs JSON. 2xx is an answer; 4xx is a refusal, except 408 and 429; any other failure may be retried. */
export async function askJson(url: string, body?: object): Promise<unknown> {
  const init =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS), redirect: 'error' })
  const text = await answerText(response)
  if (!response.ok) {
    const passing = response.status >= 500 || response.status === 408 || response.status === 429
    throw passing ? new Error(`HTTP ${response.status}`) : new Refused(`HTTP ${response.status}`)
  }
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

/** Longest answer of a service that is read, bytes. */
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * Reads the answer of a service, without a byte order mark; null where it is longer than the limit, beyond which it is
 * not read.
 */
export async function answerText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) return null
    chunks.push(chunk)
  }
  return withoutMark(Buffer.concat(chunks).toString('utf8'))
}

/** Returns the reason of a failure, short and without addresses, which may contain secrets. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : null
  return (cause ?? error.message).replaceAll(/\S+:\/\/\S+/g, '…').slice(0, 200)
}

/** Returns the result for a message that was not sent: why, and whether to try again later. */
export const failedAttempt = (error: unknown): Sent => ({
  ok: false,
  explained: { key: 'error.alarm.failed', args: { reason: failureReason(error) } },
  later: !(error instanceof Refused),
})
