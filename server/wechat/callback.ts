import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { forbidden } from '../errors.ts'
import type { BindingScenes } from './scenes.ts'

/** Longest age of a signed request, ms. */
const MAX_AGE_MS = 10 * 60_000

interface Signed {
  Querystring: { signature?: unknown; timestamp?: unknown; nonce?: unknown; echostr?: unknown }
}

/**
 * Registers the calls that WeChat makes: once to verify the address, and with every scan of one of this platform's
 * codes. Both carry a signature instead of a bearer token.
 */
export async function callbackRoutes(
  app: FastifyInstance,
  { scenes, token }: { scenes: BindingScenes; token: string },
): Promise<void> {
  app.addContentTypeParser(
    ['text/xml', 'application/xml'],
    { parseAs: 'string', bodyLimit: 64 * 1024 },
    (_request, body, done) => done(null, body),
  )
  const config = { public: true } as const

  app.get<Signed>('/v1/wechat/callback', { config, exposeHeadRoute: false }, async (request, reply) => {
    const { echostr } = checked(request.query, token)
    return reply.type('text/plain; charset=utf-8').send(echostr.slice(0, 200))
  })

  app.post<Signed>('/v1/wechat/callback', { config }, async (request, reply) => {
    checked(request.query, token)
    const scan = scanOf(request.body)
    if (scan) await scenes.scanned(scan.ticket, scan.openid)
    return reply.type('text/plain; charset=utf-8').send('success')
  })
}

/** Throws 403 unless WeChat (or another party with the token) signed the request recently. */
function checked(query: Signed['Querystring'], token: string): { echostr: string } {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const [signature, timestamp, nonce] = [text(query.signature), text(query.timestamp), text(query.nonce)]
  const expected = Buffer.from(createHash('sha1').update([token, timestamp, nonce].toSorted().join('')).digest('hex'))
  const got = Buffer.from(signature)
  const recent = Math.abs(Date.now() - Number(timestamp) * 1000) < MAX_AGE_MS
  if (!recent || expected.length !== got.length || !timingSafeEqual(expected, got)) throw forbidden()
  return { echostr: text(query.echostr) }
}

/**
 * Returns who scanned which code; null for any other message. Covers users who already follow the account (SCAN) and
 * those who begin to (subscribe).
 */
function scanOf(body: unknown): { ticket: string; openid: string } | null {
  if (typeof body !== 'string') return null
  const [type, event, ticket, openid] = ['MsgType', 'Event', 'Ticket', 'FromUserName'].map((name) => textOf(body, name))
  if (type !== 'event' || (event !== 'SCAN' && event !== 'subscribe') || !ticket || !openid) return null
  return /^[\w-]{1,60}$/.test(openid) && ticket.length <= 300 ? { ticket, openid } : null
}

/** Returns one element's text of a flat message; WeChat's simple messages need no XML parser. */
const textOf = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>\\s*(?:<!\\[CDATA\\[([^\\]]*)\\]\\]>|([^<]*))\\s*</${name}>`)
    .exec(xml)
    ?.slice(1)
    .find((text) => text !== undefined) ?? null
