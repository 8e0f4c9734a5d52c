import type { FastifyInstance } from 'fastify'
import { dictionary, isDictionary, type DictionaryEntry } from '../../resources/dictionary.ts'
import { notFound } from '../errors.ts'
import { ok } from '../http/envelope.ts'
import { callSchema } from '../openapi/call.ts'
import * as s from '../openapi/parts.ts'

/**
 * Registers GET godbDatadictionaryByDataType/{type}: data_code is the zhCN word, data_code_en and data_code_tw those of
 * the other languages.
 */
export async function dictionaryRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { type: string } }>(
    '/v1/godbDatadictionaryByDataType/:type',
    {
      schema: callSchema({
        group: 'lists',
        label: ['数据字典', '資料字典', 'A dictionary'],
        answer: s.listOf(
          s.record({
            data_code: s.TEXT,
            data_code_en: s.TEXT,
            data_code_tw: s.TEXT,
            data_value: s.INT,
            data_value_string: s.TEXT,
            sort_no: s.INT,
          }),
        ),
      }),
      config: { beforeProject: true },
    },
    async (request) => {
      const { type } = request.params
      if (!isDictionary(type)) throw notFound()
      return ok(dictionary[type].map(entryOf))
    },
  )
}

const entryOf = ({ value, label, text }: DictionaryEntry, index: number) => ({
  data_code: label[0],
  data_code_tw: label[1],
  data_code_en: label[2],
  data_value: value,
  data_value_string: text ?? String(value),
  sort_no: index + 1,
})
