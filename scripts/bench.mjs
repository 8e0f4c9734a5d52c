import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'
import { findBrowser } from './services/browser.mjs'
import { startPostgres } from './services/postgres.mjs'
import { ensurePackages } from './setup.mjs'

// `npm run bench`: packages, build and a PostgreSQL, then bench/index.ts. `npm run bench -- start load` runs some of it.

ensurePackages()
await build()
const postgres = await startPostgres()
console.log(postgres.note)
const environment = { TEST_DATABASE_URL: postgres.url, CHROMIUM: findBrowser() }
const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== null))
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/index.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...given },
})
await postgres.stop()
process.exit(status ?? 1)
