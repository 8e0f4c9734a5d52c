import { totalmem } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { silentLog } from '../server/log.ts'
import { openStorage } from '../server/storage/index.ts'
import type { Storage } from '../server/storage/types.ts'
import { answers, spawnServer, type Instance } from '../tests/support/instance.ts'
import { engines, testPlace } from '../tests/support/storage.ts'
import { figure, median, type Bench } from './report.ts'
import { resident, rest, ticks } from './resident.ts'
import { fillCity } from './scale/city.ts'
import type { Place } from './scale/layout.ts'
import { moveOthers, SENDERS, VALUES_A_SECOND } from './scale/others.ts'

/** Registered devices. With one device a process needs as much as without any: the baseline for the others. */
const SIZES = [1, 100_000, 1_000_000]
/** Devices of an area. */
const AREA = 1000
/** The first area of a city (scale/city.ts). */
const FIRST = 2
/** Nodes of a device. */
const NODES = 3
const ROUNDS = 40
/** Time within which several batches of other processes' samples arrive, ms. */
const HEARD_INTERVAL_MS = 500
/** Time after which Node has collected what a start leaves behind, in a process that does nothing, s. */
const REST_SECONDS = 60
/** Time for which a process that answers nobody is watched, s. */
const WATCHED_SECONDS = 30
/**
 * Time for which it is let alone before, s: for some seconds after others begin to send, the compiler and the collector
 * take several times what hearing takes.
 */
const SETTLING_SECONDS = 10
/** Devices registered by one statement. */
const CHUNK_ROWS = 50_000
/**
 * A city's devices need more than the 4 GB that Node gives a process by default: the bench measures what they take, not
 * whether that default suffices.
 */
const HEAP = Math.floor((totalmem() / 2 ** 20) * 0.75)

type Answer = [name: string, ...figures: string[]]

interface Measured {
  /** Time until the process was ready, s. */
  ready: number
  /** Its memory, MB: at rest, and the maximum before. */
  held: number
  most: number
  answers: Answer[]
  /** Share of a core that it uses while it answers nobody: when nobody sends, and while others send; null without others. */
  idle: number
  hearing: number | null
}

/** Measures what registered devices cost a process that answers pages, and what one area of them costs. */
const bench: Bench = async () => {
  if (!engines.includes('postgres')) throw new Error('a web process needs a PostgreSQL (TEST_DATABASE_URL)')
  const memory: string[][] = []
  const areas: string[][] = []
  const heard: string[][] = []
  let empty = NaN
  for (const devices of SIZES) {
    const measured = await measure(devices)
    if (measured === null) {
      memory.push([figure(devices), 'ended by itself', '', '', ''])
      continue
    }
    const { ready, held, most, idle, hearing } = measured
    if (devices === 1) empty = held
    const each = devices === 1 ? '' : figure(((held - empty) * 1000) / devices)
    memory.push([figure(devices), figure(ready), figure(held), figure(most), each])
    if (hearing !== null) heard.push([figure(devices), `${figure(idle * 100)} %`, `${figure(hearing * 100)} %`])
    areas.push(...measured.answers.map(([name, ...figures]) => [`${name}, ${figure(devices)} devices`, ...figures]))
  }
  const how = `The built server as ROLE=web on PostgreSQL; devices of ${NODES} nodes without values, ${figure(AREA)} in an area.`
  return [
    {
      title: 'Registered devices in a process',
      how: `${how} Node may take ${figure(HEAP)} MB (--max-old-space-size). Beside it: a process of one device.`,
      columns: ['devices', 'ready after, s', 'at rest, MB', 'at most, MB', 'kB a device beyond that'],
      rows: memory,
      aim: '1,000,000 devices in under 600 MB',
    },
    {
      title: 'One area of a city',
      how: `${how} Over HTTP, one after the other, ${ROUNDS} each. Plain: the same rows with their last values by the database, without HTTP; and a list asked for with its ETag, as browsers do by themselves. While others send: ${figure(VALUES_A_SECOND)} values a second of devices of all other areas, told by PostgreSQL as an ingest process tells them.`,
      columns: ['answer', 'median, ms', 'p95, ms', 'bytes'],
      rows: areas,
      aim: 'a list of one area under 100 ms, a poll of which nothing changed under 1 ms',
    },
    {
      title: 'What a process spends on values that nobody looks at',
      how: `The same process while it answers nobody, ${WATCHED_SECONDS} s each after ${SETTLING_SECONDS} s, of one core: while nobody sends, and while others send ${figure(VALUES_A_SECOND)} values a second of ${figure(SENDERS)} devices, told by PostgreSQL.`,
      columns: ['devices', 'nobody sends', 'others send'],
      rows: heard,
    },
  ]
}
export default bench

/**
 * Measures a process over `devices` devices; null where it ended by itself, as it does when memory runs out: that is a
 * result too.
 */
async function measure(devices: number): Promise<Measured | null> {
  const { settings, remove } = await testPlace('postgres')
  const place = { ...settings, historyUrl: null }
  try {
    const areas = Math.ceil(devices / AREA)
    const { token } = await fillCity(place, { devices: 1, areas }, (storage) => register(storage, devices, areas))
    const begun = performance.now()
    const server = await spawnServer({
      DATA_DIR: settings.dataDir,
      DATABASE_URL: settings.databaseUrl ?? undefined,
      ROLE: 'web',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
    })
    try {
      await answers(server, '/readyz')
      const ready = (performance.now() - begun) / 1000
      await rest(server, REST_SECONDS)
      const [held, most] = [resident(server), resident(server, 'atMost')]
      const idle = await shareOfCore(server)
      return { ready, held, most, idle, ...(await askFor(server, token, place)) }
    } catch (error) {
      if (server.process.exitCode === null && server.process.signalCode === null) throw error
      console.log(error)
      return null
    } finally {
      await server.stop()
    }
  } finally {
    await remove()
  }
}

