import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { openStorage } from '../../server/storage/index.ts'
import { FULL } from '../support/full.ts'
import { buildKillable, type Killable } from '../support/killedIngest.ts'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace } from '../support/storage.ts'
import { ids } from '../support/world.ts'

/** Number of kills; each round continues with the database as the previous kill left it. */
const ROUNDS = FULL ? 20 : 3
/**
 * Milliseconds between the samples of two rounds: more than a round has numbers, so that no two rounds write the same
 * moment.
 */
const APART = 100_000

let killable: Killable
beforeAll(async () => {
  killable = await buildKillable()
})
afterAll(() => killable.remove())

describe.each(engines)('killed server on %s', (engine) => {
  it(`loses no acknowledged sample in ${ROUNDS} rounds`, { timeout: upTo(60_000 + ROUNDS * 15_000) }, async () => {
    const place = await testPlace(engine, 'schema')
    const start = Date.now() - (ROUNDS + 1) * APART
    try {
      for (let round = 0; round < ROUNDS; round++) {
        // Sometimes at the first acknowledgements, sometimes at full speed.
        const after = 1 + ((round * 137) % 400)
        const base = start + round * APART
        const acknowledged = await killable.runAndKill(place.settings, base, after)
        expect(acknowledged.length, `round ${round}`).toBeGreaterThanOrEqual(after)
        const storage = await openStorage(place.settings, silentLog)
        try {
          const rows = await storage.read
            .selectFrom('history')
            .select(['ts', 'value'])
            .where('device_id', '=', ids.air)
            .where('ts', '>=', base)
            .execute()
          const last = await storage.read
            .selectFrom('lastvalue')
            .select('ts')
            .where('device_id', '=', ids.air)
            .where('nodemap_id', '=', ids.pm)
            .executeTakeFirst()
          const stored = new Map(rows.map((row) => [row.ts, row.value]))
          expect(
            acknowledged.filter((n) => stored.get(base + n) !== n),
            `round ${round}`,
          ).toEqual([])
          expect(last?.ts, `round ${round}`).toBe(Math.max(...stored.keys()))
        } finally {
          await storage.close()
        }
      }
    } finally {
      await place.remove()
    }
  })
})
