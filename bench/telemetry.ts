import { setTimeout as pause } from 'node:timers/promises'
import { engines } from '../tests/support/storage.ts'
import { NODES, POINTS_A_DOUBT } from './fleet.ts'
import { startFleet, type FleetServer } from './fleetClient.ts'
import { flood } from './flood.ts'
import { figure, type Bench } from './report.ts'
import { beginRounds, DEVICES, next, STEP } from './rounds.ts'

const SECONDS = 8

/**
 * Measures points per second over HTTP, committed before each answer; the client shares the machine. storage.ts
 * measures the bare drivers for comparison.
 */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines) {
    const server = await start(engine, DEVICES)
    await flood(server, next, { items: 100, connections: 4, seconds: 2 })
    for (const [name, items, connections] of [
      ['batches of 100 items', 100, 8],
      ['single posts', 1, 500],
      ['single posts', 1, 50],
    ] as const) {
      const { points, p50, p99, cpu } = await flood(server, next, { items, connections, seconds: SECONDS })
      rows.push([`${name}, ${connections} connections, ${engine}`, figure(points), p50, p99, `${figure(cpu * 100)} %`])
    }
    const paced = await pace(server, 3333, SECONDS)
    rows.push([
      `3,333 points/s in posts of 10 items, ${engine}`,
      figure(paced.points),
      '',
      '',
      `${figure(paced.cpu * 100)} %`,
    ])
    await server.stop()
    const turns = { without: [], with: [] } as Record<'without' | 'with', Awaited<ReturnType<typeof flood>>[]>
    // The first run meets the quieter disk, so neither kind is always first.
    for (const tests of ['without', 'with', 'with', 'without'] as const) {
      const turn = await start(engine, DEVICES, { isJudged: tests === 'with' })
      await flood(turn, next, { items: 100, connections: 8, seconds: 2 })
      turns[tests].push(await flood(turn, next, { items: 100, connections: 8, seconds: SECONDS }))
      await turn.stop()
    }
    for (const tests of ['without', 'with'] as const) {
      const meanOf = (read: 'points' | 'p50' | 'p99' | 'cpu'): number => mean(turns[tests].map((turn) => turn[read]))
      rows.push([
        `batches of 100 items, 8 connections, ${tests} quality tests and indices, ${engine}, in turns`,
        figure(meanOf('points')),
        meanOf('p50'),
        meanOf('p99'),
        `${figure(meanOf('cpu') * 100)} %`,
      ])
    }
  }
  return [
    {
      title: 'Telemetry over HTTP',
      how: `POST /v1/telemetry, ${NODES} values an item, ${DEVICES} devices that save every sample, ${SECONDS} s each; server and client share the machine. A point is a history row and a last value, on disk before the answer. Values of a node lie ${STEP / 1000} s apart, in the hour that goes on; the tests doubt one in ${POINTS_A_DOUBT}.`,
      columns: ['way', 'points/s', 'p50 ms', 'p99 ms', 'of one core'],
      rows,
      aim: '100,000 points/s in batches; 3,333 points/s at under 25 % of one core; with quality tests and indices within a tenth of without',
    },
  ]
}
export default bench

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** A fresh server knows no values, so the rounds start anew. */
async function start(...server: Parameters<typeof startFleet>): Promise<FleetServer> {
  await beginRounds()
  return startFleet(...server)
}

/** Sends no more than `points` points a second, in posts of ten items. */
async function pace(server: FleetServer, points: number, seconds: number): Promise<{ points: number; cpu: number }> {
  const items = 10
  const every = (items * NODES * 1000) / points
  const { cpu: before } = await server.used()
  const start = performance.now()
  const answers: Promise<Response>[] = []
  for (let at = start; at < start + seconds * 1000; at += every) {
    await pause(Math.max(0, at - performance.now()))
    answers.push(
      fetch(`${server.url}/v1/telemetry`, {
        method: 'POST',
        headers: { ...server.sender, 'content-type': 'application/json' },
        body: next(items),
      }),
    )
  }
  const all = await Promise.all(answers)
  const took = (performance.now() - start) / 1000
  if (all.some((answer) => !answer.ok)) throw new Error('some were refused')
  return { points: (all.length * items * NODES) / took, cpu: ((await server.used()).cpu - before) / took }
}
