import { isRecord } from '../resources/kit/record.ts'
import { learnClock } from './clock.ts'
import { fetchTelling } from './progress.ts'

/** What the transport needs from the application that starts it. The transport stores none of it. */
export interface HttpSettings {
  /** The bearer token, or null while no user is signed in. */
  token: () => string | null
  /** BCP 47 tag of the language in use; the server writes its sentences in this language. */
  languageTag: () => string
  /** Called when the platform no longer knows the token, once for each token. */
  onSignedOut: (token: string) => void
  /**
   * While the user signs in again over the page: a promise that resolves at the end of the sign-in; new calls wait for
   * it. Null otherwise.
   */
  signingIn?: () => Promise<unknown> | null
  /**
   * Called when a call was refused for its token (null: the call had none). Resolves to true once the same user is
   * signed in again, so that the call can be repeated; false where the user is not asked to sign in. Without this
   * function the user is never asked.
   */
  signedInAgain?: (token: string | null) => Promise<boolean>
  /**
   * Whether the platform announces an extension (docs/wire.md); null if the platform did not answer. Without this
   * function all extensions count as announced.
   */
  announces?: (extension: string) => Promise<boolean | null>
}

export interface CallOptions {
  /** Query parameters; null, undefined and '' are left out. */
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as a form: multipart if it is FormData, URL-encoded otherwise. */
  form?: FormData | Readonly<Record<string, string | number>>
  /** Added to the headers that every call has. */
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Timeout in ms; 30 s by default. */
  timeout?: number
  /** Part of signing in or out: the call does not wait for a sign-in that is under way. */
  ofSignIn?: boolean
  /** Called with the part of the body that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void
  /** Reads the body while it arrives, and returns the rest of it, which is then read as the envelope. */
  read?: (response: Response) => Promise<string>
}

/**
 * A failed call, in the shape of react-admin's HttpError: `body.errors` are problems by field, which react-admin shows
 * at a form's inputs.
 *
 * `message` is the server's sentence, or a message key if the platform did not answer: `error.network`,
 * `error.timeout`, `error.badAnswer`, or a key for the status of a proxy's answer. Show it through translate(message, {
 * _: message }).
 * `status` is the HTTP status; 0 if there was no answer, 400 for a refusal that came with HTTP 200 (older platforms).
 * `body.code` is the envelope's code, null if there was no envelope.
 */
export class WireError extends Error {
  override name = 'HttpError'
  constructor(
    message: string,
    readonly status: number,
    readonly body: WireErrorBody,
  ) {
    super(message)
  }
}

/** Whether the platform did not answer, or the platform or a proxy answered 5xx: the same call may succeed later. */
export const doesNotAnswer = (failure: unknown): boolean =>
  failure instanceof WireError && (failure.status === 0 || failure.status >= 500)

export interface WireErrorBody {
  code: number | null
  /** The refusal came with HTTP 200: on such platforms 404 may also mean that the call does not exist. */
  older?: true
  errors?: Record<string, string>
  /** The refusal's `data`, such as the `uses` of a record that cannot be deleted. */
  data?: unknown
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export function configureHttp(changes: HttpSettings): void {
  settings = changes
  reported = null
}

/**
 * Whether the platform announces an extension; null if it did not answer. Calls of extensions that are not announced
 * are not made.
 */
export const isAnnounced = (extension: string): Promise<boolean | null> =>
  settings.announces?.(extension) ?? Promise.resolve(true)

/**
 * Makes one call of the platform and returns the envelope's `data`. `path` is as in wire.md without /v1
 * ("godbGateway/7").
 *
 * @throws WireError; an abort by `signal` is rethrown as it is
 */
export async function call<T = unknown>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const { response, envelope } = await asUser(async (token) => {
    const { response: answer, text } = await exchange(`/v1/${path}${queryOf(options.query)}`, method, token, options)
    return { response: answer, envelope: parse(text) }
  }, options.ofSignIn)
  if (!envelope) throw notFromPlatform(response)
  if (!response.ok || envelope.code !== 0) throw refusal(response, envelope)
  return envelope.data as T
}

