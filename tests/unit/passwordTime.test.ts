import type * as Crypto from 'node:crypto'
import { expect, it, vi } from 'vitest'

const derived = vi.hoisted(() => vi.fn())
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  const scrypt = (...args: Parameters<typeof crypto.scrypt>): void => {
    derived(args[3])
    crypto.scrypt(...args)
  }
  return { ...crypto, scrypt }
})

it('verifyPassword hashes as much for an unknown name as for a wrong password, from the first call on', async () => {
  const { hashPassword, md5Of, verifyPassword } = await import('../../server/session/passwords.ts')
  expect(await verifyPassword(md5Of('x'), null)).toBe(false)
  const nobody = derived.mock.calls.splice(0)
  const stored = await hashPassword(md5Of('right'))
  derived.mockClear()
  expect(await verifyPassword(md5Of('wrong'), stored)).toBe(false)
  expect(nobody).toEqual(derived.mock.calls)
  expect(nobody).toHaveLength(1)
  expect(await verifyPassword('', null)).toBe(false)
})
