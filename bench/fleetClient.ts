import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../scripts/server.mjs'

export interface FleetServer {
  url: string
  headers: Record<string, string>
  /** Those of the gateway that all of the fleet's devices stand behind. */
  sender: Record<string, string>
  /** Processor time the server used so far, seconds, and what it holds in memory now, MB. */
  used(): Promise<{ cpu: number; memory: number }>
  stop(): Promise<void>
}

/**
 * Starts fleetServer.ts and waits until it listens; with so many rules over every device, each over `rulesEach`; `isJudged`: with quality tests and
 * pollutants that law judges.
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
  // Listened for once: each answer would leave a listener behind.
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
