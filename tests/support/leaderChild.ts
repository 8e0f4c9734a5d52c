import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { readSettings } from '../../server/settings.ts'

/**
 * A platform in a process of its own. Prints "leads" once it judges alarms. With PUSH (JSON: telemetry items, pushed
 * one after the other) it then kills itself the moment the last item is acknowledged.
 */
const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl, PUSH } = process.env
const settings = {
  ...readSettings({ DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent', PORT: '0' }, null),
  dataDir,
  databaseUrl: databaseUrl || null,
}
const platform = await openPlatform(settings, silentLog)
await platform.alarms.settled()
await platform.bus.ready
process.stdout.write('leads\n')
if (PUSH) {
  for (const item of JSON.parse(PUSH) as unknown[]) await platform.ingest.push([item], { kind: 'trusted' })
  process.kill(process.pid, 'SIGKILL')
}
