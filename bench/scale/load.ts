import { setTimeout as pause } from 'node:timers/promises'
import { NODES, requestOf } from '../fleet.ts'
import { figure } from '../report.ts'

/** Items of one post, of NODES values each. */
const ITEMS = 100
/** Maximum number of concurrent posts: further posts that are due are skipped, and reported. */
const MAX_UNDER_WAY = 64
/** Time between two report lines, ms. */
const REPORT = 10_000

/**
 * Sends the fleet's values in turn to all addresses, `points` a second, until it is told to stop; prints what was
 * acknowledged.
 */
export async function sendLoad(
  urls: readonly string[],
  { credential, devices, points }: { credential: string; devices: number; points: number },
  signal: AbortSignal,
): Promise<void> {
  const items = Math.min(ITEMS, devices)
  const every = (items * NODES * 1000) / points
  const underWay = new Set<Promise<void>>()
  let [sent, acknowledged, refused, leftOut, slowest] = [0, 0, 0, 0, 0]
  let reported = performance.now()
  const send = async (url: string, first: number): Promise<void> => {
    const began = performance.now()
    const isTaken = await fetch(`${url}/v1/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: requestOf(first, items, devices, Date.now()),
    }).then(
      async (answer) => (await answer.arrayBuffer(), answer.ok),
      () => false,
    )
    slowest = Math.max(slowest, performance.now() - began)
    if (isTaken) acknowledged++
    else refused++
  }
  for (let due = performance.now(); !signal.aborted; due += every) {
    await pause(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    if (underWay.size < MAX_UNDER_WAY) {
      const post: Promise<void> = send(urls[sent % urls.length] ?? '', (sent * items) % devices).finally(() =>
        underWay.delete(post),
      )
      underWay.add(post)
      sent++
    } else leftOut++
    const seconds = (performance.now() - reported) / 1000
    if (seconds < REPORT / 1000) continue
    console.log(
      `${figure((acknowledged * items * NODES) / seconds)} points/s acknowledged, ${refused} posts refused, ${leftOut} left out for want of answers, slowest ${figure(slowest)} ms`,
    )
    ;[acknowledged, refused, leftOut, slowest] = [0, 0, 0, 0]
    reported = performance.now()
  }
  await Promise.all(underWay)
}
