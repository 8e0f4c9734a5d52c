import type { Platform } from '../server/platform.ts'
import { engines } from '../tests/support/storage.ts'
import { NODES, RULE, snOf } from './fleet.ts'
import { openFleet } from './fleetPlatform.ts'
import { figure, median, type Bench } from './report.ts'

const DEVICES = 10_000
const RULES = 10_000
/** Items of one push. */
const ITEMS = 200
/** Pushes that follow each other before the other platform has its turn. */
const TURN = 50
/** Turns of each: every device has its own four times, so that what was raised ends. */
const ROUNDS = (4 * DEVICES) / ITEMS / TURN
/** Devices whose numbers are neighbours are so many items apart, and never in one push. */
const STRIDE = 7919

/** Ingest in process over a fleet with ten thousand rules, in turns with the same values over one without any: both tables grow alike. */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines)
    for (const [name, devicesEach] of [
      ['one device each', 1],
      ['ten devices each, ten rules a device', 10],
    ] as const) {
      const plain = await openFleet(engine, DEVICES)
      const ruled = await openFleet(engine, DEVICES)
      await setRules(ruled.platform, devicesEach)
      const [without = NaN, beside = NaN] = await inTurns([plain.platform, ruled.platform])
      const fired = await episodes(ruled.platform)
      rows.push([
        engine,
        `${figure(RULES)} rules of ${name}`,
        figure(without),
        figure(beside),
        figure(beside / without),
        figure(fired),
      ])
      await plain.close()
      await ruled.close()
    }
  return [
    {
      title: 'Ten thousand rules over ten thousand devices',
      how: `${figure(DEVICES)} devices of ${NODES} nodes that save every sample, their values interleaved; pushes of ${ITEMS} items in one process, ${TURN} over a platform without rules and then as many over one with, each until what they raised and ended is written; of the first node one value in a hundred breaks its rule; medians of ${ROUNDS} turns.`,
      columns: ['engine', 'rules', 'values/s without', 'values/s with', 'of without', 'episodes'],
      rows,
      aim: 'within a tenth of telemetry without',
    },
  ]
}
export default bench

/** Rules one after the other over groups of so many devices and, once each group had its turn, over the next node. */
async function setRules({ storage, registry, alarms }: Platform, devicesEach: number): Promise<void> {
  const groups = DEVICES / devicesEach
  await storage.write(async (trx) => {
    for (let from = 0; from < RULES; from += 500) {
      const rows = Array.from({ length: 500 }, (_, i) => {
        const first = ((from + i) % groups) * devicesEach + 1
        return {
          ...RULE,
          params_x: 99,
          name: `rule ${from + i}`,
          device_list: Array.from({ length: devicesEach }, (_each, at) => first + at).join(),
          nodemap_id: (Math.floor((from + i) / groups) % NODES) + 1,
        }
      })
      await trx.insertInto('threshold').values(rows).execute()
    }
  })
  await registry.changed('threshold', null)
  await alarms.settled()
}

/** Values a second of each platform, in their order: of a turn's pushes, one after the other, until what they raised and ended is written too. */
async function inTurns(platforms: readonly Platform[]): Promise<number[]> {
  const took: number[][] = platforms.map(() => [])
  const begun = Date.now() - ROUNDS * TURN * 1000
  for (let round = 0; round < ROUNDS; round++) {
    const texts = Array.from({ length: TURN }, (_, i) => {
      const push = round * TURN + i
      return requestOf(push, begun + push * 1000)
    })
    // Neither is always the one that finds the caches of the other.
    const order = [...platforms.keys()]
    for (const at of round % 2 === 0 ? order : order.toReversed()) {
      const { ingest, alarms } = platforms[at] as Platform
      const pushes = texts.map((text) => JSON.parse(text) as unknown)
      const start = performance.now()
      for (const items of pushes) await ingest.push(items, { kind: 'trusted' })
      await alarms.settled()
      took[at]?.push(performance.now() - start)
    }
  }
  return took.map((each) => (TURN * ITEMS * NODES * 1000) / median(each))
}

/** One push, as JSON; of the first node one value in a hundred is above 99, for no device twice in a row. */
function requestOf(round: number, t: number): string {
  const items = Array.from({ length: ITEMS }, (_, i) => {
    const item = round * ITEMS + i
    const first = ((item * 7 + Math.floor(item / DEVICES) * 13) % 100) + 0.5
    const others = Array.from({ length: NODES - 1 }, (_each, node) => `"${node + 2}":${20 + node}`)
    return `{"sn":"${snOf((item * STRIDE) % DEVICES)}","t":${t},"values":{"1":${first},${others.join()}}}`
  })
  return `[${items.join()}]`
}

async function episodes({ storage }: Platform): Promise<number> {
  const row = await storage.read
    .selectFrom('thresholdlog')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
