import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDesk, SN, type Desk } from '../support/desk.ts'
import { engines } from '../support/storage.ts'
import { ids } from '../support/world.ts'

const INBOX = 'https://env.example.com/monitor/threoldManage'

/** Stored text and message of each row, and whether it is a digest. */
const messages: [text: string, message: string | null, digest: boolean][] = [
  ['alarm', JSON.stringify({ title: 'alarm', language: 'zhEN', link: `${INBOX}?detail=1` }), false],
  ['told', JSON.stringify({ title: '"kind":"digest"', link: null }), false],
  ['held', null, false],
  ['mail', JSON.stringify({ kind: 'digest', title: '6', link: null }), true],
  ['mail of before', JSON.stringify({ title: '6', link: INBOX }), true],
  ['robot', JSON.stringify({ zhCN: { kind: 'digest', title: '6' } }), true],
  ['browsers', JSON.stringify({ digest: { since: 0, until: 1, devices: [] } }), true],
]

/** The watcher manages area 3 alone, where the level meter stands. */
describe.each(engines)('digests in the timeline and send log of an alarm on %s', (engine) => {
  let desk: Desk
  let episode: number
  beforeAll(async () => {
    desk = await openDesk(engine)
    const rule = await desk.addRule({ district_id: 3, device_list: String(ids.level) })
    await desk.push(SN.level, 150)
    episode = (await desk.newest(rule)).id
    const row = {
      thresholdlog_id: episode,
      device_id: ids.level,
      alarm_time: Date.now(),
      send_name: 'Wang',
      send_url: 'w@example.com',
      send_ok: 0,
      claimed_at: 1,
      alarm_type: 3,
      project_id: 1,
    }
    await desk.storage.write((trx) =>
      trx
        .insertInto('alarmsendlog')
        .values(messages.map(([send_data, message]) => ({ ...row, send_data, message })))
        .execute(),
    )
  })
  afterAll(() => desk.dispose())

  const all = messages.map(([text]) => text)
  const seen = messages.map(([text, , isDigest]) => (isDigest ? '' : text))
  const sendLog = async (user: 'manager' | 'watcher') =>
    (await desk.world.call(user, 'GET', `godbAlarmsendlogByThresholdlogId/${episode}`)).data as {
      id: number
      send_data: string
    }[]

  it('are shown without their text to a user who manages only some areas', async () => {
    const told = async (user: 'manager' | 'watcher') =>
      ((await desk.one(episode, user)).timeline as { kind: string; text?: string }[]).flatMap(({ kind, text }) =>
        kind === 'message' ? [text] : [],
      )
    expect(await told('manager')).toEqual(all)
    expect(await told('watcher')).toEqual(seen)
    const texts = async (user: 'manager' | 'watcher') => (await sendLog(user)).map(({ send_data }) => send_data)
    expect(await texts('manager')).toEqual(all)
    expect(await texts('watcher')).toEqual(seen)
  })

  it('are returned without their text when such a user resends them', async () => {
    const digest = (await sendLog('manager')).find(({ send_data }) => send_data === 'mail')
    expect(await desk.world.call('watcher', 'POST', `alarmSendLog/${digest?.id}/again`, {})).toMatchObject({
      status: 200,
      data: { id: digest?.id, send_data: '' },
    })
    await desk.platform.alarms.settled()
  })
})
