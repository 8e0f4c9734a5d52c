import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type {} from '@fastify/cookie'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { StartError } from '../settings.ts'
import { sendFailure } from './envelope.ts'
import { hashOf, isHeld } from './etag.ts'

/**
 * Serves the built console: hashed files, which may be cached forever, and index.html for every page of the console,
 * which is revalidated on each load. A path that is neither a file, a page nor a call is answered with 404 in the
 * envelope.
 *
 * @param folder the console's build; null: only calls are answered
 * @param policyNow returns the content security policy of a page for this request; left out: the policy of every answer
 */
export async function registerConsole(
  app: FastifyInstance,
  folder: string | null,
  policyNow?: (request: FastifyRequest) => Promise<string>,
): Promise<void> {
  const page = folder === null ? null : await readPage(folder)
  if (folder !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      // One route per file: a path that is no file causes no access to the disk.
      wildcard: false,
      index: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/*.map', 'index.html', 'preload.json', '.vite/**'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        reply.header(
          'cache-control',
          /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!page || !wantsPage(request)) return sendFailure(request, reply, new ApiError(404, 'error.noSuchCall'))
    if (policyNow) reply.header('content-security-policy', await policyNow(request))
    return sendPage(page, request, reply)
  })
}

interface Page {
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
  etag: string
  /** Returns the Link header for a request: the files to load early. */
  linkOf: (request: FastifyRequest) => string
}

async function readPage(folder: string): Promise<Page> {
  const html = await readFile(join(folder, 'index.html')).catch(() => {
    throw new StartError(`The console is not built: ${join(folder, 'index.html')} is missing; run npm run build.`)
  })
  const bodies = { br: await promisify(brotliCompress)(html), gzip: await promisify(gzip)(html), identity: html }
  return {
    bodies,
    etag: hashOf(html),
    linkOf: await readLinks(folder),
  }
}

/** The files that the build lists as worth loading early. Each member may be missing: then it contributes no file. */
interface Preloads {
  signedIn?: unknown
  signedOut?: unknown
  /** Files by path; '*' is every other page. '/' loads the first page of the list, where most users land. */
  pages?: unknown
  /** Files by half ('signedIn', 'signedOut') and language. */
  languages?: unknown
}

async function readLinks(folder: string): Promise<Page['linkOf']> {
  const lists = JSON.parse(await readFile(join(folder, 'preload.json'), 'utf8').catch(() => '{}')) as Preloads
  const landing = at(lists.pages, Object.keys(lists.pages ?? {})[0] ?? '')
  return ({ cookies, url }) => {
    const [path = ''] = url.split('?')
    const half = cookies.signedin === '1' ? 'signedIn' : 'signedOut'
    const texts = at(lists.languages, half)
    const page =
      half === 'signedOut'
        ? []
        : path === '/' || path === '/login'
          ? landing
          : (at(lists.pages, path) ?? at(lists.pages, '*'))
    const needed = [lists[half]].flat().filter(isPath)
    const words = at(texts, cookies.language ?? '') ?? at(texts, 'zhCN')
    const paths = [...new Set([page, needed, words].flat().filter(isPath))]
    // Code that calls the platform goes first; the code of the page itself and its texts, which wait for the answers,
    // are loaded later.
    const asking = half === 'signedIn' ? paths.findLastIndex((path) => needed.includes(path)) : paths.length
    return paths.map((path, index) => toLink(path, index > asking)).join(', ')
  }
}

/** Returns an own property of a value of any type. */
const at = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined

const isPath = (path: unknown): path is string => typeof path === 'string' && /^\/[\w./-]+$/.test(path)

/**
 * Returns the Link entry of a file. Style sheets are preloaded in CORS mode, because the page requests them so; a
 * preload in another mode would be a second download. With `later`, the file has low priority, behind the calls of the
 * console above all: a browser has six connections, and those calls would queue behind every file listed here.
 */
const toLink = (path: string, later: boolean): string =>
  path.endsWith('.css')
    ? `<${path}>; rel=preload; as=style; crossorigin`
    : `<${path}>; rel=modulepreload${later ? '; fetchpriority=low' : ''}`

/** Whether a request is a browser's navigation, rather than a missing file or a call. */
function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = ''] = url.split('?')
  const isFile = /\.[a-z0-9]{1,8}$/i.test(path) && path !== '/index.html'
  return (
    !isFile &&
    !/^\/(v1|upload|assets)(\/|$)/.test(path) &&
    (headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept))
  )
}

function sendPage({ bodies, etag, linkOf }: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  const tag = `"${etag}-${encoding}"`
  const link = linkOf(request)
  reply.code(200).headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie', etag: tag })
  if (link) reply.header('link', link)
  if (isHeld(request, tag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(bodies[encoding])
}
