import { spawn } from 'node:child_process'
import { ensurePackages } from './setup.mjs'

// `npm run dev`: the server from its sources, restarted on change, and Vite's server for the console with /v1 forwarded to it.
// Content-Security-Policy and the two-bundle entry are those of a build: try `npm start` before you trust a page.

ensurePackages()

const port = process.env.PORT ?? '8080'
const children = [
  run('tsx', ['watch', '--clear-screen=false', 'server/main.ts'], { PORT: port }),
  run('vite', [], { API_URL: `http://127.0.0.1:${port}` }),
]

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop(signal))
for (const child of children) child.on('exit', (code) => stop('SIGTERM', code ?? 1))

function run(name, args, environment) {
  const windows = process.platform === 'win32'
  return spawn(`node_modules/.bin/${name}${windows ? '.cmd' : ''}`, args, { stdio: 'inherit', shell: windows, env: { ...process.env, ...environment } })
}

function stop(signal, code = 0) {
  process.exitCode = code
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}
