import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { serverEnvironment, serverFlags } from './server.mjs'
import { ensurePackages, fail } from './setup.mjs'

// `npm start`: the packages, a build of what is stale, then the server. It ends with the server's own exit code.

ensurePackages()
await build().catch((error) => fail(`The build failed: ${error.message}`))

// In a process group of its own the server hears a Ctrl-C from here only: from the terminal and from npm the same one would reach it up to
// three times, and it takes a second one as "now". On Windows there are no such groups, the terminal's Ctrl-C is enough.
const windows = process.platform === 'win32'
const server = spawn(process.execPath, [...serverFlags, 'dist/server/main.js'], { stdio: 'inherit', detached: !windows, env: { ...serverEnvironment, ...process.env, NODE_ENV: 'production' } })

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
