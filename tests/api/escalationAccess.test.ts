import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const stamp = { alarm_msg: '', created_at: 0, updated_at: 0 }

/** The watcher manages only area 3, which lies in area 2. */
describe.each(engines)('notification settings that reach other areas, on %s', (engine) => {
  let world: WorldApp
  const made = { there: 0, here: 0, roster: 0, escalation: 0 }
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.storage.write((trx) =>
      trx
        .updateTable('systemuser')
        .set({ menu_control: '["4-1-3","4-6-3","4-8-2","4-8-3","4-9-2","4-9-3"]' })
        .where('id', '=', users.watcher)
        .execute(),
    )
    world.platform.sessions.forget(users.watcher)
    const contact = { alarm_phone: '13800000001', project_id: 1 }
    made.there = await ok('godbAlarminfo', { ...contact, alarm_name: '李工', district_id: 2 })
    made.here = await ok('godbAlarminfo', { ...contact, alarm_name: '王工', district_id: 3 })
    made.roster = await ok('alarmRoster', rosterOf(made.there))
    made.escalation = await ok('alarmEscalation', stepsOf({ roster: made.roster }))
    await addRule({ escalation_id: made.escalation })
  })
  afterAll(() => world.dispose())

  const ok = async (api: string, body: object, user: 'super' | 'watcher' = 'super'): Promise<number> => {
    const answer = await world.call(user, 'POST', api, body)
    if (answer.status !== 200) throw new Error(answer.text)
    return (answer.data as { id: number }).id
  }
  const change = async (path: string, body: object, user: 'super' | 'watcher' = 'watcher') => {
    const { status, data } = await world.call(user, 'PUT', path, body)
    return [status, ...Object.keys((data as { fields?: object } | null)?.fields ?? {})]
  }
  const stepsOf = (...steps: object[]) => ({
    name: 'steps',
    project_id: 1,
    steps: JSON.stringify(steps.map((step, at) => ({ after: at + 1, ...step }))),
  })
  const rosterOf = (...people: number[]) => ({
    name: 'roster',
    project_id: 1,
    people: people.join(','),
    every: 1,
    unit: 2,
    handover: '00:00',
    starts: '2026-01-01',
  })
  const standIn = (by: number) => ({ exceptions: JSON.stringify([{ from: 1, until: 2, by }]) })

  /** Adds a rule of an area, over the device there. */
  const addRule = (row: object) =>
    world.platform.storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values({ ...ABOVE_100, enable: 0, ...row, ...stamp })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  const here = { district_id: 3, device_list: String(ids.level) }

  it('cannot be changed by a user with managed areas, except for name and description', async () => {
    const [escalation, roster] = [`alarmEscalation/${made.escalation}`, `alarmRoster/${made.roster}`]
    const both = stepsOf({ roster: made.roster }, { contact: made.here })
    expect(await change(escalation, both)).toEqual([400, 'steps'])
    expect(await change(roster, { people: `${made.there},${made.here}` })).toEqual([400, 'people'])
    expect(await change(roster, standIn(made.here))).toEqual([400, 'exceptions'])
    const later = { steps: JSON.stringify([{ after: 600, roster: made.roster }]) }
    expect(await change(escalation, later)).toEqual([400, 'steps'])
    expect(await change(roster, { starts: '9999-01-01' })).toEqual([400, 'starts'])
    // The user may change names and descriptions.
    expect(await change(escalation, { name: 'up', explained: 'x' })).toEqual([200])
    expect(await change(roster, { name: 'duty', explained: 'x' })).toEqual([200])
    // A user who manages the project may change them; the restricted user may not remove what was added.
    expect(await change(escalation, both, 'super')).toEqual([200])
    expect(await change(roster, standIn(made.here), 'super')).toEqual([200])
    expect(await change(escalation, stepsOf({ contact: made.here }))).toEqual([400, 'steps'])
    expect(await change(roster, { exceptions: null })).toEqual([400, 'exceptions'])
  })

  it('cannot be changed if the user’s own rule also watches devices elsewhere', async () => {
    const escalation = await ok('alarmEscalation', stepsOf({ roster: made.roster }))
    await addRule({ ...here, device_list: `${ids.level},${ids.air}`, escalation_id: escalation })
    expect(await change(`alarmEscalation/${escalation}`, stepsOf({ contact: made.here }))).toEqual([400, 'steps'])
  })

  it('include channels, which such a user cannot turn off', async () => {
    const add = () => ok('alarmChannel', { name: 'push', project_id: 1, kind: 5 })
    const [own, ofRule, ofLimits, ofSteps] = [await add(), await add(), await add(), await add()]
    const escalation = await ok('alarmEscalation', stepsOf({ channel: ofSteps }))
    await addRule({ ...here, alarm_channel: String(own) })
    await addRule({ alarm_channel: `${own + 1000},${ofRule}` })
    await addRule({ limits: JSON.stringify({ 2: 100, tell: { 2: [ofLimits] } }) })
    await addRule({ escalation_id: escalation })
    for (const id of [ofRule, ofLimits, ofSteps]) {
      expect(await change(`alarmChannel/${id}`, { enable: 0 })).toEqual([400, 'enable'])
      expect(await change(`alarmChannel/${id}`, { name: 'renamed', enable: 1 })).toEqual([200])
      expect(await change(`alarmChannel/${id}`, { enable: 0 }, 'super')).toEqual([200])
    }
    expect(await change(`alarmChannel/${own}`, { enable: 0 })).toEqual([200])
  })

  it('cannot be added to a rule that watches devices elsewhere', async () => {
    const channel = await ok('alarmChannel', { name: 'push', project_id: 1, kind: 5 })
    const rule = async (device: number): Promise<string> => {
      const { id } = await addRule({ ...here, device_list: String(device) })
      return `godbThreshold/${id}`
    }
    const [elsewhere, own] = [await rule(ids.air), await rule(ids.level)]
    for (const body of [{ alarm_channel: String(channel) }, { escalation_id: made.escalation }]) {
      expect(await change(elsewhere, body)).toEqual([400, ...Object.keys(body)])
      expect(await change(own, body)).toEqual([200])
    }
    expect(await change(elsewhere, { name: 'renamed' })).toEqual([200])
  })

  it('can be changed if they reach only the user’s areas', async () => {
    const roster = await ok('alarmRoster', rosterOf(made.here), 'watcher')
    const escalation = await ok('alarmEscalation', stepsOf({ roster }), 'watcher')
    await addRule({ ...here, escalation_id: escalation })
    const other = await ok('godbAlarminfo', {
      alarm_name: '张工',
      alarm_phone: '13800000002',
      project_id: 1,
      district_id: 3,
    })
    expect(await change(`alarmEscalation/${escalation}`, stepsOf({ roster }, { contact: other }))).toEqual([200])
    expect(await change(`alarmRoster/${roster}`, { people: `${made.here},${other}` })).toEqual([200])
    expect(await change(`alarmRoster/${roster}`, { people: String(other), every: 2 })).toEqual([200])
    expect(await change(`alarmEscalation/${escalation}`, stepsOf({ contact: other }))).toEqual([200])
  })
})
