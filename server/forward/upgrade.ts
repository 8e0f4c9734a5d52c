import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'

const PATIENCE = 30_000

/**
 * Passes WebSocket upgrades on, byte by byte: sub-protocols (one of them carries the token), compression, pings and close codes are
 * agreed between the browser and the platform, and nothing in between has to understand them.
 */
export function forwardUpgrades(app: FastifyInstance, upstream: URL, prefixes: readonly string[], log: Log): void {
  const open = new Set<Duplex>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    const path = request.url ?? '/'
    if (prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`))) relay(request, socket, head, upstream, log)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  // Upgraded sockets are not the server's any more: it would wait for them for ever.
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy()
  })
}

function relay(request: IncomingMessage, socket: Duplex, head: Buffer, upstream: URL, log: Log): void {
  const send = upstream.protocol === 'https:' ? requestSecure : requestPlain
  const target = send({
    protocol: upstream.protocol,
    host: upstream.hostname,
    port: upstream.port,
    path: upstream.pathname.replace(/\/$/, '') + (request.url ?? '/'),
    method: request.method,
    headers: { ...request.headers, host: upstream.host, 'x-forwarded-for': request.socket.remoteAddress ?? '' },
    timeout: PATIENCE,
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

function headOf(response: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${response.statusCode ?? 101} ${response.statusMessage ?? 'Switching Protocols'}`]
  for (let i = 0; i + 1 < response.rawHeaders.length; i += 2) lines.push(`${response.rawHeaders[i]}: ${response.rawHeaders[i + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
