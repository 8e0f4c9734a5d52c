import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../../server/app.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { openDesk, type ActAnswer, type Desk, type EpisodeAnswer } from '../support/desk.ts'
import { insertEpisode } from '../support/episode.ts'
import { engines } from '../support/storage.ts'
import { ids, users } from '../support/world.ts'

const HOUR = 3_600_000
const until = Date.now() + HOUR

/** Who acts on an episode of area 2, the status they receive, and whether the episode lies in area 3 instead. */
const LOOKER = 5
const roles = {
  super: { id: users.super, status: 200 },
  manager: { id: users.manager, status: 200 },
  // Sees only area 3, and everything that happens there.
  'watcher of its area': { id: users.watcher, status: 200, area: 3 },
  'watcher of another area': { id: users.watcher, status: 404 },
  'somebody who may look at values alone': { id: LOOKER, status: 403 },
  'stranger of another project': { id: users.stranger, status: 404 },
} as const
type Role = keyof typeof roles

/** The colleague who prepares the episode that the role finds, and the one to whom it is assigned. */
const makerOf = (role: Role): number => (roles[role].id === users.super ? users.manager : users.super)
const otherOf = (role: Role): number => (roles[role].id === users.manager ? users.super : users.manager)

/** Acts of a colleague that bring a new episode into each state. */
const states = {
  new: [],
  acknowledged: [['acknowledge', {}]],
  snoozed: [['snooze', { until }]],
  closed: [['close', { result: 'false_alarm' }]],
  'acknowledged, then closed': [
    ['acknowledge', {}],
    ['close', {}],
  ],
} as const
type State = keyof typeof states

/** A roster on which the manager is on call, and one whose person on call is not a user. */
const rosters = { manned: 0, mute: 0 }

const bodies: Record<string, (role: Role) => object> = {
  acknowledge: () => ({}),
  'assign to oneself': (role) => ({ user_id: roles[role].id }),
  'assign to another': (role) => ({ user_id: otherOf(role) }),
  'assign to nobody': () => ({ user_id: null }),
  'assign to a roster': () => ({ roster_id: rosters.manned }),
  'assign to a roster of no user': () => ({ roster_id: rosters.mute }),
  comment: () => ({ note: 'looked' }),
  'comment with nothing': () => ({}),
  'snooze until a time': () => ({ until: until + HOUR }),
  'snooze until it is worse': () => ({ worse: 1 }),
  'snooze for how long?': () => ({}),
  'snooze into the past': () => ({ until: Date.now() - HOUR }),
  close: () => ({}),
  'close as false alarm': () => ({ result: 'false_alarm' }),
  'close as no such result': () => ({ result: 'nonsense' }),
  reopen: () => ({}),
  undo: () => ({}),
}
type Body = keyof typeof bodies

/** What the episode becomes: state of work, assignee, end of the snooze, result; or the status of a refusal. */
type Becomes =
  | readonly [string, 'me' | 'maker' | 'other' | 'on call' | null, ('until' | 'later' | 'worse')?, string?]
  | 409
  | 400

