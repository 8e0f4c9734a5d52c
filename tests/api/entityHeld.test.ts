import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { extendResources } from '../../resources/extend.ts'
import { startTestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

afterAll(() => extendResources([]))

describe.each(engines)('platform on %s with an unusable entity file', (engine) => {
  it('starts, and lists the file in GET /readyz', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'console-entities-'))
    await writeFile(join(folder, 'bad.json'), '{"path": "manage/bad"}')
    const server = await startTestPlatform(engine, { entitiesDir: folder })
    try {
      // (the rest of the answer, such as the leader, depends on the engine)
      expect((await server.app.inject({ url: '/readyz' })).json()).toMatchObject({
        status: 'ok',
        entityFiles: [{ file: 'bad.json', inForce: 'none' }],
      })
    } finally {
      await server.dispose()
      await rm(folder, { recursive: true })
    }
  })
})
