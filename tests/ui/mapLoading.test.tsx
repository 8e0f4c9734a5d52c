// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
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

it('the map leaves no alarms alone of a moment at which nobody knows of them', async () => {
  startLivePlatform()
  const { unmount } = await openMonitor('/monitor/data?mode=map')
  const alone = () => screen.findByRole('switch', { name: '仅看报警' })
  expect((await alone()).getAttribute('aria-disabled')).toBeNull()
  unmount()
  const { location } = await openMonitor(
    `/monitor/data?mode=map&moment=${Math.floor(Date.now() / 3_600_000 - 24) * 3_600_000}`,
  )
  const off = await alone()
  expect(off.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(off)
  expect(location.search).not.toContain('run=')
  fireEvent.mouseOver(off)
  await screen.findByText('当时的报警未知')
})
