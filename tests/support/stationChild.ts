import { startHj212 } from '../../server/hj212/index.ts'
import { vaultOf } from '../../server/hj212/secrets.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { readSettings } from '../../server/settings.ts'
import { fillWorld, ids } from './world.ts'

/**
 * A platform that takes data from HJ 212 stations until it is killed; the first device of the world is a station.
 * DATA_DIR and DATABASE_URL name the database, MN and PW identify the station. Prints its port.
 */
const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl, MN = '', PW = '' } = process.env
const environment = { DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent', PORT: '0', HJ212_PORT: '0' }
const settings = { ...readSettings(environment, null), dataDir, databaseUrl: databaseUrl || null }
const platform = await openPlatform(settings, silentLog)
const { storage, registry } = platform
if (!(await storage.read.selectFrom('device').select('id').executeTakeFirst())) {
  await fillWorld(storage)
  const pw = (await vaultOf(storage)).close(PW)
  await storage.write(async (trx) => {
    await trx.updateTable('nodemap').set({ key_msg: 'a34004' }).where('id', '=', ids.pm).execute()
    await trx.updateTable('device').set({ mn: MN }).where('id', '=', ids.air).execute()
    await trx
      .insertInto('hj212station')
      .values({ device_id: ids.air, version: 2017, pw, sm4: null, updated_at: 0 })
      .execute()
  })
}
for (const table of ['district', 'nodemap', 'device']) await registry.changed(table, null)
const hub = await startHj212(platform)
process.stdout.write(`${hub.port}\n`)
