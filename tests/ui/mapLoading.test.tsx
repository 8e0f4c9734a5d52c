// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { deviceRow, openMonitor, Refused, startLivePlatform } from './monitorWorld.tsx'

// Leaflet has no size to draw in here: of the map there is what floats over it.
vi.mock('../../src/map/BaseMap.tsx', () => ({
  BaseMap: ({ renderOver }: { renderOver: (map: null) => ReactNode }) => <div>{renderOver(null)}</div>,
}))

// It comes when it is needed, which takes real time.
beforeAll(() => import('../../src/monitor/map/MapPanel.tsx'))
afterEach(() => {
  vi.unstubAllGlobals()
})

it('the map says that devices are on their way, and why they do not come', async () => {
  const platform = startLivePlatform()
  let answer: (states: unknown) => void = () => {}
  platform.answers.set('godbDeviceState', () => new Promise((resolve) => (answer = resolve)))
  const { unmount } = await openMonitor('/monitor/data?mode=map')
  expect((await screen.findByText('正在加载设备')).closest('[role="status"]')).toBeTruthy()
  await waitFor(() => {
    answer([deviceRow(1)])
    expect(screen.queryByText('正在加载设备')).toBeNull()
  })
  unmount()
  platform.answers.set('godbDeviceState', () => new Refused(503, '平台维护中'))
  await openMonitor('/monitor/data?mode=map')
  expect((await screen.findByText('平台维护中')).closest('[role="alert"]')).toBeTruthy()
  expect(screen.queryByText('正在加载设备')).toBeNull()
})
