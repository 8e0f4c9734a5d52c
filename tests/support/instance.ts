import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../../scripts/server.mjs'
import { CITY_DAYS, copyCity } from './city.ts'

const entry = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

/** The built server in a process of its own. */
export interface Instance {
  url: string
  port: number
  dataDir: string
  process: ChildProcess
  /** Output so far, stdout and stderr. */
  output(): string
  /** Resolves with exit code and signal once the process has exited. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Resolves once the output matches. */
  says(expression: RegExp): Promise<void>
  /** Stops the server and removes its data folder. */
  stop(): Promise<void>
}

/** Settings of a test about the start itself: such a server does not begin with the prepared city. */
const OF_THE_START = ['DATA_DIR', 'DATABASE_URL', 'DEMO', 'DEMO_DAYS', 'PLATFORM_URL']

/**
 * Starts a server with settings that suit tests: its own data folder, a free port, any captcha accepted. `environment`
 * overrides them; undefined removes a variable. Where `environment` holds no setting of the start, the folder begins
 * with the run's demo city and its days of past (city.ts).
 */
export async function spawnServer(environment: Record<string, string | undefined> = {}): Promise<Instance> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'console-e2e-'))
  if (!OF_THE_START.some((name) => name in environment)) await copyCity(dataDir, seedCity)
  const port = Number(environment.PORT ?? (await freePort()))
  const quiet = {
    DATABASE_URL: undefined,
    HISTORY_URL: undefined,
    BUS_URL: undefined,
    TELEMETRY_LOG: undefined,
    PLATFORM_URL: undefined,
    MQTT_URL: undefined,
    TIME_ZONE: undefined,
  }
  const env: Record<string, string | undefined> = {
    ...serverEnvironment,
    ...process.env,
    ...quiet,
    DEMO: 'on',
    CAPTCHA: 'off',
    // Each day of past takes a core some seconds, beside the tests.
    DEMO_DAYS: '1',
    LOG_LEVEL: 'info',
    ...environment,
    DATA_DIR: dataDir,
    PORT: String(port),
  }
  const child = spawn(process.execPath, [...serverFlags, entry], {
    cwd: tmpdir(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that was abandoned leaves nothing running.
  const orphan = (): boolean => child.kill('SIGKILL')
  process.once('exit', orphan)
  child.once('close', () => process.off('exit', orphan))
  let text = ''
  const listeners = new Set<() => void>()
  const take = (chunk: Buffer): void => {
    text += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )

  const says = async (expression: RegExp): Promise<void> => {
    const said = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!expression.test(text)) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      look()
    })
    await Promise.race([said, exited])
    if (!expression.test(text)) throw new Error(`The server ended without saying ${expression}:\n${text}`)
  }

  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT')
    const force = setTimeout(() => child.kill('SIGKILL'), 15_000)
    await exited
    clearTimeout(force)
    if (environment.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${port}`, port, dataDir, process: child, output: () => text, exited, says, stop }
}

const seedCity = async (folder: string): Promise<() => Promise<void>> =>
  (await startServer({ DATA_DIR: folder, DEMO_DAYS: String(CITY_DAYS) })).stop

/**
 * Fills an empty folder with a demo city in the state that a stopped server leaves: a copy of this run's city, or a new
 * one where the run has none.
 */
export async function fillWithCity(folder: string): Promise<void> {
  if (!(await copyCity(folder, seedCity))) await (await seedCity(folder))()
}

/**
 * As spawnServer, but resolves once /login answers and the address is printed: from then on demo accounts can sign in.
 */
export async function startServer(environment: Record<string, string | undefined> = {}): Promise<Instance> {
  const instance = await spawnServer(environment)
  try {
    await answers(instance, '/login')
    await instance.says(/^Console: /m)
    void instance.exited.then(({ code, signal }) => {
      if (!instance.process.killed)
        console.error(`The server ended by itself (${code ?? signal}):\n${instance.output().slice(-4000)}`)
    })
    return instance
  } catch (error) {
    await instance.stop()
    throw error
  }
}

/** Resolves once a path answers 200; rejects with the server's output if the server exits before. */
export async function answers(instance: Instance, path: string): Promise<void> {
  let gone = false
  void instance.exited.then(() => (gone = true))
  for (;;) {
    if (gone) throw new Error(`The server ended before it answered:\n${instance.output()}`)
    const status = await fetch(instance.url + path, { headers: { accept: 'text/html' } }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** A TCP port of the loopback address that no process listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
