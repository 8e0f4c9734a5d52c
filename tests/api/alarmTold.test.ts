import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifyHeldAlarms } from '../../server/alarms/maintenance/tell.ts'
import { openDesk, SN, type Desk } from '../support/desk.ts'
import { sendLog } from '../support/sending.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'

const MINUTE = 60_000
const SILENCE = 'PM2.5 without data for 10 min'

describe.each(engines)('text of alarm messages on %s', (engine) => {
  let desk: Desk
  let contact = 0
  beforeAll(async () => {
    desk = await openDesk(engine)
    contact = await desk.addContact({ language: 3 })
  })
  afterAll(() => desk.dispose())

  /** Texts of the messages about an alarm, oldest first. */
  const told = async (id: number): Promise<string[]> =>
    (await sendLog(desk.world)).flatMap(({ thresholdlog_id, send_data }) => (thresholdlog_id === id ? [send_data] : []))
  const tellColleague = async (id: number): Promise<void> => {
    const asked = { contacts: [{ id: contact, ways: [1] }], channels: [] }
    expect((await desk.act('manager', id, 'tell', asked)).status).toBe(200)
  }
  /** Adds an escalation that notifies the contact after 10 and 20 minutes. */
  const addEscalation = async (): Promise<number> => {
    const steps = JSON.stringify([10, 20].map((after) => ({ after, contact })))
    const made = await desk.world.call('super', 'POST', 'alarmEscalation', { name: '逐级', project_id: 1, steps })
    return (made.data as { id: number }).id
  }
  /** Simulates two hours without samples; returns the rule, its alarm, and that moment. */
  const fallSilent = async (row: object = {}): Promise<{ rule: number; id: number; at: number }> => {
    const rule = await desk.addRule({ no_data: 10, alarm_phone: String(contact), ...row })
    const at = Date.now() + 120 * MINUTE
    desk.platform.alarms.tick(at)
    await desk.platform.alarms.settled()
    return { rule, id: (await desk.newest(rule)).id, at }
  }

  it('names the silence, in escalation steps and to colleagues, until a value violates the limit', async () => {
    const { rule, id, at } = await fallSilent({ escalation_id: await addEscalation() })
    await desk.platform.alarms.escalate(at + 11 * MINUTE)
    expect((await told(id)).at(-1)).toContain(
      `Not taken for 11 min: 桥西空气微站 01 PM2.5 is at 20 µg/m³ (rule: ${SILENCE})`,
    )
    await tellColleague(id)
    expect((await told(id)).at(-1)).toContain(`Rule ${SILENCE}`)

    await desk.push(SN.air, 150)
    await desk.platform.alarms.escalate(at + 21 * MINUTE)
    expect((await told(id)).at(-1)).toContain('PM2.5 is at 150 µg/m³ (rule: PM2.5 > 100 µg/m³)')
    await desk.drop(rule)
  })

  it('names the silence on recovery and at the end of the maintenance window it began in', async () => {
    const over = await fallSilent({ enable_back: 1, back_msg: 'heard again' })
    await desk.push(SN.air, 20)
    expect((await told(over.id)).at(-1)).toMatch(new RegExp(`has recovered.*heard again.*Rule ${SILENCE}`))
    // A later recipient reads the same rule text as the record shows.
    await tellColleague(over.id)
    expect((await told(over.id)).at(-1)).toContain(`Rule ${(await desk.one(over.id)).limit_text}`)
    await desk.drop(over.rule)

    const now = Date.now()
    const window = { name: '检修', project_id: 1, starts: now - 60 * MINUTE, ends: now + 60 * MINUTE }
    const made = await desk.world.call('super', 'POST', 'alarmMaintenance', { ...window, device_list: String(ids.air) })
    expect(made.status).toBe(200)
    const { rule, id } = await fallSilent()
    expect((await desk.one(id)).suppressed).toBe(1)
    const manner = { timeZone: 'Asia/Shanghai', language: 'zhEN', publicUrl: null } as const
    await notifyHeldAlarms({ ...desk.platform, manner }, window.ends)
    const withheldThenTold = [expect.stringContaining(SILENCE), expect.stringContaining(SILENCE)]
    expect(await told(id)).toEqual(withheldThenTold)
    await desk.drop(rule)
    const { id: opened } = made.data as { id: number }
    expect((await desk.world.call('super', 'DELETE', `alarmMaintenance/${opened}`)).status).toBe(200)
  })

  it('names the level reached, also on recovery, and goes to the channels of that level', async () => {
    const row = { name: '值班群', project_id: 1, kind: 4, enable: 1, language: 3, url: 'http://127.0.0.1:9/x' }
    const { id: channel } = await desk.storage.write((trx) =>
      trx
        .insertInto('alarmchannel')
        .values({ ...row, created_at: 0, updated_at: 0 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const limits = JSON.stringify({ 3: 100, 1: 200, tell: { 1: [channel] } })
    const rule = await desk.addRule({ limits, enable_back: 1, back_msg: 'over' })
    for (const value of [250, 20]) await desk.push(SN.air, value)
    const { id } = await desk.newest(rule)
    const said = (await sendLog(desk.world)).flatMap(({ thresholdlog_id, message }) =>
      thresholdlog_id === id ? [(JSON.parse(message ?? '{}') as { zhEN: { alarm: object } }).zhEN.alarm] : [],
    )
    expect(said).toMatchObject([
      { kind: 'fire', level: 1, limit: 'PM2.5 > 200 µg/m³' },
      { kind: 'recover', level: 1, limit: 'PM2.5 > 200 µg/m³' },
    ])
    await desk.drop(rule)
  })

  it('names the mean that the rule judged last, in an escalation step', async () => {
    const conditions = JSON.stringify({ calc: 'mean', minutes: 1 })
    const row = { device_list: String(ids.level), conditions, escalation_id: await addEscalation() }
    const rule = await desk.addRule(row)
    const begin = desk.next()
    const values = [150, 150, 150, 150, 150, 300]
    for (const [at, value] of values.entries()) await desk.push(SN.level, value, begin + at * 15_000)
    const { id } = await desk.newest(rule)
    await desk.platform.alarms.escalate(Date.now() + 11 * MINUTE)
    // In the last minute three values are 150 and one is 300.
    expect((await told(id)).at(-1)).toContain('PM2.5 is at 187.5 µg/m³ (rule: PM2.5, mean of 1 min > 100 µg/m³)')
    await desk.drop(rule)
  })
})
