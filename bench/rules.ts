import { setTimeout as pause } from 'node:timers/promises'
import { engines } from '../tests/support/storage.ts'
import { NODES, snOf } from './fleet.ts'
import { startFleet, type FleetServer } from './fleetClient.ts'
import { flood, type Flood } from './flood.ts'
import { figure, type Bench } from './report.ts'

const DEVICES = 10_000
/** Items of one request. */
const ITEMS = 100
const CONNECTIONS = 8
const SECONDS = 5
const WARM_UP_SECONDS = 4
/** The order alternates, so that neither server always meets the quieter disk. */
const TURNS = ['plain', 'ruled', 'ruled', 'plain', 'plain', 'ruled', 'ruled', 'plain'] as const
/** Devices with neighbouring numbers are this many items apart, and never in one request. */
const STRIDE = 7919
/** Number of alarms that a city of ten thousand devices may have. */
const ALARMS_AN_HOUR = 1000
/** In a storm one item in this many violates the rules of its first node. */
const STORM = 100

/**
 * Measures telemetry over HTTP from a fleet with ten thousand rules, in turns with a fleet without rules, so that the
 * tables of both grow alike: with no rule violated, with as many alarms as a city has, and in a storm.
 */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines)
    for (const [name, rules, rulesEach] of [
      ['one device each', 1, 1],
      ['ten devices each, ten rules a device', 10, 10],
    ] as const) {
      const plain = await startFleet(engine, DEVICES)
      const ruled = await startFleet(engine, DEVICES, { rules, rulesEach })
      const warm = await flood(plain, sender(Infinity), { ...LOAD, seconds: WARM_UP_SECONDS })
      await flood(ruled, sender(Infinity), { ...LOAD, seconds: WARM_UP_SECONDS })
      // One value of the first node raises as many alarms as that node has rules.
      const alarmsEach = Math.ceil(rules / NODES)
      const city = Math.round(((warm.points / NODES) * 3600 * alarmsEach) / ALARMS_AN_HOUR)
      for (const [load, every] of [
        ['none broken', Infinity],
        [`a city, ${figure(ALARMS_AN_HOUR)} alarms an hour`, city],
        [`a storm, one value in ${figure(STORM * NODES)} broken`, STORM],
      ] as const) {
        const before = await episodes(ruled)
        const turns = await inTurns(plain, ruled, every)
        rows.push([
          engine,
          `${figure((rules * DEVICES) / rulesEach)} of ${name}`,
          load,
          ...figuresOf(turns),
          figure((await episodes(ruled)) - before),
        ])
      }
      await plain.stop()
      await ruled.stop()
    }
  return [
    {
      title: 'Ten thousand rules over ten thousand devices',
      how: `POST /v1/telemetry over ${CONNECTIONS} connections, batches of ${ITEMS} items of ${NODES} values, ${figure(DEVICES)} devices that save every sample; a server without rules and one with, in processes of their own, ${SECONDS} s each in turns, each ${TURNS.length / 2} times; what breaks a rule ends its alarm with the next value. Pairs: the lowest and the highest share of two turns that follow each other. µs: processor time of the server (on PostgreSQL without the database's) for a value. Server and client share the machine.`,
      columns: [
        'engine',
        'rules',
        'load',
        'values/s without',
        'values/s with',
        'of without',
        'pairs',
        'µs without',
        'µs with',
        'alarms',
      ],
      rows,
      aim: 'none broken and in a city: within a tenth of telemetry without; the storm stands beside',
    },
  ]
}
export default bench

const LOAD = { items: ITEMS, connections: CONNECTIONS, seconds: SECONDS }

type Turns = Record<(typeof TURNS)[number], Flood[]>

async function inTurns(plain: FleetServer, ruled: FleetServer, every: number): Promise<Turns> {
  const next = { plain: sender(every), ruled: sender(every) }
  const turns: Turns = { plain: [], ruled: [] }
  for (const turn of TURNS) turns[turn].push(await flood(turn === 'plain' ? plain : ruled, next[turn], LOAD))
  return turns
}

/**
 * Values a second of both, the second one's share of the first, that share for each pair, and processor time for a
 * value, µs.
 */
function figuresOf({ plain, ruled }: Turns): string[] {
  const points = (floods: readonly Flood[]): number => floods.reduce((sum, each) => sum + each.points, 0)
  const cost = (floods: readonly Flood[]): number =>
    (floods.reduce((sum, { cpu }) => sum + cpu, 0) * 1e6) / points(floods)
  const pairs = plain.map((each, at) => (ruled[at]?.points ?? NaN) / each.points)
  return [
    figure(points(plain) / plain.length),
    figure(points(ruled) / ruled.length),
    figure(points(ruled) / points(plain)),
    `${figure(Math.min(...pairs))} to ${figure(Math.max(...pairs))}`,
    figure(cost(plain)),
    figure(cost(ruled)),
  ]
}

/**
 * Returns requests that continue over all devices, with the time at which they are made.
 *
 * @param every in one item in this many the first node's value is above 99, for no device twice in a row
 */
function sender(every: number): (items: number) => string {
  let sent = 0
  return (items) => {
    const first = sent
    sent += items
    const t = Date.now()
    const list = Array.from({ length: items }, (_, i) => {
      const item = first + i
      const shifted = item + 13 * Math.floor(item / DEVICES)
      const value = (shifted % every === every - 1 ? 99 : (shifted * 7) % 99) + 0.5
      const others = Array.from({ length: NODES - 1 }, (_each, node) => `"${node + 2}":${20 + node}`)
      return `{"sn":"${snOf((item * STRIDE) % DEVICES)}","t":${t},"values":{"1":${value},${others.join()}}}`
    })
    return `[${list.join()}]`
  }
}

/** Number of alarms that a server has written, once it writes no more. */
async function episodes({ url, headers }: FleetServer): Promise<number> {
  for (let before = -1; ; await pause(1000)) {
    const answer = await fetch(`${url}/v1/episodes?page_size=1&current=1`, { headers })
    if (!answer.ok) throw new Error(`the alarms cannot be read: ${answer.status}`)
    const { data } = (await answer.json()) as { data: { total: number } }
    if (data.total === before) return before
    before = data.total
  }
}
