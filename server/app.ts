import websocket from '@fastify/websocket'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { backtestRoutes } from './alarms/backtest/routes.ts'
import { channelRoutes } from './alarms/channels/routes.ts'
import { episodeRoutes } from './alarms/episodes/routes.ts'
import { switchRoutes } from './alarms/switches/routes.ts'
import { alarmRoutes } from './alarms/routes.ts'
import { deviceRuleRoutes } from './alarms/scope/routes.ts'
import { maintenanceRoutes } from './alarms/maintenance/routes.ts'
import { alarmResultRoutes } from './alarms/results/routes.ts'
import { sendLogRoutes } from './alarms/sendLog.ts'
import { tellRoutes } from './alarms/tell/routes.ts'
import { traceRoutes } from './alarms/trace/routes.ts'
import { crudRoutes } from './crud/routes.ts'
import { environmentDayRoutes } from './environment/dayRoutes.ts'
import { environmentHourRoutes } from './environment/hourRoutes.ts'
import { environmentRoutes } from './environment/routes.ts'
import { standardRoutes } from './environment/standardRoutes.ts'
import { registerCamera } from './demo/camera.ts'
import { registerMapFile } from './geocode/mapFile.ts'
import { geocodeRoutes } from './geocode/routes.ts'
import { compareRoutes } from './history/compare.ts'
import { hourlyRoutes } from './history/hourly.ts'
import { historyImportRoutes } from './history/importing/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { sparklineRoutes } from './history/sparklines.ts'
import { definitionRoutes } from './entities/routes.ts'
import { hj212Routes } from './hj212/routes.ts'
import { registerAuth } from './http/auth.ts'
import { registerBodies } from './http/body.ts'
import { registerConsole } from './http/console.ts'
import { registerConsoleSettings, type ShownAccount } from './http/consoleSettings.ts'
import { policy } from './http/headers.ts'
import { registerHealth } from './http/health.ts'
import { createServer, registerCompression } from './http/server.ts'
import { chooseProtocol } from './live/protocol.ts'
import { liveRoutes } from './live/routes.ts'
import { stateRoutes } from './live/stateRoutes.ts'
import { registerMetrics } from './metrics/routes.ts'
import { northRoutes } from './north/routes.ts'
import { qualityRoutes } from './quality/routes.ts'
import { registerOpenApi } from './openapi/routes.ts'
import type { Broker, Platform } from './platform.ts'
import { PARTS } from './roles.ts'
import { aboutRoutes } from './routes/about.ts'
import { deviceCodeRoutes } from './routes/deviceCodes.ts'
import { deviceActionRoutes } from './routes/deviceActions.ts'
import { dictionaryRoutes } from './routes/dictionaries.ts'
import { helpRoutes } from './routes/help.ts'
import { nameListRoutes } from './routes/nameLists.ts'
import { nodemapRoutes } from './routes/nodemaps.ts'
import { operationLogRoutes } from './routes/operationLog.ts'
import { sessionRoutes } from './session/routes.ts'
import { refusalRoutes } from './telemetry/refusalRoutes.ts'
import { telemetryRoutes } from './telemetry/routes.ts'
import { registerRoutes } from './register/routes.ts'
import { contactRoutes } from './routes/contacts.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { displayRoutes } from './routes/displays.ts'
import { takenRoutes } from './routes/taken.ts'
import { uploadRoutes } from './routes/upload.ts'
import { videoSourcesOf } from './routes/videoSources.ts'
import { videoRoutes } from './routes/videos.ts'
import { simRoutes } from './sim/routes.ts'
import { wechatRoutes } from './wechat/routes.ts'
import { virtualRoutes } from './virtual/routes.ts'

export interface BuildOptions {
  /** Accounts to show on the sign-in page; null where the demo is off. */
  demo?: readonly ShownAccount[] | null
  /**
   *   Calls of /v1 wait for this promise: it resolves once the database holds what a sign-in needs. The console is
   *   served meanwhile.
   */
  ready?: Promise<unknown>
  /** Is called with every route as it is registered. */
  onRoute?: (route: RouteOptions) => void
}

