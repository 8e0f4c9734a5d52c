import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { digestAuthorization } from '../../server/north/digest.ts'

const mufasa = { username: 'Mufasa', password: 'Circle of Life' }
const asked = { method: 'GET', uri: '/dir/index.html' } as const
const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
const of = (algorithm: string, qop = 'auth, auth-int') =>
  `Digest realm="http-auth@example.org", qop="${qop}", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
const responseOf = (challenge: string): string | undefined =>
  /response="(\w+)"/.exec(digestAuthorization(challenge, mufasa, asked, CNONCE) ?? '')?.[1]
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

describe('digestAuthorization', () => {
  it('computes the responses of RFC 7616, section 3.9.1', () => {
    expect(responseOf(of('MD5'))).toBe('8ca523f5e9506fed4657c9700eebdbec')
    expect(responseOf(of('SHA-256'))).toBe('753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1')
    expect(digestAuthorization(of('SHA-256'), mufasa, asked, CNONCE)).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", algorithm=SHA-256, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, nc=00000001',
    )
  })

  it('answers the first challenge that it understands', () => {
    expect(
      responseOf(`Basic realm="a, Digest b", ${of('SHA3')}, ${of('MD5', 'auth-int')}, ${of('SHA-256')}, ${of('MD5')}`),
    ).toBe('753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1')
    for (const challenge of ['', 'Basic realm="camera"', 'Digest', 'Digest realm="camera"', of('MD5', 'auth-int')])
      expect(digestAuthorization(challenge, mufasa, asked), challenge).toBeNull()
  })

  it('answers servers of RFC 2069, which know neither qop nor algorithm', () => {
    const [user, uri] = [md5('Mufasa:a "camera":Circle of Life'), md5('GET:/dir/index.html')]
    expect(digestAuthorization('digest realm="a \\"camera\\"",nonce=abc', mufasa, asked, CNONCE)).toBe(
      `Digest username="Mufasa", realm="a \\"camera\\"", nonce="abc", uri="/dir/index.html", response="${md5(`${user}:abc:${uri}`)}"`,
    )
  })

  it('sends names as UTF-8', () => {
    const header = digestAuthorization('Digest nonce="abc"', { username: '门口', password: '' }, asked) ?? ''
    expect(Buffer.from(header, 'latin1').toString()).toMatch(/^Digest username="门口", /)
  })

  it('binds the secret of a session to both nonces', () => {
    const secret = md5(`${md5('Mufasa:camera:Circle of Life')}:abc:${CNONCE}`)
    const response = md5(`${secret}:abc:00000001:${CNONCE}:auth:${md5('GET:/dir/index.html')}`)
    expect(responseOf('Digest realm="camera", nonce="abc", qop=auth, algorithm=MD5-sess')).toBe(response)
  })
})
