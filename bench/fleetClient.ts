import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../scripts/server.mjs'

export interface FleetServer {
  url: string
  headers: Record<string, string>
  /** Headers of the gateway behind which all of the fleet's devices stand. */
  sender: Record<string, string>
  /** Processor time that the server has used so far, seconds, and its present memory, MB. */
  used(): Promise<{ cpu: number; memory: number }>
  stop(): Promise<void>
}

/**
 * Starts fleetServer.ts and waits until it listens; with `rules` rules over every device, each over `rulesEach`
 * devices; `isJudged` adds quality tests and pollutants with legal limits.
 */
export async function startFleet(
  engine: 'sqlite' | 'postgres',
  devices: number,
  { rules = 0, rulesEach = 100, isJudged = false } = {},
): Promise<FleetServer> {
  const child = fork(
    fileURLToPath(new URL('./fleetServer.ts', import.meta.url)),
    [engine, String(devices), String(rules), String(rulesEach), ...(isJudged ? ['judged'] : [])],
    { execArgv: [...serverFlags, '--import', 'tsx'], env: { ...serverEnvironment, ...process.env } },
  )
  // Listened for once: a listener for each answer would be left behind.
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the server ended')))
  ended.catch(() => {})
  const answer = async <T>(): Promise<T> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [T]
    return message
  }
  const { url, token, credential } = await answer<{ url: string; token: string; credential: string }>()
  return {
    url,
    headers: { authorization: `Bearer ${token}` },
    sender: { authorization: `Bearer ${credential}` },
    async used() {
      child.send('used')
      const { cpu, memory } = await answer<{ cpu: NodeJS.CpuUsage; memory: number }>()
      return { cpu: (cpu.user + cpu.system) / 1e6, memory: memory / 1e6 }
    },
    async stop() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
