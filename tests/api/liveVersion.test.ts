import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LiveDevice } from '../../server/platform.ts'
import { ids } from '../support/world.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const trusted = { kind: 'trusted' } as const

describe('ETag of the live list', () => {
  let world: WorldApp
  const now = Date.now()
  beforeAll(async () => {
    world = await openWorldApp('sqlite')
    await world.platform.ingest.push([{ sn: '1869024001', t: now, values: { 1: 35.5 } }], trusted)
  })
  afterAll(() => world.dispose())

  it('yields 304 until the caller’s list changes, and differs between users and areas', async () => {
    const ask = (user: 'super' | 'manager' | 'watcher', version?: string, path = 'godbDeviceState') =>
      world.app.inject({
        url: `/v1/${path}`,
        headers: {
          authorization: `Bearer ${world.tokens[user]}`,
          'accept-encoding': 'gzip',
          ...(version !== undefined && { 'if-none-match': version }),
        },
      })
    const versionOf = async (...asked: Parameters<typeof ask>): Promise<string> =>
      String((await ask(...asked)).headers.etag)
    const first = await ask('manager')
    const version = String(first.headers.etag)
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringMatching(/authorization/i),
    })
    expect(await ask('manager', version)).toMatchObject({ statusCode: 304, body: '' })
    expect(await ask('manager', `"other", ${version}`)).toMatchObject({ statusCode: 304 })
    // A user who sees other devices has another version, and so has an area.
    for (const other of [
      await versionOf('super'),
      await versionOf('watcher'),
      await versionOf('manager', undefined, 'godbDeviceStateByDistrictId/3'),
    ])
      expect(other).not.toBe(version)
    expect((await ask('super', version)).statusCode).toBe(200)
    expect((await ask('manager', version, 'godbDeviceStateByDistrictId/2')).statusCode).toBe(304)

    // A value of another project's device does not change this user's version; one of the user's own devices does.
    await world.platform.ingest.push([{ sn: '1869024003', t: now + 1, values: { 1: 5 } }], trusted)
    expect((await ask('manager', version)).statusCode).toBe(304)
    await world.platform.ingest.push([{ sn: '1869024001', t: now + 1, values: { 1: 35.5 } }], trusted)
    expect((await ask('manager', version)).statusCode).toBe(200)
    // Silence, an alarm and a record change it too; returning to an earlier state does not restore the earlier version.
    const { registry } = world.platform
    const device = registry.device(ids.air) as LiveDevice
    const [later, before] = [await versionOf('manager'), device.thresholds]
    registry.flag(device, { thresholds: [9] })
    expect((await ask('manager', later)).statusCode).toBe(200)
    registry.flag(device, { thresholds: before })
    const at = vi.spyOn(Date, 'now').mockReturnValue(now + 100_000_000_000)
    const silent = await versionOf('super')
    at.mockRestore()
    expect((await ask('super', silent)).statusCode).toBe(200)
  })
})
