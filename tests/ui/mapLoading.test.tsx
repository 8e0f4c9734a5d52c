// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { HOUR } from '../../resources/kit/zone.ts'
import { deviceRow, openMonitor, Refused, startLivePlatform } from './monitorWorld.tsx'

/** The end of an hour of the day before. */
const MOMENT = Math.floor(Date.now() / HOUR - 24) * HOUR

// Leaflet has no size to draw in here: only what floats over the map is rendered.
vi.mock('../../src/map/BaseMap.tsx', () => ({
  BaseMap: ({ renderOver }: { renderOver: (map: null) => ReactNode }) => <div>{renderOver(null)}</div>,
}))

// The panel is loaded on demand, which takes real time.
beforeAll(() => import('../../src/monitor/map/MapPanel.tsx'))
afterEach(() => {
  vi.unstubAllGlobals()
})

it('map shows that devices are loading, or the server’s message when loading fails', async () => {
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

it('map disables the alarms-only filter at a past moment with unknown alarms', async () => {
  startLivePlatform()
  const { unmount } = await openMonitor('/monitor/data?mode=map')
  const alone = () => screen.findByRole('switch', { name: '仅看报警' })
  expect((await alone()).getAttribute('aria-disabled')).toBeNull()
  unmount()
  const { location } = await openMonitor(`/monitor/data?mode=map&moment=${MOMENT}`)
  const off = await alone()
  expect(off.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(off)
  expect(location.search).not.toContain('run=')
  fireEvent.mouseOver(off)
  await screen.findByText('当时的报警未知')
})

it('map retries loading the alarms of a past moment after an error', async () => {
  const platform = startLivePlatform()
  platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['moment'] }))
  platform.answers.set('episodes', () => new Refused(500, 'no'))
  await openMonitor(`/monitor/data?mode=map&moment=${MOMENT}`)
  const banner = (await screen.findByText('当时的报警未能读取')).closest<HTMLElement>('[data-part="banner"]')
  const isOff = () => screen.getByRole('switch', { name: '仅看报警' }).getAttribute('aria-disabled')
  expect(isOff()).toBe('true')
  platform.answers.set('episodes', () => ({ list: [], total: 0 }))
  fireEvent.click(within(banner ?? document.body).getByRole('button', { name: '重试' }))
  await waitFor(() => expect(isOff()).toBeNull())
  expect(screen.queryByText('当时的报警未能读取')).toBeNull()
})
