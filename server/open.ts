import { setTimeout as sleep } from 'node:timers/promises'
import { allResources } from '../resources/index.ts'
import { openAlarms } from './alarms/index.ts'
import { openMaintenance } from './alarms/maintenance/book.ts'
import { acrossProcesses } from './bus/bridge.ts'
import { openBus } from './bus/index.ts'
import { createBusRelay } from './bus/relay.ts'
import { readEntities } from './entities/index.ts'
import { watchEntities } from './entities/watch.ts'
import { hookOf } from './hooks/index.ts'
import { jobsOf } from './jobs.ts'
import { createFeed } from './live/feed.ts'
import { createRegistry } from './live/registry.ts'
import type { Log } from './log.ts'
import { countTelemetry, createMetrics, measureCommits } from './metrics/index.ts'
import type { Platform } from './platform.ts'
import { judgeArriving } from './quality/arriving.ts'
import { needsPeerSamples, PARTS } from './roles.ts'
import { startSchedules } from './schedule/index.ts'
import { createSessions } from './session/sessions.ts'
import type { Settings } from './settings.ts'
import { openStorage } from './storage/index.ts'
import { keepPrivate } from './storage/privateFiles.ts'
import { createIngest } from './telemetry/ingest.ts'
import { createRefusals } from './telemetry/refusals.ts'

/**
 * Order in which the parts are closed: first those that create work, then those that do it, last those that all of them
 * need.
 */
const CLOSING = [
  'schedules',
  'broker',
  'feed',
  'telemetryLog',
  'ingest',
  'bridge',
  'refusals',
  'alarms',
  'maintenance',
  'relay',
  'bus',
  'storage',
  'metrics',
] as const

/** How long a start waits until it hears the other processes, ms; it goes on without, and loads again once it does. */
const LISTEN_TIMEOUT_MS = 5000

type Opened = Partial<Record<(typeof CLOSING)[number], { close(): unknown }>>

/**
 * Opens the database and the services that use it; optional parts are loaded only where a setting asks for them.
 * @throws {StartError} one sentence, where a part cannot be opened; no part stays open then
 */
export async function openPlatform(settings: Settings, log: Log): Promise<Platform> {
  const opened: Opened = {}
  const open = <T extends { close(): unknown }>(name: keyof Opened, part: T): T => {
    opened[name] = part
    return part
  }
  try {
    const entities = watchEntities(await readEntities(settings), log)
    const metrics = open('metrics', createMetrics())
    const storage = measureCommits(open('storage', await openStorage(settings, log, allResources, entities)), metrics)
    await keepPrivate(settings.dataDir, log)
    const hears = needsPeerSamples(settings)
    const bus = open('bus', openBus({ storage, log }))
    // What is said while records are loaded is heard after it. Loaded before this process listens, they would have to be
    // loaded again.
    await Promise.race([bus.ready, sleep(LISTEN_TIMEOUT_MS, undefined, { ref: false })])
    const release = bus.hold()
    const registry = await createRegistry(storage, log, hears)
    const { timeZone } = settings
    const maintenance = open('maintenance', await openMaintenance({ storage, registry, log, timeZone }))
    const feed = open('feed', createFeed({ registry, log, isAsked: PARTS[settings.role].console }))
    const relay = open(
      'relay',
      settings.nats === null
        ? createBusRelay(bus, registry)
        : await (await import('./bus/nats.ts')).overNats({ nats: settings.nats, bus, registry, storage, hears, log }),
    )
    const telemetryLog = await openTelemetryLog(settings, { storage, registry, metrics, log })
    if (telemetryLog) open('telemetryLog', telemetryLog)
    const publish = telemetryLog?.publish
    const { keep, ...takesIn } = createIngest({
      storage,
      registry,
      feed,
      log,
      settings,
      judging: judgeArriving(maintenance),
      relay,
      ...(publish && { publish }),
    })
    const ingest = open('ingest', countTelemetry(takesIn, metrics))
    const shared = open(
      'bridge',
      acrossProcesses({ log, bus, relay, registry, sessions: createSessions(storage), feed }),
    )
    shared.follow(ingest)
    release()
    const schedules = open(
      'schedules',
      startSchedules({ storage, log, metrics, ...(!PARTS[settings.role].leads && { lease: null }) }),
    )
    const services: Omit<Platform, 'alarms'> = {
      settings,
      rejectedFiles: entities.rejected(),
      log,
      storage,
      sessions: shared.sessions,
      hookOf,
      registry: shared.registry,
      ingest,
      refusals: open('refusals', createRefusals({ storage, log })),
      feed,
      metrics,
      maintenance,
      schedules,
      bus,
      relay,
      broker: null,
      telemetryLog,
      close: () => closeAll(opened),
    }
    // Object.assign keeps the identity of the object: the ways down to devices are kept by this object as key.
    const platform: Platform = Object.assign(services, { alarms: open('alarms', await openAlarms(services)) })
    // The log begins before calls and messages are accepted: the first ones would be refused otherwise.
    await telemetryLog?.begin({
      keep,
      // A process that hears the samples of all devices has the states of their rules already.
      ...(!hears && { took: (devices) => platform.alarms.takeDevices(devices) }),
    })
    for (const job of jobsOf(platform)) schedules.add(job)
    if (settings.mqttUrl !== null)
      platform.broker = open(
        'broker',
        await (await import('./telemetry/mqtt.ts')).connectBroker(platform, settings.mqttUrl),
      )
    return platform
  } catch (error) {
    await closeAll(opened).catch((problem: unknown) =>
      log.warn({ err: problem }, 'some resources could not be closed after a failed start'),
    )
    throw error
  }
}

/** Opens the log of telemetry where the settings ask for one; its package is loaded only then. */
async function openTelemetryLog(
  { nats, databaseUrl, telemetryLog, role }: Settings,
  services: Pick<Platform, 'storage' | 'registry' | 'metrics' | 'log'>,
) {
  if (telemetryLog === null || nats === null || databaseUrl === null) return null
  const { openLog } = await import('./telemetry/log/index.ts')
  return openLog({ ...services, ...telemetryLog, nats, databaseUrl, takes: PARTS[role].intake })
}

/**
 * Closes all open parts. A part that fails to close does not keep the rest open; the first error is thrown at the end.
 */
async function closeAll(opened: Opened): Promise<void> {
  const problems: unknown[] = []
  for (const name of CLOSING) {
    try {
      await opened[name]?.close()
    } catch (error) {
      problems.push(error)
    }
  }
  if (problems.length > 0) throw problems[0]
}
