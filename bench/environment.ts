import { performance } from 'node:perf_hooks'
import Fastify, { type FastifyInstance } from 'fastify'
import { build } from '../server/app.ts'
import { workOutAll } from '../server/environment/job.ts'
import { rollUp } from '../server/history/rollup.ts'
import { silentLog } from '../server/log.ts'
import { openPlatform } from '../server/open.ts'
import type { Platform } from '../server/platform.ts'
import { readSettings } from '../server/settings.ts'
import { hourStart } from '../server/storage/dirtyHours.ts'
import { engines, testPlace } from '../tests/support/storage.ts'
import { fillDevices, USER } from './devices.ts'
import { evaluate } from '../standards/index.ts'
import type { Period, MeasuredValues } from '../standards/types.ts'
import { figure, median, type Bench, type Table } from './report.ts'
import { HOUR } from '../resources/kit/zone.ts'

const SECONDS = 2
const HOURS = 10_000

/**
 * Measures station hours judged a second on one core: six pollutants each, with decimals, as instruments report them.
 */
const bench: Bench = async () => {
  const hours = Array.from({ length: HOURS }, (_, at) => valuesOf(at))
  const ways: readonly [code: string, period: Period, day: string][] = [
    ['HJ633-2012', '1h', '2025-11-23'],
    ['HJ633-2026', '1h', '2026-11-23'],
    ['USAQI-2024', '1h', '2026-11-23'],
    ['EAQI-2025', '1h', '2026-11-23'],
  ]
  const rows = ways.map(([code, period, day]) => {
    judged(hours, code, period, day, 0.3)
    return [code, figure(judged(hours, code, period, day, SECONDS))]
  })
  return [
    {
      title: 'Environmental indices',
      how: `Hourly means of six pollutants, ${SECONDS} s of processor time each: rounded, index and class of each, limits, primary and missing pollutants.`,
      columns: ['standard', 'station hours/s'],
      rows,
      aim: '100,000 station hours a second and core',
    },
    await stations(),
  ]
}
export default bench

const STATIONS = 10_000
/** Stations whose hour is computed in one step. */
const STEP = 100
const YEAR = 1000
const ROUNDS = 7
/** Rounds before the measured ones, in which code is compiled. */
const WARM_UP_ROUNDS = 4
const NAMES = ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3']

