import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCodes } from '../../server/register/codes.ts'
import { md5Of } from '../../server/session/passwords.ts'
import { buildScene, type Scene } from '../support/scene.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'
import { upTo } from '../support/slowness.ts'
import { engines, openTestStorage } from '../support/storage.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})
vi.mock(import('../../server/session/shortPasswords.ts'), async (original) => {
  const { briefly } = await import('../support/briefSearch.ts')
  return briefly(await original())
})

describe.each(engines)('registration on %s', (engine) => {
  let server: TestPlatform
  let scene: Scene
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    scene = await buildScene(server)
  })
  afterAll(() => server.dispose())

  const send = (phone: string) => server.anonymous('GET', `getVerificationCode?phone=${phone}`)
  /** The code from the outbox, where messages stay while no SMS service is configured. */
  const codeOf = async (phone: string): Promise<string> => {
    const row = await server.platform.storage.read
      .selectFrom('outbox')
      .select('content')
      .where('recipient', '=', phone)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return /\d{6}/.exec(row?.content ?? '')?.[0] ?? ''
  }
  const register = (changes: object) =>
    server.anonymous('POST', 'RegisterSystemuser', { pass: md5Of('typed by them'), email: '', ...changes })

  it('sends a phone one code a minute and stores only its hash', async () => {
    for (const phone of ['', '12345', '23812345678', '138123456789'])
      expect(await send(phone)).toMatchObject({ status: 400, data: { fields: { phone: expect.any(String) } } })
    expect(await send('13800000001')).toEqual({ status: 200, code: 0, msg: '', data: null })
    const code = await codeOf('13800000001')
    expect(code).toMatch(/^\d{6}$/)
    const row = await server.platform.storage.read
      .selectFrom('smscode')
      .selectAll()
      .where('phone', '=', '13800000001')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(code)
    const again = await send('13800000001')
    expect(again).toMatchObject({ status: 429, code: 429 })
    expect(Number(/\d+/.exec(again.msg)?.[0])).toBeGreaterThan(50)
    expect(await codeOf('13800000001')).toBe(code)
  })

  it(
    'creates an account without permissions until an administrator grants some',
    async () => {
      const phonecode = await codeOf('13800000001')
      expect(
        await register({
          name: 'newcomer',
          phone: '13800000001',
          phonecode,
          email: 'a@b.cn',
          super_id: 1,
          project_id: scene.projects.a,
          menu_control: '["7-1"]',
        }),
      ).toEqual({ status: 200, code: 0, msg: '', data: null })
      const user = await server.platform.storage.read
        .selectFrom('systemuser')
        .selectAll()
        .where('username', '=', 'newcomer')
        .executeTakeFirstOrThrow()
      expect(user).toMatchObject({
        super_id: 2,
        project_id: null,
        menu_control: '[]',
        phonenum: '13800000001',
        emailurl: 'a@b.cn',
        changepassword: 0,
      })
      expect(user.password).toMatch(/^scrypt\$/)
      const signIn = await server.anonymous<{ token: string }>('POST', 'godbSystemuserlogin', {
        username: 'newcomer',
        password: md5Of('typed by them'),
      })
      const headers = { authorization: `Bearer ${signIn.data.token}`, 'accept-language': 'en' }
      const get = async (path: string) => (await server.app.inject({ url: `/v1/${path}`, headers })).statusCode
      for (const path of ['godbMyInfo', 'godbMyProject', 'capabilities', 'resources', 'getHelpJson/en'])
        expect([path, await get(path)]).toEqual([path, 200])
      for (const path of [
        'godbDeviceState',
        'godbDevice',
        'godbDevicetypeNameList',
        'godbNodemap',
        'godbProjectNameList',
        'godbSystemuserNameList',
        'godbPermissiontype',
        'godbAllDeviceOnlineNum',
      ])
        expect([path, await get(path)]).toEqual([path, 403])
      // Another administrator may not adopt the user; the super administrator may.
      const adminA = await server.signIn('adminA')
      expect(await adminA('PUT', `godbSystemuser/${user.id}`, { nickname: 'Mine' })).toMatchObject({ status: 404 })
      expect(
        await scene.root('PUT', `godbSystemuser/${user.id}`, { project_id: scene.projects.a, menu_control: '["2-1"]' }),
      ).toMatchObject({ code: 0 })
      expect(await get('godbDeviceState')).toBe(200)
      // A user is disabled without a project, and can be enabled again only with one.
      const change = (body: object) => scene.root('PUT', `godbSystemuser/${user.id}`, body)
      expect(await change({ project_id: null, disabled: 1 })).toMatchObject({ code: 0 })
      expect(await change({ disabled: 0 })).toMatchObject({ status: 400, data: { fields: { project_id: 'Required' } } })
    },
    upTo(120_000),
  )

  it(
    'accepts a code once, and reports a username in use only to a caller with a valid code',
    async () => {
      const phonecode = await codeOf('13800000001')
      expect(await register({ name: 'second', phone: '13800000001', phonecode })).toMatchObject({
        status: 400,
        data: { fields: { phonecode: expect.any(String) } },
      })
      expect(await register({ name: 'adminA', phone: '13800000002', phonecode: '000000' })).toMatchObject({
        status: 400,
        data: { fields: { phonecode: expect.any(String) } },
      })
      await send('13800000002')
      expect(
        await register({ name: 'adminA', phone: '13800000002', phonecode: await codeOf('13800000002') }),
      ).toMatchObject({ status: 409, data: { fields: { name: 'Already in use' } } })
      expect(
        await register({ name: 'adminA2', phone: '13800000002', phonecode: await codeOf('13800000002') }),
      ).toMatchObject({ code: 0 })
    },
    upTo(120_000),
  )

  it('reports an error at each invalid field', async () => {
    expect(await register({ name: '', pass: '', phone: '', phonecode: '', email: 'x' })).toMatchObject({
      status: 400,
      data: {
        fields: {
          name: 'Required',
          pass: 'Required',
          phone: 'Required',
          phonecode: 'Required',
          email: expect.any(String),
        },
      },
    })
    for (const name of ['<script>', 'a;b', 'x'.repeat(61)])
      expect(await register({ name, phone: '13800000003', phonecode: '123456' })).toMatchObject({
        status: 400,
        data: { fields: { name: expect.any(String) } },
      })
    expect(await register({ name: 'empty', pass: md5Of(''), phone: '13800000003', phonecode: '123456' })).toMatchObject(
      { data: { fields: { pass: 'Required' } } },
    )
    for (const body of [{ name: {} }, { name: ['x'], pass: 5 }, { phone: { String: '13', Valid: true } }])
      expect((await register(body)).status).toBe(400)
  })

  it('sends codes to at most 10 phones from one address', async () => {
    const codes: number[] = []
    for (let i = 10; i <= 20; i++) {
      const url = `/v1/getVerificationCode?phone=139000000${i}`
      codes.push((await server.app.inject({ url, remoteAddress: '10.0.0.9' })).statusCode)
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

describe.each(engines)('registration codes on %s', (engine) => {
  it('expire after ten minutes or five attempts, and are made once for concurrent requests', async () => {
    const { storage, dispose } = await openTestStorage(engine)
    let now = 1_800_000_000_000
    const codes = createCodes(storage, Buffer.alloc(32, 1), () => now)
    const wrong = (code: string): string => (code === '111111' ? '222222' : '111111')
    try {
      const first = await codes.make('13800000001')
      expect(await codes.check('13800000002', first)).toBe(false)
      expect(await codes.check('13800000001', first)).toBe(true)
      for (let i = 0; i < 4; i++) expect(await codes.check('13800000001', wrong(first))).toBe(false)
      expect(await codes.check('13800000001', first)).toBe(false)

      now += 60_000
      const second = await codes.make('13800000001')
      now += 10 * 60_000
      expect(await codes.check('13800000001', second)).toBe(false)

      const made = await Promise.allSettled(Array.from({ length: 5 }, () => codes.make('13800000009')))
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await codes.drop('13800000009')
      const [fulfilled] = made.filter((one) => one.status === 'fulfilled')
      expect(await codes.check('13800000009', fulfilled?.value ?? '')).toBe(false)
    } finally {
      await dispose()
    }
  })
})
