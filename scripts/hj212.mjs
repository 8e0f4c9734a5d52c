import { ensurePackages, fail } from './setup.mjs'

// `npm run hj212 -- simulate | decode <frame> | check <host:port>`: simulates stations, explains a frame, tests a
// server (docs/hj212.md).

ensurePackages()
const { register } = await import('tsx/esm/api')
register()
const { hj212Command } = await import('../server/hj212/cli.ts')
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())
try {
  const ok = await hj212Command(process.argv.slice(2), (line) => console.log(line), stop.signal)
  process.exit(ok ? 0 : 1)
} catch (error) {
  fail(error.message)
}
