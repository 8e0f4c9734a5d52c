import type { FastifyInstance } from 'fastify'
import { labelIndex, type Language } from '../../i18n/types.ts'
import { allResources } from '../../resources/index.ts'
import { notFound } from '../errors.ts'
import { ok } from '../http/envelope.ts'
import { help as zhCN } from './help/zhCN.ts'
import { help as zhEN } from './help/zhEN.ts'
import { help as zhTW } from './help/zhTW.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

const texts: Record<Language, Record<keyof typeof zhCN, string>> = { zhCN, zhTW, zhEN }

/** The spec's names of the three languages, used in this call only. */
const languages: ReadonlyMap<string, Language> = new Map([
  ['cn', 'zhCN'],
  ['tw', 'zhTW'],
  ['en', 'zhEN'],
])

/**
 * Registers GET getHelpJson/{cn,tw,en}: the help texts of the screens, as Markdown, by route; those of entity files
 * come from their definitions.
 */
export async function helpRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { language: string } }>(
    '/v1/getHelpJson/:language',
    {
      schema: callSchema({
        group: 'lists',
        label: ['帮助文本', '說明文字', 'Help texts'],
        answer: s.listOf(s.record({ types: s.TEXT, tips: s.TEXT })),
      }),
      config: { beforeProject: true },
    },
    async (request) => {
      const language = languages.get(request.params.language)
      if (!language) throw notFound()
      const defined = allResources.flatMap(({ path, help }) =>
        help ? [{ types: path, tips: help[labelIndex[language]] }] : [],
      )
      return ok([...Object.entries(texts[language]).map(([types, tips]) => ({ types, tips })), ...defined])
    },
  )
}
