import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDelivery } from '../../server/alarms/delivery.ts'
import { openDesk, SN, type Desk } from '../support/desk.ts'
import { sendLog } from '../support/sending.ts'
import { engines } from '../support/storage.ts'

const stamp = { created_at: 0, updated_at: 0 }
const GONE = 999_999
const MINUTE = 60_000

describe.each(engines)('recipients that cannot be reached on %s', (engine) => {
  let desk: Desk
  const contacts = { mute: 0, foreign: 0 }
  const channels = { off: 0, foreign: 0, good: 0 }
  beforeAll(async () => {
    desk = await openDesk(engine)
    contacts.mute = await desk.addContact({ alarm_name: '无号', alarm_phone: null })
    contacts.foreign = await desk.addContact({ alarm_name: '外人', project_id: 2 })
    channels.off = await addChannel({ name: '停用群', enable: 0 })
    channels.foreign = await addChannel({ name: '外群', project_id: 2 })
    channels.good = await addChannel({ name: '好群' })
  })
  afterAll(() => desk.dispose())

  const addChannel = async (row: object): Promise<number> => {
    const values = { project_id: 1, kind: 4, enable: 1, language: 0, url: 'http://127.0.0.1:9/x', ...row, ...stamp }
    const { id } = await desk.storage.write((trx) =>
      trx
        .insertInto('alarmchannel')
        .values({ name: '', ...values })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  }
  const newest = async (rule: number): Promise<number> => (await desk.newest(rule)).id
  /** Rows of an alarm's send log: recipient, way and outcome. */
  const rowsOf = async (id: number) =>
    (await sendLog(desk.world))
      .filter(({ thresholdlog_id }) => thresholdlog_id === id)
      .map((row) => [row.send_name, row.alarm_type, row.send_ok, reasonOf(row.explained)])
  const reasonOf = (text: string | null): string | null =>
    text === null ? null : (JSON.parse(text) as { key: string }).key

  it('are logged with the reason once per decision, in the reader’s language', async () => {
    const rule = await desk.addRule({
      alarm_phone: [contacts.mute, contacts.foreign, GONE].join(','),
      alarm_channel: [channels.off, channels.foreign, GONE].join(','),
    })
    // Many samples of one alarm cause a single decision.
    for (const value of [150, 151, 152, 153]) await desk.push(SN.air, value)
    const id = await newest(rule)
    expect(await rowsOf(id)).toEqual([
      ['无号', 1, 0, 'error.alarm.noAddress'],
      [`#${contacts.foreign}`, 1, 0, 'error.untold.contactForeign'],
      [`#${GONE}`, 1, 0, 'error.untold.contactGone'],
      ['停用群', 5, 0, 'error.channel.off'],
      [`#${channels.foreign}`, 5, 0, 'error.untold.channelForeign'],
      [`#${GONE}`, 5, 0, 'error.untold.channelGone'],
    ])
    const said = async (language: string): Promise<(string | undefined)[]> => {
      const answer = await desk.world.app.inject({
        url: `/v1/episodes/${id}`,
        headers: { authorization: `Bearer ${desk.world.tokens.manager}`, 'accept-language': language },
      })
      const { timeline } = answer.json<{ data: { timeline: { kind: string; reason?: string; text?: string }[] } }>()
        .data
      const told = timeline.filter(({ kind }) => kind === 'message')
      for (const { text } of told) expect(text).toContain('PM2.5')
      return told.map(({ reason }) => reason).slice(3)
    }
    expect(await said('zh-CN')).toEqual(['该渠道已停用', '该渠道属于其他项目', '该渠道已删除'])
    expect(await said('zh-TW')).toEqual(['該管道已停用', '該管道屬於其他專案', '該管道已刪除'])
    expect(await said('en')).toEqual([
      'The channel is turned off',
      'The channel belongs to another project',
      'The channel is gone',
    ])
    // The other project does not learn of it: its channel has no message of this alarm.
    const results = (channel: number) => desk.world.call('super', 'GET', `alarmChannel/${channel}/results`)
    expect((await results(channels.foreign)).data).toEqual([])
    expect((await results(channels.off)).data).toMatchObject([{ thresholdlog_id: id, send_ok: 0 }])
    await desk.drop(rule)
  })

  it('are logged when a channel is turned off or moved between decision and delivery', async () => {
    const rule = await desk.addRule({ alarm_channel: String(channels.good) })
    await desk.push(SN.air, 150)
    const id = await newest(rule)
    const attempt = async (row: object): Promise<unknown[][]> => {
      await desk.storage.write(async (trx) => {
        await trx.updateTable('alarmchannel').set(row).where('id', '=', channels.good).execute()
        await trx
          .updateTable('alarmsendlog')
          .set({ send_ok: -1, next_at: null })
          .where('thresholdlog_id', '=', id)
          .execute()
      })
      const delivery = await createDelivery(desk.platform)
      delivery.wake()
      await delivery.settled()
      await delivery.close()
      return rowsOf(id)
    }
    expect(await attempt({ enable: 0 })).toEqual([['好群', 5, 0, 'error.channel.off']])
    expect(await attempt({ enable: 1, project_id: 2 })).toEqual([['好群', 5, 0, 'error.untold.channelForeign']])
    await desk.drop(rule)
  })

  it('are logged for each escalation step that reaches nobody, and the next steps continue', async () => {
    const add = async (api: string, body: object): Promise<number> => {
      const answer = await desk.world.call('super', 'POST', api, body)
      if (answer.status !== 200) throw new Error(answer.text)
      return (answer.data as { id: number }).id
    }
    const on = await desk.addContact({ alarm_name: '李工' })
    const roster = await add('alarmRoster', {
      name: '夜班',
      project_id: 1,
      people: String(on),
      every: 1,
      unit: 2,
      handover: '00:00',
      starts: '9999-01-01',
    })
    const escalation = await add('alarmEscalation', {
      name: '逐级',
      project_id: 1,
      steps: JSON.stringify([
        { after: 10, roster },
        { after: 20, contact: contacts.mute },
        { after: 30, channel: channels.off },
        { after: 40, level: 1 },
      ]),
    })
    const rule = await desk.addRule({ escalation_id: escalation })
    await desk.push(SN.air, 150)
    const id = await newest(rule)
    const begun = Date.now()
    for (const minutes of [11, 21, 31, 41]) {
      await desk.platform.alarms.escalate(begun + minutes * MINUTE)
      // A repeated call at the same moment decides nothing again.
      await desk.platform.alarms.escalate(begun + minutes * MINUTE)
    }
    expect(await rowsOf(id)).toEqual([
      ['夜班', 1, 0, 'error.episode.nobodyOnCall'],
      ['无号', 1, 0, 'error.alarm.noAddress'],
      ['停用群', 5, 0, 'error.channel.off'],
      ['rule', 1, 0, 'error.untold.nobodyAtLevel'],
    ])
    const { timeline } = await desk.one(id)
    expect(timeline.filter(({ kind }) => kind === 'escalate')).toMatchObject([
      { name: '夜班', person: null, count: 0 },
      { name: '无号', count: 0 },
      { name: '停用群', count: 0 },
      { level: 1, count: 0 },
    ])
    await desk.drop(rule)
  })

  it('are logged for a step whose roster, contact or channel was deleted or belongs to another project', async () => {
    const { id: foreign } = await desk.storage.write((trx) =>
      trx
        .insertInto('alarmroster')
        .values({
          name: '外组',
          project_id: 2,
          people: String(contacts.foreign),
          every: 1,
          unit: 1,
          handover: '08:00',
          starts: '2026-01-01',
          ...stamp,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const steps = [
      { after: 1, roster: GONE },
      { after: 2, contact: GONE },
      { after: 3, contact: contacts.foreign },
      { after: 4, channel: GONE },
      { after: 5, roster: foreign },
    ]
    const { id: escalation } = await desk.storage.write((trx) =>
      trx
        .insertInto('alarmescalation')
        .values({ name: '旧', project_id: 1, steps: JSON.stringify(steps), ...stamp })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const rule = await desk.addRule({ escalation_id: escalation })
    await desk.push(SN.air, 150)
    const id = await newest(rule)
    const begun = Date.now()
    for (const minutes of [2, 3, 4, 5, 6]) await desk.platform.alarms.escalate(begun + minutes * MINUTE)
    expect(await rowsOf(id)).toEqual([
      [`#${GONE}`, 1, 0, 'error.untold.rosterGone'],
      [`#${GONE}`, 1, 0, 'error.untold.contactGone'],
      [`#${contacts.foreign}`, 1, 0, 'error.untold.contactForeign'],
      [`#${GONE}`, 5, 0, 'error.untold.channelGone'],
      // The roster's name must not appear in this project's log.
      [`#${foreign}`, 1, 0, 'error.untold.rosterForeign'],
    ])
    await desk.drop(rule)
  })
})
