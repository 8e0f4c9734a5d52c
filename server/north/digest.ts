import { createHash, randomBytes } from 'node:crypto'

/** Hash functions of RFC 7616, section 6.1, by the names that node:crypto has for them. */
const HASHES: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' }

interface Credentials {
  username: string
  password: string
}

interface Target {
  method: 'GET' | 'POST'
  /** Path and query of the address, as they are sent. */
  uri: string
}

/**
 * Answers a challenge by Digest (RFC 7616), which most cameras ask for, in place of Basic. Returns the value of the
 * header Authorization; null where no challenge is one that is understood: `auth-int` alone, another hash, another
 * scheme. The servers' order is their preference.
 *
 * @param challenge the header WWW-Authenticate; several of them joined by commas
 */
export function digestAuthorization(
  challenge: string,
  { username, password }: Credentials,
  { method, uri }: Target,
  cnonce = randomBytes(16).toString('base64'),
): string | null {
  for (const { realm = '', nonce, qop, opaque, algorithm } of digestChallenges(challenge)) {
    const [name = 'MD5', session] = algorithm?.toUpperCase().split(/(?=-SESS$)/) ?? []
    const hash = HASHES[name]
    const hasAuth = qop?.split(',').some((each) => each.trim().toLowerCase() === 'auth')
    // Without any qop the server knows RFC 2069 alone.
    if (nonce === undefined || hash === undefined || hasAuth === false) continue
    const digest = (...parts: string[]): string => createHash(hash).update(parts.join(':')).digest('hex')
    const user = digest(username, realm, password)
    const secret = session ? digest(user, nonce, cnonce) : user
    const count = '00000001'
    const asked = digest(method, uri)
    const response = hasAuth ? digest(secret, nonce, count, cnonce, 'auth', asked) : digest(secret, nonce, asked)
    const quoted = { username, realm, nonce, uri, response, ...(opaque !== undefined && { opaque }) }
    const header = [
      ...Object.entries(quoted).map(([key, value]) => `${key}="${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`),
      ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
      ...(hasAuth || session ? [`cnonce="${cnonce}"`] : []),
      ...(hasAuth ? ['qop=auth', `nc=${count}`] : []),
    ]
    // Names in UTF-8; node:http takes a character for a byte.
    return Buffer.from(`Digest ${header.join(', ')}`).toString('latin1')
  }
  return null
}

type Challenge = Partial<Record<'realm' | 'nonce' | 'qop' | 'opaque' | 'algorithm', string>>

/** Returns the parameters of each Digest challenge in the header; a name without a value begins a challenge. */
function digestChallenges(header: string): Challenge[] {
  const found: Record<string, string>[] = []
  let current: Record<string, string> = {}
  for (const [, name = '', quoted, plain] of header.matchAll(
    /([\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+)))?/g,
  )) {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain
    if (value !== undefined) current[name.toLowerCase()] = value
    else {
      current = {}
      if (name.toLowerCase() === 'digest') found.push(current)
    }
  }
  return found
}
