import { engines } from '../tests/support/storage.ts'
import { startFleet, type FleetServer } from './fleetClient.ts'
import { figure, type Bench } from './report.ts'

const ROWS = 10_000
/** Rows of one request, as the console sends them. */
const BATCH_SIZE = 500
const BEFORE = 10_000
/** Number of records created one after the other, for comparison. */
const SINGLE = 500

/** Measures the import of devices, and the time a list takes meanwhile. */
const bench: Bench = async () => {
  const rows: (string | number)[][] = []
  for (const engine of engines) {
    const server = await startFleet(engine, BEFORE)
    const idle = await listening(server, async () => void (await new Promise((resolve) => setTimeout(resolve, 2000))))
    const batch = await listening(server, async () => {
      for (let from = 0; from < ROWS; from += BATCH_SIZE)
        await post(server, 'godbDevice/batch', {
          rows: Array.from({ length: BATCH_SIZE }, (_, at) => device(from + at)),
        })
    })
    const single = await listening(server, async () => {
      for (let at = 0; at < SINGLE; at++) await post(server, 'godbDevice', device(ROWS + at))
    })
    rows.push([
      engine,
      figure(batch.ms / 1000),
      figure(((single.ms / SINGLE) * ROWS) / 1000),
      figure(idle.p95),
      figure(batch.p95),
      figure(batch.most),
    ])
    await server.stop()
  }
  return [
    {
      title: 'Import of 10,000 devices',
      how: `POST godbDevice/batch, ${BATCH_SIZE} rows a request, one request after the other, onto ${BEFORE} devices; beside it ${SINGLE} single creations, reckoned up. Meanwhile one client asks for the first page of devices without pause. Server and clients share the machine.`,
      columns: ['engine', 's', 'one by one, s', 'list p95 idle, ms', 'list p95 meanwhile, ms', 'slowest, ms'],
      rows,
      aim: '15 s.',
    },
  ]
}
export default bench

const device = (number: number) => ({
  name: `导入设备 ${number}`,
  sn: String(7_000_000_000 + number),
  project_id: 1,
  district_id: 2,
  devicetype_id: 1,
  issingle: 1,
  protocol_type: 1,
  acquisition_cycle: 30,
  save_cycle: 5,
  iccid: { String: `8986${number}`, Valid: true },
  positional: { String: '{"maplng":114.52,"maplat":38.06}', Valid: true },
})

async function post({ url, headers }: FleetServer, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: unknown }
  if (code !== 0) throw new Error(msg)
  const refused = Array.isArray(data)
    ? (data as { msg?: string }[]).find((answer) => answer.msg !== undefined)
    : undefined
  if (refused) throw new Error(refused.msg)
}

/** Times of the work, and of a list requested meanwhile, ms. */
async function listening(
  { url, headers }: FleetServer,
  work: () => Promise<void>,
): Promise<{ ms: number; p95: number; most: number }> {
  const durations: number[] = []
  let working = true
  const others = (async () => {
    while (working) {
      const begun = performance.now()
      await (await fetch(`${url}/v1/godbDevice?page_size=10&current=1`, { headers })).text()
      durations.push(performance.now() - begun)
    }
  })()
  const begun = performance.now()
  await work()
  const ms = performance.now() - begun
  working = false
  await others
  const sorted = durations.toSorted((a, b) => a - b)
  return { ms, p95: sorted[Math.floor(sorted.length * 0.95)] ?? NaN, most: sorted.at(-1) ?? NaN }
}
