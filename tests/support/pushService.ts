import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A browser's subscription, in the form of PushSubscription.toJSON. */
export interface FakeBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** A message that a browser received, decrypted. */
interface PushedMessage {
  browser: string
  payload: { title: string; body: string; path: string; tag: string; map?: { label: string; url: string } }
  headers: IncomingHttpHeaders
}

/** The body size that a service must accept (RFC 8030 §7.2); the large services accept no more. */
const MAX_BODY_BYTES = 4096

/**
 * A stand-in for a browser maker's push service: accepts only messages that are signed by VAPID (RFC 8292) and not too
 * long, and decrypts them as its browsers would (RFC 8291).
 */
export async function startPushService() {
  const browsers = new Map<string, { ecdh: ECDH; auth: Buffer }>()
  const taken: PushedMessage[] = []
  /** What a strict service would refuse. */
  const faults: string[] = []
  /** Status of the answers, by browser; 201 by default. */
  const status = new Map<string, number>()
  /** Number of open requests, its maximum so far, and what each request waits for before it is answered. */
  const load = { open: 0, most: 0, until: Promise.resolve() }
  /** Address of the service, and the VAPID key with which browsers subscribed: only its owner may push. */
  const service = { url: '', key: '' }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    load.most = Math.max(load.most, ++load.open)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void load.until.then(answered))
    const answered = (): void => {
      load.open--
      const browser = (request.url ?? '').slice(1)
      try {
        const keys = browsers.get(browser)
        if (!keys) throw new Error(`no browser ${browser}`)
        checkVapid(request.headers.authorization ?? '', service)
        if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('content-encoding')
        if (!(Number(request.headers.ttl) > 0)) throw new Error('TTL')
        const body = Buffer.concat(chunks)
        const answer = status.get(browser) ?? (body.length > MAX_BODY_BYTES ? 413 : 201)
        if (answer === 201)
          taken.push({
            browser,
            headers: request.headers,
            payload: JSON.parse(decrypt(body, keys)) as PushedMessage['payload'],
          })
        response.writeHead(answer).end()
      } catch (error) {
        faults.push(String(error))
        response.writeHead(400).end()
      }
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    service,
    taken,
    faults,
    status,
    load,
    host: new URL(service.url).host,
    /** Returns a new browser's subscription. */
    browser(name: string): FakeBrowser {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16)
      browsers.set(name, { ecdh, auth })
      return { endpoint: `${service.url}/${name}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/**
 * Checks `vapid t=<JWT>, k=<public key>`: signed by the named key (ES256), for this service, valid for a day at most.
 */
function checkVapid(authorization: string, { url, key }: { url: string; key: string }): void {
  const [, token = '', named = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (named !== key) throw new Error('another key')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('signature')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  if (aud !== url) throw new Error(`aud ${String(aud)}`)
  const left = Number(exp) - Date.now() / 1000
  if (!(left > 0 && left <= 24 * 3600)) throw new Error(`exp ${String(exp)}`)
  if (!/^(mailto:|https:)/.test(String(sub))) throw new Error(`sub ${String(sub)}`)
}

/**
 * Decrypts RFC 8291 over RFC 8188: one record, its key agreed between the sender's key for this message and the
 * browser's key.
 */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const size = body.readUInt32BE(16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const record = body.subarray(21 + length)
  if (record.length > size) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derived = (label: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), bytes))
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with the delimiter 2, followed by zeros.
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('padding')
  return padded.subarray(0, end).toString()
}