const LATER = 'later'
const table: Record<State, Record<string, Becomes>> = {
  new: {
    acknowledge: ['acknowledged', 'me'],
    'assign to oneself': ['acknowledged', 'me'],
    'assign to another': ['new', 'other'],
    'assign to nobody': ['new', null],
    'assign to a roster': ['new', 'on call'],
    'assign to a roster of no user': ['new', null],
    comment: ['new', null],
    'comment with nothing': 400,
    'snooze until a time': ['new', null, LATER],
    'snooze until it is worse': ['new', null, 'worse'],
    'snooze for how long?': 400,
    'snooze into the past': 400,
    close: ['closed', null, undefined, 'handled'],
    'close as false alarm': ['closed', null, undefined, 'false_alarm'],
    'close as no such result': 400,
    reopen: 409,
    undo: 409,
  },
  acknowledged: {
    acknowledge: 409,
    'assign to oneself': ['acknowledged', 'me'],
    'assign to another': ['acknowledged', 'other'],
    'assign to nobody': ['new', null],
    'assign to a roster': ['acknowledged', 'on call'],
    'assign to a roster of no user': ['new', null],
    comment: ['acknowledged', 'maker'],
    'comment with nothing': 400,
    'snooze until a time': ['acknowledged', 'maker', LATER],
    'snooze until it is worse': ['acknowledged', 'maker', 'worse'],
    'snooze for how long?': 400,
    'snooze into the past': 400,
    close: ['closed', 'maker', undefined, 'handled'],
    'close as false alarm': ['closed', 'maker', undefined, 'false_alarm'],
    'close as no such result': 400,
    reopen: 409,
    undo: 409,
  },
  snoozed: {
    acknowledge: ['acknowledged', 'me', 'until'],
    'assign to oneself': ['acknowledged', 'me', 'until'],
    'assign to another': ['new', 'other', 'until'],
    'assign to nobody': ['new', null, 'until'],
    'assign to a roster': ['new', 'on call', 'until'],
    'assign to a roster of no user': ['new', null, 'until'],
    comment: ['new', null, 'until'],
    'comment with nothing': 400,
    'snooze until a time': ['new', null, LATER],
    'snooze until it is worse': ['new', null, 'worse'],
    'snooze for how long?': 400,
    'snooze into the past': 400,
    close: ['closed', null, undefined, 'handled'],
    'close as false alarm': ['closed', null, undefined, 'false_alarm'],
    'close as no such result': 400,
    reopen: 409,
    undo: 409,
  },
  closed: {
    acknowledge: 409,
    'assign to oneself': 409,
    'assign to another': 409,
    'assign to nobody': 409,
    'assign to a roster': 409,
    'assign to a roster of no user': 409,
    comment: ['closed', null, undefined, 'false_alarm'],
    'comment with nothing': 400,
    'snooze until a time': 409,
    'snooze until it is worse': 409,
    'snooze for how long?': 409,
    'snooze into the past': 409,
    close: 409,
    'close as false alarm': 409,
    'close as no such result': 409,
    reopen: ['new', null],
    undo: 409,
  },
  'acknowledged, then closed': {
    acknowledge: 409,
    'assign to oneself': 409,
    'assign to another': 409,
    'assign to nobody': 409,
    'assign to a roster': 409,
    'assign to a roster of no user': 409,
    comment: ['closed', 'maker', undefined, 'handled'],
    'comment with nothing': 400,
    'snooze until a time': 409,
    'snooze until it is worse': 409,
    'snooze for how long?': 409,
    'snooze into the past': 409,
    close: 409,
    'close as false alarm': 409,
    'close as no such result': 409,
    reopen: ['acknowledged', 'maker'],
    undo: 409,
  },
}

