import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorText } from '../../i18n/errors.ts'
import { languageTag } from '../../i18n/types.ts'
import { escaped } from '../html.ts'
import { sharedLimiter } from '../http/limiter.ts'
import { networkOf } from '../http/network.ts'
import { languageOf } from '../language.ts'
import type { Storage } from '../storage/types.ts'
import type { BindingScenes } from './scenes.ts'
import { style } from './style.ts'
import { callSchema } from '../openapi/call.ts'

interface OneTicket {
  Params: { ticket: string }
}

/**
 * Registers the page that a QR code opens where no official account is configured: /wx/{ticket}, with one button. It
 * needs no script, and its ticket of 192 random bits is all that a phone has to know.
 */
export async function pageRoutes(
  app: FastifyInstance,
  { scenes, storage }: { scenes: BindingScenes; storage: Pick<Storage, 'read' | 'write' | 'engine'> },
): Promise<void> {
  const perAddress = sharedLimiter(storage, 'wechat page', { max: 120, window: 10 * 60_000 })

  app.get(
    '/wx/style.css',
    {
      schema: callSchema({
        group: 'files',
        label: ['绑定页样式', '綁定頁樣式', 'Style of the binding page'],
        plain: 'text/css',
      }),
    },
    async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('text/css; charset=utf-8').send(style),
  )

  app.get<OneTicket>(
    '/wx/:ticket',
    { schema: callSchema({ group: 'files', label: ['绑定页', '綁定頁', 'Binding page'], plain: 'text/html' }) },
    async (request, reply) => {
      await perAddress.take(networkOf(request.ip))
      const scene = await scenes.open(request.params.ticket)
      if (!scene) return send(request, reply, 404, 'error.wechat.expired')
      if (scene.openid !== null) return send(request, reply, 200, 'error.wechat.done')
      const district = await storage.read
        .selectFrom('district')
        .select('name')
        .where('id', '=', scene.district_id)
        .executeTakeFirst()
      return send(
        request,
        reply,
        200,
        'error.wechat.ask',
        district?.name ?? String(scene.district_id),
        `/wx/${scene.ticket}`,
      )
    },
  )

  app.post<OneTicket>(
    '/wx/:ticket',
    {
      schema: callSchema({
        group: 'files',
        label: ['确认绑定', '確認綁定', 'Confirm the linking of WeChat'],
        plain: 'text/html',
      }),
    },
    async (request, reply) => {
      await perAddress.take(networkOf(request.ip))
      const { ticket } = request.params
      // The button was pressed twice, or the page opened again: the contact is bound already.
      const bound =
        (await scenes.scanned(ticket, `local_${randomBytes(12).toString('hex')}`)) ||
        (await scenes.open(ticket)) !== null
      return bound ? send(request, reply, 200, 'error.wechat.done') : send(request, reply, 404, 'error.wechat.expired')
    },
  )
}

/** @param action address that the button posts to; null: no button */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  key: string,
  area = '',
  action: string | null = null,
): FastifyReply {
  const language = languageOf(request.headers['accept-language'])
  const title = escaped(errorText(language, 'error.wechat.title'))
  const button =
    action === null
      ? ''
      : `<form method="post" action="${escaped(action)}"><button type="submit">${escaped(errorText(language, 'error.wechat.bind'))}</button></form>`
  const html = `<!doctype html>
<html lang="${languageTag[language]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="/wx/style.css"></head>
<body><main><h1>${title}</h1><p>${escaped(errorText(language, key, { area }))}</p>${button}</main></body>
</html>
`
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', vary: 'accept-language' })
    .type('text/html; charset=utf-8')
    .send(html)
}