/**
 * Uploads a picture (png, jpg or gif, at most 5 MB) and returns the path it is served under, "/upload/….png".
 * This is the only call that answers without the envelope: {"code": 200, "result": {"path"}} (wire.md, Management).
 */
export async function uploadImage(picture: Blob, onProgress?: (part: number) => void): Promise<string> {
  const form = new FormData()
  form.append('avatar', picture)
  const { response, envelope } = await asUser(async (token) => {
    const { response: answer, text } = await exchange('/v1/UploadImg', 'POST', token, {
      form,
      timeout: UPLOAD_TIMEOUT_MS,
      onProgress,
    })
    return { response: answer, envelope: parse(text) }
  })
  if (!envelope) throw notFromPlatform(response)
  if (!response.ok || envelope.code !== 200) throw refusal(response, envelope)
  const path = isRecord(envelope.result) ? envelope.result['path'] : undefined
  if (typeof path !== 'string') throw new WireError('error.badAnswer', response.status, { code: envelope.code })
  return path
}

/**
 * Fetches a file that the platform writes: the bytes of its answer, with the name from its content-disposition, or ''.
 * A refusal comes in the envelope, as for any other call.
 */
export async function fetchFile(path: string, options: CallOptions = {}): Promise<File> {
  const { response, body, envelope } = await asUser(async (token) => {
    const url = `/v1/${path}${queryOf(options.query)}`
    const answer = await exchangeFor(url, 'GET', token, options, (given) => given.blob())
    return { ...answer, envelope: isFile(answer.response) ? null : parse(await answer.body.text()) }
  })
  if (isFile(response))
    return new File([body], fileNameIn(response.headers.get('content-disposition') ?? ''), { type: body.type })
  if (!envelope || envelope.code === 0) throw notFromPlatform(response)
  throw refusal(response, envelope)
}

/** text/plain is excluded because some platforms send a refusal as plain text. */
const isFile = (response: Response): boolean =>
  response.ok && !/json|text\/(plain|html)/.test(response.headers.get('content-type') ?? '')

/**
 * Returns the file name in a content-disposition (RFC 6266), without folders, or '' if there is none. Older platforms
 * write the name as bare UTF-8 or percent-encoded.
 */
export function fileNameIn(disposition: string): string {
  const extended = /filename\*\s*=\s*[\w-]*'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition)
  const fileName = extended ?? (plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim()
  const name = /%[0-9a-f]{2}/i.test(fileName) ? decoded(fileName) : fromBytes(fileName)
  return name.split(/[\\/]/).at(-1)?.trim() ?? ''
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The browser decodes headers byte by byte: a name that was sent as UTF-8 is decoded again here. */
function fromBytes(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
  } catch {
    return text
  }
}

interface Envelope {
  code: number
  msg: string
  data: unknown
  result?: unknown
}

const ANSWER_TIMEOUT_MS = 30_000
const UPLOAD_TIMEOUT_MS = 120_000

let settings: HttpSettings = { token: () => null, languageTag: () => 'zh-CN', onSignedOut: () => {} }
let reported: string | null = null

async function exchange(url: string, method: Method, token: string | null, options: CallOptions) {
  const { response, body } = await exchangeFor(url, method, token, options, options.read ?? ((answer) => answer.text()))
  return { response, text: body }
}

async function exchangeFor<T>(
  url: string,
  method: Method,
  token: string | null,
  { body, form, headers: further, signal, timeout = ANSWER_TIMEOUT_MS, onProgress }: CallOptions,
  read: (response: Response) => Promise<T>,
) {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': settings.languageTag(), ...further })
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const limit = limited(signal, timeout)
  try {
    const request = {
      method,
      headers,
      body: form ? formOf(form) : body === undefined ? undefined : JSON.stringify(body),
      signal: limit.signal,
    }
    const sent = Date.now()
    const response = onProgress ? await fetchTelling(url, request, onProgress) : await fetch(url, request)
    learnClock(response.headers.get('date'), sent, Date.now())
    return { response, body: await read(response) }
  } catch (failure) {
    if (signal?.aborted) throw failure
    if (failure instanceof SyntaxError) throw new WireError('error.badAnswer', 0, { code: null })
    throw new WireError(limit.expired() ? 'error.timeout' : 'error.network', 0, { code: null })
  } finally {
    limit.clear()
  }
}

/** Joins the caller's signal with a timeout, ms. Some of the browsers in use do not have AbortSignal.any. */
function limited(signal: AbortSignal | undefined, timeout: number) {
  const controller = new AbortController()
  let expired = false
  const abort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => {
    expired = true
    controller.abort()
  }, timeout)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const clear = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
  return { signal: controller.signal, expired: () => expired, clear }
}