describe.each(engines)('episode actions by state and role on %s', (engine) => {
  let desk: Desk
  let rule = 0
  let apps: FastifyInstance[] = []
  const closing: (() => Promise<void>)[] = []
  const tokens = new Map<number, string>()
  beforeAll(async () => {
    desk = await openDesk(engine)
    const { platform, world, storage } = desk
    // The rule has a worse level than the alarms.
    rule = await desk.insertRule({ limits: '{"1":200,"3":100}', enable: 0 })
    rosters.manned = await addRoster(await desk.addContact({ user_id: users.manager }))
    rosters.mute = await addRoster(await desk.addContact())
    const looker = { id: LOOKER, username: 'looker', nickname: 'looker', password: '-', super_id: 2, project_id: 1 }
    await storage.write(async (trx) => {
      await trx
        .insertInto('systemuser')
        .values({ ...looker, menu_control: '["2-1"]', created_at: 0, updated_at: 0 })
        .execute()
      await storage.afterExplicitIds(trx, 'systemuser')
    })
    for (const id of [...Object.values(users), LOOKER]) tokens.set(id, await platform.sessions.begin(id, null))
    apps = [world.app, world.app]
    // Only PostgreSQL has a second process; on SQLite two concurrent calls reach the only one.
    if (engine !== 'postgres') return
    const second = await openPlatform(platform.settings, silentLog)
    const app = await build(second)
    apps = [world.app, app]
    closing.push(async () => {
      await app.close()
      await second.close()
    })
  })
  afterAll(async () => {
    for (const close of closing) await close()
    await desk.dispose()
  })

  /** Adds a roster with one person, who is on call for years. */
  const addRoster = async (person: number): Promise<number> => {
    const turns = { every: 99, unit: 2, handover: '00:00', starts: '2026-01-01' }
    const values = { name: '值班', project_id: 1, people: String(person), ...turns, created_at: 0, updated_at: 0 }
    const { id } = await desk.storage.write((trx) =>
      trx.insertInto('alarmroster').values(values).returning('id').executeTakeFirstOrThrow(),
    )
    return id
  }
  const act = async (user: number, id: number, name: string, body: object, app = 0): Promise<ActAnswer> => {
    const url = `/v1/episodes/${id}/${name}`
    const headers = { authorization: `Bearer ${tokens.get(user)}` }
    const answer = await (apps[app] as FastifyInstance).inject({ method: 'POST', url, headers, payload: body })
    return { status: answer.statusCode, ...answer.json<Omit<ActAnswer, 'status'>>() }
  }
  const fresh = (area: number): Promise<number> =>
    insertEpisode(desk.storage, {
      threshold_id: rule,
      device_id: area === 3 ? ids.level : ids.air,
      district_id: area,
      alert_level: 3,
    })
  const now = (id: number): Promise<EpisodeAnswer> => desk.one(id, 'super')
  const areaOf = (role: Role): number => {
    const of = roles[role]
    return 'area' in of ? of.area : 2
  }
  /** Makes an episode and brings it into a state by acts of a colleague of the role. */
  const madeFor = async (role: Role, state: State): Promise<EpisodeAnswer> => {
    const id = await fresh(areaOf(role))
    for (const [name, body] of states[state]) expect((await act(makerOf(role), id, name, body)).status).toBe(200)
    return now(id)
  }
  const said = ({
    work,
    assignee_id,
    snoozed_until,
    result,
  }: Pick<EpisodeAnswer, 'work' | 'assignee_id' | 'snoozed_until' | 'result'>) => ({
    work,
    assignee_id,
    snoozed_until,
    result,
  })
  const expected = (role: Role, [work, whose, snoozed, result]: Exclude<Becomes, number>) => ({
    work,
    assignee_id: {
      me: roles[role].id,
      maker: makerOf(role),
      other: otherOf(role),
      'on call': users.manager,
      nobody: null,
    }[whose ?? 'nobody'],
    snoozed_until: snoozed ? { until, later: until + HOUR, worse: expect.any(Number) }[snoozed] : null,
    result: result ?? null,
  })

  /** Unchanged episodes: every act on them was refused, so the next act to be refused can reuse them. */
  const untouched = new Map<string, EpisodeAnswer>()
  const refusedFor = async (role: Role, state: State, refused: (before: EpisodeAnswer) => Promise<void>) => {
    const kind = [state, areaOf(role), makerOf(role)].join()
    const before = untouched.get(kind) ?? (await madeFor(role, state))
    untouched.delete(kind)
    await refused(before)
    untouched.set(kind, before)
  }
  const isRefused = (becomes: Becomes): becomes is 409 | 400 => typeof becomes === 'number'
  const cases = Object.entries(table).flatMap(([state, row]) =>
    Object.entries(row).map(([name, becomes]) => [state as State, name, becomes] as const),
  )
  // Refusals that depend only on the state are decided from the row read, which is the same on both databases.
  it.each(engine === 'sqlite' ? cases : cases.filter(([, , becomes]) => !isRefused(becomes)))(
    'in state %s, "%s" has the expected result for each role',
    async (state, name, becomes) => {
      expect(Object.keys(table[state])).toEqual(Object.keys(bodies))
      for (const role of Object.keys(roles) as Role[]) {
        const body = (bodies[name as Body] as (role: Role) => object)(role)
        const does = (id: number) => act(roles[role].id, id, name.split(' ')[0] ?? '', body)
        const may = roles[role].status === 200
        if (may && !isRefused(becomes)) {
          const before = await madeFor(role, state)
          const { status, data } = await does(before.id)
          const { timeline, ...after } = await now(before.id)
          expect([role, status]).toEqual([role, 200])
          expect([role, said(data)]).toEqual([role, expected(role, becomes)])
          expect([role, said(after)]).toEqual([role, said(data)])
          expect(timeline.at(-1)).toMatchObject({ kind: name.split(' ')[0], user_id: roles[role].id })
          continue
        }
        // Nothing was changed, and only callers who may see the episode learn its state.
        await refusedFor(role, state, async (before) => {
          const { status, data } = await does(before.id)
          const { timeline, ...after } = await now(before.id)
          expect([role, status]).toEqual([role, may ? becomes : roles[role].status])
          expect([role, said(after), after.version, timeline.length]).toEqual([
            role,
            said(before),
            before.version,
            before.timeline.length,
          ])
          if (status === 409) expect(said(data.current)).toEqual(said(after))
          else expect(JSON.stringify(data ?? null)).not.toContain('device')
        })
      }
    },
  )

  it.each([
    ['acknowledge', {}, 'new'],
    ['assign', { user_id: null }, 'acknowledged'],
    ['comment', { note: 'looked' }, 'closed'],
    ['snooze', { until }, 'acknowledged'],
    ['close', {}, 'snoozed'],
    ['reopen', {}, 'acknowledged, then closed'],
  ] as const)('undo reverts one’s own %s once, and nobody else’s', async (name, body, state) => {
    for (const role of (Object.keys(roles) as Role[]).filter((some) => roles[some].status === 200)) {
      const { id } = roles[role]
      const before = await madeFor(role, state)
      expect((await act(id, before.id, name, body)).status).toBe(200)
      expect((await act(makerOf(role), before.id, 'undo', {})).status).toBe(409)
      const undone = await act(id, before.id, 'undo', {})
      expect([role, undone.status, said(undone.data)]).toEqual([role, 200, said(before)])
      expect(undone.data.note).toBe(before.note)
      expect((await act(id, before.id, 'undo', {})).status).toBe(409)
    }
  })

  it.each([
    ['acknowledge', {}, 'acknowledge', {}, 'new'],
    ['close', {}, 'close', { result: 'false_alarm' }, 'acknowledged'],
    ['assign', { user_id: users.super }, 'assign', { user_id: users.manager }, 'new'],
    ['snooze', { until }, 'close', {}, 'new'],
    ['comment', { note: 'mine' }, 'comment', { note: 'no, mine' }, 'new'],
    ['reopen', {}, 'reopen', {}, 'closed'],
    ['reopen', {}, 'comment', { note: 'why?' }, 'closed'],
  ] as const)(
    'of %s %o and %s %o by two processes at once, one succeeds and the other gets 409',
    async (one, body, other, otherBody, state) => {
      for (let round = 0; round < 4; round++) {
        const before = await madeFor('manager', state)
        const version = before.version
        const answers = await Promise.all([
          act(users.manager, before.id, one, { ...body, version }, 0),
          act(users.super, before.id, other, { ...otherBody, version }, 1),
        ])
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
        const after = await now(before.id)
        const [winner, loser] = answers[0]?.status === 200 ? answers : answers.toReversed()
        expect(winner?.data).toMatchObject({ ...said(after), version: version + 1, note: after.note })
        expect(loser?.data.current).toMatchObject({ ...said(after), version: version + 1, note: after.note })
        expect(after.timeline).toHaveLength(before.timeline.length + 1)
      }
    },
  )

  it.each([
    ['who may only view values', LOOKER],
    ['of other areas', users.watcher],
    ['of another project', users.stranger],
    ['that does not exist', 999],
  ])('assign refuses a user %s', async (_who, user_id) => {
    const { id, version } = await madeFor('manager', 'new')
    expect(await act(users.manager, id, 'assign', { user_id })).toMatchObject({
      status: 400,
      data: { fields: { user_id: expect.any(String) } },
    })
    expect((await now(id)).version).toBe(version)
  })

  it.each(['user_id', 'roster_id'])('assign refuses an invalid id in %s', async (name) => {
    const { id, version } = await madeFor('manager', 'acknowledged')
    for (const given of [true, '7.0', 0])
      expect(await act(users.manager, id, 'assign', { [name]: given })).toMatchObject({
        status: 400,
        data: { fields: { [name]: expect.any(String) } },
      })
    expect((await now(id)).version).toBe(version)
  })

  /** Adds a user who may work on all alarms of the project, until the user is removed. */
  const hired = async (username: string): Promise<number> => {
    const { id } = await desk.storage.write((trx) =>
      trx
        .insertInto('systemuser')
        .values({
          username,
          nickname: username,
          password: '-',
          super_id: 2,
          project_id: 1,
          menu_control: '["2-1","2-3"]',
          created_at: 0,
          updated_at: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    tokens.set(id, await desk.platform.sessions.begin(id, null))
    return id
  }

  it('undo leaves the episode unassigned if its previous assignee lost access', async () => {
    const leaver = await hired('leaver5')
    const { id } = await madeFor('manager', 'new')
    expect((await act(leaver, id, 'acknowledge', {})).status).toBe(200)
    expect((await act(users.manager, id, 'assign', { user_id: users.super })).data).toMatchObject({
      work: 'acknowledged',
    })
    expect((await desk.world.call('super', 'PUT', `godbSystemuser/${leaver}`, { disabled: 1 })).code).toBe(0)
    expect((await now(id)).assignee_id).toBe(users.super)
    const undone = await act(users.manager, id, 'undo', {})
    expect([undone.status, said(undone.data)]).toEqual([
      200,
      { work: 'new', assignee_id: null, snoozed_until: null, result: null },
    ])
  })

  it('assignees lists the users who are allowed to work on all given episodes', async () => {
    const [here, there] = [await fresh(2), await fresh(3)]
    const listed = async (user: number, given: readonly number[] | number | null) => {
      const answer = await (apps[0] as FastifyInstance).inject({
        method: 'POST',
        url: '/v1/episodes/assignees',
        headers: { authorization: `Bearer ${tokens.get(user)}` },
        payload: { ids: given },
      })
      if (answer.statusCode !== 200) return answer.statusCode
      const { data } = answer.json<{ data: { user_ids: number[] } }>()
      // Users other than the world's come and go in tests of their own.
      return data.user_ids.filter((id) => Object.values<number>(users).includes(id))
    }
    for (const user of [users.super, users.manager]) {
      expect(await listed(user, [here])).toEqual([users.super, users.manager])
      expect(await listed(user, [there])).toEqual([users.super, users.manager, users.watcher])
      expect(await listed(user, [here, there])).toEqual([users.super, users.manager])
    }
    for (const id of await listed(users.manager, [there]).then((found) => found as number[]))
      expect((await act(users.manager, there, 'assign', { user_id: id })).status).toBe(200)
    expect(await listed(users.manager, here)).toEqual([users.super, users.manager])
    // As body validation reads a single value as a list where a list is expected, it reads a list of one as its value
    // here.
    expect((await act(users.manager, here, 'assign', { user_id: [users.super] })).data.assignee_id).toBe(users.super)
    // Episodes that the caller may not see are ignored.
    expect(await listed(users.watcher, [here, there, 999_999])).toEqual([users.super, users.manager, users.watcher])
    expect(await listed(users.watcher, [here])).toBe(404)
    expect(await listed(users.stranger, [here, there])).toBe(404)
    expect(await listed(LOOKER, [there])).toBe(403)
    expect(await listed(users.manager, null)).toBe(400)
  })

  it('a batch assign skips episodes that changed since the given versions', async () => {
    const [theirs, free] = [await madeFor('manager', 'new'), await madeFor('manager', 'new')]
    expect((await act(users.super, theirs.id, 'acknowledge', {}, 1)).status).toBe(200)
    const give = async (body: object) => {
      const answer = await (apps[0] as FastifyInstance).inject({
        method: 'POST',
        url: '/v1/episodes/batch',
        headers: { authorization: `Bearer ${tokens.get(users.manager)}` },
        payload: { ids: [theirs.id, free.id], action: 'assign', user_id: users.manager, ...body },
      })
      return answer.json<{ code: number; data: object }>()
    }
    // Null in place of a list is the same as leaving it out.
    for (const ids of [undefined, null])
      expect(await give({ ids })).toMatchObject({ code: 400, data: { fields: { ids: expect.any(String) } } })
    // A single value is read as a list of one, and guards in the same way.
    for (const versions of [[theirs.version], theirs.version]) expect((await give({ versions })).code).toBe(400)
    expect((await give({ ids: theirs.id, versions: theirs.version })).data).toMatchObject([{ code: 409 }])
    expect((await give({ versions: [theirs.version, free.version] })).data).toMatchObject([
      { id: theirs.id, code: 409, episode: { assignee_id: users.super } },
      { id: free.id, code: 0, episode: { assignee_id: users.manager } },
    ])
    expect((await now(theirs.id)).assignee_id).toBe(users.super)
    // Without versions the call accepts each episode as it is.
    for (const versions of [undefined, null])
      expect((await give({ versions })).data).toMatchObject([{ code: 0 }, { code: 0 }])
  })
})
