import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns a request's headers without those about earlier proxies: a client that sends them would choose the address
 * under which the platform logs and throttles it. The forwarder sets its own.
 */
export const withoutForwarding = <T extends IncomingHttpHeaders>(headers: T): T =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !FORWARDING.test(name))) as T

const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-original-.*|x-rewrite-url|x-host|x-real-ip|x-remote-(ip|addr)|(x-)?(true-)?client-ip|(x-)?cluster-client-ip|x-envoy-.*|cf-connecting-ip|fastly-client-ip)$/i

/**
 * Returns the address of a request that is forwarded, unchanged; null where its path lies under none of the prefixes,
 * or the platform could read it differently from this server: dot segments, a leading double slash, backslashes,
 * control characters, invalid encoding.
 */
export function forwardedPath(url: string, prefixes: readonly string[]): string | null {
  const [path = ''] = url.split('?', 1)
  if (!path.startsWith('/') || path.startsWith('//')) return null
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null
  }
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001F\\]/.test(decoded) || decoded.split('/').some((part) => part === '..' || part === '.')) return null
  return prefixes.some((prefix) => decoded === prefix || decoded.startsWith(`${prefix}/`)) ? url : null
}
