import type { FastifyInstance } from 'fastify'
import { dictionary, isDictionary, type DictionaryEntry } from '../../resources/dictionary.ts'
import { notFound } from '../errors.ts'
import { ok } from '../http/envelope.ts'

/** GET godbDatadictionaryByDataType/{type}: data_code is the zhCN word, data_code_en and data_code_tw the others. */
export async function dictionaryRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { type: string } }>(
    '/v1/godbDatadictionaryByDataType/:type',
    { config: { beforeProject: true } },
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
