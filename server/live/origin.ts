import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns whether a client may open the live feed: a page of this host, a page of an origin named in the settings, or a
 * client that is no web page (without Origin header). A proxy may leave out the port of the host; then the port is not
 * compared.
 *
 * @param host the host as the browser sees it
 */
export function mayOpenFeed({ origin }: IncomingHttpHeaders, host: string, allowed: readonly string[]): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const page = new URL(origin)
  return page.host === host || page.hostname === host || allowed.includes(page.origin)
}
