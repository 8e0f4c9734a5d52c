import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { build } from '../../server/app.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { createSessions } from '../../server/session/sessions.ts'
import { md5Of } from '../../server/session/passwords.ts'
import { isWallCall, wallCalls } from '../../server/http/wallCalls.ts'
import { ensureAdministrator } from '../../server/session/firstStart.ts'
import { endpointOf, optedIn, optIn } from '../support/optedIn.ts'
import { openTestStorage, engines } from '../support/storage.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'

// A test cannot read the picture, but it can read this text.
vi.mock('../../server/session/captchaPicture.ts', () => ({
  drawCaptcha: async () => ({ text: 'aB3d', image: Buffer.from('a picture') }),
}))

vi.mock(import('../../server/session/shortPasswords.ts'), async (original) => {
  const { briefly } = await import('../support/briefSearch.ts')
  return briefly(await original())
})

const signInBody = (changes: object = {}) => ({
  username: 'root',
  password: md5Of('root123'),
  captcha: 'ab3D',
  ...changes,
})

describe.each(engines)('sign-in on %s', (engine) => {
  let server: TestPlatform
  beforeAll(async () => {
    server = await startTestPlatform(engine, { captcha: true })
  })
  afterAll(() => server.dispose())

  const captchaCookie = async (): Promise<string> =>
    (await server.app.inject({ url: '/v1/captcha?v=1' })).cookies.find(({ name }) => name === 'captcha')?.value ?? ''
  const post = (payload: object, cookie?: string, address = '10.0.0.1'): Promise<LightMyRequestResponse> =>
    server.app.inject({
      method: 'POST',
      url: '/v1/godbSystemuserlogin',
      payload,
      remoteAddress: address,
      headers: { 'accept-language': 'en' },
      ...(cookie !== undefined && { cookies: { captcha: cookie } }),
    })

  it('returns a captcha image with an HttpOnly cookie that does not contain the text', async () => {
    const response = await server.app.inject({ url: '/v1/captcha?v=1' })
    expect(response.headers['content-type']).toBe('image/png')
    expect(response.cookies[0]).toMatchObject({ name: 'captcha', httpOnly: true, sameSite: 'Strict', maxAge: 300 })
    expect(response.cookies[0]?.value).not.toMatch(/ab3d/i)
  })

  it('accepts the right password and captcha in any case, and returns a token that opens godbMyInfo', async () => {
    const response = await post(signInBody(), await captchaCookie())
    expect(response.json()).toEqual({
      code: 0,
      msg: '',
      data: { token: expect.stringMatching(/^[\w-]{43}$/), hmi_control: '1', superid: 1 },
    })
    const { token } = response.json<{ data: { token: string } }>().data
    const info = await server.app.inject({ url: '/v1/godbMyInfo', headers: { authorization: `Bearer ${token}` } })
    expect(info.json()).toMatchObject({
      code: 0,
      data: { username: 'root', super_id: 1, menu_control: { String: '', Valid: false }, changepassword: 0 },
    })
    expect(info.body).not.toContain('scrypt')
    const stored = await server.platform.storage.read.selectFrom('session').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('writes an entry to the operation log', async () => {
    const entry = await server.platform.storage.read
      .selectFrom('operationlog')
      .selectAll()
      .where('operation_type', '=', 'login')
      .executeTakeFirstOrThrow()
    const { id } = await server.platform.storage.read
      .selectFrom('systemuser')
      .select('id')
      .where('username', '=', 'root')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ operation_table: 'systemuser', record_id: id, user_id: id, explained: 'root' })
  })

  it('requires a new captcha for each verification code', async () => {
    const ask = async (captcha?: string, cookie?: string) => {
      const query = new URLSearchParams({ phone: '13812345699', ...(captcha !== undefined && { captcha }) })
      return server.app.inject({
        url: `/v1/getVerificationCode?${query}`,
        remoteAddress: '10.0.0.7',
        ...(cookie !== undefined && { cookies: { captcha: cookie } }),
      })
    }
    const refused = { code: 400, data: { fields: { captcha: expect.any(String) } } }
    const cookie = await captchaCookie()
    expect((await ask()).json()).toMatchObject(refused)
    expect((await ask('ab3d')).json()).toMatchObject(refused)
    expect((await ask('wrong', await captchaCookie())).json()).toMatchObject(refused)
    expect((await ask('ab3d', cookie)).json()).toMatchObject({ code: 0 })
    expect((await ask('ab3d', cookie)).json()).toMatchObject(refused)
    expect((await server.platform.storage.read.selectFrom('outbox').select('recipient').execute()).length).toBe(1)
  })

  it('returns the same error for an unknown name and a wrong password, and names missing fields', async () => {
    const wrong = (await post(signInBody({ password: md5Of('nope') }), await captchaCookie(), '10.0.0.2')).json()
    const unknown = (await post(signInBody({ username: 'nobody' }), await captchaCookie(), '10.0.0.2')).json()
    expect(wrong).toEqual({ code: 400, msg: 'The username or password is wrong', data: null })
    expect(unknown).toEqual(wrong)
    expect((await post({}, await captchaCookie(), '10.0.0.2')).json()).toMatchObject({
      code: 400,
      data: { fields: { username: 'Required', password: 'Required' } },
    })
    // The stored hash is of the MD5: neither the plain password nor the hash itself signs in.
    expect((await post(signInBody({ password: 'root123' }), await captchaCookie(), '10.0.0.2')).json()).toMatchObject({
      code: 400,
    })
  })

  /** Tests that ask the databases for nothing new. */
  const onOne = (): void => {
    it('accepts a captcha once, right or wrong, and only with its own cookie', async () => {
      const refused = { code: 400, data: { fields: { captcha: 'The captcha is wrong or has expired' } } }
      const used = await captchaCookie()
      expect((await post(signInBody(), used)).json()).toMatchObject({ code: 0 })
      expect((await post(signInBody(), used)).json()).toMatchObject(refused)
      const wrong = await captchaCookie()
      expect((await post(signInBody({ captcha: 'xxxx' }), wrong)).json()).toMatchObject(refused)
      expect((await post(signInBody(), wrong)).json()).toMatchObject(refused)
      expect((await post(signInBody())).json()).toMatchObject(refused)
      expect((await post(signInBody(), 'made.up.cookie')).json()).toMatchObject(refused)
      const [expiry, nonce] = (await captchaCookie()).split('.')
      const [, , other] = (await captchaCookie()).split('.')
      expect((await post(signInBody(), `${expiry}.${nonce}.${other}`)).json()).toMatchObject(refused)
      expect((await post(signInBody({ captcha: ['ab3d', 'ab3d'] }), await captchaCookie())).json()).toMatchObject({
        code: 400,
      })
    })

    it('rejects a captcha after five minutes', async () => {
      const cookie = await captchaCookie()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 })
      try {
        expect((await post(signInBody(), cookie)).json()).toMatchObject({ code: 400 })
      } finally {
        vi.useRealTimers()
      }
    })

    it('blocks an account for an address after 5 failures', async () => {
      // An existing user with a cheap hash: the dummy hash against which unknown names are checked costs a fifth of a
      // second each time.
      await server.addUser({ username: 'guessed', super_id: 1 })
      for (let i = 0; i < 5; i++)
        expect(
          (
            await post(
              signInBody({ username: 'guessed', password: md5Of(`no${i}`) }),
              await captchaCookie(),
              '10.0.0.3',
            )
          ).statusCode,
        ).toBe(400)
      const blocked = await post(signInBody({ username: 'Guessed' }), await captchaCookie(), '10.0.0.3')
      expect(blocked.statusCode).toBe(429)
      expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(800)
      expect(blocked.json<{ msg: string }>().msg).toMatch(/^Too many attempts. Try again in \d+ s$/)
      expect((await post(signInBody(), await captchaCookie(), '10.0.0.3')).json()).toMatchObject({ code: 0 })
    })
  }
  if (engine === 'sqlite') onOne()

  // The last test: it replaces the platform.
  it('still rejects used captchas and locked accounts after a restart', async () => {
    // An existing user with a cheap hash, as above.
    await server.addUser({ username: 'locked', super_id: 1 })
    const [used, fresh] = [await captchaCookie(), await captchaCookie()]
    expect((await post(signInBody(), used, '10.0.0.8')).statusCode).toBe(200)
    for (let i = 0; i < 5; i++)
      expect((await post(signInBody({ username: 'locked' }), await captchaCookie(), '10.0.0.8')).statusCode).toBe(400)
    await server.platform.close()
    const platform = await openPlatform(server.platform.settings, silentLog)
    const app = await build(platform)
    try {
      const again = (payload: object, captcha: string) =>
        app.inject({
          method: 'POST',
          url: '/v1/godbSystemuserlogin',
          payload,
          remoteAddress: '10.0.0.8',
          cookies: { captcha },
        })
      expect((await again(signInBody(), used)).json()).toMatchObject({
        code: 400,
        data: { fields: { captcha: expect.any(String) } },
      })
      expect((await again(signInBody({ username: 'locked' }), fresh)).statusCode).toBe(429)
    } finally {
      await app.close()
      await platform.close()
    }
  })
})

