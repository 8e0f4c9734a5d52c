import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const stamp = { alarm_msg: '', created_at: 0, updated_at: 0 }

/** The watcher manages area 3 alone, which lies in area 2. */
describe.each(engines)('whom alarms of other areas are told to, on %s', (engine) => {
  let world: WorldApp
  const made = { there: 0, here: 0, roster: 0, escalation: 0 }
  beforeAll(async () => {
    world = await openWorldApp(engine)
    await world.platform.storage.write((trx) =>
      trx
        .updateTable('systemuser')
        .set({ menu_control: '["4-1-3","4-8-2","4-8-3","4-9-2","4-9-3"]' })
        .where('id', '=', users.watcher)
        .execute(),
    )
    world.platform.sessions.forget(users.watcher)
    const contact = { alarm_phone: '13800000001', project_id: 1 }
    made.there = await ok('godbAlarminfo', { ...contact, alarm_name: '李工', district_id: 2 })
    made.here = await ok('godbAlarminfo', { ...contact, alarm_name: '王工', district_id: 3 })
    made.roster = await ok('alarmRoster', rosterOf(made.there))
    made.escalation = await ok('alarmEscalation', stepsOf({ roster: made.roster }))
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values({ ...ABOVE_100, enable: 0, escalation_id: made.escalation, ...stamp })
        .execute(),
    )
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

  it('is not for whoever manages some areas alone to add to', async () => {
    const [escalation, roster] = [`alarmEscalation/${made.escalation}`, `alarmRoster/${made.roster}`]
    const both = stepsOf({ roster: made.roster }, { contact: made.here })
    expect(await change(escalation, both)).toEqual([400, 'steps'])
    expect(await change(roster, { people: `${made.there},${made.here}` })).toEqual([400, 'people'])
    expect(await change(roster, standIn(made.here))).toEqual([400, 'exceptions'])
    // What they tell nobody else by stays theirs to change.
    expect(await change(escalation, { explained: 'x' })).toEqual([200])
    expect(await change(roster, { every: 2 })).toEqual([200])
    // Whoever manages the project may.
    expect(await change(escalation, both, 'super')).toEqual([200])
    expect(await change(roster, standIn(made.here), 'super')).toEqual([200])
  })

  it('is not for them to add to in a rule that watches devices elsewhere', async () => {
    const channel = await ok('alarmChannel', { name: 'push', project_id: 1, kind: 5 })
    const rule = async (device: number): Promise<string> => {
      const row = { ...ABOVE_100, district_id: 3, device_list: String(device), enable: 0, ...stamp }
      const { id } = await world.platform.storage.write((trx) =>
        trx.insertInto('threshold').values(row).returning('id').executeTakeFirstOrThrow(),
      )
      return `godbThreshold/${id}`
    }
    const [elsewhere, own] = [await rule(ids.air), await rule(ids.level)]
    for (const body of [{ alarm_channel: String(channel) }, { escalation_id: made.escalation }]) {
      expect(await change(elsewhere, body)).toEqual([400, ...Object.keys(body)])
      expect(await change(own, body)).toEqual([200])
    }
    expect(await change(elsewhere, { name: 'renamed' })).toEqual([200])
  })

  it('is theirs where their areas alone are told by it', async () => {
    const roster = await ok('alarmRoster', rosterOf(made.here), 'watcher')
    const escalation = await ok('alarmEscalation', stepsOf({ roster }), 'watcher')
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values({ ...ABOVE_100, district_id: 3, enable: 0, escalation_id: escalation, ...stamp })
        .execute(),
    )
    const other = await ok('godbAlarminfo', {
      alarm_name: '张工',
      alarm_phone: '13800000002',
      project_id: 1,
      district_id: 3,
    })
    expect(await change(`alarmEscalation/${escalation}`, stepsOf({ roster }, { contact: other }))).toEqual([200])
    expect(await change(`alarmRoster/${roster}`, { people: `${made.here},${other}` })).toEqual([200])
  })
})
