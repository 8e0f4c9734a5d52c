import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ensurePackages, fail } from './setup.mjs'

// `npm run admin -- reset <name>`: a new password for an account, on the database that `npm start` would serve (DATA_DIR, DATABASE_URL, .env).

ensurePackages()
const { register } = await import('tsx/esm/api')
register()
const { adminCommand } = await import('../server/session/adminCommand.ts')
const { readSettings } = await import('../server/settings.ts')
const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
try {
  console.log(await adminCommand(process.argv.slice(2), readSettings({ ...file, ...process.env }, null)))
} catch (error) {
  fail(error.message)
}
