import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a page may open the live feed: one of this host, one of the origins that a setting names, and what is no page at all. A proxy may leave the port
 * out of the host it names; then it is not compared.
 *
 * @param host as the browser knows it
 */
export function mayOpenFeed({ origin }: IncomingHttpHeaders, host: string, allowed: readonly string[]): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host || page.hostname === host || allowed.includes(page.origin)
}
