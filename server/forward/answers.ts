import type { IncomingHttpHeaders } from 'node:http'

/**
 * What of a forwarded answer's headers reaches the browser. The platform's answers come from the console's origin, where the token lies: what a browser
 * obeys there (policies, CORS, cookies, sign-in prompts) is the console's to say, so that only what describes the body is passed on.
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

/** The same of an upgrade's answer: what makes a WebSocket of the connection. */
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

/** An answer that is opened as a page runs nothing and has no origin to read anything of. */
const POLICY = "default-src 'none'; sandbox"
/** The page of WeChat's QR codes has a style sheet and a form, and no script. */
const POLICY_OF_PAGES =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Shown where they are linked to; whatever else was uploaded is a file to save, and no type that a page could load as its script. */
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

/** The cookie that ties a captcha to the browser: sent back to the platform's calls alone, out of reach of any script. */
function captchaCookie(received: string, secure: boolean): string[] {
  const [pair = '', ...attributes] = received.split(';').map((part) => part.trim())
  if (!/^[\w!#$%&'*+.^`|~-]+=[^\s,;]*$/.test(pair)) return []
  const age = attributes.filter((attribute) => /^(max-age|expires)=/i.test(attribute))
  return [[pair, 'Path=/v1', ...age, 'HttpOnly', 'SameSite=Strict', ...(secure ? ['Secure'] : [])].join('; ')]
}

const pathOf = (url: string): string => url.split('?')[0] ?? ''
const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
