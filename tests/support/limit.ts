import { expect, vi } from 'vitest'

/** Calls after which a limit is taken for none. */
const MAX_CALLS = 1000

/**
 * How many calls a limit that this process counts lets through before it refuses one (429), while the clock stands; and that it refuses until its window is
 * over, from the first of them on, and no longer.
 *
 * @param window ms
 */
export async function letThrough(ask: () => Promise<{ status: number }>, window: number): Promise<number> {
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  const isRefused = async (): Promise<boolean> => (await ask()).status === 429
  try {
    let calls = 0
    while (calls < MAX_CALLS && !(await isRefused())) calls++
    clock.mockReturnValue(now + window - 1)
    expect(await isRefused()).toBe(true)
    clock.mockReturnValue(now + window)
    expect(await isRefused()).toBe(false)
    return calls
  } finally {
    clock.mockRestore()
  }
}
