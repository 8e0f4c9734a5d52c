import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '../../server/roles.ts'
import type { Settings } from '../../server/settings.ts'
import { answers, freePort, spawnServer } from '../../tests/support/instance.ts'
import { logOf } from './log.ts'

/**
 * A service beside the platform (scripts/services): its address, null where it is not available; `kill` and `again`
 * where this run started it.
 */
export interface Service {
  url: string | null
  note: string
  stop(): Promise<void>
  /** Ends the service as a crash does. */
  kill?(): Promise<void>
  /** Restarts the service at the same address; resolves once it answers. */
  again?(): Promise<void>
}

export type Services = Record<'postgres' | 'clickhouse' | 'nats', Service>

/** Number of processes of each role. */
export type Counts = Record<Exclude<Role, 'all'>, number>

/** A process of the built server. After a kill and a restart it listens at the same address. */
export interface Member {
  role: keyof Counts
  url: string
  kill(): Promise<void>
  /** Restarts the process; resolves once it is ready. */
  again(): Promise<void>
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
}

export interface Layout {
  services: Services
  members: readonly Member[]
  of(role: keyof Counts): readonly Member[]
  /** Last output of processes that ended without being told to. */
  fallen: readonly string[]
  stop(): Promise<void>
}

/** Where a layout keeps its data. */
export type Place = Pick<Settings, 'dataDir' | 'databaseUrl' | 'historyUrl'>

/** Makes a place over the services, with a new data folder. */
export function placeOver({ postgres, clickhouse }: Services): { place: Place; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'console-layout-'))
  return {
    place: { dataDir, databaseUrl: postgres.url, historyUrl: clickhouse.url },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** Starts the processes by role; resolves once all are ready. */
export async function startLayout(services: Services, place: Place, counts: Counts): Promise<Layout> {
  const environment = {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? undefined,
    HISTORY_URL: place.historyUrl ?? undefined,
    BUS_URL: services.nats.url ?? undefined,
    TELEMETRY_LOG: logOf(services) === null ? undefined : process.env.TELEMETRY_LOG,
    // Two processes cannot listen on one port for stations.
    HJ212_PORT: undefined,
    DEMO: 'off',
    CAPTCHA: 'off',
    LOG_LEVEL: 'warn',
    // The chaos run's alarm notifications go to a receiver on this machine.
    NORTH_ALLOW_PRIVATE: 'on',
  }
  const fallen: string[] = []
  const roles = Object.entries(counts).flatMap(([role, count]) => Array.from({ length: count }, () => role))
  const members: Member[] = []
  const stop = async (): Promise<void> => void (await Promise.all(members.map((member) => member.stop())))
  try {
    // One after the other: the first process creates what the others find.
    for (const role of roles) members.push(await startMember(role as keyof Counts, environment, fallen))
  } catch (error) {
    await stop()
    throw error
  }
  return { services, members, of: (role) => members.filter((member) => member.role === role), fallen, stop }
}

async function startMember(
  role: keyof Counts,
  environment: Record<string, string | undefined>,
  fallen: string[],
): Promise<Member> {
  const own = { ...environment, ROLE: role, PORT: String(await freePort()) }
  /** Whether the process was told to end. */
  let told = false
  const start = async () => {
    told = false
    const started = await spawnServer(own)
    void started.exited.then(({ code, signal }) => {
      if (!told) fallen.push(`${role} (${code ?? signal}): ${started.output().slice(-2000)}`)
    })
    try {
      await answers(started, '/readyz')
    } catch (error) {
      await started.stop()
      throw error
    }
    return started
  }
  let server = await start()
  return {
    role,
    url: server.url,
    async kill() {
      told = true
      server.process.kill('SIGKILL')
      await server.exited
    },
    async again() {
      server = await start()
    },
    signal: (name) => void server.process.kill(name),
    async stop() {
      told = true
      await server.stop()
    },
  }
}
