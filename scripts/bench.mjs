import { spawnSync } from 'node:child_process'
import { build } from './build.mjs'
import { findBrowser } from './services/browser.mjs'
import { startClickhouse } from './services/clickhouse.mjs'
import { startPostgres } from './services/postgres.mjs'
import { ensurePackages } from './setup.mjs'

// `npm run bench`: installs packages, builds, starts PostgreSQL and ClickHouse if they are available, then runs
// bench/index.ts. `npm run bench -- start load` runs only the named parts.

ensurePackages()
await build()
const [postgres, clickhouse] = await Promise.all([startPostgres(), startClickhouse()])
console.log(`${postgres.note}\n${clickhouse.note}`)
const environment = { TEST_DATABASE_URL: postgres.url, TEST_CLICKHOUSE_URL: clickhouse.url, CHROMIUM: findBrowser() }
const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== null))
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/index.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...given },
})
await Promise.all([postgres.stop(), clickhouse.stop()])
process.exit(status ?? 1)
