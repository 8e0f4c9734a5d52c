import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isPlainer, send, type SendRequest } from '../../server/north/send.ts'
import { startReceiver, type Receiver } from '../support/receiver.ts'

describe('send', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterEach(() => {
    receiver.answer = { status: 200 }
    receiver.taken.length = 0
  })
  afterAll(() => receiver.close())
  const sent = (more: Partial<SendRequest> = {}) =>
    send({ url: receiver.url, body: '{}', type: 'application/json', allowPrivate: true, ...more })
  const port = () => new URL(receiver.url).port
  const resolvesTo =
    (...addresses: string[]): SendRequest['resolve'] =>
    (_host, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )

  it('reaches private addresses only when allowPrivate is set', async () => {
    expect(await sent()).toMatchObject({ ok: true, args: { status: 200 } })
    for (const host of ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0'])
      expect(await sent({ url: `http://${host}:${port()}/`, allowPrivate: false }), host).toMatchObject({
        ok: false,
        key: 'error.north.private',
      })
    expect(receiver.taken).toHaveLength(1)
  })

  it('checks every address that a host name resolves to, and resolves it once', async () => {
    const url = `http://receiver.example:${port()}/`
    expect(await sent({ url, resolve: resolvesTo('127.0.0.1') })).toMatchObject({ ok: true })
    for (const answers of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['169.254.169.254'], ['::1']])
      expect(await sent({ url, allowPrivate: false, resolve: resolvesTo(...answers) })).toMatchObject({
        ok: false,
        key: 'error.north.private',
      })
    expect(await sent({ url: `http://localhost:${port()}/`, allowPrivate: false })).toMatchObject({
      ok: false,
      key: 'error.north.private',
    })
    // The resolver's second answer differs from the first: a name must not be resolved twice.
    let asked = 0
    const rebinding: SendRequest['resolve'] = (_host, done) =>
      done(null, [{ address: asked++ === 0 ? '127.0.0.1' : '8.8.8.8', family: 4 }])
    expect(await sent({ url, allowPrivate: false, resolve: rebinding })).toMatchObject({ key: 'error.north.private' })
    expect(asked).toBe(1)
    expect(receiver.taken).toHaveLength(1)
  })

  it('checks every redirect and follows at most three', async () => {
    receiver.answer = { status: 307, headers: { location: '/moved' } }
    expect(await sent()).toMatchObject({ ok: true })
    expect(receiver.taken.map(({ url, body }) => [url, body])).toEqual([
      ['/', '{}'],
      ['/moved', '{}'],
    ])
    receiver.answer = { status: 302, headers: { location: '/' } }
    expect(await sent()).toMatchObject({ ok: false, key: 'error.north.redirects' })
    expect(receiver.taken).toHaveLength(2 + 4)
    receiver.answer = { status: 301, headers: { location: 'ftp://receiver.example/' } }
    expect(await sent()).toMatchObject({ ok: false, key: 'error.north.scheme' })
    receiver.answer = { status: 301, headers: { location: 'http://[' } }
    expect(await sent()).toMatchObject({ ok: false, key: 'error.north.status' })
  })

  it('keeps signature headers only on redirects to the same host, and detects a downgrade to http', async () => {
    const headers = { 'x-signature': 'sha256=00' }
    const signatures = () => receiver.taken.map((taken) => taken.headers['x-signature'])
    receiver.answer = { status: 307, headers: { location: '/moved' } }
    expect(await sent({ headers })).toMatchObject({ ok: true })
    expect(signatures()).toEqual(['sha256=00', 'sha256=00'])
    receiver.taken.length = 0
    receiver.answer = { status: 307, headers: { location: `http://elsewhere.example:${port()}/moved` } }
    expect(await sent({ headers, resolve: resolvesTo('127.0.0.1') })).toMatchObject({ ok: true })
    expect(signatures()).toEqual(['sha256=00', undefined])
    const [open, secret] = [new URL('http://receiver.example/'), new URL('https://receiver.example/')]
    expect([isPlainer(secret, open), isPlainer(open, secret), isPlainer(secret, secret)]).toEqual([true, false, false])
  })

  it('answers a Digest challenge once with the credentials of the address, and no other challenge', async () => {
    const url = receiver.url.replace('//', '//caf%C3%A9:pass%3Aword@')
    const authorizations = async (challenge: string, address = url) => {
      receiver.taken.length = 0
      receiver.answer = { status: 401, headers: { 'www-authenticate': challenge } }
      const outcome = await sent({ url: `${address}/picture?channel=1`, body: null, type: null })
      expect(outcome).toMatchObject({ ok: false, args: { status: 401 } })
      return receiver.taken.map(({ headers }) => headers.authorization)
    }
    const basic = `Basic ${Buffer.from('café:pass:word').toString('base64')}`
    const digest = 'Digest realm="camera", nonce="abc", qop="auth"'
    expect(await authorizations(digest)).toEqual([
      basic,
      expect.stringMatching(
        /^Digest username="caf.+", realm="camera", nonce="abc", uri="\/picture\?channel=1", response="/,
      ),
    ])
    expect(await authorizations('Basic realm="camera"')).toEqual([basic])
    expect(await authorizations(digest, receiver.url)).toEqual([undefined])
  })

  it('keeps the credentials of the address on redirects to the same host alone', async () => {
    const seen = async (location: string) => {
      receiver.taken.length = 0
      receiver.answer = { status: 302, headers: { location } }
      await sent({ url: `http://camera:word@receiver.example:${port()}/`, resolve: resolvesTo('127.0.0.1') })
      return receiver.taken.map(({ headers }) => typeof headers.authorization)
    }
    expect(await seen('/moved')).toEqual(['string', 'string'])
    expect(await seen(`http://elsewhere.example:${port()}/moved`)).toEqual(['string', 'undefined'])
  })

  it('times out, and does not read an endless response to its end', async () => {
    receiver.answer = { status: 200, silent: true }
    expect(await sent({ timeout: 50 })).toMatchObject({ ok: false, key: 'error.north.timeout' })
    receiver.answer = { status: 200, endless: true }
    expect(await sent()).toMatchObject({ ok: true })
  })

  it('reports an HTTP error status, an unknown host and a refused connection', async () => {
    receiver.answer = { status: 503 }
    expect(await sent()).toMatchObject({ ok: false, key: 'error.north.status', args: { status: 503 } })
    // As node:dns answers: with the error alone.
    expect(
      await sent({
        url: 'http://nobody.invalid/',
        resolve: (_host, done) => done(Object.assign(new Error(), { code: 'ENOTFOUND' })),
      }),
    ).toMatchObject({ key: 'error.north.unknownHost' })
    expect(await sent({ url: 'http://127.0.0.1:1/' })).toEqual({
      ok: false,
      key: 'error.north.unreachable',
      args: { code: 'ECONNREFUSED' },
    })
  })
})
