import { whenOrphaned } from './orphan.mjs'
import { ensurePackages } from './setup.mjs'

// `npm run demo -- --devices 10000`: fills an empty DATA_DIR (or DATABASE_URL) with a large demo city, for `npm start` to serve.

whenOrphaned('scripts/demo.mjs', () => process.exit(143))
ensurePackages()
const { register } = await import('tsx/esm/api')
register()
// Runs in this process: a child process would continue and keep the folder locked if this one is killed.
await import('../server/fill.ts')
