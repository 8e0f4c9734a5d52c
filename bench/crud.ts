import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { serverEnvironment, serverFlags } from '../scripts/server.mjs'
import { figure, type Bench } from './report.ts'

const ROWS = 10_000
const SECONDS = 4
const CONNECTIONS = 10

interface Request {
  method: 'GET' | 'POST' | 'PUT'
  path: () => string
  body?: () => string
}

let next = 1_000_000
const requests: readonly (readonly [name: string, request: Request])[] = [
  ['list of 10 with total', { method: 'GET', path: () => '/v1/godbGateway?page_size=10&current=3' }],
  [
    'the same, filtered by text',
    { method: 'GET', path: () => '/v1/godbGateway?page_size=10&current=1&search=Gateway%2055' },
  ],
  [
    'create',
    {
      method: 'POST',
      path: () => '/v1/godbGateway',
      body: () =>
        JSON.stringify({
          name: 'Made',
          regcode: String(next++),
          protocol_type: 1,
          project_id: 1,
          explained: { String: 'by the bench', Valid: true },
        }),
    },
  ],
  [
    'update',
    {
      method: 'PUT',
      path: () => `/v1/godbGateway/${1 + Math.floor(Math.random() * ROWS)}`,
      body: () => JSON.stringify({ name: `Renamed ${next++}` }),
    },
  ],
]

/**
 * Compares the generic list, create and update of one entity, with everything around them, with prepared statements in
 * bare routes.
 */
const bench: Bench = async () => {
  const bare = await measure('bare')
  const ours = await measure('ours')
  return [
    {
      title: 'Schema-driven CRUD over HTTP',
      how: `${CONNECTIONS} connections, ${ROWS} gateways, SQLite with synchronous=FULL, ${SECONDS} s each, requests per second. Bare: Fastify and prepared libsql statements, nothing else. Ours: sign-in, permissions, validation, references, credential, operation log.`,
      columns: ['request', 'ours', 'bare', 'bare / ours'],
      rows: requests.map(([name], i) => [
        name,
        figure(ours[i] ?? 0),
        figure(bare[i] ?? 0),
        figure((bare[i] ?? 0) / (ours[i] ?? 1)),
      ]),
      aim: 'within 2x of bare for reads, 3x for writes.',
    },
  ]
}
export default bench

/** Requests per second of each kind of request, from a server in a process of its own. */
async function measure(which: 'ours' | 'bare'): Promise<number[]> {
  const server = spawn(
    process.execPath,
    [...serverFlags, '--import', 'tsx', fileURLToPath(new URL('crudServer.ts', import.meta.url)), which, String(ROWS)],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...serverEnvironment, ...process.env } },
  )
  try {
    const { url, headers } = await new Promise<{ url: string; headers: Record<string, string> }>((resolve, reject) => {
      server.stdout.once('data', (line) =>
        resolve(JSON.parse(String(line)) as { url: string; headers: Record<string, string> }),
      )
      server.once('exit', (code) => reject(new Error(`the ${which} server ended with code ${code}`)))
    })
    const figures: number[] = []
    for (const [, request] of requests) figures.push(await load(url, headers, request))
    return figures
  } finally {
    server.kill('SIGTERM')
  }
}

async function load(url: string, headers: Record<string, string>, { method, path, body }: Request): Promise<number> {
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    path: path(),
    ...(body && { body: body() }),
  })
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [{ method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, setupRequest }],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${path()}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}
