import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

interface Taken {
  url: string
  type: string | undefined
  body: string
  headers: IncomingHttpHeaders
}

export interface Receiver {
  url: string
  /** Requests received, oldest first. */
  taken: Taken[]
  /** Answer to all further requests; everything posted to /moved is answered 200. */
  answer: { status: number; headers?: Record<string, string>; silent?: boolean; endless?: boolean }
  close(): Promise<void>
}

/** A receiver that answers as its test sets it, and keeps the requests it received. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', taken: [], answer: { status: 200 }, close: () => Promise.resolve() }
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { headers: sent } = request
      receiver.taken.push({ url: request.url ?? '', type: sent['content-type'], body, headers: sent })
      const { status, headers, silent, endless } = receiver.answer
      if (silent) return
      response.writeHead(request.url === '/moved' ? 200 : status, headers)
      if (!endless) return response.end('ok')
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  receiver.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return receiver
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
