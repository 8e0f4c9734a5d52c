import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Taken {
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A stand-in for chat robots, web hooks and push services: keeps what it receives, and answers as the test sets it. */
export async function standIn() {
  const taken: Taken[] = []
  const state = { status: 200, answer: '{"errcode":0,"code":0}' }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      taken.push({
        url: new URL(request.url ?? '', 'http://standin'),
        headers: request.headers,
        body: Buffer.concat(chunks),
      })
      response.writeHead(state.status, { 'content-type': 'application/json' }).end(state.answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url, taken, state, close }
}
