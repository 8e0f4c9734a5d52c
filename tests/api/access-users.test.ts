import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changePassword } from '../../server/session/changePassword.ts'
import { md5Of } from '../../server/session/passwords.ts'
import { createThrottle } from '../../server/session/throttle.ts'
import { endpointOf, optedIn, optIn } from '../support/optedIn.ts'
import { allKeys, buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type Call, type TestPlatform } from '../support/server.ts'
import { upTo } from '../support/slowness.ts'
import { engines } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})
vi.mock(import('../../server/session/shortPasswords.ts'), async (original) => {
  const { briefly } = await import('../support/briefSearch.ts')
  return briefly(await original())
})

interface Created {
  id: number
  super_id: number
  first_password: string
  changepassword: number
}

describe.each(engines)('user accounts on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  let root: Scene['root']
  let adminA: Call
  let lead: Call
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
    root = scene.root
    adminA = await server.signIn('adminA')
    const rows = await server.platform.storage.read.selectFrom('systemuser').select(['id', 'username']).execute()
    for (const { id, username } of rows) ids[username] = id
    ids.leadA = await server.addUser({
      username: 'leadA',
      project_id: scene.projects.a,
      super_id: ids.localA ?? 0,
      menu_control: '["7-1-2","7-1-3","7-1-4","7-1-5"]',
    })
    lead = await server.signIn('leadA')
  })
  afterAll(() => server.dispose())

  it('are created with a generated first password that is shown once and must be changed', async () => {
    const created = await root<Created>('POST', 'godbSystemuser', {
      username: 'fresh',
      nickname: 'Fresh',
      project_id: scene.projects.a,
      super_id: 2,
      password: 'mine',
      changepassword: 0,
      user_token: 'mine',
    })
    expect(created).toMatchObject({ code: 0, data: { username: 'fresh', changepassword: 1, super_id: 2 } })
    expect(JSON.stringify(created.data)).not.toContain('mine')
    const signIn = await server.anonymous<{ token: string }>('POST', 'godbSystemuserlogin', {
      username: 'fresh',
      password: md5Of(created.data.first_password),
    })
    expect(signIn.code).toBe(0)
    expect((await root<object>('GET', `godbSystemuser/${created.data.id}`)).data).not.toHaveProperty('first_password')
  })

  it('belong to their creator and the creator’s project, whatever super_id and project_id the request names', async () => {
    const created = await lead<Created>('POST', 'godbSystemuser', {
      username: 'child',
      nickname: 'Child',
      super_id: 1,
      project_id: scene.projects.b,
    })
    expect(created.data).toMatchObject({ super_id: ids.leadA, project_id: scene.projects.a })
    expect(
      (await lead('PUT', `godbSystemuser/${created.data.id}`, { super_id: 1, nickname: 'Renamed' })).data,
    ).toMatchObject({ super_id: ids.leadA, nickname: 'Renamed' })
    expect((await root('DELETE', `godbSystemuser/${ids.leadA}`)).msg).toContain('child')
  })

  it('are refused menu keys, permission types and areas that their creator does not hold', async () => {
    const make = (changes: object) =>
      lead('POST', 'godbSystemuser', {
        username: `g${Math.random().toString(36).slice(2)}`,
        nickname: 'Granted',
        ...changes,
      })
    expect(await make({ menu_control: '["7-1-2"]' })).toMatchObject({ code: 0 })
    expect(await make({ menu_control: '["3-4-3"]' })).toMatchObject({
      status: 400,
      data: { fields: { menu_control: expect.any(String) } },
    })
    expect(await make({ typemap: '1' })).toMatchObject({
      status: 400,
      data: { fields: { typemap: expect.any(String) } },
    })
    const local = await server.signIn('localA')
    const withArea = (username: string, distr_map: unknown) =>
      local('POST', 'godbSystemuser', { username, nickname: 'Area', distr_map })
    expect(await withArea('noarea', '')).toMatchObject({
      status: 400,
      data: { fields: { distr_map: expect.any(String) } },
    })
    expect(await withArea('upper', scene.areas.a)).toMatchObject({
      status: 400,
      data: { fields: { distr_map: expect.any(String) } },
    })
    expect(await withArea('lower', [scene.areas.below])).toMatchObject({
      code: 0,
      data: { distr_map: { String: String(scene.areas.below), Valid: true } },
    })
  })

  it('keep areas outside the editor’s own areas, but need at least one area the editor manages', async () => {
    const local = await server.signIn('localA')
    const made = await local<Created>('POST', 'godbSystemuser', {
      username: 'spread',
      nickname: 'Spread',
      distr_map: [scene.areas.below],
    })
    const id = made.data.id
    expect(await root('PUT', `godbSystemuser/${id}`, { distr_map: [scene.areas.a, scene.areas.below] })).toMatchObject({
      code: 0,
    })
    expect(await local('PUT', `godbSystemuser/${id}`, { distr_map: [scene.areas.a] })).toMatchObject({ code: 0 })
    expect(await local('PUT', `godbSystemuser/${id}`, { distr_map: '' })).toMatchObject({
      status: 400,
      data: { fields: { distr_map: expect.any(String) } },
    })
    expect(await local('PUT', `godbSystemuser/${id}`, { distr_map: [scene.areas.below] })).toMatchObject({ code: 0 })
    expect(await local('PUT', `godbSystemuser/${id}`, { distr_map: [scene.areas.a] })).toMatchObject({ status: 400 })
  })

  it('keep menu keys and permission types that the editor does not hold', async () => {
    const id = await server.addUser({
      username: 'richer',
      project_id: scene.projects.a,
      super_id: ids.leadA ?? 0,
      menu_control: '["3-4-3","7-1-2"]',
      typemap: '2,3',
    })
    const saved = await lead<{ menu_control: { String: string }; typemap: { String: string } }>(
      'PUT',
      `godbSystemuser/${id}`,
      { menu_control: '["7-1-3"]', typemap: '' },
    )
    expect(saved.code).toBe(0)
    expect((JSON.parse(saved.data.menu_control.String) as string[]).toSorted()).toEqual([
      '3',
      '3-4',
      '3-4-3',
      '7',
      '7-1',
      '7-1-3',
    ])
    expect(saved.data.typemap.String).toBe('2,3')
    expect(await root('PUT', `godbSystemuser/${id}`, { menu_control: '[]', typemap: '' })).toMatchObject({
      code: 0,
      data: { menu_control: { String: '[]' } },
    })
  })

  it('lose an unknown menu key when the editor holds its page, and keep it otherwise', async () => {
    const id = await server.addUser({
      username: 'strange',
      project_id: scene.projects.a,
      super_id: ids.leadA ?? 0,
      menu_control: '["7-1-3","7-1-99","3-2-1"]',
    })
    const saved = await lead<{ menu_control: { String: string } }>('PUT', `godbSystemuser/${id}`, {
      menu_control: '[]',
    })
    expect((JSON.parse(saved.data.menu_control.String) as string[]).toSorted()).toEqual(['3', '3-2', '3-2-1'])
  })

  it(
    'cannot be edited, deleted or given a password by users who are not above them',
    async () => {
      for (const target of [ids.root, ids.adminB])
        expect(await lead('PUT', `godbSystemuser/${target}`, { nickname: 'Mine' })).toMatchObject({ status: 404 })
      for (const target of [ids.adminA, ids.viewerA]) {
        expect(await lead('PUT', `godbSystemuser/${target}`, { nickname: 'Mine' })).toMatchObject({ status: 403 })
        expect(await lead('DELETE', `godbSystemuser/${target}`)).toMatchObject({ status: 403 })
        expect(
          await lead('PUT', 'godbSystemuserPassword', {
            user_id: target,
            my_passwd: md5Of('leadA123'),
            user_passwd: md5Of('taken over'),
          }),
        ).toMatchObject({ status: 403 })
      }
      expect(
        await adminA('PUT', 'godbSystemuserPassword', {
          user_id: ids.root,
          my_passwd: md5Of('adminA123'),
          user_passwd: md5Of('x'),
        }),
      ).toMatchObject({ status: 404 })
      expect(
        await adminA('PUT', 'godbSystemuserPassword', {
          user_id: ids.viewerA,
          my_passwd: md5Of('wrong'),
          user_passwd: md5Of('x'),
        }),
      ).toMatchObject({ status: 400 })
      const viewer = await server.signIn('viewerA')
      const { storage } = server.platform
      await optIn(storage, ids.viewerA ?? 0, 'viewer')
      await optIn(storage, ids.adminA ?? 0, 'admin')
      expect(
        await adminA('PUT', 'godbSystemuserPassword', {
          user_id: ids.viewerA,
          my_passwd: md5Of('adminA123'),
          user_passwd: md5Of('given out'),
          // The endpoint keeps a browser subscribed only where users change their own password.
          endpoint: endpointOf('viewer'),
        }),
      ).toMatchObject({ code: 0 })
      expect((await viewer('GET', 'godbMyInfo')).status).toBe(401)
      expect(await optedIn(storage, ids.viewerA ?? 0)).toEqual([])
      expect(await optedIn(storage, ids.adminA ?? 0)).toHaveLength(1)
      // Another person knows the password: no call is allowed before a new one is chosen.
      const given = await server.anonymous<{ token: string }>('POST', 'godbSystemuserlogin', {
        username: 'viewerA',
        password: md5Of('given out'),
      })
      const call = (method: 'GET' | 'PUT', path: string, payload?: object) =>
        server.app.inject({
          method,
          url: `/v1/${path}`,
          headers: { authorization: `Bearer ${given.data.token}`, 'accept-language': 'en' },
          ...(payload && { payload }),
        })
      expect((await call('GET', 'godbDeviceState')).statusCode).toBe(403)
      const change = (next: string) =>
        call('PUT', 'godbSystemuserPassword', { my_passwd: md5Of('given out'), user_passwd: md5Of(next) })
      for (const [next, why] of [
        ['given out', 'must differ'],
        ['viewerA', 'must not be the username'],
        ['123456', 'commonest'],
        ['', 'Required'],
        ['a', 'Too short'],
      ])
        expect((await change(next ?? '')).json()).toMatchObject({
          code: 400,
          data: { fields: { user_passwd: expect.stringContaining(why ?? '') } },
        })
      expect((await change('chosen by myself')).json()).toMatchObject({ code: 0 })
      expect((await call('GET', 'godbDeviceState')).statusCode).toBe(200)
    },
    upTo(60_000),
  )

  it('are checked again for session and permission after the new password is hashed', async () => {
    const { platform } = server
    const chosen = () =>
      platform.storage.read
        .selectFrom('systemuser')
        .select(['password', 'menu_control'])
        .where('id', 'in', [ids.adminA ?? 0, ids.viewerA ?? 0])
        .orderBy('id')
        .execute()
    const before = await chosen()
    const keys = (menu_control: string) =>
      platform.storage.write((trx) =>
        trx
          .updateTable('systemuser')
          .set({ menu_control })
          .where('id', '=', ids.adminA ?? 0)
          .execute(),
      )
    const { token } = await server.signIn('adminA')
    const signedIn = await platform.sessions.find(token)
    if (!signedIn) throw new Error('adminA is not signed in')
    const body = { user_id: ids.viewerA, my_passwd: md5Of('adminA123'), user_passwd: md5Of('given by nobody') }
    /** Runs `happens` while the password is being judged. */
    const meanwhile = (happens: () => Promise<unknown>) => {
      const perUser = { take: async () => void (await happens()) }
      return changePassword(platform, { throttle: createThrottle(null), perUser }, signedIn, body, '127.0.0.1')
    }
    await expect(meanwhile(() => keys('["7-1-2"]'))).rejects.toMatchObject({ code: 403 })
    await keys(signedIn.user.menu_control ?? '')
    await expect(meanwhile(() => platform.sessions.end(token))).rejects.toMatchObject({ code: 401 })
    expect(await chosen()).toEqual(before)
  })

  it(
    'show user_token only to the user it belongs to, and get a new one when the password changes',
    async () => {
      const token = async (): Promise<string | null> =>
        (await adminA<{ user_token: string | null }>('GET', 'godbMyInfo')).data.user_token
      await server.platform.storage.write((trx) =>
        trx
          .updateTable('systemuser')
          .set({ user_token: 'the-credential-of-adminA' })
          .where('id', '=', ids.adminA ?? 0)
          .execute(),
      )
      server.platform.sessions.forget(ids.adminA ?? 0)
      expect(await token()).toBe('the-credential-of-adminA')
      for (const path of [
        'godbSystemuser?page_size=1000',
        `godbSystemuser/${ids.adminA}`,
        'godbSystemuserNameList',
        `godbSystemuser/export?format=csv`,
      ]) {
        const { body } = await server.app.inject({
          url: `/v1/${path}`,
          headers: { authorization: `Bearer ${root.token}` },
        })
        expect([path, body.includes('adminA')]).toEqual([path, true])
        expect([path, body.includes('the-credential')]).toEqual([path, false])
      }
      expect(JSON.stringify(await root('PUT', `godbSystemuser/${ids.adminA}`, { explained: 'x' }))).not.toContain(
        'the-credential',
      )
      expect((await adminA('GET', `godbSystemuser/${ids.adminA}`)).data).toMatchObject({
        user_token: 'the-credential-of-adminA',
      })
      expect(await root('GET', 'godbSystemuser?page_size=10&sort=user_token&order=asc')).toMatchObject({ status: 400 })
      expect(
        await adminA('PUT', 'godbSystemuserPassword', {
          my_passwd: md5Of('adminA123'),
          user_passwd: md5Of('another of my own'),
        }),
      ).toMatchObject({ code: 0 })
      expect(await token()).toMatch(/^[0-9a-f]{32}$/)
    },
    upTo(60_000),
  )

  it('cannot delete themselves, and the last super administrator cannot be disabled or demoted', async () => {
    expect(await root('DELETE', `godbSystemuser/${ids.root}`)).toMatchObject({ status: 403 })
    expect(await root('PUT', `godbSystemuser/${ids.root}`, { disabled: 1 })).toMatchObject({ status: 409 })
    expect(
      await root('PUT', `godbSystemuser/${ids.root}`, { super_id: 2, project_id: scene.projects.a }),
    ).toMatchObject({ status: 409 })
  })

  it('need a parent of their own project that is an administrator, without loops', async () => {
    const parent = (id: number | undefined, super_id: unknown) => root('PUT', `godbSystemuser/${id}`, { super_id })
    expect(await parent(ids.viewerA, 999)).toMatchObject({
      status: 400,
      data: { fields: { super_id: expect.any(String) } },
    })
    expect(await parent(ids.viewerA, ids.adminB)).toMatchObject({
      status: 400,
      data: { fields: { super_id: expect.any(String) } },
    })
    expect(await parent(ids.localA, ids.leadA)).toMatchObject({
      status: 400,
      data: { fields: { super_id: 'It cannot be placed inside itself' } },
    })
    // A sub-user cannot be chosen as a parent; a project administrator and a super administrator can, but none of
    // another project.
    expect(await parent(ids.viewerA, ids.leadA)).toMatchObject({
      status: 400,
      data: { fields: { super_id: 'Choose a super administrator or an administrator of this project' } },
    })
    expect(await parent(ids.viewerA, ids.adminA)).toMatchObject({ code: 0 })
    expect(await root('PUT', `godbSystemuser/${ids.viewerA}`, { project_id: scene.projects.b })).toMatchObject({
      status: 400,
      data: { fields: { super_id: expect.any(String) } },
    })
    expect(await parent(ids.viewerA, ids.root)).toMatchObject({ code: 0 })
    expect(await root('POST', 'godbSystemuser', { username: 'lost', nickname: 'Lost', super_id: 2 })).toMatchObject({
      status: 400,
      data: { fields: { project_id: 'Required' } },
    })
    expect(allKeys.length).toBeGreaterThan(20)
  })
})
