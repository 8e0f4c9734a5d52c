import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { readSettings } from '../../server/settings.ts'

/**
 * A platform in a process of its own that takes telemetry from the broker MQTT_URL until it is killed. Prints what
 * /readyz reports about its intake whenever that changes, and a line `<ts> <value>` for each committed sample.
 */
const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl, MQTT_URL = '' } = process.env
const settings = {
  ...readSettings({ DEMO: 'off', CAPTCHA: 'off', LOG_LEVEL: 'silent', PORT: '0', MQTT_URL }, null),
  dataDir,
  databaseUrl: databaseUrl || null,
}
const platform = await openPlatform(settings, silentLog)
platform.ingest.onCommitted((samples) => {
  for (const { ts, value } of samples) process.stdout.write(`${ts} ${value}\n`)
})
let said = ''
setInterval(() => {
  const now = JSON.stringify(platform.broker?.state())
  if (now !== said) process.stdout.write(`${now}\n`)
  said = now
}, 20)
