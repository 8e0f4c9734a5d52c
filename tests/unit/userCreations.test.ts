import { expect, it, vi } from 'vitest'
import { userHook } from '../../server/hooks/user.ts'
import type { PendingSave } from '../../server/platform/hook.ts'

vi.mock(import('../../server/session/passwords.ts'), async (original) => {
  const { cheaply } = await import('../support/cheapPasswords.ts')
  return cheaply(await original())
})

it('userHook rejects the 301st user created by one user with 429, but none of another user', async () => {
  const make = (user: number) =>
    userHook.prepare?.({ old: null, row: {}, once: {}, signedIn: { user: { id: user } } } as unknown as PendingSave)
  for (let made = 0; made < 300; made++) await make(7)
  await expect(make(7)).rejects.toMatchObject({ code: 429 })
  await expect(make(8)).resolves.toBeUndefined()
})
