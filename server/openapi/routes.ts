import type { FastifyInstance } from 'fastify'
import { languageOf } from '../http/language.ts'
import type { Language } from '../../i18n/types.ts'
import { documentOf, type OpenApi, type Route } from './document.ts'
import { pageOf, STYLE } from './page.ts'

/** What is no call of its own: answered to every GET, and the console's files. */
const isCall = ({ method, url }: Pick<Route, 'method' | 'url'>): boolean =>
  method !== 'HEAD' && method !== 'OPTIONS' && (/^\/(v1|upload|wx|docs)(\/|$)/.test(url) || OPERATIONS.has(url))
const OPERATIONS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics', '/console-settings.json'])

/**
 * GET /v1/openapi.json and /docs: the contract of this server, made from its routes as they are registered and from the definitions. Public:
 * it tells what the product can do, nothing of what it holds. Call it before any other route is registered.
 */
export function registerOpenApi(app: FastifyInstance): void {
  const routes: Route[] = []
  const documents = new Map<Language, OpenApi>()
  const pages = new Map<Language, string>()
  const document = (language: Language): OpenApi => {
    const made = documents.get(language) ?? documentOf(routes, language)
    documents.set(language, made)
    return made
  }
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const name of [method].flat())
      if (isCall({ method: name, url })) routes.push({ method: name, url, isPublic: config?.public === true })
  })

  app.get('/v1/openapi.json', { config: { public: true } }, async (request, reply) =>
    reply
      .header('vary', 'accept-language')
      .type('application/json; charset=utf-8')
      .send(document(languageOf(request.headers['accept-language']))),
  )
  app.get('/docs', async (request, reply) => {
    const language = languageOf(request.headers['accept-language'])
    const page = pages.get(language) ?? pageOf(document(language), language)
    pages.set(language, page)
    return reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
  app.get('/docs/style.css', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(STYLE),
  )
}
