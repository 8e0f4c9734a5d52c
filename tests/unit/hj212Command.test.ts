import { expect, it, vi } from 'vitest'
import { startCommand } from '../../server/hj212/protocol/command.ts'
import type { Platform } from '../../server/platform.ts'
import { waitFor } from '../support/waitFor.ts'

// Skips the three seconds that other processes have to take a command.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => null }))

it('startCommand logs an error when it cannot write the end of a command that no process takes', async () => {
  const away = new Error('the database is away')
  const warn = vi.fn()
  const platform = {
    storage: {
      write: vi.fn<() => Promise<unknown>>().mockResolvedValueOnce({ id: 7 }).mockRejectedValue(away),
      writeAny: async () => 1,
    },
    registry: { device: () => undefined },
    bus: { alone: false, publish: () => {} },
    log: { warn },
  } as unknown as Platform
  expect(await startCommand(platform, { device: 1, cn: '1011', params: {}, userId: 1 })).toBe(7)
  await waitFor(() => expect(warn).toHaveBeenCalledWith({ err: away, command: 7 }, expect.any(String)))
})
