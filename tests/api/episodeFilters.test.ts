import { sql, type Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveFilter, episodesQuery } from '../../server/alarms/episodes/list.ts'
import type { Tables } from '../../server/storage/types.ts'
import { openDesk, type Desk } from '../support/desk.ts'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'

type Row = Insertable<Tables['thresholdlog']>

const NOW = Date.now()
const DAY = 86_400_000
/** Time at which the first episode fired; the others follow a second apart. */
const FIRST = NOW - DAY
const air = { device_id: ids.air, device_name: 'air station', district_id: 2, project_id: 1, threshold_id: 71 }
const level = { device_id: ids.level, device_name: 'water level', district_id: 3, project_id: 1, threshold_id: 72 }
const other = { device_id: ids.other, device_name: 'dust station', district_id: 4, project_id: 2, threshold_id: 73 }
const closed = { work: 2, is_alarm: 0, alarm_state: 2, result: 'handled', handled_by: users.super, handled_at: NOW }

/** Episodes in the order in which they fired, each under a letter. */
const rows = {
  a: { ...air, alert_level: 1 },
  b: { ...level, alert_level: 3, work: 1, assignee_id: users.manager, acknowledged_at: NOW },
  c: { ...air, alert_level: 2, ...closed, recovered_at: NOW },
  d: { ...other, alert_level: 1, silent_since: NOW },
  e: { ...level, alert_level: 4, snoozed_until: NOW + DAY },
  f: { ...air, alert_level: 2, work: 1, assignee_id: users.super, acknowledged_at: NOW },
}

