import type { FastifyInstance } from 'fastify'
import type { Language } from '../../i18n/types.ts'
import { languageOf } from '../language.ts'
import { callSchema } from './call.ts'
import { registerChecks } from './checks.ts'
import { pathParameters, registerDocuments } from './document.ts'
import { documentPage } from './page.ts'
import { PAGE_STYLE } from './pageStyle.ts'
import { shapes } from './shapes.ts'

/**
 * Registers GET /v1/openapi.json and /docs: the contract of this server, made from the schemas of its routes. They are
 * public: they describe what the product can do, and no data. Requests are checked by the same schemas. Call it before
 * any other route is registered.
 */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  const pages = new Map<Language, string>()
  registerChecks(app, shapes)
  app.addHook('onRoute', (route) => {
    const params = pathParameters(route.url)
    if (route.schema?.doc && params) route.schema.params ??= params
  })
  const document = await registerDocuments(app)

  app.get(
    '/v1/openapi.json',
    {
      schema: callSchema({
        group: 'operation',
        label: ['本文档（OpenAPI 3.1）', '本文件（OpenAPI 3.1）', 'This document (OpenAPI 3.1)'],
        plain: 'application/json',
      }),
      config: { public: true },
    },
    async (request, reply) =>
      reply
        .header('vary', 'accept-language')
        .type('application/json; charset=utf-8')
        .send(document(languageOf(request.headers['accept-language']))),
  )
  app.get(
    '/docs',
    {
      schema: callSchema({
        group: 'operation',
        label: ['接口文档页', '介面文件頁', 'This document as a page'],
        plain: 'text/html',
      }),
    },
    async (request, reply) => {
      const language = languageOf(request.headers['accept-language'])
      const page = pages.get(language) ?? documentPage(document(language), language)
      pages.set(language, page)
      return reply
        .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
        .type('text/html; charset=utf-8')
        .send(page)
    },
  )
  app.get(
    '/docs/style.css',
    {
      schema: callSchema({
        group: 'operation',
        label: ['文档页样式', '文件頁樣式', 'Style of that page'],
        plain: 'text/css',
      }),
    },
    async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(PAGE_STYLE),
  )
}
