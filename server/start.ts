import type { FastifyInstance } from 'fastify'
import { vapidKeys } from './alarms/channels/vapid.ts'
import { build } from './app.ts'
import {
  accountLines,
  closeDemoAccounts,
  demoAccounts,
  demoWanted,
  reopenDemoAccounts,
  startDemo,
} from './demo/index.ts'
import { rejectedBlock, joinEntities } from './entities/index.ts'
import type { Log } from './log.ts'
import { openPlatform } from './open.ts'
import { startNorth } from './north/index.ts'
import { PARTS } from './roles.ts'
import { ensureAdministrator } from './session/firstStart.ts'
import { StartError, type Settings } from './settings.ts'

export interface Running {
  /** Address that the server listens at: http://host:port. */
  address: string
  /** Resolves when the server cannot go on and only a restart helps. */
  failed: Promise<Error>
  /** Stops accepting, finishes open requests, closes the database. */
  close(): Promise<void>
}

/**
 * Opens the platform, listens, and prints the address.
 * @throws {StartError} where that cannot be done
 */
export async function start(settings: Settings, log: Log, print: (line: string) => void): Promise<Running> {
  if (settings.platformUrl !== null) {
    const rejected = await joinEntities(settings, log)
    // Loaded here alone: the forwarder's HTTP client is half of what a server without it has to load.
    const { buildForwarder } = await import('./forward/forwarder.ts')
    const app = await buildForwarder(settings, settings.platformUrl, log, rejected)
    const address = await listen(app, settings)
    if (rejected.length > 0) print(rejectedBlock(rejected))
    print(`Console: ${address}/ (forwards /v1 to ${settings.platformUrl})`)
    return { address, failed: new Promise(() => {}), close: () => app.close() }
  }
  return startPlatform(settings, log, print)
}

async function startPlatform(settings: Settings, log: Log, print: (line: string) => void): Promise<Running> {
  const platform = await openPlatform(settings, log)
  const parts: { close(): Promise<unknown> }[] = [platform]
  const close = async (): Promise<void> => {
    for (const part of parts.toReversed()) await part.close()
  }
  try {
    if (!settings.captcha)
      log.warn({}, 'CAPTCHA=off: anyone may try passwords without a captcha; for automated tests only')
    await vapidKeys(platform.storage)
    const { intake, console } = PARTS[settings.role]
    const withDemo = await demoWanted(settings, platform.storage)
    if (withDemo) await reopenDemoAccounts(platform.storage)
    const signIns = console && !withDemo
    const closed = signIns ? await closeDemoAccounts(platform.storage, settings.adminPassword) : []
    const initialPassword = signIns ? await ensureAdministrator(platform.storage, settings) : null
    // The sign-in page is served at once; a sign-in waits until the demo's accounts exist.
    let markReady = (): void => {}
    const ready = new Promise<void>((resolve) => {
      markReady = resolve
    })
    const app = await build(platform, { demo: withDemo ? demoAccounts : null, ready })
    parts.push(app)
    const address = await listen(app, settings)
    try {
      if (withDemo) parts.splice(1, 0, await startDemo(platform))
    } finally {
      markReady()
    }
    parts.splice(1, 0, await startNorth(platform))
    if (settings.hj212 !== null && intake) {
      const { startHj212 } = await import('./hj212/index.ts')
      const stations = await startHj212(platform)
      parts.splice(1, 0, stations)
      if (withDemo) {
        const { startDemoStation } = await import('./demo/station.ts')
        parts.splice(1, 0, await startDemoStation(platform, stations))
      }
      print(`Stations (HJ 212): ${settings.hj212.host}:${stations.port}${settings.hj212.tls ? ' by TLS' : ''}`)
    }
    // In a start without problems these are the last lines of the terminal: background work is not logged there.
    if (platform.rejectedFiles.length > 0) print(rejectedBlock(platform.rejectedFiles))
    print(console ? `Console: ${address}/` : `Role ${settings.role}: ${address}/readyz`)
    if (withDemo) for (const line of ['Demo accounts:', ...accountLines(demoAccounts)]) print(line)
    if (closed.length > 0) print(closedLine(closed))
    if (initialPassword !== null)
      print(`First sign-in: admin / ${initialPassword} (shown once; change it after signing in)`)
    return { address, failed: platform.storage.failed, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Says that the accounts of an ended demo are disabled, why, how to open one, and how the demo is started again. */
function closedLine(names: readonly string[]): string {
  const [first = ''] = names
  const setting = names.includes('admin') ? ', or set ADMIN_PASSWORD for admin' : ''
  return `Disabled, because ${names.length === 1 ? 'its password is' : 'their passwords are'} the demo's and public: ${names.join(', ')}. To enable one: npm run admin -- reset ${first}${setting}. DEMO=on runs the demo again.`
}

async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    return await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw listenProblem(error, host, port)
  }
}

function listenProblem(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons.get(code)
  return reason ? new StartError(reason.replace('%host', host).replace('%port', String(port))) : error
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'Port %port on %host is in use: stop the program that uses it, or set PORT to another.'],
  ['EACCES', 'This account may not listen on port %port: set PORT to a number above 1023.'],
  ['EADDRNOTAVAIL', 'HOST is %host, which is no address of this machine.'],
  ['ENOTFOUND', 'HOST is %host, which is no address of this machine.'],
  ['EAI_AGAIN', 'HOST is %host, which is no address of this machine.'],
])
