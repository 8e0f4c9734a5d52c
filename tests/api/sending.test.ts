import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { wechatApi } from '../../server/send/wechat.ts'
import { mailOf, remaining, sendLog, setSms, stub } from '../support/sending.ts'
import { engines } from '../support/storage.ts'
import { ABOVE_100, ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const
const stamp = { created_at: 0, updated_at: 0 }
const SN = '1869024001'

/** Adds a rule over one device, with contacts on every channel. */
async function ruleWithContacts({ platform }: WorldApp, row: object = {}): Promise<void> {
  await platform.storage.write(async (trx) => {
    const contact = { project_id: 1, district_id: 2, ...stamp }
    await trx
      .insertInto('alarminfo')
      .values([
        {
          ...contact,
          id: 1,
          alarm_name: '张工',
          alarm_phone: '13800000001',
          alarm_email: 'zhang@example.org',
          alarm_wechat: 'openid-1',
        },
        { ...contact, id: 2, alarm_name: '李工', alarm_phone: null, alarm_email: null, alarm_wechat: null },
        {
          ...contact,
          id: 3,
          alarm_name: '外人',
          alarm_phone: '13800000003',
          alarm_email: 'x@example.org',
          alarm_wechat: 'openid-3',
          project_id: 2,
        },
      ])
      .execute()
    await trx
      .insertInto('threshold')
      .values({
        ...ABOVE_100,
        name: '超标',
        enable: 1,
        alarm_msg: '请处理',
        alarm_phone: '1,2,3',
        alarm_phone_mb: 1,
        alarm_phone_qm: 1,
        alarm_email: '1',
        alarm_wechat: '1',
        alarm_wechat_mb: 1,
        ...row,
        ...stamp,
      })
      .execute()
    for (const table of ['alarminfo', 'threshold'] as const) await platform.storage.afterExplicitIds(trx, table)
  })
  await platform.registry.changed('threshold', null)
}

/** Time of the last value; each value has a time of its own. */
let measured = Date.now() - 60_000

const fire = async ({ platform }: WorldApp): Promise<void> => {
  await platform.ingest.push(
    [
      { sn: SN, t: ++measured, values: { 1: 1 } },
      { sn: SN, t: ++measured, values: { 1: 150 } },
    ],
    trusted,
  )
  await platform.alarms.settled()
}

describe.each(engines)('alarm message sending on %s', (engine) => {
  it('puts messages without a configured service into the outbox and logs the reason in the reader’s language', async () => {
    const world = await openWorldApp(engine)
    try {
      await ruleWithContacts(world)
      await fire(world)
      const outbox = await world.call('super', 'GET', 'outbox?page_size=2&current=1')
      expect((outbox.data as { total: number }).total).toBe(3)
      expect((outbox.data as { list: unknown[] }).list).toHaveLength(2)
      expect((await world.call('manager', 'GET', 'outbox')).status).toBe(403)
      expect((await world.call(null, 'GET', 'outbox')).status).toBe(401)
      const rows = (await world.call('super', 'GET', 'godbAlarmsendlogByThresholdlogId/1')).data as {
        send_name: string
        alarm_type: number
        send_ok: number
        explained: { String: string }
      }[]
      for (const row of rows) expect(row).not.toHaveProperty('claimed_at')
      expect(rows.map((row) => [row.send_name, row.alarm_type, row.send_ok, row.explained.String])).toEqual([
        ['张工', 1, 0, 'No text message service is configured; the message is in the outbox'],
        ['李工', 1, 0, 'This contact has no address for this channel'],
        ['#3', 1, 0, 'The contact belongs to another project'],
        ['张工', 2, 0, 'No WeChat account is configured; the message is in the outbox'],
        ['张工', 3, 0, 'No mail server is configured; the message is in the outbox'],
      ])
      const inChinese = await world.app.inject({
        url: '/v1/godbAlarmsendlogByThresholdlogId/1',
        headers: { 'accept-language': 'zh-CN', authorization: `Bearer ${world.tokens.super}` },
      })
      expect(inChinese.json<{ data: object[] }>().data[0]).toMatchObject({
        explained: { String: '未配置短信接口，消息已存入发件箱' },
      })
    } finally {
      await world.dispose()
    }
  })

  it('retries a text message while the service fails, and restores the quota when it is refused', async () => {
    const bodies: unknown[] = []
    const statuses = [500, 503, 200, 403]
    const sms = await stub((_request, body) => ({ status: statuses[bodies.push(body) - 1] ?? 200 }))
    const world = await openWorldApp(engine, { SMS_URL: sms.url })
    try {
      await ruleWithContacts(world, { alarm_phone: '1', alarm_email: null, alarm_wechat: null })
      await setSms(world, 5)
      await fire(world)
      expect(bodies).toHaveLength(3)
      expect(bodies[0]).toEqual({
        phone: '13800000001',
        content: expect.stringContaining('请处理'),
        template: 'SMS_ALARM',
        sign: '环境监测',
      })
      expect(await remaining(world)).toBe(4)
      await fire(world)
      expect(bodies).toHaveLength(4)
      expect(await remaining(world)).toBe(4)
      expect(
        (await sendLog(world)).map((row) => [row.send_ok, (JSON.parse(row.explained ?? '{}') as { key: string }).key]),
      ).toEqual([
        [1, 'error.alarm.sent'],
        [0, 'error.alarm.failed'],
      ])
    } finally {
      await world.dispose()
      await sms.close()
    }
  })

  it('never exceeds a project’s text message quota with simultaneous alarms', async () => {
    let taken = 0
    const sms = await stub(() => ({ status: (taken++, 200) }))
    const world = await openWorldApp(engine, { SMS_URL: sms.url })
    try {
      await setSms(world, 7)
      await ruleWithContacts(world, { enable: 0, alarm_phone: null })
      const rule = {
        project_id: 1,
        district_id: 2,
        device_list: String(ids.air),
        nodemap_id: ids.pm,
        com_oper: 0,
        params_x: 100,
        hold_time: 0,
        enable: 1,
        alarm_msg: 'x',
        alarm_phone: '1',
        ...stamp,
      }
      await world.platform.storage.write((trx) =>
        trx
          .insertInto('threshold')
          .values(Array.from({ length: 20 }, (_, i) => ({ ...rule, name: `rule ${i}` })))
          .execute(),
      )
      await world.platform.registry.changed('threshold', null)
      await fire(world)
      expect(taken).toBe(7)
      expect(await remaining(world)).toBe(0)
      const keys = (await sendLog(world)).map((row) => (JSON.parse(row.explained ?? '{}') as { key: string }).key)
      expect(keys).toHaveLength(20)
      expect(keys.filter((key) => key === 'error.alarm.noSms')).toHaveLength(13)
    } finally {
      await world.dispose()
      await sms.close()
    }
  })

  // The remaining tests are about outgoing messages and ask the databases for nothing new: one engine is enough.
  if (engine !== 'sqlite') return

  it('sends mail through a real SMTP server', async () => {
    const mails: { from: string; to: string[]; text: string }[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString(),
          })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
    const world = await openWorldApp(engine, {
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?from=alarm@city.example`,
    })
    try {
      await ruleWithContacts(world, { alarm_phone: null, alarm_wechat: null })
      await fire(world)
      expect(mails.map(({ from, to }) => ({ from, to }))).toEqual([
        { from: 'alarm@city.example', to: ['zhang@example.org'] },
      ])
      const body = mailOf(mails[0]?.text ?? '').text
      expect(body).toContain('桥西空气微站 01 PM2.5 当前值 150 µg/m³')
      expect(await sendLog(world)).toMatchObject([{ alarm_type: 3, send_ok: 1, send_url: 'zhang@example.org' }])
    } finally {
      await world.dispose()
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
    }
  })

  it('writes the text around a rule’s message in the platform’s language', async () => {
    const world = await openWorldApp(engine, { ALARM_LANG: 'zhEN' })
    try {
      await ruleWithContacts(world, { alarm_phone: null, alarm_wechat: null })
      await fire(world)
      expect(await sendLog(world)).toMatchObject([
        { send_data: expect.stringContaining('PM2.5 is at 150 µg/m³ (rule: PM2.5 > 100 µg/m³): ') },
      ])
    } finally {
      await world.dispose()
    }
  })

  it('uses the recovery template for the end of an alarm', async () => {
    const templates: unknown[] = []
    const sms = await stub((_request, body) => ({
      status: (templates.push((body as { template: unknown }).template), 200),
    }))
    const world = await openWorldApp(engine, { SMS_URL: sms.url })
    try {
      await ruleWithContacts(world, {
        alarm_phone: '1',
        alarm_email: null,
        alarm_wechat: null,
        enable_back: 1,
        back_msg: '恢复了',
      })
      await setSms(world, 5)
      await fire(world)
      await world.platform.ingest.push([{ sn: SN, values: { 1: 2 } }], trusted)
      await world.platform.alarms.settled()
      expect(templates).toEqual(['SMS_ALARM', 'SMS_RECOVER'])
    } finally {
      await world.dispose()
      await sms.close()
    }
  })

  it('sends WeChat template messages with a cached token, and requests a new one when it has expired', async () => {
    const calls: string[] = []
    const answers = [
      { errcode: 0 },
      { errcode: 42001, errmsg: 'expired' },
      { errcode: 0 },
      { errcode: 43004, errmsg: 'require subscribe' },
    ]
    let token = 0
    const api = await stub((request, body) => {
      const path = request.url?.split('?')[0] ?? ''
      calls.push(path)
      if (path.endsWith('stable_token')) return { status: 200, body: { access_token: `t${++token}`, expires_in: 7200 } }
      expect(body).toMatchObject({ touser: 'openid-1', template_id: 'WX_ALARM' })
      return { status: 200, body: answers.shift() ?? { errcode: 0 } }
    })
    const before = wechatApi.base
    wechatApi.base = api.url
    const world = await openWorldApp(engine, { WX_APPID: `app-${engine}`, WX_SECRET: 's' })
    try {
      await ruleWithContacts(world, { alarm_phone: null, alarm_email: null })
      for (let i = 0; i < 3; i++) await fire(world)
      expect(calls.filter((path) => path.endsWith('stable_token'))).toHaveLength(2)
      expect((await sendLog(world)).map((row) => row.send_ok)).toEqual([1, 1, 0])
    } finally {
      wechatApi.base = before
      await world.dispose()
      await api.close()
    }
  })
})