/**
 * Builds the server over an open platform: /v1, the live feed and the console. It does not listen: main.ts does, and
 * tests inject requests.
 */
export async function build(
  platform: Platform,
  { demo = null, ready, onRoute }: BuildOptions = {},
): Promise<FastifyInstance> {
  const app = await createServer(platform.settings, platform.log)
  if (onRoute) app.addHook('onRoute', onRoute)
  await registerOpenApi(app)
  await registerCompression(app)
  await app.register(websocket, { options: { maxPayload: 4096, handleProtocols: chooseProtocol } })
  if (ready) {
    app.addHook('onRequest', async ({ url }) => {
      if (url.startsWith('/v1/')) await ready
    })
  }
  registerBodies(app)
  registerAuth(app, platform)
  registerMetrics(app, platform)
  registerHealth(
    app,
    () => databaseAnswers(platform),
    platform.rejectedFiles,
    () => ({
      // A process that runs alone has every role and always leads.
      ...(!platform.bus.alone && { role: platform.settings.role, leads: platform.schedules.leads() }),
      ...(platform.broker && { mqtt: mqttOf(platform.broker) }),
      ...(platform.telemetryLog && { telemetryLog: platform.telemetryLog.state() }),
      ...(platform.relay.home === 'nats' && { nats: { connected: platform.relay.connected() } }),
    }),
  )
  const part = PARTS[platform.settings.role]
  if (part.intake) await app.register(telemetryRoutes, { platform })
  // A call that belongs to another role is answered with 404, like a call that does not exist.
  if (!part.console) {
    await registerConsole(app, null)
    return app
  }
  registerConsoleSettings(app, platform.settings, demo)
  if (demo !== null) registerCamera(app)
  await registerMapFile(app, platform.settings)
  for (const routes of routeGroups) await app.register(routes, { platform })
  const videoSources = videoSourcesOf(platform)
  await registerConsole(app, platform.settings.consoleDir, async (request) =>
    policy(platform.settings, await videoSources(request)),
  )
  return app
}

/** Returns how telemetry of the broker comes in, and whether this process takes it. */
function mqttOf(broker: Broker): object {
  const { intake, takes } = broker.state()
  return { intake, takes }
}

/**
 * Resolves when the database answers: its read threads or connections and, on the embedded engine, the one that writes.
 */
const databaseAnswers = ({ storage }: Platform): Promise<unknown> =>
  Promise.race([
    Promise.all([storage.read.selectFrom('setting').select('name').limit(1).execute(), storage.reachable()]),
    storage.failed.then((error) => {
      throw error
    }),
  ])

/** Registers the routes of one folder under /v1. */
type Routes = (app: FastifyInstance, options: { platform: Platform }) => Promise<void>

const routeGroups: readonly Routes[] = [
  sessionRoutes,
  aboutRoutes,
  definitionRoutes,
  crudRoutes,
  nameListRoutes,
  dictionaryRoutes,
  nodemapRoutes,
  deviceActionRoutes,
  deviceCodeRoutes,
  helpRoutes,
  liveRoutes,
  stateRoutes,
  refusalRoutes,
  historyRoutes,
  hourlyRoutes,
  historyImportRoutes,
  compareRoutes,
  sparklineRoutes,
  standardRoutes,
  environmentRoutes,
  environmentDayRoutes,
  environmentHourRoutes,
  qualityRoutes,
  operationLogRoutes,
  virtualRoutes,
  alarmRoutes,
  sendLogRoutes,
  episodeRoutes,
  switchRoutes,
  backtestRoutes,
  traceRoutes,
  deviceRuleRoutes,
  maintenanceRoutes,
  tellRoutes,
  alarmResultRoutes,
  channelRoutes,
  northRoutes,
  hj212Routes,
  contactRoutes,
  credentialRoutes,
  displayRoutes,
  takenRoutes,
  registerRoutes,
  simRoutes,
  geocodeRoutes,
  uploadRoutes,
  videoRoutes,
  wechatRoutes,
]
