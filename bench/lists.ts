import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { device } from '../resources/device.ts'
import { build } from '../server/app.ts'
import { entityOf } from '../server/crud/entity.ts'
import { matches } from '../server/crud/textSearch.ts'
import { silentLog } from '../server/log.ts'
import { openPlatform } from '../server/open.ts'
import { readSettings } from '../server/settings.ts'
import { engines, testPlace } from '../tests/support/storage.ts'
import { fillDevices, USER } from './devices.ts'
import { figure, median, type Bench } from './report.ts'

const DEVICES = 100_000
const ROUNDS = 40

const queries: readonly (readonly [name: string, query: (round: number) => string])[] = [
  ['first page', () => 'page_size=10&current=1'],
  ['any page', (round) => `page_size=10&current=${1 + ((round * 7919) % (DEVICES / 10))}`],
  ['last page', () => `page_size=10&current=${DEVICES / 10}`],
  [
    'any page of 50, by name',
    (round) => `page_size=50&current=${1 + ((round * 397) % (DEVICES / 50))}&sort=name&order=asc`,
  ],
  [
    'any page, by the name of the gateway',
    (round) => `page_size=10&current=${1 + ((round * 7919) % (DEVICES / 10))}&sort=gateway_id&order=desc`,
  ],
  ['search, few found', (round) => `page_size=10&current=1&search=${encodeURIComponent(`水位站 ${90_000 + round}`)}`],
  ['search, most found', () => `page_size=10&current=1&search=${encodeURIComponent('水位站')}`],
  ['an area with all below it', (round) => `page_size=10&current=1&dis_id=${2 + (round % 40)}`],
]

/**
 * Measures a page of a list of 100,000 devices over HTTP, with its total; on PostgreSQL too where TEST_DATABASE_URL is
 * set.
 */
const bench: Bench = async () => {
  const rows: string[][] = []
  for (const engine of engines) {
    const { settings, remove } = await testPlace(engine)
    const platform = await openPlatform(
      { ...readSettings({}, null), ...settings, demo: 'off', captcha: false },
      silentLog,
    )
    await fillDevices(platform, DEVICES)
    const app = await build(platform)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const scans: number[] = []
    const headers = { authorization: `Bearer ${await platform.sessions.begin(USER, null)}` }
    for (const [name, query] of queries) {
      const times = await measure((round) => `${url}/v1/godbDevice?${query(round)}`, headers)
      rows.push([
        `${name}, ${engine}`,
        figure(median(times)),
        figure(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN),
      ])
    }
    for (let round = -3; round < 10; round++) {
      const begun = performance.now()
      await sql`select id from device where ${matches(engine, entityOf(device), `水位站 ${90_000 + Math.abs(round)}`)} order by id desc limit 10`.execute(
        platform.storage.readAny,
      )
      if (round >= 0) scans.push(performance.now() - begun)
    }
    rows.push([
      `plain: few found by reading all rows, no HTTP, ${engine}`,
      figure(median(scans)),
      figure(Math.max(...scans)),
    ])
    await app.close()
    await platform.close()
    await remove()
  }
  return [
    {
      title: `A page of ${DEVICES.toLocaleString('en')} devices`,
      how: `GET godbDevice one after the other, ${ROUNDS} each, page and total in one answer.`,
      columns: ['page', 'median, ms', 'p95, ms'],
      rows,
      aim: 'first page p95 under 150 ms on PostgreSQL at any page; a search that finds few at a fifth of reading all rows.',
    },
  ]
}
export default bench

async function measure(url: (round: number) => string, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = []
  for (let round = -3; round < ROUNDS; round++) {
    const begun = performance.now()
    const response = await fetch(url(Math.abs(round)), { headers })
    const answer = (await response.json()) as { code: number; msg: string }
    if (answer.code !== 0) throw new Error(answer.msg)
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times
}
