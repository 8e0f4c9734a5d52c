import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { giveBackJob } from '../../server/alarms/episodes/giveBack.ts'
import type { Storage } from '../../server/storage/types.ts'
import { openDesk, type Desk } from '../support/desk.ts'
import { insertEpisode } from '../support/episode.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'

const HOUR = 3_600_000
const stamp = { created_at: 0, updated_at: 0 }
/** An area of project 1 besides those of the world. */
const BESIDE = 9

describe.each(engines)('giveBackJob: episodes of users without access on %s', (engine) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(engine)
    // The platform's own run of the job would come between.
    await desk.platform.schedules.close()
    const area = { id: BESIDE, name: '长安区', superid: 1, project_id: 1, build_state: 0, ...stamp }
    await desk.storage.write((trx) => trx.insertInto('district').values(area).execute())
    await desk.platform.registry.changed('district', BESIDE)
  })
  afterAll(() => desk.dispose())

  /** Runs the job that the leader runs every few seconds. */
  const look = (): Promise<void> => giveBackJob(desk.platform).run(new AbortController().signal)
  const change = async (method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> => {
    const { code, text } = await desk.world.call('super', method, path, body)
    expect(code, text).toBe(0)
  }
  /** Adds a user who may work on alarms of project 1, in all of its areas unless some are named. */
  const hired = async (username: string, distr_map: string | null = null): Promise<number> => {
    const role = { super_id: 2, project_id: 1, menu_control: '["2-1","2-3"]', distr_map }
    const { id } = await desk.storage.write((trx) =>
      trx
        .insertInto('systemuser')
        .values({ username, nickname: username, password: '-', ...role, ...stamp })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  }
  /** Adds an alarm of the level station, in area 3, that a user has taken. */
  const takenBy = (assignee_id: number, more: object = {}): Promise<number> =>
    insertEpisode(desk.storage, {
      device_id: ids.level,
      district_id: 3,
      alert_level: 3,
      work: 1,
      assignee_id,
      acknowledged_at: Date.now(),
      ...more,
    })
  const now = (id: number) => desk.one(id, 'super')

  const ways: [string, string | null, (user: number) => Promise<unknown>, (() => Promise<unknown>)?][] = [
    ['is disabled', null, (user) => change('PUT', `godbSystemuser/${user}`, { disabled: 1 })],
    ['may open alarms no more', null, (user) => change('PUT', `godbSystemuser/${user}`, { menu_control: '["2-1"]' })],
    ['has other areas', '3', (user) => change('PUT', `godbSystemuser/${user}`, { distr_map: [BESIDE] })],
    ['is deleted', null, (user) => change('DELETE', `godbSystemuser/${user}`)],
    [
      'had its area below one of theirs, which was moved',
      '2',
      () => change('PUT', 'godbDistrict/3', { superid: 1 }),
      () => change('PUT', 'godbDistrict/3', { superid: 2 }),
    ],
    [
      'had its device in an area of theirs, and that was moved',
      '3',
      () => change('PUT', `godbDevice/${ids.level}`, { district_id: BESIDE }),
      () => change('PUT', `godbDevice/${ids.level}`, { district_id: 3 }),
    ],
    [
      'is disabled past all calls, as accounts of a demo that is over are',
      null,
      (user) =>
        desk.storage.write((trx) =>
          trx.updateTable('systemuser').set({ disabled: 1 }).where('id', '=', user).execute(),
        ),
    ],
  ]
  it.each(ways)('are unassigned once their assignee %s', async (how, areas, leave, restore) => {
    const leaver = await hired(`leaver${ways.findIndex(([each]) => each === how)}`, areas)
    const snoozed_until = Date.now() + HOUR
    const id = await takenBy(leaver, { snoozed_until })
    const done = await takenBy(leaver, { work: 2, result: 'handled', handled_by: leaver, handled_at: Date.now() })
    await change('PUT', `godbSystemuser/${leaver}`, { nickname: 'the same' })
    await look()
    expect(await now(id)).toMatchObject({ work: 'acknowledged', assignee_id: leaver })
    await leave(leaver)
    await look()
    const { timeline, ...given } = await now(id)
    expect(given).toMatchObject({ work: 'new', assignee_id: null, snoozed_until, version: 2 })
    // The platform acted, not a user.
    expect(timeline.at(-1)).toMatchObject({ kind: 'assign', user_name: expect.stringMatching(/^The platform /) })
    expect(timeline.at(-1)?.user_id).toBeUndefined()
    // A closed episode keeps its assignee, and has none once it is reopened.
    expect(await now(done)).toMatchObject({ work: 'closed', assignee_id: leaver })
    expect((await desk.act('super', done, 'reopen')).data).toMatchObject({ work: 'new', assignee_id: null })
    await restore?.()
  })

  it('stay with users who have access, and with rosters', async () => {
    const leaver = await hired('absent', '2')
    const [mine, ofRoster] = [await takenBy(users.manager), await takenBy(leaver, { roster_id: 7 })]
    await change('PUT', `godbSystemuser/${leaver}`, { disabled: 1 })
    await look()
    expect([(await now(mine)).assignee_id, (await now(ofRoster)).assignee_id]).toEqual([users.manager, leaver])
  })

  it('are found without reading passwords or tokens', async () => {
    await takenBy(users.manager)
    const read = vi.spyOn(desk.storage.read.getExecutor(), 'executeQuery')
    onTestFinished(() => read.mockRestore())
    await look()
    const texts = read.mock.calls.map(([{ sql }]) => sql).filter((text) => text.includes('from "systemuser"'))
    expect(texts.join()).toContain('"menu_control"')
    expect(texts.join()).not.toMatch(/\*|password|token/)
  })

  it('are unassigned with areas read once, and one failed write does not stop the others', async () => {
    const leaver = await hired('unlucky')
    const all = [await takenBy(leaver), await takenBy(leaver), await takenBy(leaver)]
    await change('PUT', `godbSystemuser/${leaver}`, { disabled: 1 })
    const refused = new Error('refused')
    let writes = 0
    const lead: Storage = {
      ...desk.storage,
      write: (work) => (++writes === 1 ? Promise.reject(refused) : desk.storage.write(work)),
    }
    const read = vi.spyOn(desk.storage.read.getExecutor(), 'executeQuery')
    onTestFinished(() => read.mockRestore())
    await expect(giveBackJob(desk.platform).run(new AbortController().signal, lead)).rejects.toBe(refused)
    expect(read.mock.calls.filter(([{ sql }]) => sql.includes('"build_state" from "district"'))).toHaveLength(1)
    expect((await Promise.all(all.map(now))).map(({ assignee_id }) => assignee_id)).toEqual([leaver, null, null])
    await look()
    expect(await now(all[0] as number)).toMatchObject({ work: 'new', assignee_id: null })
  })

  // The journal writes alarms in the order in which they changed: a transaction that locks several in another order may
  // wait for the journal, and the journal for it.
  it.runIf(engine === 'postgres')('are unassigned one by one, without blocking a change of the user', async () => {
    const leaver = await hired('hurried')
    const [first, second] = [await takenBy(leaver), await takenBy(leaver)]
    let looking: Promise<void> | undefined
    await desk.storage.write(async (trx) => {
      const write = (id: number) => trx.updateTable('thresholdlog').set({ peak: 200 }).where('id', '=', id).execute()
      await write(second)
      await change('PUT', `godbSystemuser/${leaver}`, { disabled: 1 })
      looking = look()
      await expect.poll(async () => (await now(first)).assignee_id, { timeout: upTo(5000) }).toBeNull()
      await write(first)
    })
    await looking
    expect(await now(second)).toMatchObject({ work: 'new', assignee_id: null, peak: 200 })
  })
})
