import { startHj212 } from '../../server/hj212/index.ts'
import { vaultOf } from '../../server/hj212/secrets.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { readSettings } from '../../server/settings.ts'
import { fillWorld, ids } from './world.ts'

/** A platform that takes stations until it is killed; writes the port it takes them on. DATA_DIR and DATABASE_URL say where. */
const platform = await openPlatform(readSettings({ DEMO: 'off', HJ212_PORT: '0', DATA_DIR: process.env.DATA_DIR, DATABASE_URL: process.env.DATABASE_URL }, null), silentLog)
const { storage, registry } = platform
if (!(await storage.read.selectFrom('device').select('id').executeTakeFirst())) {
  await fillWorld(storage)
  const pw = (await vaultOf(storage)).close('123456')
  await storage.write(async (trx) => {
    await trx.updateTable('nodemap').set({ key_msg: 'a34004' }).where('id', '=', ids.pm).execute()
    await trx.updateTable('device').set({ mn: 'KILLED_1' }).where('id', '=', ids.air).execute()
    await trx.insertInto('hj212station').values({ device_id: ids.air, version: 2017, pw, sm4: null, updated_at: 0 }).execute()
  })
  for (const table of ['district', 'nodemap', 'device']) await registry.changed(table, null)
}
const hub = await startHj212(platform)
process.stdout.write(`${hub.port}\n`)
