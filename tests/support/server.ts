import type { FastifyInstance, InjectOptions, RouteOptions } from 'fastify'
import { build } from '../../server/app.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import type { Platform, UserRow } from '../../server/platform.ts'
import { hashPassword, md5Of } from '../../server/session/passwords.ts'
import { readSettings, type Settings } from '../../server/settings.ts'
import { testPlace } from './storage.ts'

export interface Answer<T = unknown> {
  status: number
  code: number
  msg: string
  data: T
}

/** Calls /v1 as one signed-in user, or anonymously. Objects are sent as JSON. */
export type Call = <T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Answer<T>>

export interface TestPlatform {
  app: FastifyInstance
  platform: Platform
  anonymous: Call
  /** Adds a user with the password `<username>123`. */
  addUser(user: Partial<UserRow> & { username: string }): Promise<number>
  /** Signs in over the wire, with the password of addUser. */
  signIn(username: string): Promise<Call & { token: string }>
  /** Every route, such as `GET /v1/captcha`, with whether it is public. */
  routes(): { call: string; isPublic: boolean }[]
  dispose(): Promise<void>
}

/**
 * A whole platform on a database of an engine that holds nothing but the schema, with the captcha off; `root` is its
 * super administrator, with the password root123.
 */
export async function startTestPlatform(
  engine: 'sqlite' | 'postgres',
  overrides: Partial<Settings> = {},
): Promise<TestPlatform> {
  const place = await testPlace(engine, 'schema')
  const settings = { ...readSettings({}, null), demo: 'off', captcha: false, ...place.settings, ...overrides } as const
  const platform = await openPlatform(settings, silentLog)
  const routes: RouteOptions[] = []
  const app = await build(platform, { onRoute: (route) => routes.push(route) })
  await app.ready()

  const callAs =
    (token: string | null): Call =>
    async <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const options: InjectOptions = {
        method,
        url: `/v1/${path}`,
        headers: { 'accept-language': 'en', ...(token !== null && { authorization: `Bearer ${token}` }) },
      }
      const response = await app.inject(body === undefined ? options : { ...options, payload: body })
      return { status: response.statusCode, ...(response.json() as Omit<Answer<T>, 'status'>) }
    }
  const addUser: TestPlatform['addUser'] = async (user) => {
    const now = Date.now()
    const row = {
      nickname: user.username,
      super_id: 2,
      password: await testHash(`${user.username}123`),
      changepassword: 0,
      disabled: 0,
      created_at: now,
      updated_at: now,
      ...user,
    }
    const inserted = await platform.storage.write((trx) =>
      trx.insertInto('systemuser').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    return inserted.id
  }
  await addUser({ username: 'root', super_id: 1 })

  return {
    app,
    platform,
    anonymous: callAs(null),
    addUser,
    async signIn(username) {
      const answer = await callAs(null)<{ token: string }>('POST', 'godbSystemuserlogin', {
        username,
        password: md5Of(`${username}123`),
        captcha: 'any',
      })
      if (answer.code !== 0) throw new Error(`${username} cannot sign in: ${answer.msg}`)
      return Object.assign(callAs(answer.data.token), { token: answer.data.token })
    },
    routes: () =>
      routes.flatMap(({ method, url, config }) =>
        [method].flat().map((name) => ({ call: `${name} ${url}`, isPublic: config?.public === true })),
      ),
    async dispose() {
      await app.close()
      await platform.close()
      await place.remove()
    },
  }
}

/** Hashes a test's password cheaply: the cost of guessing a password is not what these tests are about. */
export const testHash = (password: string): Promise<string> => hashPassword(md5Of(password), { N: 16, r: 8, p: 1 })
