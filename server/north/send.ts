import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { withoutMark } from '../../resources/kit/mark.ts'
import { isPublicAddress } from './addresses.ts'
import { digestAuthorization } from './digest.ts'

/**
 * Outcome of a request: the `key` of its sentence in the catalogues (error.north.*) and the arguments of the sentence.
 */
export interface SendOutcome {
  ok: boolean
  key: OutcomeKey
  args: Record<string, string | number>
  /** The answer's text, as far as it was read; present only where `reads` asked for it. */
  answer?: string
  /** The answer's bytes, complete; present only where `takes` asked for them and the answer is not longer than that. */
  bytes?: Buffer
}

export type OutcomeKey =
  | 'error.north.sent'
  | 'error.north.status'
  | 'error.north.private'
  | 'error.north.redirects'
  | 'error.north.scheme'
  | 'error.north.timeout'
  | 'error.north.unknownHost'
  | 'error.north.unreachable'
  | 'error.north.document'
  | 'error.north.answered'
  | 'error.north.unanswered'
  | 'error.north.ended'

export interface SendRequest {
  url: string
  /** The body to post; null makes the request a GET. */
  body: string | Buffer | null
  /** Content type, to which UTF-8 is added as charset; null where `headers` has it. */
  type: string | null
  /**
   * Further headers, with names in lower case. Credentials among them are meant for the host of the address, as those in
   * the address are: a redirect to another host is followed without them.
   */
  headers?: Readonly<Record<string, string>>
  /** Returns the answer's text in the outcome. */
  reads?: boolean
  /** Returns the answer's bytes in the outcome, if there are at most this many. */
  takes?: number
  allowPrivate: boolean
  /** Time limit of the whole request, redirects included, ms. */
  timeout?: number
  /** Aborts the request. */
  signal?: AbortSignal
  /** Resolver of host names: the operating system's, unless a test brings its own. */
  resolve?: Resolve
}

/** Answers as node:dns does: an error comes without any addresses, whatever the types of node:dns say. */
export type Resolve = (host: string, done: (error: Error | null, addresses?: readonly LookupAddress[]) => void) => void

const ANSWER_TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3
/** How many bytes of an answer are read where the request sets no limit; the rest is not waited for. */
const ANSWER_LIMIT = 64 * 1024

/**
 * Posts a document, or fetches one. The target's addresses are checked in the connection's own lookup, so that no
 * second DNS answer can slip in between, and again for every redirect; a redirect from https to http is not followed.
 * Never throws.
 */
export async function send(request: SendRequest): Promise<SendOutcome> {
  const late = AbortSignal.timeout(request.timeout ?? ANSWER_TIMEOUT_MS)
  const signal = request.signal ? AbortSignal.any([late, request.signal]) : late
  try {
    let url = new URL(request.url)
    let headers = request.headers ?? {}
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await authorized(url, { ...request, headers }, signal)
      const location = REDIRECTS.has(answer.status) ? answer.location : null
      if (location === null)
        return {
          ...outcomeOf(answer.status),
          ...(request.reads && { answer: textOf(answer) }),
          ...(request.takes !== undefined && answer.isWhole && { bytes: answer.bytes }),
        }
      if (!URL.canParse(location, url)) return failed('error.north.status', { status: answer.status })
      const next = new URL(location, url)
      // Everyone on the network path could read what was meant to be encrypted.
      if (isPlainer(url, next)) return failed('error.north.status', { status: answer.status })
      if (next.host !== url.host) headers = {}
      else if (!next.username) [next.username, next.password] = [url.username, url.password]
      url = next
    }
    return failed('error.north.redirects', { max: MAX_REDIRECTS })
  } catch (error) {
    if (late.aborted)
      return failed('error.north.timeout', { seconds: Math.ceil((request.timeout ?? ANSWER_TIMEOUT_MS) / 1000) })
    return outcomeOfError(error)
  }
}

export const isPlainer = (from: URL, to: URL): boolean => from.protocol === 'https:' && to.protocol === 'http:'

/**
 * Redirects after which the same request is made at the new address. 303 is not among them: the request was accepted,
 * and the answer lies elsewhere.
 */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 307, 308])

const outcomeOf = (status: number): SendOutcome => ({
  ok: (status >= 200 && status < 300) || status === 303,
  key: (status >= 200 && status < 300) || status === 303 ? 'error.north.sent' : 'error.north.status',
  args: { status },
})

/** The target must not be reached. */
class Refused extends Error {
  constructor(
    readonly key: OutcomeKey,
    readonly args: SendOutcome['args'] = {},
  ) {
    super(key)
  }
}

