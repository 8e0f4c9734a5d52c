import { engines } from '../tests/support/storage.ts'
import { NODES, snOf } from './fleet.ts'
import { startFleet, type FleetServer } from './fleetClient.ts'
import { flood } from './flood.ts'
import { figure, type Bench } from './report.ts'

const DEVICES = 10_000
/** Items of one request. */
const ITEMS = 100
const CONNECTIONS = 8
const SECONDS = 6
/** Devices whose numbers are neighbours are so many items apart, and never in one request. */
const STRIDE = 7919

/** Telemetry over HTTP from a fleet with ten thousand rules, in turns with the same over one without any: the tables of both grow alike. */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines)
    for (const [name, rules, rulesEach] of [
      ['one device each', 1, 1],
      ['ten devices each, ten rules a device', 10, 10],
    ] as const) {
      const plain = await startFleet(engine, DEVICES)
      const ruled = await startFleet(engine, DEVICES, { rules, rulesEach })
      const points = { plain: 0, ruled: 0 }
      for (const server of [plain, ruled]) await flood(server, sender(), { ...LOAD, seconds: 2 })
      // Neither is always the one that finds the quieter disk.
      for (const turn of ['plain', 'ruled', 'ruled', 'plain'] as const)
        points[turn] += (await flood(turn === 'plain' ? plain : ruled, sender(), LOAD)).points / 2
      rows.push([
        engine,
        `${figure((rules * DEVICES) / rulesEach)} rules of ${name}`,
        figure(points.plain),
        figure(points.ruled),
        figure(points.ruled / points.plain),
        figure(await episodes(ruled)),
      ])
      await plain.stop()
      await ruled.stop()
    }
  return [
    {
      title: 'Ten thousand rules over ten thousand devices',
      how: `POST /v1/telemetry over ${CONNECTIONS} connections, batches of ${ITEMS} items of ${NODES} values, ${figure(DEVICES)} devices that save every sample; a server without rules and one with, in processes of their own, ${SECONDS} s each in turns, each twice; of the first node one value in a hundred breaks its rule. Server and client share the machine.`,
      columns: ['engine', 'rules', 'values/s without', 'values/s with', 'of without', 'episodes'],
      rows,
      aim: 'within a tenth of telemetry without',
    },
  ]
}
export default bench

const LOAD = { items: ITEMS, connections: CONNECTIONS, seconds: SECONDS }

/** Requests that go on over all devices, with the moment they are made; of the first node one value in a hundred is above 99, for no device twice in a row. */
function sender(): (items: number) => string {
  let sent = 0
  return (items) => {
    const first = sent
    sent += items
    const t = Date.now()
    const list = Array.from({ length: items }, (_, i) => {
      const item = first + i
      const value = ((item * 7 + Math.floor(item / DEVICES) * 13) % 100) + 0.5
      const others = Array.from({ length: NODES - 1 }, (_each, node) => `"${node + 2}":${20 + node}`)
      return `{"sn":"${snOf((item * STRIDE) % DEVICES)}","t":${t},"values":{"1":${value},${others.join()}}}`
    })
    return `[${list.join()}]`
  }
}

/** Alarms that a server has written. */
async function episodes({ url, headers }: FleetServer): Promise<number> {
  const answer = await fetch(`${url}/v1/episodes?page_size=1&current=1`, { headers })
  if (!answer.ok) throw new Error(`the alarms cannot be read: ${answer.status}`)
  const { data } = (await answer.json()) as { data: { total: number } }
  return data.total
}
