import { spawn } from 'node:child_process'
import { whenOrphaned } from './orphan.mjs'
import { ensurePackages } from './setup.mjs'

// `npm run dev`: runs the server from its sources, restarted on change, and Vite's server for the console with /v1
// forwarded to the server. Content-Security-Policy and the two-bundle entry exist only in a build: check a page with
// `npm start` as well.

whenOrphaned('scripts/dev.mjs', () => stop('SIGTERM', 143))
ensurePackages()

const port = process.env.PORT ?? '8080'
const children = [
  run('node_modules/tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], { PORT: port }),
  run('node_modules/vite/bin/vite.js', [], { API_URL: `http://127.0.0.1:${port}` }),
]

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(signal))
for (const child of children) child.on('exit', (code) => stop('SIGTERM', code ?? 1))

function run(program, args, environment) {
  return spawn(process.execPath, ['--import', './scripts/tied.mjs', program, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  })
}

function stop(signal, code = 0) {
  process.exitCode = code
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}
