import type { Platform } from '../server/platform.ts'
import { engines } from '../tests/support/storage.ts'
import { NODES, requestOf, RULE } from './fleet.ts'
import { openFleet } from './fleetPlatform.ts'
import { figure, median, type Bench } from './report.ts'

const DEVICES = 1000
const RULES = 10_000
const ROUNDS = 60
/** Items of one push. */
const ITEMS = 200
const RECORDS = 200_000

/**
 * Measures ingest in process without rules, with ten thousand rules that are not violated, and with one in a hundred
 * values starting or ending an alarm; then a page of many records.
 */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  const pages: (string | number)[][] = []
  for (const engine of engines) {
    const { platform, close } = await openFleet(engine, DEVICES)
    const plain = await ingest(platform)
    rows.push([engine, 'no rule', figure(plain), 1])
    for (const [name, limit] of [
      [`${figure(RULES)} rules, none broken`, 1000],
      [`${figure(RULES)} rules, some broken all the time`, 95],
    ] as const) {
      await setRules(platform, limit)
      const points = await ingest(platform)
      await platform.alarms.settled()
      rows.push([engine, name, figure(points), figure(points / plain)])
    }
    // The table has grown meanwhile: ingest without rules, measured again, shows how much of the difference is due to
    // that.
    await platform.storage.write((trx) => trx.deleteFrom('threshold').execute())
    await platform.registry.changed('threshold', null)
    await platform.alarms.settled()
    const after = await ingest(platform)
    rows.push([engine, 'no rule, at the end', figure(after), figure(after / plain)])
    pages.push([engine, figure(await pageOfMany(platform))])
    await close()
  }
  return [
    {
      title: 'Alarms while ingesting',
      how: `${DEVICES} devices of ${NODES} nodes that save every sample, pushes of ${ITEMS} items in one process, each committed before the next; median of ${ROUNDS}.`,
      columns: ['engine', 'rules', 'points/s', 'of no rule'],
      rows,
      aim: 'ten thousand rules cost less than a tenth',
    },
    {
      title: 'A page of alarm records',
      how: `Ten of ${figure(RECORDS)} records with their total, one project, newest first; median of 20.`,
      columns: ['engine', 'ms'],
      rows: pages,
      aim: 'under 100 ms',
    },
  ]
}
export default bench

let clock = Date.now() - 3_600_000

/** Points a second. */
async function ingest({ ingest: target }: Platform): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const items: unknown = JSON.parse(requestOf(round * ITEMS, ITEMS, DEVICES, (clock += 1000)))
    const start = performance.now()
    await target.push(items, { kind: 'trusted' })
    took.push(performance.now() - start)
  }
  return (ITEMS * NODES * 1000) / median(took)
}

/** Ten rules per device: one on each of eight nodes, and a second one on two of them. */
async function setRules({ storage, registry }: Platform, params_x: number): Promise<void> {
  const devices = registry.devices()
  await storage.write(async (trx) => {
    await trx.deleteFrom('threshold').execute()
    for (let from = 0; from < RULES; from += 500) {
      const rows = Array.from({ length: 500 }, (_, i) => ({
        ...RULE,
        params_x,
        name: `rule ${from + i}`,
        device_list: String(devices[(from + i) % DEVICES]?.id),
        nodemap_id: (Math.floor((from + i) / DEVICES) % NODES) + 1,
      }))
      await trx.insertInto('threshold').values(rows).execute()
    }
  })
  await registry.changed('threshold', null)
}

async function pageOfMany({ storage }: Platform): Promise<number> {
  const now = Date.now()
  await storage.write(async (trx) => {
    for (let from = 0; from < RECORDS; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, i) => ({
        alarm_time: now - (from + i) * 10_000,
        threshold_id: 1,
        threshold_name: 'limit',
        device_id: ((from + i) % DEVICES) + 1,
        device_name: 'Station',
        district_id: 2,
        nodemap_id: 1,
        nodemap_name: 'Node 1',
        real_value: 1,
        alarm_value: 'Node 1 > 1',
        alarm_msg: 'limit',
        project_id: 1,
        is_alarm: 0,
        alarm_state: i % 3,
      }))
      await trx.insertInto('thresholdlog').values(rows).execute()
    }
  })
  const took: number[] = []
  for (let i = 0; i < 20; i++) {
    const start = performance.now()
    const records = storage.read.selectFrom('thresholdlog').where('project_id', '=', 1)
    await Promise.all([
      records.selectAll().orderBy('alarm_time', 'desc').orderBy('id', 'desc').limit(10).execute(),
      records.select((eb) => eb.fn.countAll().as('total')).execute(),
    ])
    took.push(performance.now() - start)
  }
  return median(took)
}
