import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comesTrue, end, findProgram, freePort, service } from './programs.mjs'

/**
 * Provides a NATS server with JetStream for the tests: the one of TEST_NATS_URL (never with `own`), else a private one
 * if nats-server is installed. Returns {url, note, stop(), kill(), again()}, url null if there is none.
 */
export async function startNats({ own = false } = {}) {
  if (!own && process.env.TEST_NATS_URL) return service(process.env.TEST_NATS_URL, 'NATS: the server of TEST_NATS_URL')
  const program = findProgram(['nats-server'])
  if (!program) return service(null, 'NATS half skipped: TEST_NATS_URL is not set and nats-server is not installed.')

  const port = await freePort()
  // The streams survive `kill` and are removed by `stop`.
  const folder = mkdtempSync(join(tmpdir(), 'console-nats-'))
  let server
  const begins = () => {
    server = spawn(program, ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', folder], {
      stdio: 'ignore',
    })
    server.on('error', () => {})
    return comesTrue(() => greets(port), 10)
  }
  const stop = async () => {
    await end(server)
    rmSync(folder, { recursive: true, force: true })
  }
  const crash = {
    kill: () => end(server, 'SIGKILL'),
    async again() {
      if (!(await begins())) throw new Error('nats-server did not come back within ten seconds')
    },
  }
  if (await begins()) return service(`nats://127.0.0.1:${port}`, `NATS: a private ${program}`, stop, crash)
  await stop()
  return service(null, `NATS half skipped: ${program} did not start.`)
}

/** Whether a NATS server answers: it sends INFO first. */
function greets(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString().startsWith('INFO '))
    })
  })
}
