import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startDemo } from '../../server/demo/index.ts'
import { startDemoStation } from '../../server/demo/station.ts'
import type { Hub } from '../../server/hj212/hub.ts'
import { startHj212 } from '../../server/hj212/index.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform } from '../../server/platform.ts'
import { readSettings } from '../../server/settings.ts'
import { upTo } from '../support/slowness.ts'
import { testPlace, type TestPlace } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

describe('HJ 212 demo station', () => {
  let place: TestPlace
  let platform: Platform
  let hub: Hub
  let demo: { close(): Promise<void> }
  beforeAll(async () => {
    place = await testPlace('sqlite', 'schema')
    platform = await openPlatform(
      { ...readSettings({ DEMO: 'on', HJ212_PORT: '0' }, null), ...place.settings },
      silentLog,
    )
    demo = await startDemo(platform)
    hub = await startHj212(platform)
  }, upTo(60_000))
  afterAll(async () => {
    await hub.close()
    await demo.close()
    await platform.close()
    await place.remove()
  })

  it('reports to the platform’s own port, and is created once', { timeout: upTo(60_000) }, async () => {
    const stations = () => platform.registry.devices().filter(({ name }) => name === 'HJ 212 示范站')
    for (let start = 0; start < 2; start++) {
      const station = await startDemoStation(platform, hub)
      await vi.waitFor(
        () => {
          expect(stations()).toHaveLength(1)
          expect([...(stations()[0]?.nodes.values() ?? [])].every(({ last }) => last !== null)).toBe(true)
        },
        { timeout: upTo(20_000) },
      )
      await station.close()
    }
  })
})