describe.each(engines)('episode list on %s', (engine) => {
  let desk: Desk
  const letters = new Map<number, string>()
  const fill = async (row: Pick<Row, keyof typeof air> & Partial<Row>, at: number): Promise<number> => {
    const { id } = await desk.storage.write((trx) =>
      trx
        .insertInto('thresholdlog')
        .values({
          alarm_time: FIRST + at * 1000,
          threshold_name: 'rule',
          nodemap_id: ids.pm,
          nodemap_name: 'PM2.5',
          real_value: 150,
          alarm_value: 'PM2.5 > 100',
          alarm_msg: 'high',
          is_alarm: 1,
          alarm_state: 0,
          ...row,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  }
  beforeAll(async () => {
    desk = await openDesk(engine)
    for (const [at, [letter, row]] of Object.entries(rows).entries()) letters.set(await fill(row, at), letter)
  })
  afterAll(() => desk.dispose())

  /** Query, the episodes that a super administrator finds, in their order, and the total. */
  it.each([
    ['', 'fedcba', 6],
    ['state=needs', 'fda', 3],
    ['state=needs_me', 'fda', 3],
    ['state=mine', 'f', 1],
    ['state=new', 'eda', 3],
    ['state=acknowledged', 'fb', 2],
    ['state=snoozed', 'e', 1],
    ['state=closed', 'c', 1],
    ['state=closed_today', 'c', 1],
    ['condition=active', 'feba', 4],
    ['condition=cleared', 'c', 1],
    ['condition=no_data', 'd', 1],
    ['level=1', 'da', 2],
    ['level=1,3', 'dba', 3],
    ['assignee=me', 'f', 1],
    [`assignee=${users.manager}`, 'b', 1],
    ['assignee=nobody', 'edca', 4],
    ['pro_id=2', 'd', 1],
    ['dis_id=1', 'fedcba', 6],
    ['dis_id=2', 'fecba', 5],
    ['dis_id=3', 'eb', 2],
    [`device_id=${ids.level}`, 'eb', 2],
    ['threshold_id=71', 'fca', 3],
    ['search=STATION', 'fdca', 4],
    [`start=${FIRST + 2000}&end=${FIRST + 3000}`, 'dc', 2],
    ['pro_id=1&level=1,4&condition=active', 'ea', 2],
    [`at=${FIRST - 1}`, '', 0],
    [`at=${FIRST + 2500}`, 'cba', 3],
    [`at=${FIRST + 2500}&threshold_id=71&page_size=1`, 'c', 2],
    // An episode that had ended by then is not among them.
    [`at=${NOW + 1}`, 'fedba', 5],
    ['page_size=2&current=2', 'dc', 6],
    ['page_size=4&current=2', 'ba', 6],
    ['sort=fired_at&order=asc', 'abcdef', 6],
    ['sort=level&order=asc', 'adcfbe', 6],
    ['sort=level&order=desc', 'ebfcda', 6],
    ['sort=device_name&order=asc&page_size=3', 'acf', 6],
  ])('returns the matching episodes in order for ?%s', async (query, found, total) => {
    const answer = await desk.list(query, 'super')
    expect([answer.list.map(({ id }) => letters.get(id)).join(''), answer.total]).toEqual([found, total])
  })

  it('returns the totals of each view under the other filters', async () => {
    expect((await desk.list('totals=1&pro_id=1', 'super')).totals).toEqual({
      needs: 2,
      mine: 1,
      snoozed: 1,
      closed_today: 1,
      all: 5,
    })
  })

  it('contains no episodes of other projects and areas, for any query', async () => {
    const seen = async (query: string, user: 'manager' | 'watcher' | 'stranger') =>
      (await desk.list(query, user)).list.map(({ id }) => letters.get(id)).join('')
    expect(await seen('', 'manager')).toBe('fecba')
    expect([await seen(`at=${NOW}`, 'watcher'), await seen(`at=${NOW}`, 'stranger')]).toEqual(['eb', 'd'])
    expect([await seen('pro_id=2', 'manager'), await seen('dis_id=4', 'manager')]).toEqual(['', ''])
    expect([await seen('', 'watcher'), await seen('dis_id=2', 'watcher')]).toEqual(['eb', 'eb'])
    expect([await seen('', 'stranger'), await seen('search=station', 'stranger')]).toEqual(['d', 'd'])
  })

  describe('GET /v1/episodes/groups', () => {
    beforeAll(async () => {
      const held = { ...closed, recovered_at: NOW, assignee_id: users.manager }
      for (const row of [
        { ...air, alert_level: 3, ...held },
        { ...air, alert_level: 3, ...held },
        { ...level, alert_level: 1, ...held },
      ])
        await fill(row, 7)
    })

    /** The groups that a super administrator finds: kind and id, number of episodes, and number of free episodes. */
    it.each([
      ['by=area', ['area 2: 5, 1', 'area 3: 3, 1', 'area 4: 1, 1']],
      ['by=area&state=closed', ['area 2: 3, 0', 'area 3: 1, 0']],
      ['by=area&state=closed_today', ['area 2: 3, 0', 'area 3: 1, 0']],
      ['by=area&condition=active', ['area 2: 2, 1', 'area 3: 2, 1']],
      ['by=area&pro_id=1&level=1,3', ['area 2: 3, 1', 'area 3: 2, 0']],
      [`by=area&threshold_id=71&start=${FIRST}`, ['area 2: 5, 1']],
      ['by=episode', ['closed null: 4, 0', 'open null: 2, 0', 'snoozed null: 1, 1', 'urgent null: 2, 2']],
      ['by=incident', ['closed null: 4, 0', 'open null: 2, 0', 'snoozed null: 1, 1', 'urgent null: 2, 2']],
      ['by=episode&state=closed', ['closed null: 4, 0']],
      ['by=episode&level=4', ['snoozed null: 1, 1']],
      ['by=episode&state=closed&level=4', []],
      [`by=episode&at=${FIRST + 2500}`, ['closed null: 1, 0', 'open null: 1, 0', 'urgent null: 1, 1']],
      ['by=assignee', ['nobody null: 4, 3', `user ${users.super}: 1, 0`, `user ${users.manager}: 4, 0`]],
      ['by=assignee&state=closed', ['nobody null: 1, 0', `user ${users.manager}: 3, 0`]],
      ['by=assignee&assignee=nobody&dis_id=2', ['nobody null: 3, 2']],
      ['by=assignee&search=water', ['nobody null: 1, 1', `user ${users.manager}: 2, 0`]],
    ])('returns each group’s total and unassigned count for ?%s', async (query, groups) => {
      const { data } = await desk.world.call('super', 'GET', `episodes/groups?${query}`)
      const told = (data as { kind: string; id: number | null; total: number; free: number }[]).map(
        ({ kind, id, total, free }) => `${kind} ${id}: ${total}, ${free}`,
      )
      expect(told.toSorted()).toEqual(groups)
    })
  })

  it('requires the menu entry of the alarm records', async () => {
    await desk.storage.write((trx) =>
      trx.updateTable('systemuser').set({ menu_control: '["2-1","4-1"]' }).where('id', '=', users.watcher).execute(),
    )
    desk.platform.sessions.forget(users.watcher)
    for (const path of ['episodes', 'episodes/count', 'episodes/groups?by=area', `episodes/${[...letters.keys()][0]}`])
      expect((await desk.world.call('watcher', 'GET', path)).status, path).toBe(403)
  })

  // Kept last: a connection that has explained a query reads no later state.
  it('uses the index of ended episodes for a recent point in time, and not for an old one', async () => {
    if (engine !== 'sqlite') return
    const planOf = async (lastedAt: number): Promise<string> => {
      const all = { state: 'all', condition: null, search: null, start: null, end: null } as const
      const asked = await resolveFilter(desk, { ...all, conditions: [], lastedAt })
      const viewer = { user: users.super, rosters: [], others: [], now: NOW, midnight: NOW }
      const steps = await episodesQuery(desk, asked, viewer)
        ?.select('id')
        .orderBy('alarm_time', 'desc')
        .limit(50)
        .explain<{ detail: string }>(undefined, sql`query plan`)
      return (steps ?? []).map(({ detail }) => detail).join('; ')
    }
    expect(await planOf(NOW)).toMatch(/^SEARCH thresholdlog USING INTEGER PRIMARY KEY.* INDEX thresholdlog_ended /)
    expect(await planOf(FIRST + 1500)).not.toContain('thresholdlog_ended')
  })
})
