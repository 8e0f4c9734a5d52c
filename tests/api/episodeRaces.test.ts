import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDesk, SN, type Desk } from '../support/desk.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { users } from '../support/world.ts'

// SQLite runs one write transaction at a time, so this needs PostgreSQL.
describe.runIf(engines.includes('postgres'))('uncommitted episode action', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk('postgres')
  })
  afterAll(() => desk.dispose())

  /** The number of statements on a table that wait for a lock. */
  const waiting = async (table: string): Promise<number> => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%"${table}"%`}`.execute(
      desk.storage.read,
    )
    return rows.length
  }
  /**
   * Starts an act and, once the act has written the episode, another change of the same episode; lets the act go on
   * once the other change waits for it.
   */
  const meanwhile = async (act: () => Promise<unknown>, other: () => Promise<unknown>): Promise<void> => {
    const { both } = await desk.storage.write(async (trx) => {
      // An act writes its episode first, then the entry that reports it.
      await sql`lock table episodeact in share row exclusive mode`.execute(trx)
      const acting = act()
      await expect.poll(() => waiting('episodeact'), { timeout: upTo(10_000) }).toBe(1)
      const going = other()
      await expect.poll(() => waiting('thresholdlog'), { timeout: upTo(10_000) }).toBe(1)
      return { both: Promise.all([acting, going]) }
    })
    await both
  }

  it('is kept when the alarm fires again concurrently', async () => {
    const rule = await desk.addRule({ name: 'again', min_off: 3600 })
    for (const value of [150, 20]) await desk.push(SN.air, value)
    const { id } = await desk.newest(rule)
    await meanwhile(
      () => desk.act('manager', id, 'acknowledge'),
      () => desk.push(SN.air, 150),
    )
    expect(await desk.one(id)).toMatchObject({
      condition: 'active',
      work: 'acknowledged',
      assignee_id: users.manager,
      refires: 1,
      version: 3,
    })
    await desk.drop(rule)
  })

  it.each([
    // Closed before it got worse, the episode needs an assignee again.
    ['close', {}, { work: 'new', result: null }],
    ['snooze', { until: Date.now() + 3_600_000 }, { work: 'new', snoozed_until: expect.any(Number) }],
  ] as const)('is taken into account when the alarm gets worse concurrently: %s', async (act, body, becomes) => {
    const rule = await desk.addRule({ name: act, limits: '{"1":200,"3":100}' })
    await desk.push(SN.air, 150)
    const { id } = await desk.newest(rule)
    await meanwhile(
      () => desk.act('manager', id, act, body),
      () => desk.push(SN.air, 250),
    )
    expect(await desk.one(id)).toMatchObject({ level: 1, version: 3, ...becomes })
    await desk.drop(rule)
  })

  it('is kept when PUT godbThresholdlog handles the record, and is restored by its undo', async () => {
    const rule = await desk.addRule({ name: 'handled' })
    await desk.push(SN.air, 150)
    const { id } = await desk.newest(rule)
    await meanwhile(
      () => desk.act('super', id, 'acknowledge'),
      () => desk.world.call('manager', 'PUT', `godbThresholdlog/${id}`, { alarm_state: 2 }),
    )
    expect(await desk.one(id)).toMatchObject({ work: 'closed', assignee_id: users.super, version: 3 })
    expect((await desk.act('manager', id, 'undo')).data).toMatchObject({
      work: 'acknowledged',
      assignee_id: users.super,
    })
    await desk.drop(rule)
  })

  describe('in an incident', () => {
    /** Makes alarms that form one incident, named by the id of the first. */
    const together = async (count: number): Promise<number[]> => {
      const rule = await desk.addRule({ name: 'incident' })
      await desk.push(SN.air, 150)
      const { id: incident_id } = await desk.newest(rule)
      await desk.drop(rule)
      return desk.storage.write(async (trx) => {
        const { id: _own, ...first } = await trx
          .updateTable('thresholdlog')
          .set({ incident_id })
          .where('id', '=', incident_id)
          .returningAll()
          .executeTakeFirstOrThrow()
        const more = Array.from({ length: count - 1 }, () => first)
        const rows = await trx.insertInto('thresholdlog').values(more).returning('id').execute()
        return [incident_id, ...rows.map(({ id }) => id)]
      })
    }

    it('is kept by a concurrent split, which increments the version', async () => {
      const [one = 0] = await together(2)
      await meanwhile(
        () => desk.act('manager', one, 'acknowledge'),
        () => desk.act('super', one, 'split'),
      )
      expect(await desk.one(one)).toMatchObject({ incident: null, assignee_id: users.manager, version: 3 })
    })

    it('is taken into account by a concurrent split of another episode', async () => {
      const [one = 0, two = 0] = await together(2)
      await meanwhile(
        () => desk.act('manager', one, 'split'),
        () => desk.act('super', two, 'split'),
      )
      // The incident had no members left to split from.
      const rest = await desk.one(two)
      expect(rest).toMatchObject({ incident: null, version: 1 })
      expect(rest.timeline.filter(({ kind }) => kind === 'split')).toEqual([])
    })
  })
})
