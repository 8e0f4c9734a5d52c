import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WorldApp } from './worldApp.ts'

/** An HTTP service that answers as the test says. */
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

/** Parses a mail from the wire: one part of plain text (RFC 2045, RFC 2047). */
export function mailOf(raw: string): { subject: string; text: string } {
  const [head = '', body = ''] = raw.split(/\r\n\r\n(.*)/s)
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? ''
  const words = [...subject.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)].map(([, kind, text = '']) =>
    kind === 'B' ? Buffer.from(text, 'base64') : quotedPrintable(text.replaceAll('_', ' ')),
  )
  const text = /transfer-encoding: base64/i.test(head)
    ? Buffer.from(body, 'base64').toString()
    : /transfer-encoding: quoted-printable/i.test(head)
      ? quotedPrintable(body).toString()
      : body
  return { subject: words.length === 0 ? subject : Buffer.concat(words).toString(), text }
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Sets how many text messages the first project has left. */
export const setSms = ({ platform }: WorldApp, remain_sms: number) =>
  platform.storage.write((trx) => trx.updateTable('project').set({ remain_sms }).where('id', '=', 1).execute())
export const remaining = async ({ platform }: WorldApp): Promise<number | null> =>
  (await platform.storage.read.selectFrom('project').select('remain_sms').where('id', '=', 1).executeTakeFirst())
    ?.remain_sms ?? null

export const sendLog = ({ platform }: WorldApp) =>
  platform.storage.read.selectFrom('alarmsendlog').selectAll().orderBy('id').execute()
