import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'

/** Time that one hash takes, and total time taken, ms. */
const hashing = vi.hoisted(() => ({ takes: 0, taken: 0 }))
vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  const cheap = await cheaply(await original())
  return {
    ...cheap,
    hashPassword: (md5: string) => {
      hashing.taken += hashing.takes
      return cheap.hashPassword(md5)
    },
  }
})

interface Outcome {
  index: number
  id?: number
  first_password?: string
  msg?: string
  retry_after?: number
}

let server: TestPlatform
beforeAll(async () => {
  server = await startTestPlatform('sqlite')
})
afterEach(() => {
  vi.restoreAllMocks()
  hashing.takes = 0
})
afterAll(() => server.dispose())

const isMade = ({ id, first_password }: Outcome) => id !== undefined && first_password !== undefined
const rowsOf = (names: readonly string[]) => names.map((username) => ({ username, nickname: username, super_id: 1 }))

it('user batch import creates 300 of 500 users and returns retry_after for each of the others', async () => {
  const root = await server.signIn('root')
  const names = Array.from({ length: 500 }, (_, at) => `user${at}`)
  const rows = rowsOf(names)
  const send = async (some: readonly object[]) =>
    (await root<Outcome[]>('POST', 'godbSystemuser/batch', { rows: some })).data

  const first = await send(rows)
  expect(first.map(isMade)).toEqual(rows.map((_row, at) => at < 300))
  const left = first.slice(300)
  for (const row of left)
    expect(row).toEqual({
      index: row.index,
      msg: `Too many attempts. Try again in ${row.retry_after} s`,
      retry_after: expect.any(Number),
    })
  const again = left.map(({ index }) => rows[index] as object)
  expect((await send(again)).some(isMade)).toBe(false)

  const now = Date.now.bind(Date)
  const wait = Math.max(...left.map(({ retry_after = 0 }) => retry_after))
  expect(wait).toBeGreaterThan(0)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + wait * 1000)
  expect((await send(again)).every(isMade)).toBe(true)
  const stored = await server.platform.storage.read.selectFrom('systemuser').select('username').execute()
  expect(stored.map(({ username }) => username)).toEqual(expect.arrayContaining(names))
})

it('user batch import stops after 20 s of hashing and returns retry_after 1 for each remaining row', async () => {
  await server.addUser({ username: 'second', super_id: 1 })
  const second = await server.signIn('second')
  const rows = rowsOf(Array.from({ length: 30 }, (_, at) => `slow${at}`))
  const send = async (some: readonly object[]) =>
    (await second<Outcome[]>('POST', 'godbSystemuser/batch', { rows: some })).data

  const now = Math.ceil(performance.now())
  vi.spyOn(performance, 'now').mockImplementation(() => now + hashing.taken)
  hashing.takes = 1000
  const first = await send(rows)
  expect(first.map(isMade)).toEqual(rows.map((_row, at) => at < 20))
  for (const row of first.slice(20)) expect(row).toMatchObject({ msg: expect.any(String), retry_after: 1 })
  expect((await send(rows.slice(20))).every(isMade)).toBe(true)
})
