import { performance } from 'node:perf_hooks'
import { build } from '../server/app.ts'
import { rollUp } from '../server/history/rollup.ts'
import { silentLog } from '../server/log.ts'
import { openPlatform } from '../server/open.ts'
import type { Platform } from '../server/platform.ts'
import { readSettings } from '../server/settings.ts'
import { engines, testPlace } from '../tests/support/storage.ts'
import { fillWorld, ids, users } from '../tests/support/world.ts'
import { figure, median, type Bench, type Table } from './report.ts'
import { DAY } from '../resources/kit/zone.ts'

/** September 2025 in Shanghai. */
const START = Date.parse('2025-08-31T16:00:00Z')
const DAYS = 30
const NODES = [ids.pm, ids.temperature, ids.fan]
/**
 * A value of each node every 22.5 s: 3 nodes make 345,600 rows in 30 days. The devices it is compared with have one
 * node and a value every two minutes.
 */
const STEP = 22_500
const OTHER_STEP = 120_000
const ROUNDS = 3

/**
 * Measures long reads of history: one device's month, whole and reduced, and a month of ten items, before and after
 * rolling up.
 */
const bench: Bench = async () => {
  const tables: Table[] = []
  for (const engine of engines) {
    const place = await testPlace(engine)
    const settings = {
      ...readSettings({ DEMO: 'off', CAPTCHA: 'off', RETENTION_DAYS: '3650' }, null),
      ...place.settings,
    }
    const platform = await openPlatform(settings, silentLog)
    // Rolling up is measured separately.
    await platform.schedules.close()
    tables.push(await measure(engine, platform))
    await platform.close()
    await place.remove()
  }
  return tables
}
export default bench

async function measure(engine: string, platform: Platform): Promise<Table> {
  await fillWorld(platform.storage)
  const devices = await moreDevices(platform)
  for (const table of ['district', 'nodemap', 'device']) await platform.registry.changed(table, null)
  const app = await build(platform)
  const token = await platform.sessions.begin(users.super, null)
  let bytes = 0
  const get = async (path: string, rounds: number): Promise<number> => {
    const times: number[] = []
    for (let i = 0; i < rounds; i++) {
      const before = performance.now()
      const answer = await app.inject({ url: `/v1/${path}`, headers: { authorization: `Bearer ${token}` } })
      times.push(performance.now() - before)
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body.slice(0, 200)}`)
      bytes = answer.rawPayload.length
    }
    return median(times)
  }
  const stored = await fill(platform, devices)
  const month = `${devices[0]}/${START}/${START + DAYS * DAY - 1}`
  const compare = `godbCompareHistoricaldata?cxtime=202509&devGroup=${devices.join()}&nodeGroup=${devices.map(() => ids.pm).join()}`
  const calls: [name: string, path: string][] = [
    ['month of one device, raw', `godbAllHistoricaldataById/${month}`],
    ['the same as JSON with table', `godbAllHistoricaldataByIdToJson/${month}`],
    ['month reduced to 1,000 points a node', `godbAllHistoricaldataById/${month}?points=1000`],
    ['the same as JSON with table', `godbAllHistoricaldataByIdToJson/${month}?points=1000`],
    ['month reduced to 4,000 points a node', `godbAllHistoricaldataById/${month}?points=4000`],
    ['compare of 10 items over a month', compare],
  ]
  const before: number[] = []
  for (const [, path] of calls) before.push(await get(path, 1))
  const started = performance.now()
  const { count } = await platform.storage.read
    .selectFrom('dirtyhour')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await rollUp(platform.storage, { before: Date.now() })
  const rolled = (performance.now() - started) / 1000
  const rows: (string | number)[][] = []
  for (const [i, [name, path]] of calls.entries())
    rows.push([
      name,
      figure(before[i] ?? 0),
      figure(await get(path, path.includes('=') ? ROUNDS : 1)),
      figure(bytes / 1024),
    ])
  rows.push([
    `rolling up ${figure(Number(count))} hours of devices (${figure(stored)} rows)`,
    '',
    figure(rolled * 1000),
    '',
  ])
  await app.close()
  return {
    title: `History, ${engine}`,
    how: `A device of three nodes, a value each every ${STEP / 1000} s for ${DAYS} days (345,600 rows), and nine of one node, every two minutes. Reduced with rollups: median of ${ROUNDS}; else one call, by inject.`,
    aim: 'a month of one device reduced and a compare of ten items well under a second',
    columns: ['call', 'ms without rollups', 'ms with rollups', 'kB'],
    rows,
  }
}

/** Adds nine devices like the first. */
async function moreDevices({ storage }: Platform): Promise<number[]> {
  const first = await storage.read.selectFrom('device').selectAll().where('id', '=', ids.air).executeTakeFirstOrThrow()
  const more = Array.from({ length: 9 }, (_, i) => ({ ...first, id: 100 + i, sn: `18690250${10 + i}` }))
  await storage.write((trx) => trx.insertInto('device').values(more).execute())
  return [ids.air, ...more.map(({ id }) => id)]
}

async function fill({ storage }: Platform, devices: readonly number[]): Promise<number> {
  let stored = 0
  for (const device of devices) {
    const [nodes, step] = device === ids.air ? [NODES, STEP] : [[ids.pm], OTHER_STEP]
    for (let day = 0; day < DAYS; day++) {
      const samples = {
        device_id: [] as number[],
        nodemap_id: [] as number[],
        ts: [] as number[],
        value: [] as number[],
        save: [] as (0 | 1)[],
      }
      for (let t = START + day * DAY; t < START + (day + 1) * DAY; t += step) {
        for (const node of nodes) {
          samples.device_id.push(device)
          samples.nodemap_id.push(node)
          samples.ts.push(t)
          samples.value.push(Math.round(1000 * Math.sin(t / 3e7 + node) + 50 * Math.sin(t / 7e4)) / 10)
          samples.save.push(1)
        }
      }
      await storage.storeSamples(samples)
      stored += samples.ts.length
    }
  }
  return stored
}
