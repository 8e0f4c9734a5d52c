import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDelivery } from '../../server/alarms/delivery.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { CLAIMED } from '../../server/send/queue.ts'
import { PENDING } from '../../server/send/types.ts'
import { remaining, sendLog, setSms, stub } from '../support/sending.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

describe.each(engines)('waiting alarm messages on %s', (engine) => {
  let world: WorldApp
  let sms: Awaited<ReturnType<typeof stub>>
  /** Status that the text message service answers, and the numbers it sent to. */
  let status = 200
  const phones: unknown[] = []
  beforeAll(async () => {
    sms = await stub((_request, body) => {
      if (status === 200) phones.push((body as { phone: string }).phone)
      return { status }
    })
    world = await openWorldApp(engine, { SMS_URL: sms.url })
    // The platform's own delivery would interfere.
    await world.platform.alarms.close()
  })
  beforeEach(async () => {
    status = 200
    phones.length = 0
    await world.platform.storage.write((trx) => trx.deleteFrom('alarmsendlog').execute())
    await setSms(world, 5)
  })
  afterAll(async () => {
    await world.dispose()
    await sms.close()
  })

  it('are left to their sender 1 minute after the claim, and taken over after 3 minutes', {
    timeout: upTo(60_000),
  }, async () => {
    const delivery = await createDelivery(world.platform, { retryMs: 10 })
    try {
      const minutes = (ago: number) => Date.now() - ago * 60_000
      const row = {
        thresholdlog_id: 1,
        device_id: 1,
        send_name: 'a',
        send_data: 'x',
        send_ok: -2,
        alarm_type: 1,
        project_id: 1,
        alarm_time: minutes(30),
      }
      await world.platform.storage.write((trx) =>
        trx
          .insertInto('alarmsendlog')
          .values([
            { ...row, send_url: '13800000001', claimed_at: minutes(1) },
            { ...row, send_url: '13800000002', claimed_at: minutes(3) },
          ])
          .execute(),
      )
      await delivery.sweep()
      await delivery.settled()
      expect(phones).toEqual(['13800000002'])
      expect((await sendLog(world)).map(({ send_ok }) => send_ok)).toEqual([-2, 1])
    } finally {
      await delivery.close()
    }
  })

  it('are kept while the service is unavailable and sent when it is back, but not after an hour', {
    timeout: upTo(60_000),
  }, async () => {
    status = 503
    const warnings: string[] = []
    const log = { ...silentLog, warn: (_fields: object, message?: string) => void warnings.push(message ?? '') }
    const delivery = await createDelivery({ ...world.platform, log }, { coolDownMs: 50 })
    try {
      const row = {
        thresholdlog_id: 1,
        device_id: 1,
        send_name: 'a',
        send_data: 'x',
        send_ok: -1,
        alarm_type: 1,
        project_id: 1,
      }
      const times = { 13800000001: Date.now(), 13800000002: Date.now() - 61 * 60_000 }
      await world.platform.storage.write((trx) =>
        trx
          .insertInto('alarmsendlog')
          .values(Object.entries(times).map(([send_url, alarm_time]) => ({ ...row, send_url, alarm_time })))
          .execute(),
      )
      delivery.wake()
      const keys = async () =>
        (await sendLog(world)).map(({ send_ok, explained }) => [
          // It waits for 50 ms at a time, and is claimed for the seconds that each attempt takes.
          send_ok === CLAIMED ? PENDING : send_ok,
          explained === null ? null : (JSON.parse(explained) as { key: string }).key,
        ])
      await expect.poll(keys, { timeout: upTo(20_000), interval: 20 }).toEqual([
        [-1, 'error.alarm.failed'],
        [0, 'error.alarm.failed'],
      ])
      expect(warnings).toContain('messages of a channel are waiting: its receiver does not answer')
      status = 200
      await expect.poll(() => phones, { timeout: upTo(20_000) }).toEqual(['13800000001'])
      await delivery.settled()
      expect(await keys()).toEqual([
        [1, 'error.alarm.sent'],
        [0, 'error.alarm.failed'],
      ])
      expect(await remaining(world)).toBe(4)
    } finally {
      await delivery.close()
    }
  })

  // The last test: another platform continues in place of this one.
  it('are sent after a restart of the server', async () => {
    await world.app.close()
    await world.platform.close()
    const offline = await openPlatform({ ...world.platform.settings, smsUrl: null }, silentLog)
    await offline.alarms.close()
    await offline.storage.write((trx) =>
      trx
        .insertInto('alarmsendlog')
        .values({
          thresholdlog_id: 1,
          device_id: 1,
          alarm_time: Date.now(),
          send_name: 'a',
          send_url: '13800000009',
          send_data: 'x',
          send_ok: -1,
          alarm_type: 1,
          project_id: 1,
        })
        .execute(),
    )
    await offline.close()
    const next = await openPlatform(world.platform.settings, silentLog)
    await expect.poll(() => phones, { timeout: upTo(10_000) }).toEqual(['13800000009'])
    await next.alarms.settled()
    expect(await next.storage.read.selectFrom('alarmsendlog').select('send_ok').execute()).toEqual([{ send_ok: 1 }])
    await next.close()
  })
})
