import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, tokenOf } from '../support/call.ts'
import { startServer, type Instance } from '../support/instance.ts'

const examples = fileURLToPath(new URL('../../examples', import.meta.url))

/** `e2e/manage` uses these entities in the console. */
describe('entity files', () => {
  let folder = ''
  let platform: Instance
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-entities-'))
    await cp(join(examples, 'spare-part.json'), join(folder, 'good.json'))
    await writeFile(join(folder, 'bad.json'), '{"path": "manage/bad"}')
    platform = await startServer({ ENTITIES_DIR: folder, DEMO: 'off' })
  })
  afterAll(async () => {
    await platform?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('are left out when invalid, and reported at startup with file, place and remedy', () => {
    expect(platform.output()).toMatch(
      /Entity files that cannot be used:\n\n {2}bad\.json \(left out\)\n {4}api: is missing\. Noun of its calls[^]*Console: http/,
    )
    expect(platform.output()).not.toContain('good.json (')
  })

  it('are those of the platform when a console forwards to one that has the call', async () => {
    const front = await startServer({
      PLATFORM_URL: platform.url,
      ENTITIES_DIR: examples,
      DEMO: undefined,
      CAPTCHA: undefined,
    })
    try {
      await platform.says(/First sign-in: admin \/ \S+/)
      const password = /First sign-in: admin \/ (\S+)/.exec(platform.output())?.[1] ?? ''
      const token = await tokenOf(front.url, 'admin', password)
      expect((await call(front.url, 'GET', 'resources?joined=1')).code).toBe(401)
      // This platform has the call, so its answer counts, which is less than the front has.
      const said = await call<{ path: string }[]>(front.url, 'GET', 'resources?joined=1', { token })
      expect(said.data.map(({ path }) => path)).toEqual(['fieldwork/sparePart'])
    } finally {
      await front.stop()
    }
  })
})
