import { setTimeout as pause } from 'node:timers/promises'
import { snOf } from '../fleet.ts'
import { valueOf, type Sample } from './schedule.ts'

/** Devices of one lane; a lane sends a sample of each in one post. */
export const LANE = 10
/** Time between two posts of a lane, ms. */
const POST_INTERVAL_MS = 1000
/** A post without an answer for this long is sent again, ms. */
const ANSWER_TIMEOUT_MS = 5000
/** A post that no server accepts for this long ends the run, ms: that is not a failover any more. */
const LOST_AFTER_MS = 180_000
/** The second node's value only numbers the samples, within its range. */
const NUMBERS = 500

export interface Load {
  /**
   * Ends all alarms, waits for the last acknowledgement, and returns what was acknowledged, in order for each device.
   * Throws where a sample was refused for good.
   */
  finish(): Promise<Sample[]>
  /** Number of posts sent again. */
  repeated(): number
}

/**
 * A steady load: devices in lanes. Each lane is a sender with its own pace that stays with one process until that does
 * not answer, and resends unacknowledged posts unchanged until a server accepts them. So everything that was measured
 * gets acknowledged.
 */
export function startLoad(
  urls: readonly string[],
  { credential, devices }: { credential: string; devices: number },
  signal: AbortSignal,
): Load {
  const acknowledged: Sample[] = []
  let isEnding = false
  let repeated = 0

  /**
   * Sends a body to one process after the other until it is acknowledged; returns the number of the process that took
   * it.
   */
  const deliver = async (body: string, first: number): Promise<number> => {
    let problem = 'nothing'
    const until = Date.now() + LOST_AFTER_MS
    for (let at = first; Date.now() < until; at++) {
      signal.throwIfAborted()
      const outcome = await post(urls[at % urls.length] ?? '', credential, body)
      if (outcome === null) return at
      problem = outcome
      repeated++
      await pause(100)
    }
    throw new Error(`nobody took a sample within ${LOST_AFTER_MS / 1000} s: ${problem}`)
  }
  const lane = async (from: number): Promise<void> => {
    const numbers = Array.from({ length: Math.min(LANE, devices - from) }, (_, i) => from + i)
    let taker = from / LANE
    let last = 0
    const send = async (n: number, valueFor: (device: number) => number): Promise<void> => {
      const ts = Math.max(Date.now(), last + 1)
      last = ts
      const samples = numbers.map((number) => ({
        sn: snOf(number),
        device: number + 1,
        values: { 1: valueFor(number + 1), 2: n % NUMBERS },
      }))
      taker = await deliver(JSON.stringify(samples.map(({ sn, values }) => ({ sn, t: ts, values }))), taker)
      for (const { device, values } of samples)
        for (const node of [1, 2] as const) acknowledged.push({ device, node, ts, value: values[node] })
    }
    // The lanes start at different times.
    await pause((from / LANE) * 37)
    let n = 0
    for (; !isEnding; n++) {
      const began = performance.now()
      await send(n, (device) => valueOf(device, n))
      await pause(Math.max(0, began + POST_INTERVAL_MS - performance.now()))
    }
    // The first value of a device is below the limit: it ends any open alarm.
    await send(n, (device) => valueOf(device, 0))
  }
  const lanes = Promise.all(Array.from({ length: Math.ceil(devices / LANE) }, (_, i) => lane(i * LANE)))
  // finish reports the error.
  lanes.catch(() => {})
  return {
    async finish() {
      isEnding = true
      await lanes
      return acknowledged
    },
    repeated: () => repeated,
  }
}

/** Returns null where every value was accepted, otherwise the reason. */
async function post(url: string, credential: string, body: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/v1/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const text = await answer.text()
    if (!answer.ok) return `HTTP ${answer.status}`
    const { data } = JSON.parse(text) as { data: { rejected: object[] }[] }
    return data.every(({ rejected }) => rejected.length === 0) ? null : text.slice(0, 300)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
