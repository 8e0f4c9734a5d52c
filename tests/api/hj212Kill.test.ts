import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '../../server/hj212/protocol/segment.ts'
import { createStation } from '../../server/hj212/simulator.ts'
import { clockOf } from '../../server/hj212/protocol/time.ts'
import { silentLog } from '../../server/log.ts'
import { openStorage } from '../../server/storage/index.ts'
import { FULL } from '../support/full.ts'
import { buildChild } from '../support/children.ts'
import { upTo } from '../support/slowness.ts'
import { MN, PW } from '../support/stations.ts'
import { engines, testPlace } from '../support/storage.ts'
import { ids } from '../support/world.ts'

/** Number of kills; each round continues with the database as the previous kill left it. */
const ROUNDS = FULL ? 20 : 3
const LANES = 8
const clock = clockOf('Asia/Shanghai')
const HOUR = 3_600_000

let child: Awaited<ReturnType<typeof buildChild>>
beforeAll(async () => {
  child = await buildChild('tests/support/stationChild.ts')
}, upTo(120_000))
afterAll(() => child.remove())

describe.each(engines)('HJ 212 gateway on %s when the platform is killed', (engine) => {
  it(`loses no acknowledged message and stores none twice over ${ROUNDS} kills`, {
    timeout: upTo(60_000 + ROUNDS * 30_000),
  }, async () => {
    const place = await testPlace(engine, 'schema')
    // Samples lie a second apart and within a month, so that they fall into one partition or two.
    const start = Math.floor(Date.now() / 1000) * 1000 - 40_000_000
    const firstHour = Math.floor(Date.now() / HOUR) * HOUR - 24 * 80 * HOUR
    const acknowledged = new Set<number>()
    /** Sent but not acknowledged: the station sends them again. */
    let unanswered: number[] = []
    let next = 0
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const after = 1 + ((round * 67) % 300)
        const again = unanswered
        unanswered = []
        await runAndKill(place.settings, async (port, kill) => {
          const station = createStation({ host: '127.0.0.1', port, mn: MN, pw: PW })
          await station.connect()
          let count = 0
          const lane = async (): Promise<void> => {
            while (station.connected()) {
              const n = again.pop() ?? next++
              // Every fifth message is an hour's average.
              const content = contentOf(n, start, firstHour)
              const report = station.report(n % 5 === 0 ? '2061' : '2011', content)
              const ok = await Promise.race([report, station.ended().then(() => false)])
              if (!ok) unanswered.push(n)
              else {
                acknowledged.add(n)
                if (++count === after) kill()
              }
            }
          }
          await Promise.all(Array.from({ length: LANES }, lane))
          unanswered.push(...again)
        })
        const storage = await openStorage(place.settings, silentLog)
        try {
          const values = await storage.read
            .selectFrom('history')
            .select(['ts', 'value'])
            .where('device_id', '=', ids.air)
            .execute()
          const hours = await storage.read
            .selectFrom('hj212reported')
            .select(['ts', 'avg'])
            .where('device_id', '=', ids.air)
            .execute()
          expect(new Set(values.map(({ ts }) => ts)).size, `round ${round}`).toBe(values.length)
          expect(new Set(hours.map(({ ts }) => ts)).size, `round ${round}`).toBe(hours.length)
          const [kept, told] = [
            new Map(values.map(({ ts, value }) => [ts, value])),
            new Map(hours.map(({ ts, avg }) => [ts, avg])),
          ]
          const lost = [...acknowledged].filter((n) =>
            n % 5 === 0 ? told.get(firstHour + (n / 5) * HOUR) !== n % 400 : kept.get(start + n * 1000) !== n % 400,
          )
          expect(lost, `round ${round}`).toEqual([])
          expect(await storage.read.selectFrom('historyrevision').selectAll().execute()).toEqual([])
        } finally {
          await storage.close()
        }
      }
      expect(acknowledged.size).toBeGreaterThan(ROUNDS)
    } finally {
      await place.remove()
    }
  })
})

const contentOf = (n: number, start: number, firstHour: number): Group[] =>
  n % 5 === 0
    ? [[['DataTime', clock.write(firstHour + (n / 5) * HOUR)]], [['a34004-Avg', String(n % 400)]]]
    : [
        [['DataTime', clock.write(start + n * 1000)]],
        [
          ['a34004-Rtd', String(n % 400)],
          ['a34004-Flag', 'N'],
        ],
      ]

/** Runs a platform in a process of its own until it is killed without warning. */
async function runAndKill(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  work: (port: number, kill: () => void) => Promise<void>,
): Promise<void> {
  const server = spawn(process.execPath, [child.script], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', MN, PW },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      await work(Number(line), () => server.kill('SIGKILL'))
      break
    }
  } finally {
    server.kill('SIGKILL')
    await gone
  }
}
