import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../resources/kit/zone.ts'
import { escalateDue } from '../../server/alarms/escalation/clock.ts'
import { digestDue } from '../../server/alarms/storm/digest.ts'
import { wechatApi } from '../../server/send/wechat.ts'
import { createUploads } from '../../server/upload/store.ts'
import { mailOf, setSms, stub } from '../support/sending.ts'
import { engines } from '../support/storage.ts'
import { waitFor } from '../support/waitFor.ts'
import { ABOVE_100, ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const stamp = { created_at: 0, updated_at: 0 }
const SN = '1869024001'

/** Stand-ins that receive messages for contacts: a mail server, a text message service, and WeChat. */
describe.each(engines)('messages to contacts on %s', (engine) => {
  let world: WorldApp
  const mails: { to: string; subject: string; text: string; raw: string }[] = []
  const texts: { phone: string; content: string }[] = []
  const chats: { touser: string; url?: string; data: { first: { value: string }; keyword2: { value: string } } }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw, ...mailOf(raw) })
        done()
      })
    },
  })
  let sms: Awaited<ReturnType<typeof stub>>
  let wechat: Awaited<ReturnType<typeof stub>>
  const before = wechatApi.base
  let clock = Date.now() - MINUTE

  beforeAll(async () => {
    await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
    sms = await stub((_request, body) => ({ status: (texts.push(body as (typeof texts)[number]), 200) }))
    wechat = await stub((request, body) => {
      if (request.url?.includes('stable_token')) return { status: 200, body: { access_token: 't', expires_in: 7200 } }
      chats.push(body as (typeof chats)[number])
      return { status: 200, body: { errcode: 0 } }
    })
    wechatApi.base = wechat.url
    world = await openWorldApp(engine, {
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?from=alarm@city.example`,
      SMS_URL: sms.url,
      WX_APPID: `app-language-${engine}`,
      WX_SECRET: 's',
      PUBLIC_URL: 'https://env.example.com',
    })
    await world.platform.alarms.settled()
    await setSms(world, 100)
    const { storage, registry } = world.platform
    await storage.write(async (trx) => {
      await trx
        .updateTable('device')
        .set({ positional: JSON.stringify({ maplng: 114.5, maplat: 38.04 }) })
        .where('id', '=', ids.air)
        .execute()
      const person = (id: number, language: number | null) => ({
        id,
        language,
        alarm_name: `contact ${id}`,
        alarm_phone: `1380000000${id}`,
        alarm_email: `c${id}@example.org`,
        alarm_wechat: `openid-${id}`,
        project_id: 1,
        district_id: 2,
        ...stamp,
      })
      await trx
        .insertInto('alarminfo')
        .values([person(1, null), person(2, 2), person(3, 3)])
        .execute()
      await storage.afterExplicitIds(trx, 'alarminfo')
      await trx
        .insertInto('alarmescalation')
        .values({ id: 1, name: 'e', project_id: 1, steps: JSON.stringify([{ after: 10, contact: 3 }]), ...stamp })
        .execute()
      await storage.afterExplicitIds(trx, 'alarmescalation')
    })
    await registry.changed('device', ids.air)
  })
  afterAll(async () => {
    wechatApi.base = before
    await world.dispose()
    await Promise.all([sms.close(), wechat.close(), new Promise<void>((resolve) => smtp.close(() => resolve()))])
  })

  const push = async (value: number): Promise<void> => {
    await world.platform.ingest.push([{ sn: SN, t: (clock += 1000), values: { 1: value } }], { kind: 'trusted' })
    await world.platform.alarms.settled()
  }
  /** Sets one rule, forgets earlier messages and violates the rule. Returns the id of the alarm. */
  const alarm = async (row: object): Promise<number> => {
    const { platform } = world
    await push(1)
    mails.length = texts.length = chats.length = 0
    const rule = await platform.storage.write(async (trx) => {
      await trx.deleteFrom('threshold').execute()
      await trx.deleteFrom('thresholdlog').execute()
      return trx
        .insertInto('threshold')
        .values({
          ...ABOVE_100,
          name: '超标',
          alert_level: 2,
          enable: 1,
          alarm_msg: '请处理',
          ...row,
          ...stamp,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    await platform.registry.changed('threshold', null)
    await push(150)
    // The process becomes leader a moment after the start.
    const { id } = await waitFor(() =>
      platform.storage.read
        .selectFrom('thresholdlog')
        .select('id')
        .where('threshold_id', '=', rule.id)
        .executeTakeFirstOrThrow(),
    )
    await platform.alarms.settled()
    return id
  }
  const linkOf = (id: number): string => `https://env.example.com/monitor/threoldManage?detail=${id}`

  it('are emails in each contact’s language with value, rule, area, start time and links', async () => {
    const id = await alarm({ alarm_email: '1,2,3' })
    const of = (contact: number) => mails.find(({ to }) => to === `c${contact}@example.org`)
    expect(of(3)?.subject).toBe('[Severe] 桥西空气微站 01 · 超标')
    expect(of(3)?.text.trim().split(/\r?\n/)).toEqual([
      '桥西空气微站 01 PM2.5 is at 150 µg/m³ (rule: PM2.5 > 100 µg/m³): 请处理',
      'Device: 桥西空气微站 01',
      'Node: PM2.5',
      'Value: 150 µg/m³',
      'Rule: PM2.5 > 100 µg/m³',
      'Area: 桥西区',
      expect.stringMatching(/^Since: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      linkOf(id),
      expect.stringContaining('114.5,38.04'),
    ])
    expect(of(2)?.subject).toBe('【嚴重】桥西空气微站 01 · 超标')
    expect(of(2)?.text).toContain('目前值 150 µg/m³（規則：PM2.5 > 100 µg/m³）')
    expect(of(1)?.subject).toBe('【严重】桥西空气微站 01 · 超标')
    expect(of(1)?.text).toContain('区域: 桥西区')
  })

  it('are text messages on one line with the same content, without the map', async () => {
    const id = await alarm({ alarm_phone: '1,3' })
    const of = (contact: number) => texts.find(({ phone }) => phone === `1380000000${contact}`)?.content ?? ''
    expect(of(3)).toMatch(
      /^桥西空气微站 01 PM2\.5 is at 150 µg\/m³ \(rule: PM2\.5 > 100 µg\/m³\): 请处理; Area 桥西区; Since \S+ \S+ https:\S+$/,
    )
    expect(of(3).endsWith(linkOf(id))).toBe(true)
    expect(of(1)).toContain('；区域 桥西区；开始时间 ')
    expect(of(1)).not.toContain('114.5')
  })

  it('are WeChat messages in the contact’s language, with a link', async () => {
    const id = await alarm({ alarm_wechat: '2,3', alarm_wechat_mb: 1 })
    const of = (contact: number) => chats.find(({ touser }) => touser === `openid-${contact}`)?.data
    expect(of(3)?.first.value).toBe('[Severe] 桥西空气微站 01 · 超标')
    expect(of(3)?.keyword2.value).toContain('Area: 桥西区')
    expect(of(2)?.keyword2.value).toContain('區域: 桥西区')
    expect(of(2)?.keyword2.value).toContain(linkOf(id))
    // Addresses inside a text are not links that a tap opens.
    expect(chats.map(({ url }) => url)).toEqual([linkOf(id), linkOf(id)])
  })

  it('attach the shared curve to the email if its file exists', async () => {
    const id = await alarm({})
    const { platform } = world
    const bytes = Buffer.from('a curve of so many dots')
    const name = await createUploads(platform.settings.dataDir).save('png', bytes)
    const told = async (picture: string): Promise<string> => {
      mails.length = 0
      const asked = { contacts: [{ id: 3, ways: [3] }], picture: `/upload/${picture}` }
      expect((await world.call('super', 'POST', `episodes/${id}/tell`, asked)).status).toBe(200)
      await platform.alarms.settled()
      expect(mails.map(({ to }) => to)).toEqual(['c3@example.org'])
      return mails[0]?.raw ?? ''
    }
    const raw = await told(name)
    expect(raw).toMatch(/^Content-Type: image\/png;/im)
    expect(raw).toMatch(/^Content-Disposition: attachment;\s+filename="Curve as a picture\.png"/im)
    expect(raw).toContain(bytes.toString('base64'))
    expect(await told(`${'0'.repeat(32)}.png`)).not.toContain('image/png')
  })

  it('keep the rule’s own text and append what it does not mention', async () => {
    await alarm({ alarm_phone: '3', alarm_msg: '{level}! {device}: {value} {unit}' })
    expect(texts[0]?.content).toMatch(
      /^Severe! 桥西空气微站 01: 150 µg\/m³; Node PM2\.5; Rule PM2\.5 > 100 µg\/m³; Area 桥西区; Since /,
    )
  })

  it('are in the contact’s language for an escalation step', async () => {
    const id = await alarm({ escalation_id: 1 })
    const { platform } = world
    const { timeZone, alarmLanguage: language, publicUrl } = platform.settings
    await escalateDue({ ...platform, manner: { timeZone, language, publicUrl } }, Date.now() + 11 * MINUTE)
    platform.alarms.deliver()
    await platform.alarms.settled()
    const mail = mails.find(({ to }) => to === 'c3@example.org')
    expect(mail?.subject).toBe('[Severe, not taken] 桥西空气微站 01 · 超标')
    expect(mail?.text).toMatch(/^Not taken for \d+ min: 桥西空气微站 01 PM2\.5 is at 150 µg\/m³/)
    expect(mail?.text).toContain(linkOf(id))
    expect(texts[0]?.content).toContain('; Area 桥西区; Since ')
  })

  it('are one digest in the contact’s language for an alarm storm', async () => {
    const { platform } = world
    await platform.storage.write((trx) =>
      trx
        .updateTable('project')
        .set({ storm_count: 1, storm_minutes: 5, storm_urgent: 0 })
        .where('id', '=', 1)
        .execute(),
    )
    await alarm({ alarm_email: '3' })
    await alarm({ alarm_email: '3', name: 'again' })
    const { timeZone, alarmLanguage: language, publicUrl } = platform.settings
    await digestDue({ ...platform, manner: { timeZone, language, publicUrl } }, Date.now() + 6 * MINUTE)
    platform.alarms.deliver()
    await platform.alarms.settled()
    expect(mails.at(-1)).toMatchObject({ to: 'c3@example.org', subject: '[Digest] Alarms: 1' })
    expect(mails.at(-1)?.text).toContain('By level: Severe 1')
  })
})
