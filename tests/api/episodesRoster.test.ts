import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDesk, SN, type Desk } from '../support/desk.ts'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'

const DAY = 86_400_000

describe.each(engines)('episodes assigned to a roster on %s', (engine) => {
  let desk: Desk
  let [rule, roster, li, wang, chief] = [0, 0, 0, 0, 0]
  beforeAll(async () => {
    desk = await openDesk(engine)
    li = await desk.addContact({ alarm_name: '李工', user_id: users.watcher })
    wang = await desk.addContact({ alarm_name: '王工', user_id: users.manager })
    chief = await desk.addContact({ alarm_name: '站长' })
    const row = await desk.storage.write((trx) =>
      trx
        .insertInto('alarmroster')
        .values({
          name: '夜班',
          project_id: 1,
          people: `${li},${wang},${chief}`,
          every: 99,
          unit: 2,
          handover: '00:00',
          starts: new Date(Date.now() - 2 * DAY).toISOString().slice(0, 10),
          created_at: 0,
          updated_at: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    roster = row.id
    rule = await desk.addRule({ device_list: String(ids.level) })
    await desk.push(SN.level, 150)
  })
  afterAll(() => desk.dispose())

  /** Lets a stand-in take over from this moment on; null restores the rotation. */
  const handOver = (by: number | null) =>
    desk.storage.write((trx) =>
      trx
        .updateTable('alarmroster')
        .set({
          exceptions:
            by === null ? null : JSON.stringify([{ from: Date.now() - DAY, until: Date.now() + DAY, whom: null, by }]),
        })
        .where('id', '=', roster)
        .execute(),
    )
  const seenBy = async (user: 'watcher' | 'manager' | 'super') => {
    const [mine, needs, bell] = [
      await desk.list('state=mine&totals=1', user),
      await desk.list('state=needs', user),
      await desk.world.call(user, 'GET', 'episodes/count'),
    ]
    return [mine.total, mine.totals.mine, needs.total, (bell.data as { needs: number }).needs]
  }
  /** Whether the watcher and the manager see the episode as theirs, and who is on call at present. */
  const toldOf = async (id: number) => {
    const [watched, managed] = [await desk.one(id, 'watcher'), await desk.one(id, 'manager')]
    return [watched.mine, managed.mine, managed.on_call_now_name]
  }
  const [HAS, HAS_NOT] = [
    [1, 1, 1, 1],
    [0, 0, 0, 0],
  ]

  it('belong to the person on call, and to the next one after the handover', async () => {
    const { id } = await desk.newest(rule)
    expect((await desk.list('assignee=nobody')).list.map((row) => row.id)).toEqual([id])
    // Once a user has taken it, it is not a new episode without an assignee.
    await desk.act('super', id, 'acknowledge')
    expect((await desk.list('assignee=nobody')).total).toBe(0)
    expect(await desk.act('super', id, 'assign', { roster_id: roster })).toMatchObject({
      status: 200,
      data: { work: 'acknowledged', assignee_id: users.watcher, roster_id: roster },
    })
    expect(await seenBy('watcher')).toEqual(HAS)
    expect(await seenBy('manager')).toEqual(HAS_NOT)
    expect(await seenBy('super')).toEqual(HAS_NOT)
    expect(await toldOf(id)).toEqual([1, 0, '李工'])
    await handOver(wang)
    expect(await seenBy('watcher')).toEqual(HAS_NOT)
    expect(await seenBy('manager')).toEqual(HAS)
    // Each row says so itself, also in the answer to a refused act.
    expect(await toldOf(id)).toEqual([0, 1, '王工'])
    expect((await desk.list('state=needs_me', 'manager')).list.map((row) => [row.id, row.mine])).toEqual([[id, 1]])
    expect((await desk.act('manager', id, 'acknowledge')).data.current).toMatchObject({ id, mine: 1 })
    // The person who is on call now may not see it: it stays with the previous one.
    await handOver(chief)
    expect(await seenBy('watcher')).toEqual(HAS)
    expect(await seenBy('manager')).toEqual(HAS_NOT)
    expect(await toldOf(id)).toEqual([1, 0, '站长'])
    await handOver(wang)
    // Once one of them takes it, it does not belong to the roster.
    await desk.act('watcher', id, 'assign', { user_id: users.watcher })
    expect(await seenBy('watcher')).toEqual(HAS)
    expect(await seenBy('manager')).toEqual(HAS_NOT)
    expect(await toldOf(id)).toEqual([1, 0, null])
    await handOver(null)
  })

  it('are found by roster_id, and not by assignee=nobody', async () => {
    const { id } = await desk.newest(rule)
    await desk.act('super', id, 'assign', { roster_id: roster })
    expect((await desk.list(`roster_id=${roster}&totals=1`)).totals.all).toBe(1)
    expect((await desk.list(`roster_id=${roster + 1}`)).total).toBe(0)
    expect((await desk.list('assignee=nobody&totals=1')).totals.all).toBe(0)
    await desk.act('super', id, 'assign', {})
    expect((await desk.list('assignee=nobody&totals=1')).totals.all).toBe(1)
    expect((await desk.list(`roster_id=${roster}`)).total).toBe(0)
  })

  it('are grouped by assignee, and sorted by the end of their snooze with the user who snoozed them', async () => {
    const both = await desk.addRule({ name: 'both', device_list: `${ids.air},${ids.level}` })
    const only = `threshold_id=${both}`
    await desk.push(SN.level, 150)
    const given = (await desk.newest(both)).id
    await desk.push(SN.air, 150)
    const taken = (await desk.newest(both)).id
    const found = async (query: string) => (await desk.list(`${only}&${query}`)).list
    const groups = async (query = '', user: 'manager' | 'stranger' = 'manager') =>
      (await desk.world.call(user, 'GET', `episodes/groups?${only}&by=assignee${query}`)).data
    const free = async (group: string) => {
      const answer = await desk.world.call('manager', 'GET', `episodes/groups/free?${only}&by=assignee&${group}`)
      return (answer.data as { list: { id: number }[] }).list.map(({ id }) => id)
    }
    const ofNobody = { kind: 'nobody', id: null, total: 1, free: 1 }
    const ofRoster = { kind: 'roster', id: roster, total: 1, free: 0 }
    expect(await groups()).toEqual([{ ...ofNobody, total: 2, free: 2 }])
    await desk.act('super', given, 'assign', { roster_id: roster })
    // Groups of equal size come in any order.
    expect(await groups()).toHaveLength(2)
    expect(await groups()).toEqual(expect.arrayContaining([ofNobody, ofRoster]))
    expect([await free('kind=nobody'), await free(`kind=roster&id=${roster}`)]).toEqual([[taken], []])
    await desk.act('manager', taken, 'acknowledge')
    const ofManager = { kind: 'user', id: users.manager, total: 1, free: 0 }
    expect(await groups()).toHaveLength(2)
    expect(await groups()).toEqual(expect.arrayContaining([ofRoster, ofManager]))
    expect(await groups('', 'stranger')).toEqual([])

    const until = Date.now() + DAY
    await desk.act('super', given, 'snooze', { until: until + 1 })
    await desk.act('manager', taken, 'snooze', { until })
    expect(await found('state=snoozed&sort=snoozed_until&order=asc')).toMatchObject([
      { id: taken, snoozed_by: users.manager, snoozed_by_name: 'manager' },
      { id: given, snoozed_by: users.super, snoozed_by_name: 'root' },
    ])
    expect((await found('state=snoozed&sort=snoozed_until&order=desc')).map(({ id }) => id)).toEqual([given, taken])
    // In any other state the sort order is ignored: the newest come first.
    expect((await found('sort=snoozed_until&order=asc')).map(({ id }) => id)).toEqual([taken, given])
    expect(await groups('&state=snoozed&assignee=me')).toEqual([ofManager])
    // Undoing a snooze does not count as snoozing.
    const later = await desk.act('super', taken, 'snooze', { until: until + 2 })
    expect(later.data).toMatchObject({ snoozed_by_name: 'root' })
    const back = await desk.act('super', taken, 'undo')
    expect(back.data).toMatchObject({ snoozed_until: until, snoozed_by_name: 'manager' })
    expect((await desk.act('manager', taken, 'close')).data).toMatchObject({ snoozed_by: null, snoozed_by_name: null })
  })
})
