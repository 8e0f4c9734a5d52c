import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { engines } from '../tests/support/storage.ts'
import { snOf } from './fleet.ts'
import { startFleet, type FleetServer } from './fleetClient.ts'
import { figure, type Bench } from './report.ts'

const DEVICES = 10_000
const NODES = 5
const RATE = 3333
/** Items of one post. */
const ITEMS = 10
/** Devices to whose feed the bench listens. */
const SUBSCRIBED = 200
const MINUTES = Number(process.env.BENCH_MINUTES ?? 1)
const CALLS = {
  'device list': 'godbDevice?page_size=20&current=3',
  'device search': 'godbDevice?page_size=20&current=1&search=9876',
  'alarm records': 'godbThresholdlogByTimeOrId?page_size=10&current=1',
} as const

/**
 * Measures a fleet that sends for BENCH_MINUTES minutes (`npm run bench -- sustained --minutes 60`), with a rule over
 * every node and users who look at lists.
 */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines) {
    const server = await startFleet(engine, DEVICES, { rules: NODES })
    const stopped = new AbortController()
    const feed = await listen(server)
    const looking = look(server, stopped.signal)
    const { points, cpu, late, early, memory } = await send(server, MINUTES * 60_000)
    stopped.abort()
    const lists = await looking
    feed.close()
    const delays = feed.delays()
    rows.push([
      engine,
      figure(points),
      `${figure(cpu * 100)} %`,
      figure(at(delays, 0.5)),
      figure(at(delays, 0.99)),
      ...Object.keys(CALLS).map((name) => figure(at(lists.get(name) ?? [], 0.95))),
      figure(late),
      figure(early),
      figure(memory),
    ])
    await server.stop()
  }
  return [
    {
      title: `Sustained telemetry with alarms, ${MINUTES} min`,
      how: `${figure(DEVICES)} devices of ${NODES} nodes that save every sample, posts of ${ITEMS} items paced at ${figure(RATE)} points/s, a rule over every node, and of the first node one value in a hundred raises or ends an alarm; ${SUBSCRIBED} devices heard on the feed, a list asked every 200 ms. Server and client share the machine; milliseconds.`,
      aim: 'under half of one core; feed p99 under 1 s; lists and searches p95 under 100 ms',
      columns: [
        'engine',
        'points/s',
        'of one core',
        'to the feed p50',
        'p99',
        ...Object.keys(CALLS).map((name) => `${name} p95`),
        'slowest post',
        'MB after a tenth',
        'MB at the end',
      ],
      rows,
    },
  ]
}
export default bench

let sent = 0
function next(): string {
  const now = Date.now()
  const items = Array.from({ length: ITEMS }, () => {
    const number = sent++ % DEVICES
    const values = Array.from(
      { length: NODES },
      (_, node) => `"${node + 1}":${node === 0 ? ((sent * 7 + Math.floor(sent / DEVICES) * 13) % 200) / 2 : 20 + node}`,
    )
    return `{"sn":"${snOf(number)}","t":${now},"values":{${values.join()}}}`
  })
  return `[${items.join()}]`
}

async function send(
  server: FleetServer,
  ms: number,
): Promise<{ points: number; cpu: number; late: number; early: number; memory: number }> {
  const every = (ITEMS * NODES * 1000) / RATE
  const { cpu: before } = await server.used()
  const start = performance.now()
  const under = new Set<Promise<void>>()
  let posts = 0
  let late = 0
  let early = 0
  for (let due = start; due < start + ms; due += every) {
    await pause(Math.max(0, due - performance.now()))
    const began = performance.now()
    // After the first tenth, when every pool and cache is filled.
    if (early === 0 && began - start > ms / 10) early = (await server.used()).memory
    const post = fetch(`${server.url}/v1/telemetry`, {
      method: 'POST',
      headers: { ...server.sender, 'content-type': 'application/json' },
      body: next(),
    }).then(async (answer) => {
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`refused: ${answer.status}`)
      late = Math.max(late, performance.now() - began)
      posts++
      under.delete(post)
    })
    under.add(post)
  }
  await Promise.all(under)
  const seconds = (performance.now() - start) / 1000
  const { cpu, memory } = await server.used()
  return { points: (posts * ITEMS * NODES) / seconds, cpu: (cpu - before) / seconds, late, early, memory }
}

/** Measures the time from a sample, whose time is when it was sent, to its frame on the feed. */
async function listen({ url, headers }: FleetServer): Promise<{ delays(): number[]; close(): void }> {
  const delays: number[] = []
  const token = headers.authorization?.replace('Bearer ', '') ?? ''
  const sockets = await Promise.all(
    Array.from({ length: SUBSCRIBED }, async (_, i) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, ['console.v1', `bearer.${token}`])
      await new Promise((open, fail) => socket.once('open', open).once('error', fail))
      socket.on('message', (data) => void delays.push(Date.now() - (JSON.parse(String(data)) as { t: number }).t))
      socket.send(snOf(i * Math.floor(DEVICES / SUBSCRIBED)))
      return socket
    }),
  )
  return { delays: () => delays, close: () => sockets.forEach((socket) => socket.terminate()) }
}

async function look({ url, headers }: FleetServer, signal: AbortSignal): Promise<Map<string, number[]>> {
  const took = new Map<string, number[]>(Object.keys(CALLS).map((name) => [name, []]))
  while (!signal.aborted) {
    for (const [name, path] of Object.entries(CALLS)) {
      const start = performance.now()
      const answer = await fetch(`${url}/v1/${path}`, { headers })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      took.get(name)?.push(performance.now() - start)
      await pause(200)
    }
  }
  return took
}

/** Returns the quantile: the value below which the share lies. */
const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN
