import { expect, vi } from 'vitest'

/** Number of calls after which the caller counts as unlimited. */
const MAX_CALLS = 1000

/**
 * Returns how many calls a limit that this process counts lets through before it refuses a call (429), while the clock
 * stands still. Also asserts that the limit refuses until the end of its window, counted from the first call, and no
 * longer.
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
