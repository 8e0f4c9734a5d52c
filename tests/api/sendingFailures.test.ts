import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BACK_OFF } from '../../server/alarms/channels/send.ts'
import { createDelivery } from '../../server/alarms/delivery.ts'
import { claim, CLAIMED, writeOutcome, renewClaims } from '../../server/send/queue.ts'
import { PENDING } from '../../server/send/types.ts'
import type { Storage } from '../../server/storage/types.ts'
import { remaining, sendLog, setSms, stub } from '../support/sending.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const soon = { timeout: upTo(15_000), interval: 20 }
const PHONE = '13800000001'
const ALL = { channels: [], messages: [] }

describe.each(engines)('alarm message delivery during database failures on %s', (engine) => {
  let world: WorldApp
  let sms: Awaited<ReturnType<typeof stub>>
  const phones: string[] = []
  /** While true, the database refuses writes. */
  let isAway = false
  /** While true, the database starts refusing writes the moment a message has been sent. */
  let isGoing = false
  let refused = 0

  beforeAll(async () => {
    sms = await stub((_request, body) => {
      phones.push((body as { phone: string }).phone)
      isAway = isGoing
      return { status: 200 }
    })
    world = await openWorldApp(engine, { SMS_URL: sms.url })
    // The platform's own delivery would interfere.
    await world.platform.alarms.close()
  })
  afterAll(async () => {
    await world.dispose()
    await sms.close()
  })
  beforeEach(async () => {
    phones.length = 0
    isAway = false
    isGoing = false
    refused = 0
    await setSms(world, 5)
    await world.platform.storage.write(async (trx) => {
      await trx.deleteFrom('alarmsendlog').execute()
      const row = { thresholdlog_id: 1, device_id: 1, alarm_time: Date.now(), project_id: 1 }
      await trx
        .insertInto('alarmsendlog')
        .values({ ...row, send_name: 'a', send_url: PHONE, send_data: 'x', send_ok: PENDING, alarm_type: 1 })
        .execute()
    })
  })
  const failing = ({ storage }: WorldApp['platform']): Storage => ({
    ...storage,
    write: (work) => (isAway ? (refused++, Promise.reject(new Error('the database is away'))) : storage.write(work)),
  })
  const stands = async () => (await sendLog(world))[0]
  const set = (row: { send_ok?: number; claimed_at?: number; next_at?: number }) =>
    world.platform.storage.write((trx) => trx.updateTable('alarmsendlog').set(row).execute())

  it('keeps the result of a sent message until it can be written, and does not send it again', async () => {
    isGoing = true
    const delivery = await createDelivery({ ...world.platform, storage: failing(world.platform) }, { retryMs: 10 })
    try {
      delivery.wake()
      await expect.poll(() => refused, soon).toBeGreaterThan(1)
      // Its claim expires, and another process returns it to the queue.
      await set({ claimed_at: 1 })
      await delivery.sweep()
      await set({ send_ok: PENDING })
      await delivery.sweep()
      isAway = false
      await delivery.settled()
      expect(phones).toEqual([PHONE])
      expect(await stands()).toMatchObject({ send_ok: 1, explained: expect.stringContaining('error.alarm.sent') })
      expect(await remaining(world)).toBe(4)
    } finally {
      await delivery.close()
    }
  })

  it('tries to write the result once more when the process stops', async () => {
    isGoing = true
    const delivery = await createDelivery(
      { ...world.platform, storage: failing(world.platform) },
      { retryMs: 3_600_000 },
    )
    delivery.wake()
    await expect.poll(() => refused, soon).toBe(1)
    isAway = false
    await delivery.close()
    expect(phones).toEqual([PHONE])
    expect(await stands()).toMatchObject({ send_ok: 1 })
  })

  it('returns an unsent message to the queue with the reason, and sends it after the first back-off', async () => {
    const { storage } = world.platform
    let failures = 1
    // Of these queries only the one for a message's details joins several tables.
    const read = storage.read.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'SelectQueryNode' && node.joins && failures-- > 0) throw new Error('the database is away')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const delivery = await createDelivery({ ...world.platform, storage: { ...storage, read } })
    try {
      delivery.wake()
      await expect.poll(stands, soon).toMatchObject({
        send_ok: PENDING,
        attempts: 1,
        explained: expect.stringContaining('the database is away'),
      })
      await delivery.settled()
      expect((await stands())?.next_at).toBeLessThanOrEqual(Date.now() + (BACK_OFF[0] ?? 0))
      // Its pause is over.
      await set({ next_at: 1 })
      delivery.wake()
      await delivery.settled()
      expect(phones).toEqual([PHONE])
      expect(await stands()).toMatchObject({ send_ok: 1, next_at: null })
    } finally {
      await delivery.close()
    }
  })

  it('renews a held claim, and can complete but not requeue a message whose claim was lost', async () => {
    const { platform } = world
    const [row] = await claim(platform, ALL)
    if (!row) throw new Error('nothing waits')
    expect(await claim(platform, ALL)).toEqual([])
    row.claimed_at = 7
    await set({ claimed_at: 7 })
    await renewClaims(platform, [row])
    expect(row.claimed_at).toBeGreaterThan(7)
    expect(await stands()).toMatchObject({ send_ok: CLAIMED, claimed_at: row.claimed_at })

    // Another process has claimed it.
    await set({ claimed_at: 8 })
    await renewClaims(platform, [row])
    const outcome = { explained: '{}', attempts: 0, next_at: null }
    await writeOutcome(platform, row, { ...outcome, send_ok: PENDING })
    expect(await stands()).toMatchObject({ send_ok: CLAIMED, claimed_at: 8 })
    await writeOutcome(platform, row, { ...outcome, send_ok: 1 })
    await writeOutcome(platform, { ...row, claimed_at: 8 }, { ...outcome, send_ok: 0 })
    expect(await stands()).toMatchObject({ send_ok: 1 })
  })
})