const failed = (key: OutcomeKey, args: SendOutcome['args'] = {}): SendOutcome => ({ ok: false, key, args })

/** Converts an error of a connection to the outcome that the reader sees. */
export function outcomeOfError(error: unknown): SendOutcome {
  if (error instanceof Refused) return failed(error.key, error.args)
  // A host with several addresses fails with one error for each address.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const code = first instanceof Error && 'code' in first ? String(first.code) : 'ERROR'
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
    ? failed('error.north.unknownHost')
    : failed('error.north.unreachable', { code })
}

/**
 * Makes a request. Credentials in the address go out as Basic, and once more as Digest to a server that refuses that and
 * asks for it.
 */
async function authorized(url: URL, request: SendRequest, signal: AbortSignal): Promise<Answer> {
  const answer = await exchange(url, request, signal)
  if (answer.status !== 401 || !answer.challenge || !url.username) return answer
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const target = { method: methodOf(request), uri: `${url.pathname}${url.search}` }
  const authorization = digestAuthorization(answer.challenge, { username, password }, target)
  if (authorization === null) return answer
  return await exchange(url, { ...request, headers: { ...request.headers, authorization } }, signal)
}

const methodOf = ({ body }: SendRequest): 'GET' | 'POST' => (body === null ? 'GET' : 'POST')

function exchange(url: URL, request: SendRequest, signal: AbortSignal): Promise<Answer> {
  const { body, type, headers, takes = ANSWER_LIMIT, allowPrivate, resolve = systemResolve } = request
  const { protocol, hostname } = url
  if (protocol !== 'http:' && protocol !== 'https:') throw new Refused('error.north.scheme')
  if (!allowPrivate) refuseLiteral(hostname)
  const options: RequestOptions = {
    method: methodOf(request),
    // Each request has its own connection: a kept one was checked for another request.
    agent: false,
    signal,
    lookup: guarded(resolve, allowPrivate),
    headers: {
      accept: '*/*',
      'user-agent': 'city-environment-platform',
      ...headers,
      ...(type !== null && { 'content-type': `${type}; charset=utf-8` }),
      ...(body !== null && { 'content-length': Buffer.byteLength(body) }),
    },
  }
  return new Promise((done, fail) => {
    const sending = (protocol === 'http:' ? httpRequest : httpsRequest)(url, options)
    sending.on('error', fail)
    // Settles as the reading of the answer does.
    sending.on('response', (answer) => done(drained(answer, takes)))
    sending.end(body)
  })
}

interface Answer {
  status: number
  location: string | null
  /** The header WWW-Authenticate. */
  challenge: string | null
  bytes: Buffer
  /** The answer was read to its end. */
  isWhole: boolean
}

/** Reads an answer to its end, or until more than `limit` bytes were read. */
async function drained(answer: IncomingMessage, limit: number): Promise<Answer> {
  let size = 0
  const chunks: Buffer[] = []
  for await (const chunk of answer) {
    size += (chunk as Buffer).length
    chunks.push(chunk as Buffer)
    // Leaving the loop ends the connection.
    if (size > limit) break
  }
  return {
    status: answer.statusCode ?? 0,
    location: answer.headers.location ?? null,
    challenge: answer.headers['www-authenticate'] ?? null,
    bytes: Buffer.concat(chunks),
    isWhole: size <= limit,
  }
}

const textOf = ({ bytes }: Answer): string => withoutMark(bytes.toString('utf8', 0, ANSWER_LIMIT))

/** Throws where a host is a private IP address literal, for which no lookup would be made. */
export function refuseLiteral(hostname: string): void {
  const literal = literalOf(hostname)
  if (isIP(literal) && !isPublicAddress(literal)) throw new Refused('error.north.private', { address: literal })
}

/** Returns the host of a URL, without the brackets of an IPv6 address. */
export const literalOf = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '')

/**
 * Returns a lookup that yields only addresses that the connection may use, or fails: one private address among them is
 * enough to refuse the host.
 */
export const guarded =
  (resolve: Resolve, allowPrivate: boolean): LookupFunction =>
  (host, options, done) => {
    resolve(host, (error, found = []) => {
      const [first] = found
      if (error || !first) return done(error ?? new Refused('error.north.unknownHost'), '', 0)
      const closed = allowPrivate ? undefined : found.find(({ address }) => !isPublicAddress(address))
      if (closed) return done(new Refused('error.north.private', { address: closed.address }), '', 0)
      if (options.all) done(null, [...found])
      else done(null, first.address, first.family)
    })
  }

export const systemResolve: Resolve = (host, done) => dnsLookup(host, { all: true }, done)
