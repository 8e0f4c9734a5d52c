import { chmod, lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { readSettings } from '../../server/settings.ts'
import { administer, engines, testPlace } from '../support/storage.ts'

describe.each(engines)('openPlatform on %s', (engine) => {
  it('closes everything it has opened when its last step fails', async () => {
    const place = await testPlace(engine)
    const settings = { ...readSettings({ DEMO: 'off', LOG_LEVEL: 'silent', PORT: '0' }, null), ...place.settings }
    await expect(openPlatform({ ...settings, mqttUrl: 'no address' }, silentLog)).rejects.toThrow('MQTT_URL')
    // PostgreSQL does not rename a database with open sessions; a data folder in use is refused to the next process.
    if (place.settings.databaseUrl !== null) {
      await administer(
        `alter database ${new URL(place.settings.databaseUrl).pathname.slice(1)} rename to renamed_${process.pid}`,
      )
      await administer(
        `alter database renamed_${process.pid} rename to ${new URL(place.settings.databaseUrl).pathname.slice(1)}`,
      )
    }
    const platform = await openPlatform(settings, silentLog)
    await platform.close()
    await place.remove()
  })

  // The remaining tests ask the databases for nothing new.
  if (engine !== 'sqlite') return

  it('restricts all files of the data folder to its own user, without following symbolic links', async () => {
    const place = await testPlace(engine)
    const folder = place.settings.dataDir
    const outside = join(tmpdir(), `console-outside-${process.pid}-${engine}`)
    await writeFile(outside, 'x', { mode: 0o644 })
    await mkdir(join(folder, 'uploads'), { mode: 0o755 })
    await writeFile(join(folder, 'uploads', `${'0'.repeat(32)}.png`), 'x', { mode: 0o644 })
    await symlink(outside, join(folder, 'link'))
    await chmod(folder, 0o755)
    const platform = await openPlatform({ ...readSettings({ DEMO: 'off' }, null), ...place.settings }, silentLog)
    await platform.storage.write((trx) => trx.insertInto('setting').values({ name: 'a', value: '1' }).execute())
    const modes = new Map<string, string>()
    for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
      const found = await lstat(join(folder, name))
      if (!found.isSymbolicLink()) modes.set(name, (found.mode & 0o777).toString(8))
    }
    expect([modes.get('.'), modes.get('uploads')]).toEqual(['700', '700'])
    expect([...modes.keys()]).toEqual(expect.arrayContaining(['platform.db', 'platform.db-wal', 'lock.db']))
    for (const [name, mode] of modes)
      if (name !== '.' && name !== 'uploads') expect([name, mode]).toEqual([name, '600'])
    expect((await lstat(outside)).mode & 0o777).toBe(0o644)
    await platform.close()
    await place.remove()
    await rm(outside)
  })
})
