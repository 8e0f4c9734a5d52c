// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { localStorageStore, memoryStore, StoreContextProvider, type Store } from 'ra-core'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import BigScreenPage from '../../src/pages/bigscreen/BigScreenPage.tsx'
import { BigScreen } from '../../src/pages/bigscreen/BigScreen.tsx'
import { Toasts } from '../../src/shell/Toasts.tsx'
import { deviceRow, nodeRow, Refused, startLivePlatform, wrapperFor, type LivePlatform } from './monitorWorld.tsx'

// Nothing draws on a canvas here.
vi.mock('../../src/chart/Plot.tsx', () => ({ Plot: () => null }))

// The platform's time zone is asked for once a page, which takes real time.
vi.mock('../../src/chart/useZone.ts', async () => {
  const { Zone } = await import('../../src/chart/zones.ts')
  const zone = new Zone('Asia/Shanghai')
  return { useZone: () => zone }
})

let platform: LivePlatform
beforeEach(() => {
  platform = startLivePlatform()
  platform.devices = Array.from({ length: 6 }, (_, at) => deviceRow(at + 1))
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.300+08:00') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const polls = () => platform.sent.filter(({ path }) => path === 'godbDeviceState').length
const shown = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
const toasts = () => document.querySelector('.shell-toasts')?.textContent
const state = () => document.querySelector('.big-fresh')?.textContent ?? ''

async function open(store: Store = memoryStore()) {
  const view = render(
    <StoreContextProvider value={store}>
      <Suspense fallback={null}>
        <BigScreenPage />
      </Suspense>
      <Toasts />
    </StoreContextProvider>,
    { wrapper: await wrapperFor('/BigScreen') },
  )
  await pass(1000)
  return view
}

describe('the big screen', () => {
  it('asks for the devices every 20 s, and leaves no timer behind', async () => {
    const { unmount } = await open()
    expect(polls()).toBe(1)
    await pass(60_000)
    expect(polls()).toBe(4)
    unmount()
    await pass(60_000)
    expect(polls()).toBe(4)
    expect(document.documentElement.dataset['screen']).toBeUndefined()
  })

  it('shows values through their scripts, and none where a script fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    platform.devices = [deviceRow(1, { nodestatelist: [nodeRow(41, 350), nodeRow(42, 7, { node_script: { String: 'value +', Valid: true } })] })]
    await open()
    const [card] = screen.getAllByRole('article')
    expect(card?.textContent).toContain('35.0')
    expect(card?.textContent).toContain('—')
    expect(warn).toHaveBeenCalled()
    warn.mockRestore()
  })

  it('goes on every 8 s, and stands still under the pointer, by the button and for good where less motion is asked for', async () => {
    await open()
    expect(shown()).toEqual([1, 2, 3, 4].map((id) => `空气微站 ${id}`))
    await pass(8000)
    await pass(700)
    expect(shown()).toEqual([5, 6].map((id) => `空气微站 ${id}`))
    const carousel = screen.getByRole('region', { name: '设备实况' })
    fireEvent.pointerEnter(carousel, { pointerType: 'mouse' })
    await pass(30_000)
    expect(shown()).toHaveLength(2)
    fireEvent.pointerLeave(carousel, { pointerType: 'mouse' })
    fireEvent.click(screen.getByRole('button', { name: '暂停轮播' }))
    await pass(30_000)
    expect(shown()).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: '下一组' }))
    await pass(700)
    expect(shown()).toHaveLength(4)
    fireEvent.click(screen.getByRole('button', { name: '继续轮播' }))
    await pass(8000)
    await pass(700)
    expect(shown()).toHaveLength(2)
  })

  it('is held up by no pointer that was left lying on it', async () => {
    await open()
    fireEvent.pointerEnter(screen.getByRole('region', { name: '设备实况' }), { pointerType: 'mouse' })
    fireEvent.pointerMove(window, { screenX: 5, screenY: 5 })
    await pass(59_000)
    expect(shown()).toHaveLength(4)
    expect(screen.getByRole('main').dataset['idle']).toBeUndefined()
    await pass(1500)
    expect(screen.getByRole('main').dataset['idle']).toBe('true')
    await pass(8000)
    await pass(700)
    expect(shown()).toHaveLength(2)
    // What moves under a pointer at rest is told as its movement, at the same place.
    fireEvent.pointerMove(window, { screenX: 5, screenY: 5 })
    expect(screen.getByRole('main').dataset['idle']).toBe('true')
    fireEvent.pointerMove(window, { screenX: 6, screenY: 5 })
    expect(screen.getByRole('main').dataset['idle']).toBeUndefined()
  })

  it('moves no card under the eyes, and brings a new alarm with the next slide', async () => {
    platform.devices = Array.from({ length: 12 }, (_, at) => deviceRow(at + 1))
    await open()
    platform.devices = Array.from({ length: 12 }, (_, at) => deviceRow(at + 1, at === 10 ? { thre_list: [31] } : {}))
    fireEvent(window, new Event('online'))
    await pass(500)
    expect(shown()).toEqual([1, 2, 3, 4].map((id) => `空气微站 ${id}`))
    await pass(7000)
    await pass(700)
    expect(shown()).toEqual([11, 5, 6, 7].map((id) => `空气微站 ${id}`))
  })

  it('claims no number before it knows one', async () => {
    platform.down = { status: 503, msg: '维护中' }
    await open()
    expect(state()).toContain('读不到数据，正在重连')
    for (const name of ['设备状态', '区域', '设备实况']) expect(screen.getByRole('region', { name }).textContent).not.toMatch(/\d/)
    expect(screen.getByRole('region', { name: '设备实况' }).textContent).toContain('读不到数据')
    platform.down = null
    platform.devices = []
    await pass(20_500)
    expect(screen.getByRole('region', { name: '设备状态' }).textContent).toContain('0.00%')
    expect(screen.getByRole('region', { name: '设备实况' }).textContent).toContain('暂无设备')
  })

  it('compares again by itself after a reload, and leaves the picture where that fails', async () => {
    const asked = () => platform.sent.filter(({ path }) => path === 'godbCompareHistoricaldata').length
    const compared = () => [{ deviceid: 1, nodemapid: 41, insertdate: Date.now() - 60_000, historydata: 5 }]
    platform.answers.set('godbCompareHistoricaldata', compared)
    const store = localStorageStore('1', 'Test')
    store.setItem('bigScreen.compare', [{ device: 1, nodemap: 41 }, { device: 2, nodemap: 41 }])
    const { unmount } = await open(store)
    expect(asked()).toBe(0)
    fireEvent.click(screen.getByRole('button', { name: '开始对比' }))
    await pass(100)
    expect(asked()).toBe(1)
    unmount()
    await open(store)
    expect(asked()).toBe(2)
    expect(screen.queryByText('添加至少 2 项并选择月份，然后开始对比')).toBeNull()
    platform.answers.set('godbCompareHistoricaldata', () => new Refused(503, '维护中'))
    fireEvent(window, new Event('online'))
    await pass(100)
    expect(asked()).toBe(3)
    expect(screen.queryByText('添加至少 2 项并选择月份，然后开始对比')).toBeNull()
    // Asked for by hand, a failure clears it.
    fireEvent.click(screen.getByRole('button', { name: '开始对比' }))
    await pass(100)
    expect(screen.getByText('添加至少 2 项并选择月份，然后开始对比')).toBeTruthy()
  })

  it('says nothing of what fails, but for a comparison that was asked for, which clears it', async () => {
    platform.answers.set('godbCompareHistoricaldata', () => new Refused(503, '对比维护中'))
    const store = memoryStore()
    store.setItem('bigScreen.compare', [{ device: 1, nodemap: 41 }, { device: 2, nodemap: 41 }])
    await open(store)
    await pass(60_000)
    // This platform knows neither the history nor the alarms.
    const failed = (name: string) => platform.sent.filter(({ path }) => path.startsWith(name)).length
    expect([failed('godbAllHistoricaldataByIdToJson') > 0, failed('godbThresholdlogByTimeOrId') > 0, toasts()]).toEqual([true, true, ''])
    fireEvent.click(screen.getByRole('button', { name: '开始对比' }))
    await pass(1000)
    expect(toasts()).toContain('对比维护中')
    expect(screen.getByText('添加至少 2 项并选择月份，然后开始对比')).toBeTruthy()
  })

  it('offers no day and no month to come', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: /^时段/ }))
    fireEvent.click(screen.getByRole('button', { name: '近 7 天' }))
    expect(screen.getByRole('button', { name: '时段: 2026-11-15 – 2026-11-21' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^时段/ }))
    fireEvent.click(screen.getByRole('button', { name: '结束日期: 2026-11-21' }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^2026年11月22日/ }).disabled).toBe(true)
    expect(screen.getByRole('button', { name: '下个月' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: '开始日期: 2026-11-15' }))
    fireEvent.click(screen.getByRole('button', { name: /^2026年11月10日/ }))
    // The last day is asked for next, where the focus is; with it the calendar closes.
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^2026年11月21日/)
    fireEvent.click(screen.getByRole('button', { name: /^2026年11月12日/ }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '时段: 2026-11-10 – 2026-11-12' }))
    fireEvent.click(screen.getByRole('button', { name: /^月份/ }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '12月' }).disabled).toBe(true)
    expect(screen.getByRole('button', { name: '下一年' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: '10月' }))
    expect(screen.getByRole('button', { name: '月份: 2026年10月' })).toBeTruthy()
  })

  it('says when its data is old, keeps it, and recovers by itself', async () => {
    await open()
    expect(state()).toContain('数据每 20 秒更新')
    platform.down = { status: 503, msg: '维护中' }
    await pass(20_500)
    expect(state()).toMatch(/数据停在 12:00:0\d，正在重连/)
    expect(shown().length).toBeGreaterThan(0)
    platform.down = null
    await pass(20_500)
    expect(state()).toContain('数据每 20 秒更新')
  })

  it('asks at once where it wakes or the network is back', async () => {
    await open()
    await pass(3000)
    const before = polls()
    fireEvent(window, new Event('online'))
    await pass(50)
    expect(polls()).toBe(before + 1)
    vi.setSystemTime(Date.now() + 3 * 3_600_000)
    await pass(1000)
    expect(polls()).toBeGreaterThan(before + 1)
    expect(screen.getByText(/^15:00:\d\d$/)).toBeTruthy()
  })

  it('moves on with the calendar', async () => {
    vi.setSystemTime(Date.parse('2026-11-21T23:59:50+08:00'))
    await open()
    expect(screen.getByRole('button', { name: '时段: 2026-11-19 – 2026-11-21' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '月份: 2026年11月' })).toBeTruthy()
    await pass(45_000)
    expect(screen.getByRole('button', { name: '时段: 2026-11-20 – 2026-11-22' })).toBeTruthy()
    expect(screen.getByText(/2026年11月22日/)).toBeTruthy()
  })

  it('shows an area and what is below it, and remembers it here', async () => {
    platform.devices = [deviceRow(1), deviceRow(2, { district_id: 4 })]
    const store = memoryStore()
    await open(store)
    fireEvent.click(screen.getByRole('treeitem', { name: /在建区/ }))
    await pass(50)
    expect(shown()).toEqual(['空气微站 2'])
    expect(store.getItem('bigScreen.area')).toBe(4)
  })

  it('counts every district in a table for screen readers', async () => {
    platform.devices = [deviceRow(1), deviceRow(2), deviceRow(3, { district_id: 4 })]
    await open()
    expect(screen.getByRole('table', { name: '区域分布' }).textContent).toContain('长安区266.7%在建区133.3%')
  })

  it('is refused without key 8, and its code is not loaded', async () => {
    vi.useRealTimers()
    render(<BigScreen />, { wrapper: await wrapperFor('/BigScreen', ['2-1']) })
    expect(await screen.findByText('没有权限')).toBeTruthy()
    expect(polls()).toBe(0)
  })
})
