import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comesTrue, end, findProgram, freePort, service } from './programs.mjs'

/**
 * A NATS server with JetStream for the tests: the one TEST_NATS_URL names (`own`: never that), else a private one where nats-server is installed.
 * Answers {url, note, stop(), kill(), again()}, url null where there is none.
 */
export async function startNats({ own = false } = {}) {
  if (!own && process.env.TEST_NATS_URL) return service(process.env.TEST_NATS_URL, 'NATS: the server of TEST_NATS_URL')
  const program = findProgram(['nats-server'])
  if (!program) return service(null, 'NATS half skipped: TEST_NATS_URL is not set and nats-server is not installed.')

  const port = await freePort()
  // What is in streams outlives `kill`, and goes with `stop`.
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

/** A server speaks first. */
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
