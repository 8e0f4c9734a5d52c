import { performance } from 'node:perf_hooks'
import { build } from '../server/app.ts'
import { silentLog } from '../server/log.ts'
import { openPlatform } from '../server/open.ts'
import type { Platform } from '../server/platform.ts'
import { readSettings } from '../server/settings.ts'
import { engines, testPlace } from '../tests/support/storage.ts'
import { figure, median, type Bench } from './report.ts'

const DEVICES = 100_000
const GATEWAYS = 2000
const ROUNDS = 40

const queries: readonly (readonly [name: string, query: (round: number) => string])[] = [
  ['first page', () => 'page_size=10&current=1'],
  ['any page', (round) => `page_size=10&current=${1 + ((round * 7919) % (DEVICES / 10))}`],
  ['last page', () => `page_size=10&current=${DEVICES / 10}`],
  ['any page of 50, by name', (round) => `page_size=50&current=${1 + ((round * 397) % (DEVICES / 50))}&sort=name&order=asc`],
  ['any page, by the name of the gateway', (round) => `page_size=10&current=${1 + ((round * 7919) % (DEVICES / 10))}&sort=gateway_id&order=desc`],
  ['search, few found', (round) => `page_size=10&current=1&search=${encodeURIComponent(`水位站 ${90_000 + round}`)}`],
  ['search, most found', () => `page_size=10&current=1&search=${encodeURIComponent('水位站')}`],
  ['an area with all below it', (round) => `page_size=10&current=1&dis_id=${2 + (round % 40)}`],
]

/** A page of a list of 100,000 devices over HTTP, with its total; PostgreSQL where TEST_DATABASE_URL names one. */
const bench: Bench = async () => {
  const rows: string[][] = []
  for (const engine of engines) {
    const { settings, remove } = await testPlace(engine)
    const platform = await openPlatform({ ...readSettings({}, null), ...settings, demo: 'off', captcha: false }, silentLog)
    await fill(platform)
    const app = await build(platform)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { authorization: `Bearer ${await platform.sessions.begin(900, null)}` }
    for (const [name, query] of queries) {
      const times = await measure((round) => `${url}/v1/godbDevice?${query(round)}`, headers)
      rows.push([`${name}, ${engine}`, figure(median(times)), figure(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN)])
    }
    await app.close()
    await platform.close()
    await remove()
  }
  return [{ title: `A page of ${DEVICES.toLocaleString('en')} devices`, how: `GET godbDevice one after the other, ${ROUNDS} each, page and total in one answer.`, columns: ['page', 'median, ms', 'p95, ms'], rows, aim: 'first page p95 under 150 ms on PostgreSQL at any page.' }]
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

async function fill(platform: Platform): Promise<void> {
  const stamp = { created_at: 1, updated_at: 1 }
  await platform.storage.writeAny(async (trx) => {
    await trx.insertInto('project').values({ id: 1, name: 'Bench', ico: '/upload/a.png', ...stamp }).execute()
    await trx.insertInto('systemuser').values({ id: 900, username: 'bench', nickname: 'bench', super_id: 1, password: 'none', changepassword: 0, disabled: 0, ...stamp }).execute()
    await trx.insertInto('devicetype').values({ id: 1, name: '水位站', product_type: 1, ...stamp }).execute()
    for (let id = 2; id <= 201; id++) await trx.insertInto('district').values({ id, name: `片区 ${id}`, superid: id <= 41 ? 1 : 2 + (id % 40), project_id: 1, build_state: 0, ...stamp }).execute()
    const gateways = Array.from({ length: GATEWAYS }, (_, i) => ({ id: i + 1, name: `GW-${(i * 7919) % GATEWAYS}`, regcode: String(i + 1), protocol_type: 1, project_id: 1, issingle: 0, ...stamp }))
    for (let from = 0; from < GATEWAYS; from += 500) await trx.insertInto('gateway').values(gateways.slice(from, from + 500)).execute()
    for (let from = 0; from < DEVICES; from += 500) {
      const devices = Array.from({ length: 500 }, (_, i) => ({ name: `水位站 ${from + i}`, sn: String(1_000_000 + from + i), project_id: 1, district_id: 2 + ((from + i) % 200), devicetype_id: 1, gateway_id: 1 + ((from + i) % GATEWAYS), issingle: 0, acquisition_cycle: 60, save_cycle: 5, over_time: 600, control_state: 0, sort_num: 0, sn_value: `HX-${from + i}`, ...stamp }))
      await trx.insertInto('device').values(devices).execute()
    }
  })
  await platform.registry.changed('district', null)
}
