import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns the headers of a forwarded answer that reach the browser. The platform's answers share the console's origin,
 * where the token is kept: headers that a browser obeys there (policies, CORS, cookies, sign-in prompts) are set by the
 * console alone, so only those that describe the body are passed on.
 */
export function headersOfAnswer(url: string, received: IncomingHttpHeaders, secure: boolean): IncomingHttpHeaders {
  const path = pathOf(url)
  const headers: IncomingHttpHeaders = {}
  for (const name of PASSED) if (received[name] !== undefined) Object.assign(headers, { [name]: received[name] })
  headers['content-security-policy'] = isIn(path, '/wx') ? POLICY_OF_PAGES : POLICY
  if (path === '/v1/captcha' && received['set-cookie'])
    headers['set-cookie'] = [received['set-cookie']].flat().flatMap((cookie) => captchaCookie(cookie, secure))
  return isIn(path, '/upload') ? { ...headers, ...headersOfUpload(received) } : headers
}

/** Whether a header of an upgrade's answer is passed on: those that turn the connection into a WebSocket. */
export const isOfUpgrade = (name: string): boolean => /^(upgrade|connection|date|sec-websocket-[\w-]+)$/i.test(name)

const PASSED = [
  'accept-ranges',
  'age',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'vary',
] as const

/** An answer that is opened as a page runs no script and has an opaque origin. */
const POLICY = "default-src 'none'; sandbox"
/** The page of WeChat's QR codes has a style sheet and a form, and no script. */
const POLICY_OF_PAGES =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Types of uploads that are displayed inline; any other upload is a file to save, with a type that a page cannot load
 * as its script.
 */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'video/mp4'])

function headersOfUpload({ 'content-type': received = '' }: IncomingHttpHeaders): IncomingHttpHeaders {
  const type = received.split(';')[0]?.trim().toLowerCase() ?? ''
  const isShown = SHOWN.has(type)
  return {
    'content-type': isShown ? type : 'application/octet-stream',
    'content-disposition': isShown ? 'inline' : 'attachment',
    'x-content-type-options': 'nosniff',
  }
}

/**
 * Returns the cookie that ties a captcha to the browser, restricted to calls of the platform and out of reach of
 * scripts.
 */
function captchaCookie(received: string, secure: boolean): string[] {
  const [pair = '', ...attributes] = received.split(';').map((part) => part.trim())
  if (!/^[\w!#$%&'*+.^`|~-]+=[^\s,;]*$/.test(pair)) return []
  const age = attributes.filter((attribute) => /^(max-age|expires)=/i.test(attribute))
  return [[pair, 'Path=/v1', ...age, 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])].join('; ')]
}

const pathOf = (url: string): string => url.split('?')[0] ?? ''
const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
