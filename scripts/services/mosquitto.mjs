import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comesTrue, end, findProgram, freePort, service } from './programs.mjs'

/**
 * Provides an MQTT broker for the tests: the one of TEST_MQTT_URL, else a private Mosquitto if it is installed; without
 * one the tests run their own broker in their process. Returns {url, note, stop()}, url null if there is none.
 */
export async function startMosquitto() {
  if (process.env.TEST_MQTT_URL) return service(process.env.TEST_MQTT_URL, 'MQTT: the broker of TEST_MQTT_URL')
  const program = findProgram(['mosquitto'])
  if (!program) return service(null, 'MQTT: no Mosquitto is installed, the tests use a broker of their own')

  const folder = mkdtempSync(join(tmpdir(), 'test-mosquitto-'))
  const port = await freePort()
  const file = join(folder, 'mosquitto.conf')
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type error\n`)
  chmodSync(folder, 0o755) // Mosquitto that root starts switches to its own user.
  const broker = spawn(program, ['-c', file], { stdio: 'ignore' })
  broker.on('error', () => {})
  const stop = async () => {
    await end(broker)
    rmSync(folder, { recursive: true, force: true })
  }
  if (await comesTrue(() => accepts(port), 10))
    return service(`mqtt://127.0.0.1:${port}`, `MQTT: a private ${program}`, stop)
  await stop()
  return service(null, `MQTT: ${program} did not start, the tests use a broker of their own`)
}

function accepts(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', reject)
  })
}
