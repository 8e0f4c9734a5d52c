import { startHj212 } from '../server/hj212/index.ts'
import { vaultOf } from '../server/hj212/secrets.ts'
import { silentLog } from '../server/log.ts'
import { openPlatform } from '../server/open.ts'
import { readSettings } from '../server/settings.ts'
import { testPlace } from '../tests/support/storage.ts'
import { fillFleet, fillRules, snOf } from './fleet.ts'

/**
 * A platform that takes HJ 212 stations, in a process of its own: `hj212Server.ts <engine> <stations> <ruled nodes>`.
 * Prints its port; answers each message with the processor time and the memory it has used. Stations sign in with their
 * device code.
 */
const engine = process.argv[2] === 'postgres' ? ('postgres' as const) : ('sqlite' as const)
const stations = Number(process.argv[3])
const place = await testPlace(engine)
const settings = { ...readSettings({ LOG_LEVEL: 'silent', HJ212_PORT: '0' }, null), ...place.settings }
const platform = await openPlatform(settings, silentLog)
const { storage, registry } = platform
await fillFleet(storage, stations)
await fillRules(storage, stations, Number(process.argv[4] ?? 0))
const pw = (await vaultOf(storage)).close('123456')
const devices = await storage.read.selectFrom('device').select(['id', 'sn']).execute()
await storage.write(async (trx) => {
  for (const [index, factor] of ['a34004', 'a34002', 'a21026', 'a21004', 'a01001', 'a01002'].entries())
    await trx
      .updateTable('nodemap')
      .set({ key_msg: factor })
      .where('id', '=', index + 1)
      .execute()
  for (const { id } of devices)
    await trx
      .insertInto('hj212station')
      .values({ device_id: id, version: 2017, pw, sm4: null, updated_at: 0 })
      .execute()
})
for (const table of ['district', 'nodemap', 'device', 'threshold']) await registry.changed(table, null)
const hub = await startHj212(platform, { limits: { perAddress: 10_000 } })

process.on('message', () => process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }))
process.on(
  'disconnect',
  () =>
    void hub
      .close()
      .then(() => platform.close())
      .then(() => place.remove())
      .then(() => process.exit(0)),
)
process.send?.({ port: hub.port, first: snOf(0) })
