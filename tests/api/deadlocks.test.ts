import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { throughDeadlocks } from '../../server/storage/deadlock.ts'
import { openDesk, type Desk } from '../support/desk.ts'
import { insertEpisode } from '../support/episode.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'

describe.runIf(engines.includes('postgres'))('deadlock handling of calls that write several alarms', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk('postgres')
  })
  afterAll(() => desk.dispose())

  const lasting = (incident_id: number): Promise<number> => insertEpisode(desk.storage, { incident_id })
  /** Whether a transaction of this database waits for another one. */
  const waits = async (): Promise<boolean> => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        desk.storage.read,
      )
    return rows.length > 0
  }
  /** Runs a call that writes two alarms while another transaction writes them, the later one first. */
  const across = async <T>(ask: () => Promise<T>, [sooner, later]: readonly [number, number]): Promise<T> => {
    let isAnswered = false
    const asked: Promise<T>[] = []
    // This transaction may be the deadlock's victim: the journal retries too.
    await throughDeadlocks(() =>
      desk.storage.write(async (trx) => {
        const write = (id: number) => trx.updateTable('thresholdlog').set({ peak: 200 }).where('id', '=', id).execute()
        await write(later)
        if (asked.length === 0) asked.push(ask().finally(() => (isAnswered = true)))
        await expect.poll(async () => isAnswered || (await waits()), { timeout: upTo(5000) }).toBe(true)
        await write(sooner)
      }),
    )
    return asked[0] ?? ask()
  }

  it('moves a device while its alarms are written in the opposite order', async () => {
    const [one, other] = [await lasting(801), await lasting(801)]
    const move = (district_id: number) => desk.world.call('super', 'PUT', `godbDevice/${ids.air}`, { district_id })
    // The database decides in which order it writes them.
    expect((await across(() => move(3), [one, other])).status).toBe(200)
    expect((await across(() => move(2), [other, one])).status).toBe(200)
  })

  it('splits an alarm off its incident while both are written in the opposite order', async () => {
    const [one, other] = [await lasting(802), await lasting(802)]
    expect((await across(() => desk.act('super', one, 'split'), [one, other])).status).toBe(200)
  })
})
