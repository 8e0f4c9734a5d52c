import { existsSync, readFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { createLogger } from './logger.ts'
import { openPlatform } from './open.ts'
import { readSettings, StartError } from './settings.ts'
import { accountLines, demoAccounts, fillDemo } from './demo/index.ts'

/**
 * Runs `npm run demo -- --devices N`: fills an empty DATA_DIR or DATABASE_URL with a demo city of N devices, and ends.
 */
const MAX_DEVICES = 20_000

try {
  const devices = deviceCount()
  const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  const settings = readSettings({ LOG_LEVEL: 'warn', ...file, ...process.env }, null)
  const started = Date.now()
  const print = (line: string): void =>
    void process.stdout.write(`${line} (${Math.round((Date.now() - started) / 1000)} s)\n`)
  // Alarms are logged but no message leaves: the channels and their recipients are set by the next start.
  const platform = await openPlatform(
    { ...settings, mqttUrl: null, smtpUrl: null, smsUrl: null, wechat: null },
    createLogger(settings.logLevel),
  )
  try {
    await fillDemo(platform, devices, print)
  } finally {
    await platform.close()
  }
  const lines = ['Done. Serve it: npm start, with the same settings. Demo accounts:', ...accountLines(demoAccounts)]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exit(0)
} catch (error) {
  const sentence =
    error instanceof StartError
      ? error.message
      : `The demo city could not be created: ${error instanceof Error ? error.message : String(error)}`
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function deviceCount(): number {
  const { devices } = parsed()
  const number = Number(devices)
  if (!Number.isInteger(number) || number < 1 || number > MAX_DEVICES)
    throw new StartError(`--devices is "${devices}"; it takes a whole number from 1 to ${MAX_DEVICES}.`)
  return number
}

function parsed(): { devices: string } {
  try {
    return parseArgs({ options: { devices: { type: 'string', default: '10000' } } }).values
  } catch {
    throw new StartError('npm run demo takes --devices and a number, for example: npm run demo -- --devices 10000')
  }
}
