import { act, render, screen } from '@testing-library/react'
import { memoryStore, StoreContextProvider, type Store } from 'react-admin'
import { Suspense } from 'react'
import { vi } from 'vitest'
import BigScreenPage from '../../src/bigscreen/BigScreenPage.tsx'
import { Toasts } from '../../src/kit/states/Toasts.tsx'
import { deviceRow, startLivePlatform, wrapperFor, type LivePlatform } from './monitorWorld.tsx'

// There is no canvas to draw on.
vi.mock('../../src/chart/Plot.tsx', () => ({ Plot: () => null }))

// A page asks for the platform's time zone once, which takes real time.
vi.mock('../../src/chart/useZone.ts', async () => {
  const { Zone } = await import('../../resources/kit/zone.ts')
  const zone = new Zone('Asia/Shanghai')
  return { useZone: () => zone }
})

/** A platform with six devices, and a clock that stands still at noon. */
export function startBigScreen(): LivePlatform {
  const platform = startLivePlatform()
  platform.devices = Array.from({ length: 6 }, (_, at) => deviceRow(at + 1))
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.300+08:00') })
  return platform
}

export function endBigScreen() {
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Names of the visible cards. */
export const shown = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))

export async function openBigScreen(store: Store = memoryStore(), url = '/BigScreen') {
  const view = render(
    <StoreContextProvider value={store}>
      <Suspense fallback={null}>
        <BigScreenPage />
      </Suspense>
      <Toasts />
    </StoreContextProvider>,
    { wrapper: await wrapperFor(url) },
  )
  await pass(1000)
  return view
}
