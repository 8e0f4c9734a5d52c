import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './instance.ts'

const MOSQUITTO = '/usr/sbin/mosquitto'

/** Whether Mosquitto is installed. */
export const hasMosquitto = existsSync(MOSQUITTO)

export interface Mosquitto {
  port: number
  url: string
  /** Stops the broker and removes its folder. */
  stop(): Promise<void>
}

/**
 * Starts a Mosquitto for one test. It may not be listening yet when this returns.
 *
 * @param configOf returns the configuration lines besides the listener; its argument is a folder the broker may read
 */
export async function startMosquitto(configOf: (folder: string) => string): Promise<Mosquitto> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'console-mosquitto-'))
  // Mosquitto, started by root, switches to its own user.
  chmodSync(folder, 0o755)
  const file = join(folder, 'mosquitto.conf')
  writeFileSync(file, `listener ${port} 127.0.0.1\n${configOf(folder)}\n`)
  const broker = spawn(MOSQUITTO, ['-c', file], { stdio: 'ignore' })
  const exited = new Promise((resolve) => broker.once('exit', resolve))
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    async stop() {
      broker.kill()
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}
