import { silentLog } from '../server/log.ts'
import { openPlatform } from '../server/open.ts'
import type { Platform } from '../server/platform.ts'
import { readSettings } from '../server/settings.ts'
import { testPlace } from '../tests/support/storage.ts'
import { fillFleet } from './fleet.ts'

/** Opens a platform over a fleet, in this process and in a database of its own, with its alarm engine running. */
export async function openFleet(
  engine: 'sqlite' | 'postgres',
  devices: number,
): Promise<{ platform: Platform; close(): Promise<void> }> {
  const place = await testPlace(engine)
  const platform = await openPlatform({ ...readSettings({ LOG_LEVEL: 'silent' }, null), ...place.settings }, silentLog)
  await fillFleet(platform.storage, devices)
  for (const table of ['district', 'nodemap', 'device']) await platform.registry.changed(table, null)
  await platform.alarms.settled()
  return {
    platform,
    async close() {
      await platform.close()
      await place.remove()
    },
  }
}
