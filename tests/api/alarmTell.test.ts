import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const stamp = { created_at: 0, updated_at: 0 }

describe.each(engines)('sharing an alarm with colleagues on %s', (engine) => {
  let world: WorldApp
  let episode = 0
  let rule = 0
  beforeAll(async () => {
    world = await openWorldApp(engine, { ALARM_LANG: 'zhCN', PUBLIC_URL: 'https://env.example.com' })
    const { storage, registry, sessions, alarms, ingest } = world.platform
    await alarms.settled()
    const contact = { project_id: 1, district_id: 2, ...stamp }
    rule = await storage.write(async (trx) => {
      await trx
        .updateTable('systemuser')
        .set({ menu_control: '["2-1","2-3"]' })
        .where('id', 'in', [users.manager, users.watcher, users.stranger])
        .execute()
      await trx
        .updateTable('device')
        .set({ positional: JSON.stringify({ maplng: 114.5, maplat: 38.04 }) })
        .where('id', '=', ids.air)
        .execute()
      await trx
        .insertInto('alarminfo')
        .values([
          { id: 1, alarm_name: '王工', alarm_phone: '13800000000', alarm_email: 'w@example.com', ...contact },
          { id: 2, alarm_name: '空', alarm_phone: '', alarm_email: null, ...contact },
          { id: 3, alarm_name: '李工', alarm_phone: null, alarm_email: 'l@example.com', ...contact, district_id: 3 },
          { id: 4, alarm_name: '别家', alarm_email: 'x@example.com', alarm_phone: null, ...contact, project_id: 2 },
        ])
        .execute()
      const channel = { kind: 4, url: 'http://127.0.0.1:9/x', ...stamp }
      await trx
        .insertInto('alarmchannel')
        .values([
          { id: 1, name: '值班群', project_id: 1, enable: 1, language: 3, ...channel },
          { id: 2, name: '停用', project_id: 1, enable: 0, language: 0, ...channel },
          { id: 3, name: '别家', project_id: 2, enable: 1, language: 0, ...channel },
        ])
        .execute()
      const row = {
        ...ABOVE_100,
        name: '超标',
        alarm_interval: 0,
        alert_level: 2,
        enable: 1,
        alarm_msg: '请查看',
        ...stamp,
      }
      return (await trx.insertInto('threshold').values(row).returning('id').executeTakeFirstOrThrow()).id
    })
    for (const id of [users.manager, users.watcher, users.stranger]) sessions.forget(id)
    await registry.changed('threshold', rule)
    await ingest.push([{ sn: '1869024001', t: Date.now() - 5000, values: { 1: 150 } }], { kind: 'trusted' })
    await alarms.settled()
    episode = (await storage.read.selectFrom('thresholdlog').select('id').executeTakeFirstOrThrow()).id
  })
  afterAll(() => world.dispose())

  const tell = (body: object, user: keyof typeof users | null = 'manager') =>
    world.call(user, 'POST', `episodes/${episode}/tell`, body) as Promise<{
      status: number
      data: { id: number; fields: Record<string, string> }
    }>
  const sent = () => world.platform.storage.read.selectFrom('alarmsendlog').selectAll().orderBy('id').execute()

  it('lists the allowed contacts and channels without their addresses', async () => {
    const { data, text } = await world.call('manager', 'GET', `episodes/${episode}/tell`)
    expect(data).toEqual({
      contacts: [
        { id: 1, name: '王工', ways: [1, 3] },
        { id: 3, name: '李工', ways: [3] },
      ],
      channels: [{ id: 1, name: '值班群', kind: 4 }],
      pictures: true,
    })
    expect(text).not.toMatch(/example\.com|13800000000|127\.0\.0\.1/)
    expect((await world.call('stranger', 'GET', `episodes/${episode}/tell`)).status).toBe(404)
    // The watcher sees only area 3.
    expect((await world.call('watcher', 'GET', `episodes/${episode}/tell`)).status).toBe(404)
  })

  it('sends once for repeated and concurrent requests with the same key', async () => {
    const before = (await sent()).length
    const body = { contacts: [{ id: 1, ways: [3] }], channels: [], key: 'k-1' }
    const answers = [...(await Promise.all([tell(body), tell(body)])), await tell(body)]
    expect(answers.map(({ status, data }) => [status, data.id])).toEqual(answers.map(() => [200, episode]))
    expect((await sent()).length).toBe(before + 1)
    await tell({ ...body, key: 'k-2' })
    expect((await sent()).length).toBe(before + 2)
    // An idempotency key identifies one action.
    expect((await world.call('manager', 'POST', `episodes/${episode}/comment`, { note: 'x', key: 'k-2' })).status).toBe(
      400,
    )
    await world.platform.storage.write(async (trx) => {
      for (const table of ['alarmsendlog', 'episodeact', 'outbox'] as const) await trx.deleteFrom(table).execute()
    })
  })

  it('sends value, limit, note, link and map by the chosen channels, and adds them to timeline and send log', async () => {
    const before = (await sent()).length
    const answer = await tell({ contacts: [{ id: 1, ways: [3] }], channels: [1], note: '帮忙看看' })
    expect(answer).toMatchObject({ status: 200, data: { id: episode } })
    await world.platform.alarms.settled()
    const [mail, channel] = (await sent()).slice(before)
    expect(mail).toMatchObject({ alarm_type: 3, send_name: '王工', send_url: 'w@example.com', device_id: ids.air })
    expect(mail?.send_data.split('\n')).toEqual([
      '【manager 请您查看】桥西空气微站 01 · 超标',
      '设备: 桥西空气微站 01',
      '节点: PM2.5',
      '当前值: 150 µg/m³',
      '规则: PM2.5 > 100 µg/m³',
      '区域: 桥西区',
      expect.stringMatching(/^开始时间: \d{4}-/),
      '留言: 帮忙看看',
      '请查看',
      `https://env.example.com/monitor/threoldManage?detail=${episode}`,
      expect.stringContaining('114.5,38.04'),
    ])
    expect(channel).toMatchObject({ alarm_type: 5, channel_id: 1, send_name: '值班群' })
    expect(JSON.parse(channel?.message ?? '{}')).toMatchObject({
      zhEN: { kind: 'tell', title: '[manager asks you to look] 桥西空气微站 01 · 超标', alarm: { value: 150 } },
    })
    // The message was sent like any other mail, under its own title.
    const { subject } = await world.platform.storage.read
      .selectFrom('outbox')
      .select('subject')
      .executeTakeFirstOrThrow()
    expect(subject).toBe('【manager 请您查看】桥西空气微站 01 · 超标')
    const { timeline } = (await world.call('manager', 'GET', `episodes/${episode}`)).data as {
      timeline: { kind: string; name?: string; channel_kind?: number }[]
    }
    expect(timeline.find(({ kind }) => kind === 'tell')).toMatchObject({
      user_name: 'manager',
      name: '王工, 值班群',
      count: 2,
      note: '帮忙看看',
    })
    const messages = timeline.filter(({ kind }) => kind === 'message')
    expect(messages.map(({ name, channel_kind }) => [name, channel_kind])).toEqual([
      ['王工', undefined],
      ['值班群', 4],
    ])
  })

  it('attaches the curve as a picture, and keeps a text message on one line without it', async () => {
    const before = (await sent()).length
    const picture = '/upload/0123456789abcdef.png'
    const address = `https://env.example.com${picture}`
    const said = { contacts: [{ id: 1, ways: [1, 3] }], channels: [1], note: '看曲线\n请回电', picture }
    expect((await tell(said)).status).toBe(200)
    const [text, mail, channel] = (await sent()).slice(before)
    expect(text?.send_data).toMatch(
      /^【manager 请您查看】.*；节点 PM2\.5；.*；留言 看曲线 请回电；请查看 https:\S+=\d+$/,
    )
    expect(mail?.send_data.split('\n')).toContain(`曲线图片: ${address}`)
    expect(JSON.parse(channel?.message ?? '{}')).toMatchObject({
      zhEN: { picture: { label: 'Curve as a picture', url: address } },
    })
    const { timeline } = (await world.call('manager', 'GET', `episodes/${episode}`)).data as {
      timeline: { kind: string; picture?: string }[]
    }
    expect(timeline.findLast(({ kind }) => kind === 'tell')?.picture).toBe(picture)
  })

  it('refuses invalid or foreign recipients with 400 or 404, and then sends nothing', async () => {
    const before = (await sent()).length
    const refused = async (body: object, field: string) => {
      const { status, data } = await tell(body)
      expect([status, Object.keys(data.fields)]).toEqual([400, [field]])
    }
    await refused({}, 'contacts')
    await refused({ contacts: [{ id: 1, ways: [] }] }, 'contacts')
    await refused({ contacts: [{ id: 1, ways: [2] }] }, 'contacts')
    await refused(
      {
        contacts: [
          { id: 1, ways: [3] },
          { id: 4, ways: [3] },
        ],
      },
      'contacts',
    )
    await refused({ contacts: [{ id: 2, ways: [1] }] }, 'contacts')
    await refused({ channels: [1, 2] }, 'channels')
    await refused({ channels: [3] }, 'channels')
    // A single value is read as a list of one, not as an empty list.
    await refused({ contacts: [{ id: 1, ways: [3] }], channels: 3 }, 'channels')
    await refused({ contacts: [{ id: 1, ways: 3 }], channels: [3] }, 'channels')
    await refused({ channels: [1], note: 'x'.repeat(501) }, 'note')
    // Only pictures stored on this platform are accepted.
    await refused({ channels: [1], picture: 'https://elsewhere.example/x.png' }, 'picture')
    expect((await tell({ channels: [1] }, 'stranger')).status).toBe(404)
    expect((await tell({ channels: [1] }, 'watcher')).status).toBe(404)
    expect((await tell({ channels: [1] }, null)).status).toBe(401)
    expect(await sent()).toHaveLength(before)
  })

  it('offers a picture only if PUBLIC_URL or SMTP is configured', async () => {
    const { settings } = world.platform
    const pictures = async () =>
      ((await world.call('manager', 'GET', `episodes/${episode}/tell`)).data as { pictures: boolean }).pictures
    const { publicUrl, smtpUrl } = settings
    try {
      expect(await pictures()).toBe(true)
      Object.assign(settings, { publicUrl: null })
      expect(await pictures()).toBe(false)
      Object.assign(settings, { smtpUrl: 'smtp://127.0.0.1:9' })
      expect(await pictures()).toBe(true)
    } finally {
      Object.assign(settings, { publicUrl, smtpUrl })
    }
  })

  it('sends value, limit and text stored in the episode after its rule was deleted', async () => {
    const { storage, registry } = world.platform
    await storage.write((trx) => trx.deleteFrom('threshold').where('id', '=', rule).execute())
    await registry.changed('threshold', rule)
    const before = (await sent()).length
    expect((await tell({ contacts: [{ id: 1, ways: [3] }], channels: [1] })).status).toBe(200)
    const [mail, channel] = (await sent()).slice(before)
    const lines = mail?.send_data.split('\n') ?? []
    expect(lines[0]).toBe('【manager 请您查看】桥西空气微站 01 · 超标')
    for (const line of ['节点: PM2.5', '当前值: 150 µg/m³', '规则: PM2.5 > 100 µg/m³', '区域: 桥西区', '请查看'])
      expect(lines).toContain(line)
    expect(JSON.parse(channel?.message ?? '{}')).toMatchObject({
      zhEN: { alarm: { value: 150, unit: 'µg/m³', limit: 'PM2.5 > 100 µg/m³', rule: '超标', level: 2 } },
    })
  })
})