/** Measures the cost of reads of stations with all layers of HTTP, and of computing an hour of them. */
async function stations(): Promise<Table> {
  const rows: (string | number)[][] = []
  for (const engine of engines) {
    const place = await testPlace(engine)
    const settings = { ...readSettings({ DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent' }, null), ...place.settings }
    const platform = await openPlatform(settings, silentLog)
    await platform.schedules.close()
    const token = await fill(platform)
    const app = await build(platform)
    const hour = hourStart(Date.now()) - HOUR
    const add = async (name: string, ...asked: [path: string, before?: Before]): Promise<void> => {
      const { ms, count, kB } = await timed(app, token, ...asked)
      rows.push([`${name}, ${engine}`, count, figure(ms), figure(kB)])
    }
    await add('GET environment, all stations', 'environment')
    await add(`the first after ${STEP} of them changed`, 'environment', (round) =>
      putHours(platform, hour, STEP, round + 1),
    )
    await add('the first after all of them changed', 'environment', (round) =>
      putHours(platform, hour, STATIONS, round + 1),
    )
    rows.push([`as many bytes of a bare route, ${engine}`, STATIONS, figure(await bare(app, token)), ''])
    await add('a year of 1,000 stations', `environment/days?pro_id=2&from=${YEAR_START}&to=${END}`)
    await add('the same summed up', `environment/days?pro_id=2&sum=1&from=${YEAR_START}&to=${END}`)
    rows.push([`an hour of 1,000 stations worked out, ${engine}`, 1000, figure(await workedOut(platform)), ''])
    await app.close()
    await platform.close()
    await place.remove()
  }
  return {
    title: 'Environment of stations',
    how: `${STATIONS} stations of six pollutants; answers injected, processor time of the platform (on PostgreSQL without the database's), medians of ${ROUNDS} after ${WARM_UP_ROUNDS} in which code is compiled. The first line while no hour changes; in the next two means of the last hour are stored before each call. The last line: 72,000 samples of one hour rolled up, and its means and days made of them.`,
    columns: ['call', 'rows', 'ms', 'kB'],
    rows,
    aim: '10,000 stations under 150 ms; a year of 1,000 stations under 1 s',
  }
}

const END = hourStart(Date.now()) - 24 * HOUR
const YEAR_START = END - 364 * 24 * HOUR

/** Work before a round, which is not measured. */
type Before = (round: number) => Promise<void>

async function timed(
  app: FastifyInstance,
  token: string,
  path: string,
  before: Before = async () => {},
): Promise<{ ms: number; count: number; kB: number }> {
  const times: number[] = []
  let count = 0
  let bytes = 0
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    await before(round)
    // Processor time of the whole process, its database threads included: other programs may share the machine.
    const start = process.cpuUsage()
    const answer = await app.inject({ url: `/v1/${path}`, headers: { authorization: `Bearer ${token}` } })
    if (round >= WARM_UP_ROUNDS) times.push(msSince(start))
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body.slice(0, 200)}`)
    bytes = answer.rawPayload.length
    if (round === 0)
      count = answer
        .json<{ data: { days?: unknown[] }[] }>()
        .data.reduce((sum, { days }) => sum + (days?.length ?? 1), 0)
  }
  return { ms: median(times), count, kB: bytes / 1000 }
}

/** The share of the time that is not the platform's: sending a finished answer to the client. */
async function bare(app: FastifyInstance, token: string): Promise<number> {
  const { rawPayload } = await app.inject({ url: '/v1/environment', headers: { authorization: `Bearer ${token}` } })
  const plain = Fastify()
  plain.get('/v1/environment', (_request, reply) => reply.type('application/json; charset=utf-8').send(rawPayload))
  const { ms } = await timed(plain, token, 'environment')
  await plain.close()
  return ms
}

const msSince = (start: NodeJS.CpuUsage): number =>
  Object.values(process.cpuUsage(start)).reduce((sum, part) => sum + part, 0) / 1000

/** Fills in stations, their last hour, and a year of days of the first thousand, which belong to a second project. */
async function fill(platform: Platform): Promise<string> {
  await fillDevices(platform, STATIONS)
  const stamp = { created_at: 1, updated_at: 1 }
  const hour = hourStart(Date.now()) - HOUR
  await platform.storage.writeAny(async (trx) => {
    await trx
      .insertInto('project')
      .values({ id: 2, name: 'Thousand', ico: '/upload/a.png', ...stamp })
      .execute()
    await trx.updateTable('device').set({ project_id: 2 }).where('id', '<=', YEAR).execute()
    await trx.updateTable('device').set({ save_cycle: -1 }).execute()
    for (const [at, name] of NAMES.entries()) {
      const id = at + 1
      await trx
        .insertInto('node')
        .values({
          id,
          name,
          datatype: 5,
          registertype: 4,
          unitname: name === 'co' ? 'mg/m³' : 'µg/m³',
          imginfo: '/upload/a.png',
          min_value: 0,
          max_value: 5000,
          pollutant: id,
          ...stamp,
        })
        .execute()
      await trx
        .insertInto('nodemap')
        .values({ id, devicetype_id: 1, node_id: id, alias: name, nodeaddr: id, ...stamp })
        .execute()
    }
  })
  await putHours(platform, hour, STATIONS)
  for (let day = 0; day < 365; day++) {
    const start = END - day * 24 * HOUR
    const text = new Date(start + 8 * HOUR).toISOString().slice(0, 10)
    const days = Array.from({ length: YEAR }, (_, at) => ({
      device_id: at + 1,
      medium: 'air',
      day: text,
      start,
      standard: 'HJ633-2026',
      scheme: 'HJ',
      idx: (at + day) % 300,
      level: 1 + ((at + day) % 6),
      main: (at + day) % 3 === 0 ? '' : 'pm25',
      hours: 24,
      missing: '',
    }))
    await platform.storage.writeAny(async (trx) => {
      for (let from = 0; from < days.length; from += 500)
        await trx
          .insertInto('environmentday')
          .values(days.slice(from, from + 500))
          .execute()
    })
  }
  for (const table of ['district', 'nodemap', 'device']) await platform.registry.changed(table, null)
  return platform.sessions.begin(USER, null)
}

/** Stores hourly means of the first stations, different ones each round. */
async function putHours(platform: Platform, hour: number, count: number, round = 0): Promise<void> {
  const hours = Array.from({ length: count }, (_, at) => ({
    hour,
    medium: 'air',
    device_id: at + 1,
    means: JSON.stringify(
      Object.fromEntries(Object.entries(valuesOf(at + round)).map(([key, value]) => [key, [value, 60]])),
    ),
  }))
  await platform.storage.writeAny(async (trx) => {
    for (let from = 0; from < hours.length; from += 1000)
      await trx
        .insertInto('environmenthour')
        .values(hours.slice(from, from + 1000))
        .onConflict((conflict) =>
          conflict.columns(['hour', 'medium', 'device_id']).doUpdateSet((eb) => ({ means: eb.ref('excluded.means') })),
        )
        .execute()
  })
}

async function workedOut(platform: Platform): Promise<number> {
  const hour = hourStart(Date.now()) - 2 * HOUR
  for (let minute = 0; minute < 60; minute += 5) {
    const places = Array.from({ length: 1000 * NAMES.length }, (_, at) => at)
    await platform.storage.storeSamples({
      device_id: places.map((at) => 1 + Math.floor(at / NAMES.length)),
      nodemap_id: places.map((at) => 1 + (at % NAMES.length)),
      ts: places.map(() => hour + minute * 60_000),
      value: places.map((at) => at % 200),
      save: places.map(() => 1 as const),
    })
  }
  const before = performance.now()
  await rollUp(platform.storage, { before: Date.now() })
  await workOutAll(platform)
  return performance.now() - before
}

const wave = (at: number, length: number, most: number, decimals: number): number =>
  Number((most * (0.5 + 0.5 * Math.sin(at / length))).toFixed(decimals))

const valuesOf = (at: number): MeasuredValues => ({
  pm25: wave(at, 7, 160, 1),
  pm10: wave(at, 11, 260, 1),
  so2: wave(at, 13, 90, 1),
  no2: wave(at, 17, 150, 1),
  o3: wave(at, 19, 240, 1),
  co: wave(at, 23, 3, 2),
})

function judged(hours: readonly MeasuredValues[], code: string, period: Period, day: string, seconds: number): number {
  // Processor time instead of elapsed time: other programs may share the machine.
  const start = process.cpuUsage()
  const used = (): number => Object.values(process.cpuUsage(start)).reduce((sum, part) => sum + part, 0) / 1e6
  let count = 0
  while (used() < seconds)
    for (const values of hours) if (evaluate(code, { period, values, day })?.standard === code) count++
  return count / used()
}
