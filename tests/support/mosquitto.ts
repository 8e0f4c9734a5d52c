import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './instance.ts'

const MOSQUITTO = '/usr/sbin/mosquitto'

/** Whether one is installed. */
export const hasMosquitto = existsSync(MOSQUITTO)

export interface Mosquitto {
  port: number
  url: string
  /** Ends it, and takes its folder away. */
  stop(): Promise<void>
}

/**
 * Starts a Mosquitto of a test's own; it may not listen yet.
 *
 * @param configOf the lines of its file beside the listener's, by the folder that it may read files of
 */
export async function startMosquitto(configOf: (folder: string) => string): Promise<Mosquitto> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'console-mosquitto-'))
  // Started by root, Mosquitto goes on as its own user.
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
