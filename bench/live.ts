import { brotliDecompressSync } from 'node:zlib'
import { request } from 'node:http'
import { silentLog } from '../server/log.ts'
import { createRegistry } from '../server/live/registry.ts'
import type { LiveSample, LiveView, Registry } from '../server/platform.ts'
import { openTestStorage } from '../tests/support/storage.ts'
import { fillFleet, NODES, requestOf } from './fleet.ts'
import { startFleet } from './fleetClient.ts'
import { figure, median, type Bench } from './report.ts'

const SIZES = [200, 10_000]
/** Devices of a city. */
const CITY = 100_000
const ROUNDS = 15
/** A view that holds every device. */
const ALL: LiveView = { key: 'all', has: () => true }

/** Measures the live list: built in memory, as a whole and as changes, and over HTTP, plain and compressed. */
const bench: Bench = async () => [await inMemory(), await sinceVersion(), await overHttp()]
export default bench

async function inMemory(): Promise<Awaited<ReturnType<Bench>>[number]> {
  const rows = []
  for (const devices of SIZES) {
    const { storage, dispose } = await openTestStorage('sqlite')
    await fillFleet(storage, devices)
    const first = await createRegistry(storage, silentLog)
    await storage.storeSamples(columns(samplesOf(first)))
    const start = performance.now()
    const registry = await createRegistry(storage, silentLog)
    const load = performance.now() - start
    const samples = samplesOf(registry)
    const cold = timed(() => registry.states(ALL).json())
    const warm = repeat(
      () => {},
      () => registry.states(ALL).json(),
    )
    const tenth = repeat(
      () => registry.received(samples.slice(0, samples.length / 10)),
      () => registry.states(ALL).json(),
    )
    const all = repeat(
      () => registry.received(samples),
      () => registry.states(ALL).json(),
    )
    const received = repeat(
      () => {},
      () => registry.received(samples),
    )
    rows.push([figure(devices), figure(load), figure(cold), figure(warm), figure(tenth), figure(all), figure(received)])
    await dispose()
  }
  return {
    title: 'Live state in memory',
    how: `Milliseconds; ${NODES} nodes a device, each with a value. The text of the list after nothing, a tenth and all of the devices changed.`,
    columns: [
      'devices',
      'load',
      'first',
      'unchanged',
      'a tenth changed',
      'all changed',
      'taking a value of every node',
    ],
    rows,
  }
}

/** Measures the cost of a city's poll: the whole state, and the changes since the poll before. */
async function sinceVersion(): Promise<Awaited<ReturnType<Bench>>[number]> {
  const { storage, dispose } = await openTestStorage('sqlite')
  await fillFleet(storage, CITY)
  const registry = await createRegistry(storage, silentLog)
  const samples = samplesOf(registry)
  registry.received(samples)
  // Values of one device arrive together: all values of every twentieth device.
  const some = samples.filter((_, at) => Math.floor(at / NODES) % 20 === 0)
  let ts = Date.now()
  const receive = (): void => {
    ts++
    registry.received(some.map((sample) => ({ ...sample, ts })))
  }
  const nobody = { key: 'none', has: () => false }
  let version = ''
  let seen = registry.versionOf(nobody)
  let bytes = 0
  const plain = (): void => {
    bytes = registry.states(ALL).json().length
  }
  const since = (from: string): void => {
    const answer = registry.statesSince(from, ALL)
    bytes = answer.json().length
    version = answer.version
  }
  const row = (what: string, prepare: () => void, work: () => void): string[] => {
    const ms = repeat(prepare, work)
    return [what, figure(ms), figure(bytes)]
  }
  const rows = [
    row('whole, plain', receive, plain),
    row('whole, plain, nothing changed', () => {}, plain),
    row('whole, first question', receive, () => since('')),
    row('5 % of values changed', receive, () => since(version)),
    row(
      'nothing changed',
      () => {},
      () => since(version),
    ),
    row('5 % changed, none of them in view', receive, () => {
      const answer = registry.statesSince(seen, nobody)
      bytes = answer.json().length
      seen = answer.version
    }),
  ]
  await dispose()
  return {
    title: 'Live state of a city, since a version',
    how: `${figure(CITY)} devices of ${NODES} nodes, in memory; median of ${ROUNDS}.`,
    columns: ['answer', 'ms', 'bytes'],
    rows,
    aim: 'under 1 ms where nothing changed',
  }
}

