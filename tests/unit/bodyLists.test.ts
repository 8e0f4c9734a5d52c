import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerChecks } from '../../server/openapi/checks.ts'
import { INT, listOf, NUMBER, record } from '../../server/openapi/parts.ts'

/** Number of reads of a property that no schema mentions, by the time the handler gets the body. */
let looks: number
let app: FastifyInstance
beforeEach(() => {
  looks = 0
  app = Fastify()
  registerChecks(app, {})
  const values = { type: 'object', additionalProperties: NUMBER }
  const body = record({ ids: listOf(INT), one: INT, rows: listOf(record({ id: INT, versions: listOf(INT) })), values })
  app.post(
    '/lists',
    {
      schema: { body },
      preValidation: async (request) =>
        void Object.defineProperty(request.body as object, 'other', { enumerable: true, get: () => [++looks] }),
    },
    async (request) => ({ looked: looks, given: request.body }),
  )
})
afterEach(() => app.close())

const answered = async (payload: object): Promise<{ looked: number; given: object }> => {
  const answer = await app.inject({ method: 'POST', url: '/lists', payload })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

it.each([
  [
    { ids: 7, one: [8] },
    { ids: [7], one: 8 },
  ],
  [{ rows: [{ id: [1], versions: 2 }] }, { rows: [{ id: 1, versions: [2] }] }],
  [
    { rows: [{ versions: 2 }, { versions: [3, 4] }], ids: [[5], 6] },
    { rows: [{ versions: [2] }, { versions: [3, 4] }], ids: [5, 6] },
  ],
  [
    { values: { a: [1.5], b: 2 }, ids: null },
    { values: { a: 1.5, b: 2 }, ids: null },
  ],
])('request body gets lists and single values as its schema defines them: %o', async (sent, given) => {
  expect(await answered(sent)).toMatchObject({ given })
})

it('request body property that is not in the schema is read only once, for copying', async () => {
  expect((await answered({ ids: 7 })).looked).toBe(1)
})
