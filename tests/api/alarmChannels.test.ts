import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { News } from '../../server/alarms/channels/news.ts'
import { dingtalk, feishu, wecom } from '../../server/alarms/channels/robots.ts'
import { BACK_OFF } from '../../server/alarms/channels/send.ts'
import { createDelivery } from '../../server/alarms/delivery.ts'
import { waitAgain } from '../../server/send/again.ts'
import { standIn, type Taken } from '../support/channelService.ts'
import { sendLog } from '../support/sending.ts'
import { engines } from '../support/storage.ts'
import { waitFor } from '../support/waitFor.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const stamp = { created_at: 0, updated_at: 0 }
let measured = Date.now() - 60_000

/** The signature as a receiver computes it. */
const signatureOf = (secret: string, { headers, body }: Taken): string =>
  `sha256=${createHmac('sha256', secret).update(`${headers['x-timestamp']}.${body}`).digest('hex')}`

describe.each(engines)('alarm channels on %s', (engine) => {
  let world: WorldApp
  let service: Awaited<ReturnType<typeof standIn>>
  /** Ids of the channels, by kind. */
  const made: Record<string, number> = {}

  beforeAll(async () => {
    service = await standIn()
    world = await openWorldApp(engine, { NORTH_ALLOW_PRIVATE: 'on', PUBLIC_URL: 'https://env.example.com/' })
    const kinds = [
      ['dingtalk', { kind: 1, secret: 'SECdd', language: 3 }],
      ['wecom', { kind: 2, language: 1 }],
      ['feishu', { kind: 3, secret: 'feishu-secret', language: 2 }],
      ['webhook', { kind: 4, secret: 'hook-secret', language: 3 }],
      ['push', { kind: 5 }],
    ] as const
    for (const [name, more] of kinds) {
      const url = `${service.url}/${name}?access_token=t0k`
      const answer = await world.call('super', 'POST', 'alarmChannel', {
        name,
        project_id: 1,
        ...(more.kind !== 5 && { url }),
        ...more,
      })
      if (answer.status !== 200) throw new Error(answer.text)
      made[name] = (answer.data as { id: number }).id
    }
    await world.platform.storage.write(async (trx) => {
      await trx
        .updateTable('device')
        .set({ positional: JSON.stringify({ maplng: 114.51, maplat: 38.04 }) })
        .where('id', '=', ids.air)
        .execute()
      await trx
        .insertInto('threshold')
        .values({
          ...ABOVE_100,
          name: '超标',
          enable: 1,
          alert_level: 2,
          alarm_msg: '请 <处理> *',
          alarm_channel: Object.values(made).join(','),
          ...stamp,
        })
        .execute()
    })
    await world.platform.registry.changed('threshold', null)
  })
  afterAll(async () => {
    await world.dispose()
    await service.close()
  })
  beforeEach(() => {
    service.taken.length = 0
    Object.assign(service.state, { status: 200, answer: '{"errcode":0,"code":0}' })
  })

  const fire = async (value = 150): Promise<void> => {
    await world.platform.ingest.push(
      [
        { sn: '1869024001', t: ++measured, values: { 1: 1 } },
        { sn: '1869024001', t: ++measured, values: { 1: value } },
      ],
      trusted,
    )
    await world.platform.alarms.settled()
  }
  const at = (name: string): Taken => {
    const found = service.taken.find(({ url }) => url.pathname === `/${name}`)
    if (!found) throw new Error(`nothing was sent to ${name}`)
    return found
  }

  it('never return address or secret, and store the secret encrypted', async () => {
    const { data } = await world.call('super', 'GET', `alarmChannel/${made['dingtalk']}`)
    expect(data).toMatchObject({ name: 'dingtalk', host: new URL(service.url).host })
    expect(JSON.stringify(data)).not.toMatch(/t0k|SECdd/)
    const row = await world.platform.storage.read
      .selectFrom('alarmchannel')
      .select('secret')
      .where('id', '=', made['dingtalk'] ?? 0)
      .executeTakeFirstOrThrow()
    expect(row.secret).not.toContain('SECdd')
  })

  it('send an alarm through every channel, signed, in its language, with content and links', async () => {
    await fire()
    const ding = at('dingtalk')
    const timestamp = ding.url.searchParams.get('timestamp') ?? ''
    expect(Math.abs(Date.now() - Number(timestamp))).toBeLessThan(60_000)
    expect(ding.url.searchParams.get('sign')).toBe(
      createHmac('sha256', 'SECdd').update(`${timestamp}\nSECdd`).digest('base64'),
    )
    expect(ding.url.searchParams.get('access_token')).toBe('t0k')
    const { msgtype, markdown } = JSON.parse(ding.body.toString()) as {
      msgtype: string
      markdown: { title: string; text: string }
    }
    expect(msgtype).toBe('markdown')
    expect(markdown.title).toBe('[Severe] 桥西空气微站 01 · 超标')
    for (const part of ['Node: PM2.5', 'Value: 150 µg/m³', 'PM2.5 ＞ 100 µg/m³', 'Area: 桥西区', 'Since: '])
      expect(markdown.text).toContain(part)
    const rows = (await sendLog(world)).filter(({ alarm_type }) => alarm_type === 5)
    const link = `https://env.example.com/monitor/threoldManage?detail=${rows[0]?.thresholdlog_id}`
    expect(markdown.text).toContain(`[Open the alarm](${link})`)
    expect(markdown.text).toContain('(https://uri.amap.com/marker?position=114.51,38.04&')
    // Text written by users is not interpreted as mark-up.
    expect(markdown.text).toContain('请 ＜处理＞ *')

    // WeCom identifies a robot only by the key in its address.
    expect([...at('wecom').url.searchParams]).toEqual([['access_token', 't0k']])
    const we = JSON.parse(at('wecom').body.toString()) as { msgtype: string; markdown: { content: string } }
    expect(we.msgtype).toBe('markdown')
    const lines = we.markdown.content.split('\n')
    expect(lines).toEqual([
      '**【严重】桥西空气微站 01 · 超标**',
      '> 设备: 桥西空气微站 01',
      '> 节点: PM2.5',
      '> 当前值: 150 µg/m³',
      '> 规则: PM2.5 ＞ 100 µg/m³',
      '> 区域: 桥西区',
      expect.stringMatching(/^> 开始时间: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      '请 ＜处理＞ *',
      expect.stringContaining(`[查看报警](${link}) · [查看地图](https://uri.amap.com/marker?position=114.51,38.04&`),
    ])

    const fei = JSON.parse(at('feishu').body.toString()) as {
      timestamp: string
      sign: string
      msg_type: string
      content: { post: { zh_cn: { title: string; content: { tag: string; text: string; href?: string }[][] } } }
    }
    expect(Math.abs(Date.now() / 1000 - Number(fei.timestamp))).toBeLessThan(60)
    expect(fei.sign).toBe(createHmac('sha256', `${fei.timestamp}\nfeishu-secret`).update('').digest('base64'))
    expect(fei.msg_type).toBe('post')
    expect(fei.content.post.zh_cn.title).toBe('【嚴重】桥西空气微站 01 · 超标')
    expect(fei.content.post.zh_cn.content.flat()).toEqual([
      { tag: 'text', text: '裝置: 桥西空气微站 01' },
      { tag: 'text', text: '節點: PM2.5' },
      { tag: 'text', text: '目前值: 150 µg/m³' },
      { tag: 'text', text: '規則: PM2.5 > 100 µg/m³' },
      { tag: 'text', text: '區域: 桥西区' },
      { tag: 'text', text: expect.stringMatching(/^開始時間: \d{4}-/) },
      { tag: 'text', text: '请 <处理> *' },
      { tag: 'a', text: '檢視警報', href: link },
      { tag: 'a', text: '檢視地圖', href: expect.stringContaining('?position=114.51,38.04&') },
    ])

    const hook = at('webhook')
    const body = hook.body.toString()
    expect(hook.headers['x-signature']).toBe(signatureOf('hook-secret', hook))
    expect(JSON.parse(body)).toMatchObject({
      event: 'alarm.fire',
      link,
      alarm: {
        device_id: 1,
        node: 'PM2.5',
        value: 150,
        limit: 'PM2.5 > 100 µg/m³',
        level: 2,
        area: '桥西区',
        lng: 114.51,
      },
    })

    expect(rows.map(({ send_name, send_ok }) => [send_name, send_ok])).toEqual([
      ['dingtalk', 1],
      ['wecom', 1],
      ['feishu', 1],
      ['webhook', 1],
      ['push', 0],
    ])
  })

  it('fail at once on an error code in the answer, and retry HTTP 503 with back-off until they give up', async () => {
    // A byte order mark before the answer is ignored.
    service.state.answer = '\uFEFF{"errcode":310000,"errmsg":"sign not match","code":0}'
    await fire()
    const last = async (name: string) => (await sendLog(world)).findLast(({ send_name }) => send_name === name)
    expect(await last('dingtalk')).toMatchObject({ send_ok: 0, attempts: 1, next_at: null })
    expect((await last('dingtalk'))?.explained).toContain('sign not match')

    service.state.status = 503
    await fire()
    expect(await last('webhook')).toMatchObject({ send_ok: -1, attempts: 1 })
    const { storage } = world.platform
    // Time passes: each attempt becomes due, and fails.
    for (let attempt = 1; attempt <= BACK_OFF.length; attempt++) {
      expect(await last('webhook')).toMatchObject({ send_ok: -1, attempts: attempt })
      await storage.write((trx) =>
        trx
          .updateTable('alarmsendlog')
          .set({ next_at: 1 })
          .where('send_ok', '=', -1)
          .where('send_ok', '<', 0)
          .execute(),
      )
      // The platform's own delivery, which wakes by itself after the first pause: another one would race with it.
      world.platform.alarms.deliver()
      await world.platform.alarms.settled()
    }
    expect(await last('webhook')).toMatchObject({ send_ok: 0, attempts: BACK_OFF.length + 1, next_at: null })
    const { data } = await world.call('super', 'GET', `alarmChannel/${made['webhook']}/results`)
    expect((data as { explained: string }[])[0]?.explained).toMatch(/^Given up after 6 attempts: .*503/)
    // Both failures of one delivery carry the same id.
    const deliveries = service.taken
      .filter(({ url }) => url.pathname === '/webhook')
      .map(({ headers }) => headers['x-delivery'])
    expect(new Set(deliveries.slice(1)).size).toBe(1)
  })

  it('resend a failed message once when two requests arrive together, and refuse a message never attempted', async () => {
    // The message is refused, and so given up at once.
    service.state.status = 400
    await fire()
    const last = async () => (await sendLog(world)).findLast(({ send_name }) => send_name === 'webhook')
    const failed = await last()
    expect(failed).toMatchObject({ send_ok: 0, attempts: 1 })
    const id = failed?.id ?? 0
    const again = (of = id, user: 'super' | 'manager' = 'super') =>
      world.call(user, 'POST', `alarmSendLog/${of}/again`, {})
    const results = async () =>
      (await world.call('super', 'GET', `alarmChannel/${made['webhook']}/results`)).data as { again: number }[]
    expect((await results())[0]).toMatchObject({ id, again: 1 })
    // The manager lacks the key of records and channels.
    expect((await again(id, 'manager')).status).toBe(403)

    service.state.status = 200
    service.taken.length = 0
    const asked = await Promise.all([again(), again()])
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    // The second caller may still lock the row when the delivery looks for it: then the delivery looks again a tenth of
    // a second later.
    await waitFor(async () => expect(await last()).toMatchObject({ send_ok: 1, attempts: 1, next_at: null }))
    await world.platform.alarms.settled()
    expect(service.taken.map(({ url, headers }) => [url.pathname, headers['x-delivery']])).toEqual([
      ['/webhook', String(id)],
    ])
    expect((await results())[0]).toMatchObject({ id, again: 0 })
    expect((await again()).msg).toBe('Only a message that failed can be sent again')
    const logged = await world.platform.storage.read
      .selectFrom('operationlog')
      .innerJoin('operationdetail', 'operationdetail.operation_id', 'operationlog.id')
      .select(['user_id', 'record_id', 'new_value'])
      .where('field_name', '=', `alarmsendlog ${id}`)
      .execute()
    expect(logged).toEqual([{ user_id: users.super, record_id: failed?.thresholdlog_id, new_value: 'webhook' }])

    // A message to a contact without an address: no delivery was attempted.
    const { id: withheld } = await world.platform.storage.write((trx) =>
      trx
        .insertInto('alarmsendlog')
        .values({
          thresholdlog_id: failed?.thresholdlog_id ?? 0,
          device_id: ids.air,
          alarm_time: Date.now(),
          send_name: 'nobody',
          send_url: '',
          send_data: 'x',
          send_ok: 0,
          alarm_type: 3,
          project_id: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    expect((await again(withheld)).status).toBe(409)
    const listed = await world.call('super', 'GET', `godbAlarmsendlogByThresholdlogId/${failed?.thresholdlog_id}`)
    expect(listed.data).toContainEqual(expect.objectContaining({ id: withheld, again: 0 }))
    // No user has opted in to push: delivery was attempted.
    expect(listed.data).toContainEqual(expect.objectContaining({ send_name: 'push', again: 1 }))
    expect((await again(0)).status).toBe(404)
  })

  it.runIf(engine === 'postgres')('send a message whose row was locked when they looked for it', async () => {
    service.state.status = 400
    await fire()
    const id = (await sendLog(world)).findLast(({ send_name }) => send_name === 'webhook')?.id ?? 0
    service.state.status = 200
    service.taken.length = 0
    const { storage } = world.platform
    await storage.write((trx) => waitAgain(trx, id))
    const delivery = await createDelivery(world.platform)
    try {
      await storage.write(async (trx) => {
        await trx.selectFrom('alarmsendlog').select('id').where('id', '=', id).forUpdate().execute()
        delivery.wake()
        await delivery.settled()
        expect(service.taken).toEqual([])
      })
      await waitFor(() => expect(service.taken.map(({ url }) => url.pathname)).toEqual(['/webhook']))
    } finally {
      await delivery.close()
    }
  })

  it('accept the name of a kind in place of its number, and return the number', async () => {
    const url = `${service.url}/named`
    const body = { name: 'named', project_id: 1, kind: 'webhook', url }
    const created = (await world.call('super', 'POST', 'alarmChannel', body)).data as { id: number }
    expect(created).toMatchObject({ kind: 4, host: new URL(url).host })
    const path = `alarmChannel/${created.id}`
    // Fields that depend on the kind follow the name too: push has no address.
    expect((await world.call('super', 'PUT', path, { kind: 'push' })).data).toMatchObject({ kind: 5, host: '' })
    const refusedAt = async (method: 'POST' | 'PUT', to: string, sent: object): Promise<[number, string[]]> => {
      const { status, data } = await world.call('super', method, to, sent)
      return [status, Object.keys((data as { fields: object }).fields)]
    }
    expect(await refusedAt('PUT', path, { kind: 'feishu' })).toEqual([400, ['url']])
    for (const kind of ['pager', 'constructor', ['webhook']])
      expect(await refusedAt('POST', 'alarmChannel', { ...body, kind })).toEqual([400, ['kind']])
    expect((await world.call('super', 'DELETE', path)).status).toBe(200)
  })

  it('test a channel with the form’s unsaved values', async () => {
    const draft = { project_id: 1, kind: 4, url: `${service.url}/draft`, secret: 'typed', language: 2 }
    const tested = await world.call('super', 'POST', 'alarmChannel/test', draft)
    expect(tested.data).toEqual({ ok: true, explained: 'Sent' })
    expect(at('draft').headers['x-signature']).toBe(signatureOf('typed', at('draft')))
    expect(JSON.parse(at('draft').body.toString())).toMatchObject({
      event: 'alarm.test',
      title: expect.stringContaining('測試'),
    })

    // Fields that were not typed are taken from the stored channel; nothing of the test is saved.
    const path = `alarmChannel/${made['webhook']}/test`
    const edited = await world.call('super', 'POST', path, { kind: 4, url: `${service.url}/edited`, secret: '' })
    expect(edited.data).toEqual({ ok: true, explained: 'Sent' })
    expect(at('edited').headers['x-signature']).toBe(signatureOf('hook-secret', at('edited')))
    await world.call('super', 'POST', path, {})
    expect(at('webhook').url.pathname).toBe('/webhook')

    const refused = await world.call('super', 'POST', 'alarmChannel/test', { ...draft, url: '' })
    expect(refused).toMatchObject({ status: 400, data: { fields: { url: expect.any(String) } } })
    expect((await world.call('stranger', 'POST', 'alarmChannel/test', draft)).status).toBe(403)
  })

  it('list to a user with managed areas only the results of alarms in those areas', async () => {
    const { platform } = world
    await platform.storage.write((trx) =>
      trx.updateTable('systemuser').set({ menu_control: '["4-6-3"]' }).where('id', '=', users.watcher).execute(),
    )
    platform.sessions.forget(users.watcher)
    service.state.status = 400
    await fire()
    const last = (await sendLog(world)).findLast(({ send_name }) => send_name === 'webhook')
    const { id = 0, thresholdlog_id = 0 } = last ?? {}
    const results = async (user: 'super' | 'watcher') =>
      ((await world.call(user, 'GET', `alarmChannel/${made['webhook']}/results`)).data as { id: number }[]).map(
        (row) => row.id,
      )
    const again = () => world.call('watcher', 'POST', `alarmSendLog/${id}/again`, {})
    expect((await results('super'))[0]).toBe(id)
    expect(await results('watcher')).toEqual([])
    expect((await again()).status).toBe(404)

    const digests = await platform.storage.write(async (trx) => {
      await trx.updateTable('thresholdlog').set({ district_id: 3 }).where('id', '=', thresholdlog_id).execute()
      const digest = {
        thresholdlog_id,
        device_id: ids.air,
        alarm_time: Date.now(),
        send_name: 'webhook',
        send_url: '',
        send_data: '2',
        send_ok: 1,
        alarm_type: 5,
        project_id: 1,
        channel_id: made['webhook'] ?? 0,
      }
      // As many digests as a list returns: the message before them is listed even so.
      const messages = ['{"digest":{"since":0}}', ...Array<string>(49).fill('{"zhEN":{"kind":"digest"}}')]
      return trx
        .insertInto('alarmsendlog')
        .values(messages.map((message) => ({ ...digest, message })))
        .returning('id')
        .execute()
    })
    expect((await results('super')).toSorted((a, b) => a - b)).toEqual(digests.map((row) => row.id))
    expect(await results('watcher')).toEqual([id])
    service.state.status = 200
    expect((await again()).status).toBe(200)
    await platform.alarms.settled()
  })

  it('send a test, refuse private addresses, and are closed to users of other projects or with some areas only', async () => {
    const tested = await world.call('super', 'POST', `alarmChannel/${made['webhook']}/test`, {})
    expect(tested.data).toEqual({ ok: true, explained: 'Sent' })
    expect(JSON.parse(at('webhook').body.toString())).toMatchObject({
      event: 'alarm.test',
      title: '[Test] Channel test',
      link: 'https://env.example.com/monitor/threoldManage',
    })
    expect((await world.call('stranger', 'POST', `alarmChannel/${made['webhook']}/test`, {})).status).toBe(403)
    // A user who watches only some areas may not read what is sent there.
    const { platform } = world
    await platform.storage.write((trx) =>
      trx.updateTable('systemuser').set({ menu_control: '["4-6-3"]' }).where('username', '=', 'watcher').execute(),
    )
    platform.sessions.forget(users.watcher)
    const moved = { name: 'webhook', url: `${service.url}/mine` }
    expect(await world.call('watcher', 'PUT', `alarmChannel/${made['webhook']}`, moved)).toMatchObject({
      status: 400,
      data: { fields: { url: 'It reaches into areas that you do not manage' } },
    })
    expect((await world.call('watcher', 'PUT', `alarmChannel/${made['webhook']}`, { name: 'webhook' })).code).toBe(0)
    const closed = await openWorldApp('sqlite')
    try {
      const refused = await closed.call('super', 'POST', 'alarmChannel', {
        name: 'inside',
        project_id: 1,
        kind: 4,
        url: 'http://127.0.0.1/x',
      })
      expect(refused.status).toBe(400)
      expect(refused.data).toHaveProperty('fields.url')
      const named = await closed.call('super', 'POST', 'alarmChannel', {
        name: 'inside',
        project_id: 1,
        kind: 4,
        url: service.url.replace('127.0.0.1', 'localhost'),
      })
      const { id } = named.data as { id: number }
      const answer = await closed.call('super', 'POST', `alarmChannel/${id}/test`, {})
      expect(answer.data).toMatchObject({ ok: false })
    } finally {
      await closed.dispose()
    }
  })
})

describe('chat robots', () => {
  it.each([
    [dingtalk, '{"errcode":130101}', true],
    [dingtalk, '{"errcode":310000}', false],
    [wecom, '{"errcode":45009}', true],
    [wecom, '{"errcode":93000}', false],
    [feishu, '{"code":11232}', true],
    [feishu, '{"code":19021}', false],
    [feishu, 'no json', true],
  ])('retry only when the answer’s error code means busy', (robot, answer, later) => {
    expect(robot.verdict(answer)).toMatchObject({ ok: false, later })
    expect(robot.verdict('{"errcode":0,"StatusCode":0}')).toEqual({ ok: true })
  })

  it('keep the link to the alarm when the text exceeds the size limit', () => {
    const link = { label: '查看报警', url: 'https://env.example.com/monitor/threoldManage?detail=7' }
    const said = '已派人去看'.repeat(400)
    const news: News = { kind: 'tell', title: '请看', lines: [['留言', said]], text: '', link, map: null, alarm: {} }
    const { body } = wecom.request({ url: 'https://robot.example.com/send', secret: null }, news, 0)
    const { content } = (JSON.parse(body) as { markdown: { content: string } }).markdown
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(4096)
    expect(content).toMatch(/^\*\*请看\*\*\n> 留言: 已派人去看/)
    expect(content.endsWith(`…\n[${link.label}](${link.url})`)).toBe(true)
  })
})
