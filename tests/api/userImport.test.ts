import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
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
})
afterAll(() => server.dispose())

it('500 users of one batch are made in two: each row beyond the limit says in how many seconds it can be sent again', async () => {
  const root = await server.signIn('root')
  const names = Array.from({ length: 500 }, (_, at) => `user${at}`)
  const rows = names.map((username) => ({ username, nickname: username, super_id: 1 }))
  const send = async (some: readonly object[]) =>
    (await root<Outcome[]>('POST', 'godbSystemuser/batch', { rows: some })).data
  const isMade = ({ id, first_password }: Outcome) => id !== undefined && first_password !== undefined

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