/** Columns that every device has in common with the first device. */
const SHARED = [
  'project_id',
  'devicetype_id',
  'gateway_id',
  'issingle',
  'protocol_type',
  'acquisition_cycle',
  'save_cycle',
  'over_time',
  'control_state',
  'sort_num',
  'positional',
  'created_at',
  'updated_at',
] as const

/**
 * Registers devices like the first one, spread over the areas, by statements that generate the rows in the database,
 * since sending so many rows would take minutes.
 */
async function register(storage: Storage, devices: number, areas: number): Promise<void> {
  const shared = sql.join(SHARED.map((column) => sql.ref(column)))
  await storage.write((trx) => trx.deleteFrom('nodemap').where('id', '>', NODES).execute())
  for (let from = 1; from < devices; from += CHUNK_ROWS) {
    const last = Math.min(from + CHUNK_ROWS, devices) - 1
    await storage.write((trx) =>
      sql`insert into device (name, sn, district_id, ${shared})
        with recursive numbers(number) as (select ${sql.lit(from)} union all select number + 1 from numbers where number < ${sql.lit(last)})
        select '长安区空气微站 ' || number, cast(2000000000 + number as text), ${sql.lit(FIRST)} + number % ${sql.lit(areas)}, ${shared}
        from numbers cross join (select * from device where id = 1) as first`.execute(trx),
    )
  }
  // Statistics that a database collects by itself after a while.
  await storage.write((trx) => sql`analyze`.execute(trx))
}

/** Requests the lists of one area, a poll of it, and the plain ways for comparison. */
async function askFor(server: Instance, token: string, place: Place): Promise<Pick<Measured, 'answers' | 'hearing'>> {
  const { url } = server
  const headers = { authorization: `Bearer ${token}` }
  const live = `${url}/v1/godbDeviceStateByDistrictId/${FIRST}`
  const get = async (address: string, more: Record<string, string> = {}, status = 200): Promise<string> => {
    const answer = await fetch(address, { headers: { ...headers, ...more } })
    const text = await answer.text()
    if (answer.status !== status)
      throw new Error(`${address} was answered with ${answer.status}: ${text.slice(0, 300)}`)
    return text
  }
  const poll = (version: string): Promise<string> => get(`${live}?since=${encodeURIComponent(version)}`)
  const since = async (version: string) =>
    (JSON.parse(await poll(version)) as { data: { version: string; devices: unknown[] } }).data
  /** Returns a version after which other areas have sent values, while nothing changed in this one. */
  const whileOthersSend = async (): Promise<string> => {
    for (let { version: before } = await since(''); ; ) {
      await pause(HEARD_INTERVAL_MS)
      const { version, devices } = await since(before)
      if (version !== before && devices.length === 0) return before
      before = version
    }
  }
  const { version } = await since('')
  const etag = (await fetch(live, { headers })).headers.get('etag') ?? ''
  const page = `${url}/v1/godbDevice?page_size=10&current=1&dis_id=${FIRST}`
  const storage = await openStorage(place, silentLog)
  try {
    const answers = [
      await timed('live list', () => get(live)),
      await timed('plain: its rows by the database', () => areaOf(storage)),
      await timed('management list, a page of 10', () => get(page)),
      await timed('poll, nothing changed', () => poll(version)),
      await timed('plain: the live list by its ETag, unchanged', () => get(live, { 'if-none-match': etag }, 304)),
    ]
    const stop = await moveOthers(storage, FIRST)
    if (stop === null) return { answers, hearing: null }
    try {
      const before = await whileOthersSend()
      answers.push(await timed('poll, nothing changed here, while others send', () => poll(before)))
      return { answers, hearing: await shareOfCore(server) }
    } finally {
      await stop()
    }
  } finally {
    await storage.close()
  }
}

/** Returns the share of one core that the process uses once it has settled. */
async function shareOfCore(server: Instance): Promise<number> {
  await pause(SETTLING_SECONDS * 1000)
  const before = ticks(server)
  await pause(WATCHED_SECONDS * 1000)
  return (ticks(server) - before) / 100 / WATCHED_SECONDS
}

async function areaOf({ read }: Storage): Promise<string> {
  const rows = await read
    .selectFrom('device')
    .leftJoin('lastvalue', 'lastvalue.device_id', 'device.id')
    .selectAll('device')
    .select(['lastvalue.nodemap_id', 'lastvalue.ts', 'lastvalue.value'])
    .where('device.district_id', '=', FIRST)
    .execute()
  return JSON.stringify(rows)
}

async function timed(name: string, ask: () => Promise<string>): Promise<Answer> {
  const times: number[] = []
  let bytes = 0
  for (let round = -3; round < ROUNDS; round++) {
    const begun = performance.now()
    bytes = Buffer.byteLength(await ask())
    if (round >= 0) times.push(performance.now() - begun)
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN
  return [name, figure(median(times)), figure(p95), figure(bytes)]
}
