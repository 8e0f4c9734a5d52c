import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { comesTrue, end, findProgram, freePort, service } from './programs.mjs'

/** A NATS server for the tests: the one TEST_NATS_URL names, else a private one where nats-server is installed. Answers {url, note, stop()}, url null where there is none. */
export async function startNats() {
  if (process.env.TEST_NATS_URL) return service(process.env.TEST_NATS_URL, 'NATS: the server of TEST_NATS_URL')
  const program = findProgram(['nats-server'])
  if (!program) return service(null, 'NATS half skipped: TEST_NATS_URL is not set and nats-server is not installed.')

  const port = await freePort()
  const server = spawn(program, ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' })
  server.on('error', () => {})
  const stop = () => end(server)
  if (await comesTrue(() => greets(port), 10))
    return service(`nats://127.0.0.1:${port}`, `NATS: a private ${program}`, stop)
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
