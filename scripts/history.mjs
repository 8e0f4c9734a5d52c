import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ensurePackages, fail } from './setup.mjs'

// `npm run history -- move --from <address|here> --to <address|here>`: the history into a ClickHouse, or back into PostgreSQL (docs/operators.md), of the
// installation that `npm start` would serve (DATABASE_URL, .env).

ensurePackages()
const { register } = await import('tsx/esm/api')
register()
const { historyCommand } = await import('../server/storage/homes/moving/command.ts')
const { readSettings } = await import('../server/settings.ts')
const file = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
try {
  await historyCommand(process.argv.slice(2), readSettings({ ...file, ...process.env }, null), (line) =>
    console.log(line),
  )
} catch (error) {
  fail(error.message)
}
