import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { openStorage } from '../../server/storage/index.ts'
import type { Storage } from '../../server/storage/types.ts'
import { episodeRow } from '../support/episode.ts'
import { FULL } from '../support/full.ts'
import { buildChild } from '../support/children.ts'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'
import { fillWorld, ids } from '../support/world.ts'

const KILLS = FULL ? 20 : 3
/** More episodes than the leaders process before they are killed. */
const EPISODES = 50 * KILLS
const STEPS = 20
const stamp = { created_at: 0, updated_at: 0 }
const soon = { timeout: upTo(60_000), interval: 20 }
let child: Awaited<ReturnType<typeof buildChild>>
beforeAll(async () => {
  child = await buildChild('tests/support/leaderChild.ts')
})
afterAll(() => child.remove())

/** Adds open episodes whose steps are all due at once. The contact has no address, so no message waits to be sent. */
async function fillPlace(storage: Storage): Promise<void> {
  await fillWorld(storage)
  await storage.write(async (trx) => {
    const contact = await trx
      .insertInto('alarminfo')
      .values({ alarm_name: '张工', project_id: 1, district_id: 2, ...stamp })
      .returning('id')
      .executeTakeFirstOrThrow()
    const steps = Array.from({ length: STEPS }, () => ({ after: 0, contact: contact.id }))
    const escalation = await trx
      .insertInto('alarmescalation')
      .values({ name: 'up', project_id: 1, steps: JSON.stringify(steps), ...stamp })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rule = await trx
      .insertInto('threshold')
      .values({
        name: 'rule',
        project_id: 1,
        district_id: 2,
        device_list: String(ids.air),
        nodemap_id: ids.pm,
        com_oper: 0,
        params_x: 100,
        enable: 1,
        alarm_msg: 'high',
        escalation_id: escalation.id,
        ...stamp,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const episodes = Array.from({ length: EPISODES }, (_each, n) =>
      episodeRow({
        alarm_time: n,
        threshold_id: rule.id,
        escalation_id: escalation.id,
        escalation_since: n,
        escalate_at: n,
      }),
    )
    for (let at = 0; at < EPISODES; at += 50)
      await trx
        .insertInto('thresholdlog')
        .values(episodes.slice(at, at + 50))
        .execute()
  })
}

function start({ settings }: TestPlace): ChildProcess {
  const environment = {
    ...process.env,
    DATA_DIR: settings.dataDir,
    DATABASE_URL: settings.databaseUrl ?? '',
    PUSH: '',
  }
  return spawn(process.execPath, [child.script], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
}

const stepsOf = async ({ read }: Storage): Promise<number> =>
  Number(
    (
      await read
        .selectFrom('episodeact')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe.runIf(engines.includes('postgres'))('escalations when the leader is killed', () => {
  it(`lose no step and repeat none after ${KILLS} kills`, { timeout: upTo(300_000) }, async () => {
    const place = await testPlace('postgres', 'schema')
    const storage = await openStorage(place.settings, silentLog)
    let leader: ChildProcess | null = null
    try {
      await fillPlace(storage)
      for (let kill = 0; kill < KILLS; kill++) {
        const before = await stepsOf(storage)
        // The leader is killed in the middle of its work, as long as work is left.
        expect(before).toBeLessThan(EPISODES * STEPS)
        leader = start(place)
        await expect.poll(() => stepsOf(storage), soon).toBeGreaterThan(before)
        leader.kill('SIGKILL')
        await once(leader, 'close')
      }
      leader = start(place)
      await expect.poll(() => stepsOf(storage), soon).toBe(EPISODES * STEPS)
      const [acts, messages, waiting] = await Promise.all([
        storage.read
          .selectFrom('episodeact')
          .select(['thresholdlog_id', 'data'])
          .where('kind', '=', 'escalate')
          .execute(),
        storage.read.selectFrom('alarmsendlog').select('thresholdlog_id').execute(),
        storage.read.selectFrom('thresholdlog').select('id').where('escalate_at', 'is not', null).execute(),
      ])
      const done = acts.map(
        ({ thresholdlog_id, data }) => `${thresholdlog_id} ${(JSON.parse(data ?? '') as { step: number }).step}`,
      )
      expect(new Set(done).size).toBe(EPISODES * STEPS)
      expect(messages).toHaveLength(EPISODES * STEPS)
      expect(waiting).toEqual([])
    } finally {
      leader?.kill('SIGKILL')
      await storage.close()
      await place.remove()
    }
  })
})
