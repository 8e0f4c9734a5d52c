import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStation } from '../../server/hj212/simulator.ts'
import { clockOf } from '../../server/hj212/time.ts'
import { silentLog } from '../../server/log.ts'
import { openStorage } from '../../server/storage/index.ts'
import { buildChild } from '../support/killedIngest.ts'
import { engines, testPlace } from '../support/storage.ts'
import { ids } from '../support/world.ts'

/** How often it is killed; each round goes on with the database as the kill before left it. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 5)
/** Frames of a round at most: each has a second of its own. */
const APART = 5000
const LANES = 8
const clock = clockOf('Asia/Shanghai')

let child: Awaited<ReturnType<typeof buildChild>>
beforeAll(async () => {
  child = await buildChild('stationChild.ts')
})
afterAll(() => child.remove())

/** Reports numbered frames until the platform is killed, after so many answers; the numbers that were answered (9014). */
async function reportAndKill({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }, base: number, after: number): Promise<number[]> {
  const running = spawn(process.execPath, [child.script], { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(running, 'exit')
  const [port] = (await once(createInterface({ input: running.stdout }), 'line')) as [string]
  const station = createStation({ host: '127.0.0.1', port: Number(port), mn: 'KILLED_1', pw: '123456' })
  await station.connect()
  const answered: number[] = []
  const lane = async (from: number): Promise<void> => {
    for (let n = from; n < APART; n += LANES) {
      const ok = await Promise.race([station.report('2011', [[['DataTime', clock.write(base + n * 1000)]], [['a34004-Rtd', String(n)]]]), station.ended().then(() => false)])
      if (!ok) return
      answered.push(n)
      if (answered.length === after) running.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, i) => lane(i)))
  station.close()
  // Its lock on the folder goes with it.
  running.kill('SIGKILL')
  await exited
  return answered
}

describe.each(engines)('a killed gateway on %s', (engine) => {
  it(`loses nothing it answered, ${ROUNDS} times over`, { timeout: 60_000 + ROUNDS * 20_000 }, async () => {
    const place = await testPlace(engine)
    const start = Math.floor(Date.now() / 1000) * 1000 - (ROUNDS + 1) * APART * 1000
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const base = start + round * APART * 1000
        const after = 1 + ((round * 137) % 300)
        const answered = await reportAndKill(place.settings, base, after)
        expect(answered.length, `round ${round}`).toBeGreaterThanOrEqual(after)
        const storage = await openStorage(place.settings, silentLog)
        try {
          const rows = await storage.read.selectFrom('history').select(['ts', 'value']).where('device_id', '=', ids.air).where('nodemap_id', '=', ids.pm).where('ts', '>=', base).execute()
          const stored = new Map(rows.map((row) => [row.ts, row.value]))
          expect(answered.filter((n) => stored.get(base + n * 1000) !== n), `round ${round}`).toEqual([])
        } finally {
          await storage.close()
        }
      }
    } finally {
      await place.remove()
    }
  })
})
