import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dimensionlessNodes } from '../../server/storage/migrations/0073-dimensionless-nodes.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

describe.each(engines)('unit of a node on %s', (engine) => {
  let server: TestPlatform
  let root: Call
  const node = { datatype: 5, registertype: 4, imginfo: '/upload/node.png', min_value: 0, max_value: 14 }
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    root = await server.signIn('root')
  })
  afterAll(() => server.dispose())
  const stored = (name: string) =>
    server.platform.storage.readAny
      .selectFrom('node')
      .select(['unitname', 'dimensionless'])
      .where('name', '=', name)
      .executeTakeFirst()

  it('is required unless the node is marked as dimensionless', async () => {
    expect(await root('POST', 'godbNode', { ...node, name: 'pH' })).toMatchObject({
      status: 400,
      data: { fields: { unitname: expect.any(String) } },
    })
    expect((await root('POST', 'godbNode', { ...node, name: 'pH', dimensionless: 1, unitname: 'pH' })).code).toBe(0)
    expect(await stored('pH')).toEqual({ unitname: null, dimensionless: 1 })
  })

  it('is migrated to dimensionless for nodes without a unit', async () => {
    await server.platform.storage.writeAny((trx) =>
      trx
        .insertInto('node')
        .values([
          { ...node, name: 'old', unitname: '', dimensionless: 0, created_at: 0, updated_at: 0 },
          { ...node, name: 'level', unitname: 'm', dimensionless: 0, created_at: 0, updated_at: 0 },
        ])
        .execute(),
    )
    await server.platform.storage.write((trx) => dimensionlessNodes(trx, engine))
    expect([await stored('old'), await stored('level')]).toEqual([
      { unitname: null, dimensionless: 1 },
      { unitname: 'm', dimensionless: 0 },
    ])
  })
})
