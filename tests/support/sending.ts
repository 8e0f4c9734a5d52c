import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WorldApp } from './worldApp.ts'

/** An HTTP service that answers what it is told to. */
export async function stub(
  answer: (request: IncomingMessage, body: unknown) => { status: number; body?: object },
): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { status, body } = answer(request, text === '' ? null : JSON.parse(text))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The text messages that the first project has left. */
export const setSms = ({ platform }: WorldApp, remain_sms: number) =>
  platform.storage.write((trx) => trx.updateTable('project').set({ remain_sms }).where('id', '=', 1).execute())
export const remaining = async ({ platform }: WorldApp): Promise<number | null> =>
  (await platform.storage.read.selectFrom('project').select('remain_sms').where('id', '=', 1).executeTakeFirst())
    ?.remain_sms ?? null

export const sendLog = ({ platform }: WorldApp) =>
  platform.storage.read.selectFrom('alarmsendlog').selectAll().orderBy('id').execute()