describe.each(engines)('sessions on %s', (engine) => {
  let server: TestPlatform
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    const projects = [{ name: 'P', ico: '/upload/p.png', created_at: 1, updated_at: 1 }]
    await server.platform.storage.write((trx) => trx.insertInto('project').values(projects).execute())
  })
  afterAll(() => server.dispose())
  let number = 0
  let name: string
  beforeEach(() => {
    name = `user${++number}`
  })

  it('end immediately at sign-out, without affecting the user’s other sessions', async () => {
    await server.addUser({ username: name, project_id: 1 })
    const [one, two] = [await server.signIn(name), await server.signIn(name)]
    expect((await one('GET', 'godbMyInfo')).code).toBe(0)
    expect(await one('POST', 'logout')).toMatchObject({ code: 0 })
    expect(await one('GET', 'godbMyInfo')).toMatchObject({ status: 401, msg: 'Your session has ended. Sign in again' })
    expect((await two('GET', 'godbMyInfo')).code).toBe(0)
  })

  it('are renewed only with the big screen permission, by 30 days and up to a year in all', async () => {
    const day = 24 * 3_600_000
    await server.addUser({ username: name, project_id: 1, menu_control: '["8"]' })
    await server.addUser({ username: `${name}b`, project_id: 1, menu_control: '["2-1"]' })
    expect(await (await server.signIn(`${name}b`))('POST', 'renew')).toMatchObject({ status: 403 })
    expect(await server.anonymous('POST', 'renew')).toMatchObject({ status: 401 })
    const wall = await server.signIn(name)
    const begun = Date.now()
    const { sessions, storage } = server.platform
    const rows = () =>
      storage.read
        .selectFrom('session')
        .innerJoin('systemuser', 'systemuser.id', 'session.user_id')
        .select(['session.token_hash', 'session.created_at', 'session.expires_at'])
        .where('username', '=', name)
        .execute()
    const [first] = await rows()
    await storage.write((trx) =>
      trx
        .updateTable('session')
        .set({ expires_at: begun + day })
        .where('token_hash', '=', first?.token_hash ?? '')
        .execute(),
    )
    const { data } = await wall('POST', 'renew')
    expect((data as { expires_at: number }).expires_at).toBeGreaterThanOrEqual(begun + 30 * day)
    await storage.write((trx) =>
      trx
        .updateTable('session')
        .set({ created_at: begun - 350 * day, expires_at: begun + day })
        .where('token_hash', '=', first?.token_hash ?? '')
        .execute(),
    )
    expect((await wall('POST', 'renew')).data).toEqual({ expires_at: begun - 350 * day + 365 * day })
    expect((await rows())[0]?.expires_at).toBe(begun + 15 * day)
    expect(await sessions.renew('unknown')).toBeNull()
  })

  it('end with a password change, as do push subscriptions, except those of the current browser', async () => {
    const { storage } = server.platform
    const id = await server.addUser({ username: name, project_id: 1, changepassword: 1, menu_control: '["2-1"]' })
    const neighbour = await server.addUser({ username: `${name}b`, project_id: 1 })
    await optIn(storage, id, `${name}-here`, `${name}-lost`)
    await optIn(storage, neighbour, `${name}b-here`)
    const [mine, other] = [await server.signIn(name), await server.signIn(name)]
    expect(await mine('GET', 'godbDeviceState')).toMatchObject({ status: 403 })
    expect((await mine('GET', 'godbMyInfo')).data).toMatchObject({ changepassword: 1 })
    const change = (my_passwd: string, user_passwd: string) =>
      mine('PUT', 'godbSystemuserPassword', {
        user_id: id,
        my_passwd: md5Of(my_passwd),
        user_passwd: md5Of(user_passwd),
        endpoint: endpointOf(`${name}-here`),
      })
    expect(await change('wrong', 'next456')).toMatchObject({
      code: 400,
      data: { fields: { my_passwd: 'The current password is wrong' } },
    })
    expect(await optedIn(storage, id)).toHaveLength(2)
    expect(await change(`${name}123`, 'next456')).toMatchObject({ code: 0, data: null })
    expect(await other('GET', 'godbMyInfo')).toMatchObject({ status: 401 })
    expect(await optedIn(storage, id)).toEqual([endpointOf(`${name}-here`)])
    expect(await optedIn(storage, neighbour)).toHaveLength(1)
    expect((await mine('GET', 'godbMyInfo')).data).toMatchObject({ changepassword: 0 })
    expect((await mine('GET', 'godbDeviceState')).code).toBe(0)
    await expect(server.signIn(name)).rejects.toThrow('wrong')
    const answer = await server.anonymous('POST', 'godbSystemuserlogin', { username: name, password: md5Of('next456') })
    expect(answer.code).toBe(0)
  })

  it('end with push subscriptions when the user is disabled or deleted, and cannot start while disabled', async () => {
    const root = await server.signIn('root')
    const { storage } = server.platform
    const id = await server.addUser({ username: name, project_id: 1 })
    const call = await server.signIn(name)
    await optIn(storage, id, `${name}-desk`, `${name}-phone`)
    expect((await call('GET', 'godbMyInfo')).code).toBe(0)
    expect((await root('PUT', `godbSystemuser/${id}`, { disabled: 1 })).code).toBe(0)
    expect((await call('GET', 'godbMyInfo')).status).toBe(401)
    expect(await optedIn(storage, id)).toEqual([])
    await expect(server.signIn(name)).rejects.toThrow('disabled')
    await root('PUT', `godbSystemuser/${id}`, { disabled: 0 })
    expect((await call('GET', 'godbMyInfo')).status, 'a token from before lives again').toBe(401)
    const again = await server.signIn(name)
    await optIn(storage, id, `${name}-desk`)
    expect((await root('PUT', `godbSystemuser/${id}`, { nickname: 'the same' })).code).toBe(0)
    expect(await optedIn(storage, id)).toHaveLength(1)
    expect((await root('DELETE', `godbSystemuser/${id}`)).code).toBe(0)
    expect((await again('GET', 'godbMyInfo')).status).toBe(401)
    expect(await optedIn(storage, id)).toEqual([])
  })

  it('end after 12 idle hours and after 30 days', async () => {
    await server.addUser({ username: name, project_id: 1 })
    const call = await server.signIn(name)
    const after = async (hours: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      try {
        return (await call('GET', 'godbMyInfo')).status
      } finally {
        vi.useRealTimers()
      }
    }
    // Used every eleven hours, a session lives until it is thirty days old.
    for (let hours = 11; hours < 30 * 24; hours += 11) expect([hours, await after(hours)]).toEqual([hours, 200])
    expect(await after(30 * 24 + 1)).toBe(401)
    const idle = await server.signIn(name)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 3_600_000 + 60_000 })
    expect((await idle('GET', 'godbMyInfo')).status).toBe(401)
    vi.useRealTimers()
  })

  it('remain valid while the database rejects writes', async () => {
    await server.addUser({ username: name, project_id: 1 })
    const { storage } = server.platform
    const users = storage.read.selectFrom('systemuser').select('id').where('username', '=', name)
    const { id } = await users.executeTakeFirstOrThrow()
    const token = await createSessions(storage).begin(id, '10.0.0.1')
    const full = { ...storage, write: () => Promise.reject(new Error('the disk is full')) }
    const later = createSessions(full, () => Date.now() + 10 * 60_000)
    expect((await later.find(token))?.user.id).toBe(id)
  })

  it('are opened only by a valid bearer token', async () => {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${'x'.repeat(5000)}`,
      'Basic cm9vdDpyb290MTIz',
      "Bearer ' or 1=1",
    ]) {
      const response = await server.app.inject({ url: '/v1/godbMyInfo', headers: { authorization } })
      expect([authorization, response.statusCode]).toEqual([authorization, 401])
    }
  })

  // The remaining tests ask the databases for nothing new.
  if (engine !== 'sqlite') return

  it('of a wall screen are limited to the calls of the big screen', async () => {
    await server.addUser({ username: name, super_id: 1, user_token: 'opens-displays' })
    const [wall, desk] = [await server.signIn(name), await server.signIn(name)]
    expect((await wall('GET', 'godbMyInfo')).data).toMatchObject({ wall: 0, user_token: 'opens-displays' })
    expect((await wall('POST', 'renew')).code).toBe(0)
    expect((await wall('GET', 'godbMyInfo')).data).toMatchObject({ wall: 1, user_token: null })
    const calls = server
      .routes()
      .filter(({ call, isPublic }) => !isPublic && call.includes(' /v1/') && !/logout/.test(call))
    for (const { call } of calls) {
      const [method = '', url = ''] = call.split(' ')
      const response = await server.app.inject({
        method: method as 'GET',
        url: url.replaceAll(/:\w+/g, '1'),
        headers: { authorization: `Bearer ${wall.token}`, 'accept-language': 'en' },
      })
      const sentence = (): string => Object.values(response.json<Record<string, unknown>>()).join(' ')
      const told =
        response.statusCode === 403 &&
        (method === 'HEAD' || sentence().includes('This sign-in is for the big screen only'))
      expect([call, told]).toEqual([call, !isWallCall(method, url)])
    }
    // Each of these calls exists.
    for (const call of wallCalls) expect(server.routes().map((route) => route.call)).toContain(call)
    expect(
      (
        await server.app.inject({
          method: 'POST',
          url: '/v1/telemetry',
          headers: { authorization: `Bearer ${wall.token}` },
          payload: [],
        })
      ).statusCode,
    ).toBe(403)
    expect((await desk('GET', 'godbDevice')).code).toBe(0)
    expect(await wall('POST', 'logout')).toMatchObject({ code: 0 })
  })
})

describe.each(engines)('first start on %s', (engine) => {
  it('creates one administrator with a random password that is returned once', async () => {
    const { storage, dispose } = await openTestStorage(engine)
    try {
      // As two processes do that start at once: one creates the administrator, and only its password is printed.
      const told = await Promise.all([1, 2].map(() => ensureAdministrator(storage, { adminPassword: null })))
      expect(told.filter((password) => password !== null)).toEqual([expect.stringMatching(/^[a-z2-9]{12}$/)])
      expect(await ensureAdministrator(storage, { adminPassword: null })).toBeNull()
      const users = await storage.read.selectFrom('systemuser').selectAll().execute()
      expect(users).toMatchObject([{ username: 'admin', super_id: 1, changepassword: 0 }])
      expect(users[0]?.password).toMatch(/^scrypt\$16384\$8\$5\$/)
    } finally {
      await dispose()
    }
  })
})