/**
 * The error for an answer that is not the platform's: usually it is from a proxy in front of the platform, and its
 * status says what happened.
 */
const notFromPlatform = ({ status }: Response): WireError =>
  new WireError(PROXY_WORDS[status] ?? (status < 500 ? 'error.badAnswer' : 'error.unavailable'), status, { code: null })

const PROXY_WORDS: Readonly<Record<number, string>> = {
  403: 'error.forbidden',
  413: 'error.tooLarge',
  429: 'error.unavailable',
}

function refusal(response: Response, { code, msg, data }: Envelope): WireError {
  const status = response.ok ? (code >= 400 && code < 600 ? code : 400) : response.status
  const fields = isRecord(data) && isRecord(data['fields']) ? data['fields'] : null
  const errors =
    fields && Object.fromEntries(Object.entries(fields).map(([field, message]) => [field, String(message)]))
  const message = REASON_PHRASE.test(msg) ? '' : msg
  return new WireError(message || (status > 500 ? 'error.unavailable' : 'error.server'), status, {
    code,
    data,
    ...(response.ok && { older: true }),
    ...(errors && { errors }),
  })
}

/** HTTP's own reason phrases, which some servers send as the message: they explain nothing to a user. */
const REASON_PHRASE = /^(internal server error|bad gateway|service unavailable|gateway timeout)$/i

/** Returns the envelope in a text; null if the answer is something else (a proxy's page, a truncated answer). */
function parse(text: string): Envelope | null {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(answer) || !('code' in answer)) return null
  const code = Number(answer['code'])
  return Number.isInteger(code)
    ? {
        code,
        msg: typeof answer['msg'] === 'string' ? answer['msg'] : '',
        data: answer['data'] ?? null,
        result: answer['result'],
      }
    : null
}

/**
 * Sends a call with the current token. If the platform no longer knows the token and the user signs in again over the
 * page, the call is sent a second time. This is safe: a call that was refused for its token has changed nothing.
 */
async function asUser<A extends { response: Response; envelope: Envelope | null }>(
  send: (token: string | null) => Promise<A>,
  ofSignIn = false,
): Promise<A> {
  const signingIn = ofSignIn ? null : (settings.signingIn?.() ?? null)
  if (signingIn) await signingIn
  const token = settings.token()
  const answer = await send(token)
  if (!isSignedOut(answer)) return answer
  reportSignedOut(token)
  const again = settings.signedInAgain?.(token) ?? false
  if (ofSignIn || !(await again)) return answer
  const renewed = settings.token()
  const second = await send(renewed)
  if (isSignedOut(second)) reportSignedOut(renewed)
  return second
}

const isSignedOut = ({ response, envelope }: { response: Response; envelope: Envelope | null }): boolean =>
  response.status === 401 || envelope?.code === 401

function reportSignedOut(token: string | null): void {
  if (token === null || reported === token) return
  reported = token
  settings.onSignedOut(token)
}

function queryOf(query: CallOptions['query']): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
  const text = parameters.toString()
  return text && `?${text}`
}

const formOf = (form: NonNullable<CallOptions['form']>): FormData | URLSearchParams =>
  form instanceof FormData
    ? form
    : new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)]))