async function overHttp(): Promise<Awaited<ReturnType<Bench>>[number]> {
  const rows = []
  for (const devices of SIZES) {
    const server = await startFleet('sqlite', devices)
    for (let from = 0; from < devices; from += 1000) {
      const body = requestOf(from, Math.min(1000, devices), devices, Date.now())
      await fetch(`${server.url}/v1/telemetry`, {
        method: 'POST',
        headers: { ...server.sender, 'content-type': 'application/json' },
        body,
      })
    }
    for (const encoding of ['identity', 'gzip', 'br']) {
      const durations: number[] = []
      let bytes = 0
      const { cpu: before } = await server.used()
      for (let i = 0; i < ROUNDS; i++) {
        const start = performance.now()
        const body = await get(`${server.url}/v1/godbDeviceState`, { ...server.headers, 'accept-encoding': encoding })
        durations.push(performance.now() - start)
        bytes = body.length
        if (encoding === 'br' && i === 0) JSON.parse(brotliDecompressSync(body).toString())
      }
      const cpu = (((await server.used()).cpu - before) * 1000) / ROUNDS
      rows.push([`${figure(devices)} devices, ${encoding}`, figure(median(durations)), figure(cpu), figure(bytes)])
    }
    rows.push([`${figure(devices)} devices, unchanged`, ...(await unchanged(server))])
    await server.stop()
  }
  return {
    title: 'godbDeviceState over HTTP',
    how: `Median of ${ROUNDS}; ${NODES} nodes a device.`,
    columns: ['list', 'ms', 'processor ms', 'bytes'],
    rows,
  }
}

/**
 * The same list requested with the client's version, while nothing changes: milliseconds, processor milliseconds and
 * bytes of the answer.
 */
async function unchanged(server: Awaited<ReturnType<typeof startFleet>>): Promise<string[]> {
  const url = `${server.url}/v1/godbDeviceState`
  const { headers } = await fetch(url, { headers: server.headers })
  const conditional = { headers: { ...server.headers, 'if-none-match': headers.get('etag') ?? '' } }
  const durations: number[] = []
  const { cpu: before } = await server.used()
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now()
    const answer = await fetch(url, conditional)
    await answer.arrayBuffer()
    if (answer.status !== 304) throw new Error(`an unchanged list was answered with ${answer.status}`)
    durations.push(performance.now() - start)
  }
  const cpu = (((await server.used()).cpu - before) * 1000) / ROUNDS
  return [figure(median(durations)), figure(cpu), figure(0)]
}

const get = (url: string, headers: Record<string, string>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const sentRequest = request(url, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(Buffer.concat(chunks)) : reject(new Error(`${answer.statusCode}`)),
      )
    })
    sentRequest.on('error', reject).end()
  })

const timed = (work: () => unknown): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}
const repeat = (prepare: () => unknown, work: () => unknown): number =>
  median(Array.from({ length: ROUNDS }, () => (prepare(), timed(work))))

const samplesOf = (registry: Registry): LiveSample[] =>
  registry
    .devices()
    .flatMap((device) =>
      [...device.nodes.values()].map((node, i) => ({ device, node, value: 20 + i / 2, ts: Date.now() })),
    )

const columns = (samples: LiveSample[]) => ({
  device_id: samples.map(({ device }) => device.id),
  nodemap_id: samples.map(({ node }) => node.id),
  ts: samples.map(({ ts }) => ts),
  value: samples.map(({ value }) => value),
  save: samples.map(() => 0 as const),
})
