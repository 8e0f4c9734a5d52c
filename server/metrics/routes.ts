import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSuper } from '../../resources/kit/access.ts'
import { forbidden } from '../errors.ts'
import { bearerOf } from '../http/auth.ts'
import type { Platform } from '../platform.ts'
import { gauge } from './family.ts'
import { callSchema } from '../openapi/call.ts'
import { needsPeerSamples } from '../roles.ts'

/**
 * Counts the requests of an app, and answers GET /metrics in the Prometheus text format. The metrics show how busy the
 * platform is, so only some may read them: a program on the same machine that connects directly, a caller with
 * METRICS_TOKEN, or a signed-in super administrator.
 */
export function registerMetrics(app: FastifyInstance, platform: Platform): void {
  const { metrics, registry, ingest, feed, relay } = platform
  app.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: routeOf(request) }
    metrics.requests.add({ ...labels, status: reply.statusCode })
    metrics.requestSeconds.observe(reply.elapsedTime / 1000, labels)
    done()
  })
  metrics.add(
    gauge('telemetry_queue_values', 'Telemetry values that are waiting for their commit.', () => [
      [{}, ingest.queued()],
    ]),
    gauge(
      'mqtt_sessions',
      'Sessions at the broker that this process receives telemetry from: its own, and those left by processes that have ended.',
      () => {
        const state = platform.broker?.state()
        return state
          ? [
              [{ of: 'own' }, Number(state.takes)],
              [{ of: 'left' }, state.left],
            ]
          : []
      },
      ['of'],
    ),
    gauge('nats_connected', 'Whether samples are exchanged with other processes through NATS (BUS_URL).', () =>
      relay.home === 'nats' ? [[{}, Number(relay.connected())]] : [],
    ),
    gauge('live_feed_clients', 'Connections of the live feed.', () => [[{}, feed.clients()]]),
    gauge(
      'devices',
      'Devices by state; only from processes that receive the values of all devices.',
      () => {
        if (!needsPeerSamples(platform.settings)) return []
        const now = Date.now()
        const devices = registry.devices()
        const online = devices.filter((device) => registry.isOnline(device, now)).length
        const disabled = devices.filter((device) => device.control_state !== 0).length
        return [
          [{ state: 'online' }, online],
          [{ state: 'offline' }, devices.length - online - disabled],
          [{ state: 'disabled' }, disabled],
        ]
      },
      ['state'],
    ),
  )

  app.get(
    '/metrics',
    {
      schema: callSchema({
        group: 'operation',
        label: ['指标（Prometheus）', '指標（Prometheus）', 'Metrics (Prometheus)'],
        plain: 'text/plain',
      }),
    },
    async (request, reply) => {
      if (!(isLocal(request) || (await mayAsk(platform, bearerOf(request))))) throw forbidden()
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; version=0.0.4; charset=utf-8')
        .send(await metrics.text())
    },
  )
}

async function mayAsk({ settings, sessions }: Platform, token: string | null): Promise<boolean> {
  if (token === null) return false
  if (settings.metricsToken !== null && sameText(token, settings.metricsToken)) return true
  const signedIn = await sessions.find(token)
  return signedIn !== null && !signedIn.wall && signedIn.user.changepassword !== 1 && isSuper(signedIn.caller)
}

/**
 * Whether a request came directly from this machine. A request that a proxy on this machine passes on comes from
 * elsewhere.
 */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  )
  return !forwarded && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const sameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

/**
 * Returns the route's template, never the address, which has unlimited values. Files of the console count as one route;
 * a request that matched no route is 'none'.
 */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  return url === undefined ? 'none' : url.startsWith('/assets/') ? '/assets/*' : url
}
