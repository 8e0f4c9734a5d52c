import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mayManage } from '../../server/session/userRules.ts'
import { md5Of } from '../../server/session/passwords.ts'
import { ensureAdministrator } from '../../server/session/firstStart.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'
import { engines, openTestStorage } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})
vi.mock(import('../../server/session/shortPasswords.ts'), async (original) => {
  const { briefly } = await import('../support/briefSearch.ts')
  return briefly(await original())
})

describe.each(engines)('user administration on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
  })
  afterAll(() => server.dispose())
  const idOf = async (username: string) =>
    (
      await server.platform.storage.read
        .selectFrom('systemuser')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    ).id

  it('assigns no user an id that is a role', async () => {
    const users = await server.platform.storage.read.selectFrom('systemuser').select('id').execute()
    expect(Math.min(...users.map(({ id }) => id))).toBeGreaterThan(2)
    const { storage, dispose } = await openTestStorage(engine)
    try {
      await ensureAdministrator(storage, { adminPassword: null })
      expect((await storage.read.selectFrom('systemuser').select('id').execute())[0]?.id).toBeGreaterThan(2)
    } finally {
      await dispose()
    }
  })

  it('makes new users sub-users of their creator; only the super administrator changes that', async () => {
    const adminA = await server.signIn('adminA')
    for (const super_id of [1, 2, '1', '2']) {
      const child = await adminA<{ super_id: number }>('POST', 'godbSystemuser', {
        username: `child${String(super_id)}${typeof super_id}`,
        nickname: 'Child',
        super_id,
      })
      expect(child).toMatchObject({ code: 0, data: { super_id: await idOf('adminA') } })
    }
    const id = await idOf('child1number')
    for (const super_id of [1, 2])
      expect((await adminA('PUT', `godbSystemuser/${id}`, { super_id, nickname: 'Again' })).data).toMatchObject({
        super_id: await idOf('adminA'),
      })
    expect(await scene.root('PUT', `godbSystemuser/${id}`, { super_id: 2 })).toMatchObject({ data: { super_id: 2 } })
  })

  it('does not allow a user without a project to manage any user', async () => {
    const waiting = { id: 900, super_id: 2, project_id: null, keys: new Set(['7-1-3']), districts: [], types: [] }
    for (const target of [
      { id: 901, super_id: 2, project_id: null, menu_control: null },
      { id: 902, super_id: 1, project_id: null, menu_control: null },
    ])
      expect(await mayManage(server.platform.storage.readAny, waiting, target)).toBe(false)
  })

  // The remaining tests ask the databases for nothing new.
  if (engine !== 'sqlite') return

  it('returns permission types only to users who administer users', async () => {
    await server.addUser({ username: 'clerk', project_id: scene.projects.a, menu_control: '["7-1-2"]' })
    expect(await (await server.signIn('clerk'))('GET', 'godbPermissiontype')).toMatchObject({ code: 0 })
    expect(await (await server.signIn('viewerA'))('GET', 'godbPermissiontype')).toMatchObject({ status: 403 })
  })

  it('rejects a new password for a user who has more keys, permission types or areas than the caller', async () => {
    await server.addUser({
      username: 'chief',
      project_id: scene.projects.a,
      menu_control: '["7-1-5"]',
      typemap: '1',
      distr_map: String(scene.areas.below),
    })
    const chief = await server.signIn('chief')
    const super_id = await idOf('chief')
    const below = {
      project_id: scene.projects.a,
      super_id,
      menu_control: '["7-1-5"]',
      typemap: '1',
      distr_map: String(scene.areas.below),
    }
    const take = async (username: string, changes: object) => {
      const user_id = await server.addUser({ username, ...below, ...changes })
      return (
        await chief('PUT', 'godbSystemuserPassword', {
          user_id,
          my_passwd: md5Of('chief123'),
          user_passwd: md5Of('taken over'),
        })
      ).status
    }
    expect(await take('equal', {})).toBe(200)
    expect(await take('moreKeys', { menu_control: '["7-1-5","3-3-3"]' })).toBe(403)
    expect(await take('moreTypes', { typemap: '1,2' })).toBe(403)
    expect(await take('moreAreas', { distr_map: `${scene.areas.below},${scene.areas.a}` })).toBe(403)
    expect(await take('allAreas', { distr_map: null })).toBe(403)
    expect(await take('more', { super_id: 1, project_id: null })).toBe(404)
  })
})
