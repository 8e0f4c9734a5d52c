import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { News } from '../../server/alarms/channels/news.ts'
import { pushDigest } from '../../server/alarms/channels/push.ts'
import { webhookRequest } from '../../server/alarms/channels/webhook.ts'
import { digestDue } from '../../server/alarms/storm/digest.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { readSettings } from '../../server/settings.ts'
import { engines, testPlace, type TestPlace } from '../support/storage.ts'
import { fillWorld, ids, users } from '../support/world.ts'

const trusted = { kind: 'trusted' } as const
const stamp = { created_at: 0, updated_at: 0 }
const SN = { air: '1869024001', level: '1869024002' }
const MINUTE = 60_000
const INBOX = 'https://env.example.com/monitor/threoldManage'

describe.each(engines)('alarm storm limit on %s', (engine) => {
  let place: TestPlace
  let platform: Platform
  const open = async (): Promise<void> => {
    const settings = readSettings(
      {
        DEMO: 'off',
        CAPTCHA: 'off',
        LOG_LEVEL: 'silent',
        PORT: '0',
        ALARM_LANG: 'zhCN',
        PUBLIC_URL: 'https://env.example.com',
        NORTH_ALLOW_PRIVATE: 'on',
      },
      null,
    )
    platform = await openPlatform({ ...settings, ...place.settings }, silentLog)
    await platform.alarms.settled()
  }
  beforeAll(async () => {
    place = await testPlace(engine, 'schema')
    await open()
    await fillWorld(platform.storage)
    for (const table of ['district', 'nodemap', 'device']) await platform.registry.changed(table, null)
    await platform.storage.write(async (trx) => {
      await trx
        .insertInto('alarminfo')
        .values({
          id: 1,
          alarm_name: '王工',
          alarm_phone: '1',
          alarm_email: 'w@example.com',
          project_id: 1,
          district_id: 2,
          ...stamp,
        })
        .execute()
      await trx
        .insertInto('alarmchannel')
        .values({
          id: 1,
          name: '值班群',
          project_id: 1,
          kind: 4,
          enable: 1,
          language: 2,
          url: 'http://127.0.0.1:9/x',
          ...stamp,
        })
        .execute()
    })
  })
  afterEach(async () => {
    await platform.storage.write(async (trx) => {
      for (const table of ['threshold', 'alarmstorm', 'alarmsendlog', 'thresholdlog', 'outbox'] as const)
        await trx.deleteFrom(table).execute()
    })
    await platform.registry.changed('threshold', null)
    await platform.alarms.settled()
  })
  afterAll(async () => {
    await platform.close()
    await place.remove()
  })

  let clock = Date.now() - 5 * MINUTE
  const push = async (sn: string, value: number): Promise<void> => {
    await platform.ingest.push([{ sn, t: (clock += 1000), values: { 1: value } }], trusted)
    await platform.alarms.settled()
  }
  const limit = (storm_count: number, storm_minutes = 10, storm_urgent = 1) =>
    platform.storage.write((trx) =>
      trx.updateTable('project').set({ storm_count, storm_minutes, storm_urgent }).where('id', '=', 1).execute(),
    )
  /** Adds `count` rules over both devices; one value violates them all. */
  const addRules = async (count: number, row: object = {}): Promise<void> => {
    for (const sn of [SN.air, SN.level]) await push(sn, 20)
    for (let i = 0; i < count; i++) {
      const { id } = await platform.storage.write((trx) =>
        trx
          .insertInto('threshold')
          .values({
            name: `rule ${i}`,
            project_id: 1,
            district_id: 2,
            device_list: `${ids.air},${ids.level}`,
            nodemap_id: ids.pm,
            com_oper: 0,
            params_x: 100 + i,
            hold_time: 0,
            alarm_interval: 0,
            alert_level: 2,
            enable: 1,
            alarm_msg: 'high',
            alarm_email: '1',
            ...row,
            ...stamp,
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      await platform.registry.changed('threshold', id)
    }
    await platform.alarms.settled()
  }
  const sent = () => platform.storage.read.selectFrom('alarmsendlog').selectAll().orderBy('id').execute()
  const held = async () => (await sent()).filter(({ explained }) => explained?.includes('error.storm.held'))
  const services = () => ({
    storage: platform.storage,
    registry: platform.registry,
    manner: { timeZone: 'Asia/Shanghai', language: 'zhCN', publicUrl: 'https://env.example.com' } as const,
  })
  const later = () => Date.now() + 11 * MINUTE
  /** Texts of the digests sent by one way. */
  const digestsOf = async (way: number): Promise<string[]> =>
    (await sent()).flatMap(({ alarm_type, send_data }) =>
      alarm_type === way && /汇总|彙總/.test(send_data) ? [send_data] : [],
    )

  it('sends every message when the project sets no limit', async () => {
    await limit(0)
    await addRules(5)
    await push(SN.air, 150)
    expect(await held()).toEqual([])
    expect(await sent()).toHaveLength(5)
    expect(await platform.storage.read.selectFrom('alarmstorm').select('id').execute()).toEqual([])
  })

  it('sends messages up to the limit, logs the others as held, and sends one digest after the time span', async () => {
    await limit(2)
    await addRules(4)
    await push(SN.air, 150)
    await push(SN.level, 150)
    expect(await held()).toHaveLength(6)
    expect((await held())[0]).toMatchObject({
      send_ok: 0,
      explained: JSON.stringify({ key: 'error.storm.held', args: { count: 2, minutes: 10 } }),
    })
    expect(await digestDue(services(), Date.now() + 9 * MINUTE)).toBe(0)
    await push(SN.level, 20)
    // Two leaders at once create a single digest.
    const made = await Promise.all([digestDue(services(), later()), digestDue(services(), later())])
    expect(made.toSorted()).toEqual([0, 1])
    expect(await digestDue(services(), later())).toBe(0)
    const digest = (await sent()).at(-1)
    expect(digest).toMatchObject({ send_ok: -1, send_url: 'w@example.com', send_name: '王工', alarm_type: 3 })
    expect(JSON.parse(digest?.message ?? '{}')).toMatchObject({ kind: 'digest', link: INBOX })
    const lines = digest?.send_data.split('\n') ?? []
    expect(lines[0]).toBe('【报警汇总】共 6 起报警')
    expect(lines.slice(2)).toEqual([
      '按级别: 严重 6',
      '设备: 桥西空气微站 01、民心河水位',
      '其中已恢复: 4',
      'https://env.example.com/monitor/threoldManage',
    ])
    await platform.alarms.settled()
    // The digest is sent like any other mail, under its own title; counting starts anew.
    await push(SN.air, 20)
    await push(SN.air, 160)
    const { subject } = await platform.storage.read
      .selectFrom('outbox')
      .select('subject')
      .where('subject', 'like', '%汇总%')
      .executeTakeFirstOrThrow()
    expect(subject).toBe('【报警汇总】共 6 起报警')
    expect(await held()).toHaveLength(6 + 2)
  })

  it('counts per recipient, with one digest for each in the recipient’s language', async () => {
    await limit(1)
    await addRules(3, { alarm_channel: '1', alarm_phone: '1' })
    await push(SN.air, 150)
    expect((await held()).map(({ alarm_type }) => alarm_type).toSorted()).toEqual([1, 1, 3, 3, 5, 5])
    expect(await digestDue(services(), later())).toBe(3)
    const digest = (await sent()).find(({ alarm_type, send_data }) => alarm_type === 5 && send_data.includes('彙總'))
    expect(digest).toMatchObject({ channel_id: 1, send_name: '值班群' })
    const { zhTW: news, ...others } = JSON.parse(digest?.message ?? '{}') as { zhTW: News }
    expect(others).toEqual({})
    expect(news).toMatchObject({
      kind: 'digest',
      title: '【警報彙總】共 2 起警報',
      alarm: { alarms: 2, devices: 1, level_2: 2 },
    })
    // Each digest links to the inbox: a web hook in a member of its own, a text message at the end of its line, as for
    // a single alarm.
    const { body } = webhookRequest(news, { secret: null, now: 0, id: 7 })
    expect(JSON.parse(body)).toMatchObject({ event: 'alarm.digest', link: INBOX })
    const texts = await digestsOf(1)
    expect(texts).toEqual([
      expect.stringMatching(/^【报警汇总】共 2 起报警；[^\n]+；设备 桥西空气微站 01 https:/) as string,
    ])
    expect(texts[0]?.endsWith(` ${INBOX}`)).toBe(true)
  })

  it('sends digests without a link when PUBLIC_URL is not set', async () => {
    await limit(1)
    await addRules(2, { alarm_channel: '1', alarm_phone: '1' })
    await push(SN.air, 150)
    const { manner, ...more } = services()
    expect(await digestDue({ ...more, manner: { ...manner, publicUrl: null } }, later())).toBe(3)
    const texts = (await Promise.all([1, 3, 5].map(digestsOf))).flat()
    expect(texts).toHaveLength(3)
    for (const text of texts) expect(text).not.toContain('http')
    const digest = (await sent()).find(({ alarm_type, send_data }) => alarm_type === 5 && send_data.includes('彙總'))
    expect(JSON.parse(digest?.message ?? '{}')).toMatchObject({ zhTW: { link: null } })
  })

  it('never holds the first urgent alarm of a device if the project is configured so', async () => {
    await limit(1)
    await addRules(3, { alert_level: 1 })
    await push(SN.air, 150)
    await push(SN.level, 150)
    // One notification as usual, then the first one of each device; the others wait.
    expect(
      (await sent()).map(({ explained, device_id }) => [device_id, explained?.includes('storm') === true]),
    ).toEqual([
      [ids.air, false],
      [ids.air, false],
      [ids.air, true],
      [ids.level, false],
      [ids.level, true],
      [ids.level, true],
    ])
    await limit(1, 10, 0)
    await push(SN.level, 20)
    await push(SN.level, 150)
    expect(await held()).toHaveLength(6)
  })

  it('continues over a restart: alarms held before and after it are in one digest', async () => {
    await limit(2)
    await addRules(3)
    await push(SN.air, 150)
    expect(await held()).toHaveLength(1)
    await platform.close()
    await open()
    await push(SN.level, 150)
    expect(await held()).toHaveLength(4)
    expect(await platform.storage.read.selectFrom('alarmstorm').select('id').execute()).toHaveLength(1)
    expect(await digestDue(services(), later())).toBe(1)
    expect((await sent()).at(-1)?.send_data).toContain('共 4 起报警')
    await platform.close()
    await open()
    expect(await digestDue(services(), later())).toBe(0)
  })

  it('pushes the digest only to browsers of users who are allowed to see one of its devices', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      request.resume().on('end', () => response.writeHead(201).end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await platform.storage.write(async (trx) => {
      for (const user of [users.manager, users.watcher, users.stranger]) {
        const keys = createECDH('prime256v1')
        keys.generateKeys()
        await trx
          .insertInto('pushsubscription')
          .values({
            user_id: user,
            endpoint: `http://127.0.0.1:${port}/${user}`,
            p256dh: keys.getPublicKey('base64url'),
            auth: randomBytes(16).toString('base64url'),
            language: 'zhEN',
            created_at: 0,
          })
          .execute()
        await trx.updateTable('systemuser').set({ menu_control: '["2-1"]' }).where('id', '=', user).execute()
      }
    })
    const device = (id: number) => ({ id, name: String(id), levels: { 2: 1 }, over: 0 })
    const digest = (...of: number[]) => ({ since: 0, until: 1, devices: of.map(device) })
    // The watcher sees only area 3, where the level meter stands.
    expect(await pushDigest(platform, 1, digest(ids.air))).toMatchObject({
      ok: true,
      explained: { args: { count: 1 } },
    })
    expect(await pushDigest(platform, 1, digest(ids.air, ids.level))).toMatchObject({
      explained: { args: { count: 2 } },
    })
    expect(asked.toSorted()).toEqual([`/${users.manager}`, `/${users.manager}`, `/${users.watcher}`])
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
})
