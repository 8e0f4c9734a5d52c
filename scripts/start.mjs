import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { whenOrphaned } from './orphan.mjs'
import { serverEnvironment, serverFlags } from './server.mjs'
import { ensurePackages, fail } from './setup.mjs'

// `npm start`: the packages, a build of what is stale, then the server. It ends with the server's own exit code, and the server ends with it.

let server = null
whenOrphaned('scripts/start.mjs', () => (server === null ? process.exit(143) : server.kill('SIGTERM')))

ensurePackages()
await build().catch((error) => fail(`The build failed: ${error.message}`))

// In a process group of its own the server hears a Ctrl-C from here only: from the terminal and from npm the same one would reach it up to
// three times, and it takes a second one as "now". On Windows there are no such groups, the terminal's Ctrl-C is enough.
// The channel between the two tells the server, however this process ends, that it is alone.
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
