import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { mayOpenFeed } from '../live/origin.ts'
import type { Log } from '../log.ts'
import { isOfUpgrade } from './answers.ts'
import { forwardedPath, withoutForwarding } from './requests.ts'

/** How long the platform may be silent before a feed is open, ms. */
const OPENING_TIMEOUT_MS = 30_000

export interface Upgrades {
  upstream: URL
  prefixes: readonly string[]
  /** Whether a proxy in front of this server sets forwarding headers; otherwise those of the client are dropped. */
  behindProxy: boolean
  /** Origins of further consoles whose pages may open the live feed. */
  origins: readonly string[]
  log: Log
}

/**
 * Forwards WebSocket upgrades byte by byte: sub-protocols (one of them carries the token), compression, pings and close
 * codes are negotiated between the browser and the platform, and the forwarder need not understand them.
 */
export function forwardUpgrades(app: FastifyInstance, upgrades: Upgrades): void {
  const open = new Set<Duplex>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    const path = forwardedPath(request.url ?? '/', upgrades.prefixes)
    const ours = mayOpenFeed(request.headers, request.headers.host ?? '', upgrades.origins)
    if (!ours) socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    else if (path === null) socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    else relay(request, socket, head, path, upgrades)
  })
  // Upgraded sockets do not belong to the server any more: its close would wait for them forever.
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy()
  })
}

function relay(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  path: string,
  { upstream, behindProxy, log }: Upgrades,
): void {
  const send = upstream.protocol === 'https:' ? requestSecure : requestPlain
  const target = send({
    protocol: upstream.protocol,
    host: upstream.hostname,
    port: upstream.port,
    path: upstream.pathname.replace(/\/$/, '') + path,
    method: request.method,
    headers: {
      ...withoutForwarding(request.headers),
      host: upstream.host,
      ...(request.headers.origin !== undefined && { origin: upstream.origin }),
      ...forwardedBy(request, behindProxy),
    },
    timeout: OPENING_TIMEOUT_MS,
  })
  const refuse = (status: string): void => {
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }
  target.on('upgrade', (response, upstreamSocket: Duplex, upstreamHead: Buffer) => {
    socket.write(headOf(response))
    if (upstreamHead.length > 0) socket.write(upstreamHead)
    if (head.length > 0) upstreamSocket.write(head)
    socket.pipe(upstreamSocket).pipe(socket)
    socket.on('close', () => upstreamSocket.destroy())
    upstreamSocket.on('close', () => socket.destroy())
    upstreamSocket.on('error', () => socket.destroy())
  })
  target.on('response', (response) => {
    response.resume()
    refuse(`${response.statusCode ?? 502} ${response.statusMessage ?? ''}`)
  })
  target.on('timeout', () => target.destroy(new Error('the platform did not answer')))
  target.on('error', (error) => {
    log.warn({ err: error, upstream: upstream.origin }, 'the platform cannot be reached')
    refuse('503 Service Unavailable')
  })
  socket.on('close', () => target.destroy())
  target.end()
}

/** Returns the forwarding headers, which give the actual client to the platform's logs and throttling. */
function forwardedBy({ headers, socket }: IncomingMessage, behindProxy: boolean): Record<string, string> {
  const before = (name: string): string[] => (behindProxy ? [headers[name] ?? []].flat() : [])
  const peer = socket.remoteAddress ?? ''
  return {
    'x-forwarded-for': [...before('x-forwarded-for'), peer].join(', '),
    'x-forwarded-proto': before('x-forwarded-proto')[0] ?? 'http',
    'x-forwarded-host': before('x-forwarded-host')[0] ?? headers.host ?? '',
  }
}

function headOf(response: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${response.statusCode ?? 101} ${response.statusMessage ?? 'Switching Protocols'}`]
  for (let i = 0; i + 1 < response.rawHeaders.length; i += 2)
    if (isOfUpgrade(response.rawHeaders[i] ?? ''))
      lines.push(`${response.rawHeaders[i]}: ${response.rawHeaders[i + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
