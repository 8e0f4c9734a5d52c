import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { whenOrphaned } from './orphan.mjs'
import { serverEnvironment, serverFlags } from './server.mjs'
import { ensurePackages, fail } from './setup.mjs'

// `npm start`: installs the packages, builds stale targets, then runs the server. It ends with the server's exit code,
// and the server ends with it.

let server = null
whenOrphaned('scripts/start.mjs', () => (server === null ? process.exit(143) : server.kill('SIGTERM')))

ensurePackages()
await build().catch((error) => fail(`The build failed: ${error.message}`))

// In its own process group, the server receives a Ctrl-C only from here: otherwise it would receive the same one from
// the terminal and from npm as well, up to three times, and it treats a second one as "stop now". Windows has no such
// groups; there the terminal's Ctrl-C is enough.
// The IPC channel between the two tells the server when this process ends, however it ends.
const windows = process.platform === 'win32'
server = spawn(process.execPath, [...serverFlags, 'dist/server/main.js'], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  detached: !windows,
  env: { ...serverEnvironment, ...process.env, NODE_ENV: 'production' },
})

let passedOn = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (windows || Date.now() - passedOn < 1000) return
    passedOn = Date.now()
    server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}

server.on('error', (error) => fail(`The server could not be started: ${error.message}`))
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
