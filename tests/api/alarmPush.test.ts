import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pushDigest } from '../../server/alarms/channels/push.ts'
import { vapidKeys } from '../../server/alarms/channels/vapid.ts'
import { storedOutcomeText, problemJson } from '../../server/alarms/explain.ts'
import type { DigestDevice } from '../../server/alarms/storm/news.ts'
import { silentLog } from '../../server/log.ts'
import { readSettings } from '../../server/settings.ts'
import { start } from '../../server/start.ts'
import { openStorage } from '../../server/storage/index.ts'
import { startPushService } from '../support/pushService.ts'
import { sendLog } from '../support/sending.ts'
import { upTo } from '../support/slowness.ts'
import { engines, testPlace } from '../support/storage.ts'
import { ABOVE_100, ids, users } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

const trusted = { kind: 'trusted' } as const
const stamp = { created_at: 0, updated_at: 0 }

describe.each(engines)('browser push on %s', (engine) => {
  let world: WorldApp
  let push: Awaited<ReturnType<typeof startPushService>>
  let measured = Date.now() - 60_000
  beforeAll(async () => {
    push = await startPushService()
    world = await openWorldApp(engine, { NORTH_ALLOW_PRIVATE: 'on', PUBLIC_URL: 'https://env.example.com' })
    const { storage, sessions } = world.platform
    push.service.key = (await vapidKeys(storage)).publicKey
    const { id } = await storage.write(async (trx) => {
      await trx
        .updateTable('systemuser')
        .set({ menu_control: '["1-1","2-1","2-3","4-6-2","4-6-3"]' })
        .where('id', 'in', [users.manager, users.watcher, users.stranger])
        .execute()
      await trx
        .updateTable('device')
        .set({ positional: JSON.stringify({ maplng: 114.51, maplat: 38.04 }) })
        .where('id', '=', ids.air)
        .execute()
      await trx.updateTable('systemuser').set({ nickname: '老李' }).where('id', '=', users.manager).execute()
      return trx
        .insertInto('alarmchannel')
        .values({ name: '推送', project_id: 1, kind: 5, enable: 1, ...stamp })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    for (const user of [users.manager, users.watcher, users.stranger]) sessions.forget(user)
    await storage.write((trx) =>
      trx
        .insertInto('threshold')
        .values({
          ...ABOVE_100,
          name: '超标',
          enable: 1,
          alert_level: 2,
          alarm_msg: 'high',
          alarm_channel: String(id),
          ...stamp,
        })
        .execute(),
    )
    await world.platform.registry.changed('threshold', null)
  })
  afterAll(async () => {
    await world.dispose()
    await push.close()
  })
  beforeEach(async () => {
    push.taken.length = 0
    push.faults.length = 0
    push.status.clear()
    const { storage } = world.platform
    await storage.write(async (trx) => {
      await trx.deleteFrom('pushsubscription').execute()
      await trx.deleteFrom('alarmsendlog').execute()
    })
  })

  /** Subscribes a browser directly in the database, since a call may not give an endpoint on this machine. */
  const subscribe = (name: string, user: number, language: string) => {
    const { endpoint, keys } = push.browser(name)
    return world.platform.storage.write((trx) =>
      trx
        .insertInto('pushsubscription')
        .values({ user_id: user, endpoint, ...keys, language, created_at: 0 })
        .execute(),
    )
  }
  const fire = async () => {
    for (const value of [1, 150])
      await world.platform.ingest.push([{ sn: '1869024001', t: ++measured, values: { 1: value } }], trusted)
    await world.platform.alarms.settled()
    const rows = await sendLog(world)
    expect(rows).toHaveLength(1)
    const [row] = rows
    return { ok: row?.send_ok, attempts: row?.attempts, said: storedOutcomeText(row?.explained ?? null, 'zhEN') }
  }
  const left = async (): Promise<string[]> =>
    (await world.platform.storage.read.selectFrom('pushsubscription').select('endpoint').execute())
      .map(({ endpoint }) => endpoint.slice(push.service.url.length + 1))
      .toSorted()

  it('sends each browser an encrypted, signed message in its language, with content and link', async () => {
    await subscribe('cn', users.manager, 'zhCN')
    await subscribe('tw', users.manager, 'zhTW')
    await subscribe('en', users.super, 'zhEN')
    await subscribe('stranger', users.stranger, 'zhEN')
    expect(await fire()).toMatchObject({ ok: 1 })
    expect(push.faults).toEqual([])
    const told = new Map(push.taken.map(({ browser, payload }) => [browser, payload]))
    // Users of other projects receive nothing.
    expect([...told.keys()].toSorted()).toEqual(['cn', 'en', 'tw'])
    expect([told.get('cn')?.title, told.get('tw')?.title, told.get('en')?.title]).toEqual([
      '【严重】桥西空气微站 01 · 超标',
      '【嚴重】桥西空气微站 01 · 超标',
      '[Severe] 桥西空气微站 01 · 超标',
    ])
    const english = told.get('en')
    for (const part of ['Node: PM2.5', 'Value: 150 µg/m³', 'PM2.5 > 100 µg/m³', 'Area: 桥西区', 'Since: '])
      expect(english?.body).toContain(part)
    expect(told.get('cn')?.body).toContain('当前值: 150 µg/m³')
    const [row] = await sendLog(world)
    expect(row?.thresholdlog_id).toBeGreaterThan(0)
    const alarm = `/monitor/threoldManage?detail=${row?.thresholdlog_id}`
    expect(english?.path).toBe(alarm)
    // The rule's own text is the last line; fields that no browser shows are not sent.
    expect(english?.body.split('\n').at(-1)).toBe('high')
    expect(english?.map).toEqual({ label: 'Open the map', url: expect.stringContaining('position=114.51,38.04&') })
    expect(Object.keys(english ?? {}).toSorted()).toEqual(['body', 'map', 'path', 'tag', 'title'])
    for (const { headers } of push.taken) expect(headers.urgency).toBe('high')
    // A digest is sent the same way, limited to what its recipient may see.
    push.taken.length = 0
    const device = { id: ids.air, name: '桥西空气微站 01', levels: { 2: 3 }, over: 1 }
    expect(await pushDigest(world.platform, 1, { since: 1, until: 2, devices: [device] })).toMatchObject({ ok: true })
    expect(push.taken.find(({ browser }) => browser === 'en')?.payload).toMatchObject({
      title: '[Digest] Alarms: 3',
      path: '/monitor/threoldManage',
    })
  })

  it('links to the device when the user is not allowed to open alarms', async () => {
    const { storage } = world.platform
    const setKeys = (menu_control: string | null) =>
      storage.write((trx) =>
        trx.updateTable('systemuser').set({ menu_control }).where('id', '=', users.manager).execute(),
      )
    const { menu_control } = await storage.read
      .selectFrom('systemuser')
      .select('menu_control')
      .where('id', '=', users.manager)
      .executeTakeFirstOrThrow()
    await setKeys('["1-1","2-1"]')
    try {
      await subscribe('viewer', users.manager, 'zhEN')
      expect(await fire()).toMatchObject({ ok: 1 })
      expect(push.taken.map(({ payload }) => payload.path)).toEqual([`/device/${ids.air}`])
      // A digest of one device opens that device's page; a digest of several devices, and a test message, open the live
      // list.
      const device: DigestDevice = { id: ids.air, name: '桥西空气微站 01', levels: { 2: 3 }, over: 1 }
      const told = async (send: () => Promise<unknown>) => {
        push.taken.length = 0
        await send()
        return push.taken.map(({ payload }) => payload.path)
      }
      const digest = (...devices: DigestDevice[]) => pushDigest(world.platform, 1, { since: 1, until: 2, devices })
      expect(await told(() => digest(device))).toEqual([`/device/${ids.air}`])
      expect(await told(() => digest(device, { ...device, id: ids.level }))).toEqual(['/monitor/data?run=abnormal'])
      const { id } = await storage.read.selectFrom('alarmchannel').select('id').executeTakeFirstOrThrow()
      const test = () => world.call('super', 'POST', `alarmChannel/${id}/test`)
      expect(await told(test)).toEqual(['/monitor/data?run=abnormal'])
    } finally {
      await setKeys(menu_control)
    }
  })

  it('counts as sent when one browser accepted it, and reports the outcome for each', async () => {
    await subscribe('good', users.manager, 'zhEN')
    await subscribe('gone', users.manager, 'zhEN')
    await subscribe('refusing', users.super, 'zhEN')
    push.status.set('gone', 410)
    push.status.set('refusing', 403)
    const { ok, attempts, said } = await fire()
    expect([ok, attempts]).toEqual([1, 1])
    expect(said).toBe(
      `Sent to 1 of 3 browsers; delivered: 老李 (${push.host}); no longer there, removed: 老李 (${push.host}); refused: admin (${push.host}): HTTP 403`.replace(
        'admin',
        await nameOf(users.super),
      ),
    )
    expect(await left()).toEqual(['good', 'refusing'])
  })

  it('shortens a message that exceeds the size limit of push services', async () => {
    await subscribe('desk', users.super, 'zhCN')
    // Chinese text with quotation marks, which JSON escapes to two bytes.
    const name = (at: number): string => `${at} "${'桥西空气微站'.repeat(30)}"`
    const devices = Array.from({ length: 10 }, (_, at) => ({ id: ids.air, name: name(at), levels: { 2: 1 }, over: 0 }))
    const sent = await pushDigest(world.platform, 1, { since: 1, until: 2, devices })
    expect([sent.ok, push.faults]).toEqual([true, []])
    const { title, body, path } = push.taken[0]?.payload ?? { title: '', body: '', path: '' }
    expect([title, path]).toEqual(['【报警汇总】共 10 起报警', '/monitor/threoldManage'])
    expect(body).toContain(name(0))
    expect(body).toMatch(/[桥西空气微站]…$/)
  })

  it('removes a browser with invalid keys, and keeps it when the platform’s own signing fails', async () => {
    const { storage, registry, settings } = world.platform
    await subscribe('desk', users.super, 'zhEN')
    const device = { id: ids.air, name: 'x', levels: { 2: 1 }, over: 0 }
    const digest = (publicUrl: string | null) => {
      const platform = { storage, registry, settings: { ...settings, publicUrl } }
      return pushDigest(platform, 1, { since: 1, until: 2, devices: [device] })
    }
    // This address yields no subject with which a push can be signed.
    expect(await digest('https:')).toMatchObject({ ok: false, later: true })
    expect([await left(), push.taken]).toEqual([['desk'], []])
    expect(await digest(settings.publicUrl)).toMatchObject({ ok: true })

    const keys = Buffer.alloc(65, 4).toString('base64url')
    await storage.write((trx) => trx.updateTable('pushsubscription').set({ p256dh: keys }).execute())
    const gone = await digest(settings.publicUrl)
    expect([gone.ok, storedOutcomeText(problemJson(gone.explained), 'zhEN')]).toEqual([
      false,
      expect.stringContaining('no longer there, removed'),
    ])
    expect(await left()).toEqual([])
  })

  it('skips subscriptions of disabled and deleted users', async () => {
    const setDisabled = (disabled: number) =>
      world.platform.storage.write((trx) =>
        trx.updateTable('systemuser').set({ disabled }).where('id', '=', users.manager).execute(),
      )
    await subscribe('disabled', users.manager, 'zhEN')
    await subscribe('gone', 9999, 'zhEN')
    await subscribe('desk', users.super, 'zhEN')
    // Simulates that ending the user's push was missed: disabling a user by a call ends it.
    await setDisabled(1)
    try {
      expect(await fire()).toMatchObject({ ok: 1 })
      expect(push.taken.map(({ browser }) => browser)).toEqual(['desk'])
    } finally {
      await setDisabled(0)
    }
  })

  it('sends to at most 8 browsers at a time', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `desk${i}`)
    for (const name of names) await subscribe(name, users.manager, 'zhEN')
    let release = () => {}
    push.load.most = 0
    push.load.until = new Promise((resolve) => (release = resolve))
    const fired = fire()
    await vi.waitFor(() => expect(push.load.open).toBe(8), { timeout: upTo(10_000), interval: 20 })
    release()
    expect(await fired).toMatchObject({ ok: 1 })
    expect([push.load.most, push.taken.length]).toEqual([8, names.length])
  })

  it('retries after HTTP 503, and gives up after 413 or 404', async () => {
    await subscribe('busy', users.manager, 'zhEN')
    push.status.set('busy', 503)
    expect(await fire()).toMatchObject({ ok: -1, attempts: 1, said: expect.stringContaining('HTTP 503') })
    await world.platform.storage.write((trx) => trx.deleteFrom('alarmsendlog').execute())
    push.status.set('busy', 413)
    expect(await fire()).toMatchObject({ ok: 0, said: expect.stringContaining('HTTP 413') })
    await world.platform.storage.write((trx) => trx.deleteFrom('alarmsendlog').execute())
    push.status.set('busy', 404)
    expect(await fire()).toMatchObject({ ok: 0, said: expect.stringContaining('no longer there, removed') })
    expect(await left()).toEqual([])
  })

  it('is subscribed and unsubscribed per browser by its owner only', async () => {
    const { keys } = push.browser('mine')
    const endpoint = 'https://push.example.com/abc'
    expect((await world.call('manager', 'POST', 'alarmPush', { endpoint, keys })).status).toBe(200)
    const known = { key: push.service.key, browsers: 1, endpoints: [endpoint] }
    expect((await world.call('manager', 'GET', 'alarmPush')).data).toEqual(known)
    const [row] = await world.platform.storage.read.selectFrom('pushsubscription').selectAll().execute()
    expect(row).toMatchObject({ user_id: users.manager, language: 'zhEN', endpoint })
    // Another user's browser is neither shown nor can this user unsubscribe it.
    expect((await world.call('stranger', 'GET', 'alarmPush')).data).toMatchObject({ browsers: 0, endpoints: [] })
    await world.call('stranger', 'PUT', 'alarmPush', { endpoint })
    expect((await world.call('manager', 'GET', 'alarmPush')).data).toEqual(known)
    await world.call('manager', 'PUT', 'alarmPush', { endpoint })
    expect((await world.call('manager', 'GET', 'alarmPush')).data).toMatchObject({ browsers: 0 })
    // As long as a key, but not a point on the curve.
    const noPoint = { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
    expect((await world.call('manager', 'POST', 'alarmPush', { endpoint, keys: noPoint })).status).toBe(400)
  })

  const nameOf = async (id: number): Promise<string> => {
    const row = await world.platform.storage.read
      .selectFrom('systemuser')
      .select(['nickname', 'username'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.nickname || row.username || `#${id}`
  }
})

describe.each(engines)('VAPID keys on %s', (engine) => {
  const storedIn = (storage: Awaited<ReturnType<typeof openStorage>>) =>
    storage.read.selectFrom('setting').select('value').where('name', '=', 'push.vapid').execute()

  it('are created at the first start', async () => {
    const place = await testPlace(engine, 'schema')
    const settings = readSettings({ DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent', PORT: '0' }, null)
    try {
      const running = await start({ ...settings, ...place.settings }, silentLog, () => {})
      await running.close()
      const storage = await openStorage(place.settings, silentLog)
      const rows = await storedIn(storage)
      expect(rows).toHaveLength(1)
      expect(await vapidKeys(storage)).toEqual(JSON.parse(rows[0]?.value ?? ''))
      await storage.close()
    } finally {
      await place.remove()
    }
  })

  it('are a single pair when several processes start at once', async () => {
    const place = await testPlace(engine, 'schema')
    const began = await Promise.allSettled([1, 2, 3].map(() => openStorage(place.settings, silentLog)))
    const storages = began.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    try {
      // SQLite admits one process alone.
      expect(storages).toHaveLength(engine === 'sqlite' ? 1 : 3)
      const pairs = await Promise.all([...storages, ...storages].map(vapidKeys))
      expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1)
      for (const storage of storages) expect(await storedIn(storage)).toEqual([{ value: JSON.stringify(pairs[0]) }])
    } finally {
      for (const storage of storages) await storage.close()
      await place.remove()
    }
  })
})
