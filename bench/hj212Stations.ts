import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { airContent } from '../server/hj212/cli.ts'
import { createStation, type SimulatedStation } from '../server/hj212/simulator.ts'
import { engines } from '../tests/support/storage.ts'
import { snOf } from './fleet.ts'
import { figure, type Table } from './report.ts'

const STATIONS = 2000
const PERIOD = 10_000
const SECONDS = Number(process.env.BENCH_SECONDS ?? 40)
const MANY = 5000
/** How long a station waits for its answer, ms. */
const ANSWER_TIMEOUT_MS = 30_000
/** Nodes of each station that an alarm rule watches. */
const RULED = 6

/**
 * Measures what stations cost a platform in a process of its own: stations that report, and as many as may be
 * connected.
 */
export async function stationTables(): Promise<Table[]> {
  const rows: (string | number)[][] = []
  for (const engine of engines) rows.push([engine, ...(await reporting(engine))])
  const opened = await connecting()
  return [
    {
      title: 'HJ 212 stations that report',
      how: `${figure(STATIONS)} stations, a real-time frame of six factors each ${PERIOD / 1000} s, each answered after its commit, alarm rules on all six; ${SECONDS} s of the platform's whole process (threads included, and PostgreSQL's not).`,
      columns: ['engine', 'frames/s', 'answered', 'core', 'MB'],
      rows,
      aim: 'under 10 % of a core',
    },
    {
      title: 'HJ 212 connections',
      how: `${figure(MANY)} stations of one machine connect and report once each, then say nothing; measured for 10 s, 10 s after the last.`,
      columns: ['connected', 'answered', 's until all are', 'core while silent', 'MB'],
      rows: [opened],
      aim: '5,000 connections',
    },
  ]
}

interface Used {
  cpu: NodeJS.CpuUsage
  memory: number
}

async function served<T>(
  engine: string,
  stations: number,
  ruled: number,
  work: (port: number, used: () => Promise<Used>) => Promise<T>,
): Promise<T> {
  const file = fileURLToPath(new URL('hj212Server.ts', import.meta.url))
  const server = fork(file, [engine, String(stations), String(ruled)], { execArgv: ['--import', 'tsx'] })
  const next = <M>(): Promise<M> => new Promise((resolve) => server.once('message', (message) => resolve(message as M)))
  try {
    const { port } = await next<{ port: number }>()
    return await work(port, () => {
      const answer = next<Used>()
      server.send('used')
      return answer
    })
  } finally {
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.disconnect()
    await exited
  }
}

const stationOf = (port: number, place: number): SimulatedStation =>
  createStation({ host: '127.0.0.1', port, mn: snOf(place), pw: '123456' })

const core = (from: Used, to: Used, ms: number): string =>
  `${figure((100 * (to.cpu.user + to.cpu.system - from.cpu.user - from.cpu.system)) / 1000 / ms)} %`

const reporting = (engine: string): Promise<(string | number)[]> =>
  served(engine, STATIONS, RULED, async (port, used) => {
    const stations = Array.from({ length: STATIONS }, (_, place) => stationOf(port, place))
    let [sent, answered, over] = [0, 0, false]
    const run = async (station: SimulatedStation, place: number): Promise<void> => {
      // Each station starts at its own moment of the period.
      await sleep((place / STATIONS) * PERIOD)
      await station.connect()
      for (let due = Date.now(); !over; due += PERIOD, await sleep(Math.max(0, due - Date.now()))) {
        sent++
        if (await station.report('2011', airContent(Date.now(), place), { timeout: ANSWER_TIMEOUT_MS })) answered++
      }
    }
    const running = stations.map(run)
    // Before the measurement, each station has connected and has been asked for missing data.
    await sleep(2 * PERIOD)
    const [from, start, first] = [await used(), performance.now(), sent]
    await sleep(SECONDS * 1000)
    const to = await used()
    const ms = performance.now() - start
    const rate = ((sent - first) * 1000) / ms
    over = true
    await Promise.all(running)
    for (const station of stations) station.close()
    return [figure(rate), `${answered} of ${sent}`, core(from, to, ms), figure(to.memory / 2 ** 20)]
  })

const connecting = (): Promise<(string | number)[]> =>
  served('sqlite', MANY, 0, async (port, used) => {
    const stations = Array.from({ length: MANY }, (_, place) => stationOf(port, place))
    const start = performance.now()
    let answered = 0
    // As many at a time as a listening socket queues.
    for (let at = 0; at < MANY; at += 200)
      await Promise.all(
        stations.slice(at, at + 200).map(async (station, place) => {
          await station.connect()
          if (await station.report('2011', airContent(Date.now(), at + place), { timeout: ANSWER_TIMEOUT_MS }))
            answered++
        }),
      )
    const took = performance.now() - start
    await sleep(PERIOD)
    const [from, since] = [await used(), performance.now()]
    await sleep(10_000)
    const to = await used()
    const connected = stations.filter((station) => station.connected()).length
    const row = [
      connected,
      answered,
      figure(took / 1000),
      core(from, to, performance.now() - since),
      figure(to.memory / 2 ** 20),
    ]
    for (const station of stations) station.close()
    return row
  })
