import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDesk, SN, type ActAnswer, type Desk } from '../support/desk.ts'
import { engines } from '../support/storage.ts'

describe.each(engines)('repeated episode action with the same key on %s', (engine) => {
  let desk: Desk
  let rule = 0
  let id = 0
  beforeAll(async () => {
    desk = await openDesk(engine)
  })
  afterAll(() => desk.dispose())
  beforeEach(async () => {
    if (rule !== 0) await desk.drop(rule)
    rule = await desk.addRule()
    await desk.push(SN.air, 150)
    id = (await desk.newest(rule)).id
  })

  const acts = async (kind: string): Promise<number> =>
    (await desk.one(id)).timeline.filter((moment) => moment.kind === kind).length
  /** The answer without the duration, which grows meanwhile. */
  const stable = ({ status, data }: ActAnswer) => ({ status, data: { ...data, duration: 0 } })

  it('is performed once, and returns the same answer', async () => {
    const { version } = await desk.one(id)
    for (const [act, body] of [
      ['comment', { note: '等厂家', key: 'a-1' }],
      ['acknowledge', { version: version + 1, key: 'a-2' }],
      ['snooze', { until: Date.now() + 3_600_000, key: 'a-3' }],
      ['close', { result: 'handled', key: 'a-4' }],
      ['reopen', { key: 'a-5' }],
      ['undo', { key: 'a-6' }],
    ] as const) {
      const first = await desk.act('manager', id, act, body)
      expect(first.status, act).toBe(200)
      // The version in the request is stale by now.
      expect(stable(await desk.act('manager', id, act, body)), act).toEqual(stable(first))
      expect(await acts(act), act).toBe(1)
    }
  })

  it('is performed once when sent three times concurrently', async () => {
    const { version } = await desk.one(id)
    const body = { version, key: 'twice' }
    const answers = await Promise.all([1, 2, 3].map(() => desk.act('manager', id, 'acknowledge', body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await acts('acknowledge')).toBe(1)
    expect((await desk.one(id)).version).toBe(version + 1)
  })

  it('returns the current episode when another user acted meanwhile', async () => {
    const body = { note: 'x', key: 'b-1' }
    const { data } = await desk.act('manager', id, 'comment', body)
    await desk.act('super', id, 'close')
    expect(await desk.act('manager', id, 'comment', body)).toMatchObject({
      status: 200,
      data: { work: 'closed', version: data.version + 1 },
    })
    expect(await acts('comment')).toBe(1)
  })

  it('is performed once in each row of a batch, also when the first batch lacked a row', async () => {
    const body = { ids: [id], action: 'comment', note: 'y', key: 'c-1' }
    const batch = () =>
      desk.world.call('manager', 'POST', 'episodes/batch', body) as unknown as Promise<{ data: object[] }>
    const first = await batch()
    expect(first.data).toMatchObject([{ id, code: 0 }])
    const { version } = await desk.one(id)
    // A second row that the first call did not include.
    const other = await desk.addRule({ params_x: 101 })
    await desk.push(SN.air, 150)
    const more = (await desk.newest(other)).id
    body.ids.push(more)
    expect((await batch()).data).toMatchObject([
      { id, code: 0, episode: { version } },
      { id: more, code: 0, episode: { note: 'y' } },
    ])
    expect(await acts('comment')).toBe(1)
    await desk.drop(other)
  })

  it('is a separate action for another user or episode and without a key, and gets 404 without access', async () => {
    const body = { note: 'z', key: 'd-1' }
    await desk.act('manager', id, 'comment', body)
    await desk.act('super', id, 'comment', body)
    expect(await acts('comment')).toBe(2)
    for (const _ of [1, 2]) await desk.act('manager', id, 'comment', { note: 'z' })
    expect(await acts('comment')).toBe(4)
    // A caller who may not see the episode learns nothing through a key.
    expect((await desk.act('stranger', id, 'comment', body)).status).toBe(404)
    const other = await desk.addRule({ params_x: 101 })
    await desk.push(SN.air, 150)
    const more = (await desk.newest(other)).id
    expect((await desk.act('manager', more, 'comment', body)).status).toBe(200)
    expect((await desk.one(more)).timeline.map(({ kind }) => kind)).toContain('comment')
    await desk.drop(other)
  })

  it('is refused with an invalid key or the key of another action', async () => {
    await desk.act('manager', id, 'comment', { note: 'z', key: 'e-1' })
    for (const key of ['e-1', 'x'.repeat(101), 'a b', '\u0000'])
      expect(await desk.act('manager', id, 'acknowledge', { key }), key).toMatchObject({
        status: 400,
        data: { fields: { key: expect.any(String) } },
      })
    expect(await acts('acknowledge')).toBe(0)
    // The key of a refused call remains free for the intended action.
    expect((await desk.act('manager', id, 'acknowledge', { key: 'e-2' })).status).toBe(200)
  })
})
