import { spawnSync } from 'node:child_process'
import { ensurePackages } from './setup.mjs'

// `npm run demo -- --devices 10000`: fills an empty DATA_DIR (or DATABASE_URL) with a large demo city, for `npm start` to serve.

ensurePackages()
const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'server/demo/fill.ts', ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)
