// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { platformZone, useZone } from '../../src/kit/hooks/useZone.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('useZone requests the platform’s time zone again after a failed first request', async () => {
  // Timers are faked; the waits for states use them too, so they advance with time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  let answer = () => new Response('', { status: 503 })
  vi.stubGlobal('fetch', async () => answer())
  const wrapper = ({ children }: { children: ReactNode }) => <Suspense>{children}</Suspense>
  const { result } = await act(async () => renderHook(() => useZone(), { wrapper }))
  await waitFor(() => expect(result.current?.name).toBe('Asia/Shanghai'))
  answer = () => new Response('{"timeZone":"UTC"}')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(result.current.name).toBe('UTC'))
  expect((await platformZone()).name).toBe('UTC')
})
