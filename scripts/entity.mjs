import { ensurePackages, fail } from './setup.mjs'

// `npm run entity -- new <name>` and `-- check <file>`: run the checks of the server's start from its sources.

ensurePackages()
const { register } = await import('tsx/esm/api')
register()
const { entityCommand } = await import('../server/entities/cli.ts')
const { ok, text } = await entityCommand(process.argv.slice(2), process.env.ENTITIES_DIR || null).catch((error) =>
  fail(error.message),
)
if (!ok) fail(text)
console.log(text)
