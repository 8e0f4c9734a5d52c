import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { readSettings } from '../../server/settings.ts'

/**
 * A platform in a process of its own that stores samples from the telemetry log (BUS_URL) until it is killed. Prints
 * "takes" once it has a partition, and the number of samples of each commit.
 */
const { DATA_DIR: dataDir = '', DATABASE_URL = '', BUS_URL = '' } = process.env
const settings = readSettings(
  {
    DATABASE_URL,
    BUS_URL,
    TELEMETRY_LOG: 'jetstream',
    ROLE: 'ingest',
    DEMO: 'off',
    CAPTCHA: 'off',
    LOG_LEVEL: 'silent',
    PORT: '0',
  },
  null,
)
const platform = await openPlatform({ ...settings, dataDir }, silentLog)
platform.ingest.onCommitted((samples) => void process.stdout.write(`${samples.length}\n`))
const looking = setInterval(() => {
  if ((platform.telemetryLog?.state().takes ?? 0) === 0) return
  clearInterval(looking)
  process.stdout.write('takes\n')
}, 20)
