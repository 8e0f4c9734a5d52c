import autocannon from 'autocannon'
import { NODES } from './fleet.ts'
import type { FleetServer } from './fleetClient.ts'

/** The result of a flood: points/s, latencies in ms, processor time of the server by seconds. */
export interface Flood {
  points: number
  p50: number
  p99: number
  cpu: number
}

/** Posts as much telemetry as a server accepts, in requests of `items` items of a fleet's devices. */
export async function flood(
  server: FleetServer,
  next: (items: number) => string,
  { items, connections, seconds }: { items: number; connections: number; seconds: number },
): Promise<Flood> {
  const { cpu: before } = await server.used()
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/v1/telemetry',
        headers: { ...server.sender, 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: next(items) }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  const cpu = ((await server.used()).cpu - before) / result.duration
  return {
    points: (result.requests.total * items * NODES) / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu,
  }
}
