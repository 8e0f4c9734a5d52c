import { describe, expect, it } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { readSettings } from '../../server/settings.ts'
import { administer, engines, testPlace } from '../support/storage.ts'

describe.each(engines)('opening the platform on %s', (engine) => {
  it('leaves nothing open where the last part of it fails', async () => {
    const place = await testPlace(engine)
    const settings = { ...readSettings({ DEMO: 'off', LOG_LEVEL: 'silent', PORT: '0' }, null), ...place.settings }
    await expect(openPlatform({ ...settings, mqttUrl: 'no address' }, silentLog)).rejects.toThrow('MQTT_URL')
    // PostgreSQL renames no database that sessions are open on; a data folder in use is refused to the next.
    if (place.settings.databaseUrl !== null) {
      await administer(`alter database ${new URL(place.settings.databaseUrl).pathname.slice(1)} rename to renamed_${process.pid}`)
      await administer(`alter database renamed_${process.pid} rename to ${new URL(place.settings.databaseUrl).pathname.slice(1)}`)
    }
    const platform = await openPlatform(settings, silentLog)
    await platform.close()
    await place.remove()
  })
})
