import { build } from '../server/app.ts'
import { makeCredential } from '../server/hooks/credential.ts'
import { silentLog } from '../server/log.ts'
import { openPlatform } from '../server/open.ts'
import { readSettings } from '../server/settings.ts'
import { testPlace } from '../tests/support/storage.ts'
import { fillFleet, fillRules } from './fleet.ts'

/**
 * The server over a fleet, in a process of its own: `fleetServer.ts <engine> <devices> <rules a device> <devices a
 * rule> [judged]`. Prints its address; answers 'used' with the processor time and the memory it has used.
 */
const [engine, devices] = [
  process.argv[2] === 'postgres' ? ('postgres' as const) : ('sqlite' as const),
  Number(process.argv[3]),
]
const place = await testPlace(engine)
const platform = await openPlatform({ ...readSettings({ LOG_LEVEL: 'silent' }, null), ...place.settings }, silentLog)
await fillFleet(platform.storage, devices, process.argv[6] === 'judged')
await fillRules(platform.storage, devices, Number(process.argv[4]), Number(process.argv[5]))
// The bench measures what gateways send. Telemetry sent by a user would be written into the operation log.
const credential = await platform.storage.writeAny(async (trx) => {
  await trx
    .insertInto('gateway')
    .values({ id: 1, name: 'Fleet', regcode: '1', protocol_type: 1, project_id: 1, created_at: 0, updated_at: 0 })
    .execute()
  await trx.updateTable('device').set({ gateway_id: 1 }).execute()
  return makeCredential(trx, 'gateway_id', 1)
})
for (const table of ['district', 'nodemap', 'device', 'threshold']) await platform.registry.changed(table, null)
const app = await build(platform)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const token = await platform.sessions.begin(1, null)

process.on('message', () => process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }))
process.on(
  'disconnect',
  () =>
    void app
      .close()
      .then(() => platform.close())
      .then(() => place.remove())
      .then(() => process.exit(0)),
)
process.send?.({ url, token, credential })
