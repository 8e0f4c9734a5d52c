import { afterEach, expect, it, vi } from 'vitest'
import { loadSettings } from '../../src/kit/hooks/settings.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('loadSettings returns the defaults when the host never responds', async () => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const loading = loadSettings()
  vi.runAllTimers()
  expect(await loading).toMatchObject({ captcha: true, passwordMin: 8 })
})
