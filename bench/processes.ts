import { cpus } from 'node:os'
import { performance } from 'node:perf_hooks'
import { startNats } from '../scripts/services/nats.mjs'
import { engines, testPlace } from '../tests/support/storage.ts'
import { NODES } from './fleet.ts'
import { figure, type Bench } from './report.ts'
import { beginRounds, DEVICES, next } from './rounds.ts'
import { fillCity } from './scale/city.ts'
import { startLayout, type Layout, type Member, type Service } from './scale/layout.ts'

/** Numbers of processes that take telemetry. */
const COUNTS = [1, 2, 3]
const SECONDS = 8
const ITEMS = 100
const CONNECTIONS = 8

/** Stands for a service that is not available. */
const NONE: Service = { url: null, note: '', stop: () => Promise.resolve() }

/**
 * Measures points per second by the number of processes that take them, and each part's share of the cost of a point,
 * with samples sent by NATS and, for comparison, by PostgreSQL's own NOTIFY.
 */
const bench: Bench = async () => {
  if (!engines.includes('postgres')) throw new Error('several processes need a PostgreSQL (TEST_DATABASE_URL)')
  const nats = await startNats({ own: true })
  try {
    if (nats.url === null) throw new Error('there is no nats-server')
    const rows: string[][] = []
    for (const [bus, service] of [
      ['NATS', nats],
      ['PostgreSQL', NONE],
    ] as const) {
      for (const ingest of COUNTS)
        rows.push([`${ingest} ingest, samples by ${bus}`, ...(await measure(ingest, service))])
    }
    return [
      {
        title: 'Telemetry by processes',
        how: `The built server by role on PostgreSQL, one web and one worker beside; batches of ${ITEMS} items of ${NODES} values over HTTP by ${CONNECTIONS} connections in turns to each ingest, ${SECONDS} s, all on ${cpus().length} cores: so cores, not processes, are the limit. µs of processor time a point; the rest of the machine is PostgreSQL and NATS.`,
        columns: ['processes', 'points/s', 'sender, µs', 'ingest, µs', 'web and worker, µs', 'rest of the machine, µs'],
        rows,
      },
    ]
  } finally {
    await nats.stop()
  }
}
export default bench

async function measure(ingest: number, nats: Service): Promise<string[]> {
  const { settings, remove } = await testPlace('postgres')
  const place = { ...settings, historyUrl: null }
  const services = { postgres: { ...NONE, url: settings.databaseUrl }, clickhouse: NONE, nats }
  try {
    const { credential } = await fillCity(place, { devices: DEVICES, areas: 5 })
    const layout = await startLayout(services, place, { web: 1, ingest, worker: 1 })
    try {
      await beginRounds()
      await send(layout, credential, 2)
      const before = await used(layout)
      const { points, seconds } = await send(layout, credential, SECONDS)
      const after = await used(layout)
      const spent = after.map((mine, at) => ((mine - (before[at] ?? 0)) * 1e6) / points)
      const [sender = NaN, takers = NaN, others = NaN, machine = NaN] = spent
      return [points / seconds, sender, takers, others, machine - sender - takers - others].map(figure)
    } finally {
      await layout.stop()
    }
  } finally {
    await remove()
  }
}

/** Posts as much as the processes accept, for a fixed time. */
async function send(layout: Layout, credential: string, wanted: number): Promise<{ points: number; seconds: number }> {
  const urls = layout.of('ingest').map(({ url }) => url)
  const begun = performance.now()
  let points = 0
  const connection = async (url: string): Promise<void> => {
    while (performance.now() - begun < wanted * 1000) {
      const answer = await fetch(`${url}/v1/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
        body: next(ITEMS),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`telemetry was answered with ${answer.status}`)
      points += ITEMS * NODES
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => connection(urls[at % urls.length] ?? '')))
  return { points, seconds: (performance.now() - begun) / 1000 }
}

/**
 * Processor seconds so far: of this process, which sends; of the processes that ingest; of the other processes by role;
 * of the whole machine.
 */
async function used(layout: Layout): Promise<number[]> {
  const sumOf = async (members: readonly Member[]): Promise<number> =>
    (await Promise.all(members.map(secondsOf))).reduce((sum, seconds) => sum + seconds, 0)
  const takers = await sumOf(layout.of('ingest'))
  const others = await sumOf([...layout.of('web'), ...layout.of('worker')])
  const { user, system } = process.cpuUsage()
  const machine = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  return [(user + system) / 1e6, takers, others, machine / 1000]
}

async function secondsOf({ url }: Member): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1] ?? NaN)
}
