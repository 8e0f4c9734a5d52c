// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { localStorageStore, memoryStore } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onScriptFailure } from '../../resources/kit/reading.ts'
import { BigScreen } from '../../src/app/App.tsx'
import { Days } from '../../src/kit/layers/layers.tsx'
import { endBigScreen, openBigScreen, pass, shown, startBigScreen } from './bigscreenWorld.tsx'
import { deviceRow, nodeRow, Refused, wrapperFor, type LivePlatform } from './monitorWorld.tsx'

// The component's code never arrives.
vi.mock('../../src/bigscreen/situation/Situation.tsx', async () => {
  const { use } = await import('react')
  const never = new Promise<never>(() => {})
  const Situation = () => use(never)
  return { default: Situation }
})

let platform: LivePlatform
beforeEach(() => {
  platform = startBigScreen()
})
afterEach(endBigScreen)

const polls = () => platform.sent.filter(({ path }) => path === 'godbDeviceState').length
const toasts = () => document.querySelector('[data-part=toasts]')?.textContent
const state = () => document.querySelector('p[role=status]')?.textContent ?? ''

describe('big screen', () => {
  it('requests the devices every 20 s, and stops when unmounted', async () => {
    const { unmount } = await openBigScreen()
    expect(polls()).toBe(1)
    await pass(60_000)
    expect(polls()).toBe(4)
    unmount()
    await pass(60_000)
    expect(polls()).toBe(4)
    expect(document.documentElement.dataset['screen']).toBeUndefined()
  })

  it('shows values calculated by scripts, and a dash when a script fails', async () => {
    const failed = vi.fn()
    onScriptFailure(failed)
    platform.devices = [
      deviceRow(1, {
        nodestatelist: [nodeRow(41, 350), nodeRow(42, 7, { node_script: { String: 'value +', Valid: true } })],
      }),
    ]
    await openBigScreen()
    const [card] = screen.getAllByRole('article')
    expect(card?.textContent).toContain('35.0')
    expect(card?.textContent).toContain('—')
    expect(failed).toHaveBeenCalledExactlyOnceWith('value +', expect.anything())
  })

  it('shows no numbers before data has been loaded', async () => {
    platform.down = { status: 503, msg: '维护中' }
    await openBigScreen()
    expect(state()).toContain('读不到数据，正在重连')
    for (const name of ['设备状态', '区域', '设备实况'])
      expect(screen.getByRole('region', { name }).textContent).not.toMatch(/\d/)
    expect(screen.getByRole('region', { name: '设备实况' }).textContent).toContain('读不到数据')
    platform.down = null
    platform.devices = []
    await pass(20_500)
    expect(screen.getByRole('region', { name: '设备状态' }).textContent).toContain('0.00 %')
    expect(screen.getByRole('region', { name: '设备实况' }).textContent).toContain('暂无设备')
  })

  it('shows a loading text while the code of the situation layout is loading', async () => {
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment'] }))
    await openBigScreen()
    expect(screen.getByText('正在读取数据')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '设备实况' })).toBeNull()
  })

  it('repeats the comparison after a reload, keeps it on background failures, and clears it on a failed click', async () => {
    const asked = () => platform.sent.filter(({ path }) => path === 'godbCompareHistoricaldata').length
    const compared = () => [{ deviceid: 1, nodemapid: 41, insertdate: Date.now() - 60_000, historydata: 5 }]
    platform.answers.set('godbCompareHistoricaldata', compared)
    const store = localStorageStore('1', 'Test')
    store.setItem('bigScreen.compare', [
      { device: 1, nodemap: 41 },
      { device: 2, nodemap: 41 },
    ])
    const { unmount } = await openBigScreen(store)
    expect(asked()).toBe(0)
    fireEvent.click(screen.getByRole('button', { name: '开始对比' }))
    await pass(100)
    expect(asked()).toBe(1)
    unmount()
    const again = await openBigScreen(store)
    expect(asked()).toBe(2)
    expect(screen.queryByText('添加至少 2 项并选择月份，然后开始对比')).toBeNull()
    platform.answers.set('godbCompareHistoricaldata', () => new Refused(503, '维护中'))
    fireEvent(window, new Event('online'))
    await pass(100)
    expect(asked()).toBe(3)
    expect(screen.queryByText('添加至少 2 项并选择月份，然后开始对比')).toBeNull()
    expect(screen.getByRole('region', { name: '数据对比' }).textContent).toContain('数据停在 12:00')
    again.unmount()
    await openBigScreen(store)
    expect(screen.getByRole('region', { name: '数据对比' }).textContent).toContain('读不到数据')
    // A failure of a request made by hand clears the comparison.
    fireEvent.click(screen.getByRole('button', { name: '开始对比' }))
    await pass(100)
    expect(screen.getByText('添加至少 2 项并选择月份，然后开始对比')).toBeTruthy()
  })

  it('shows background failures only in their panels, and a failed manual comparison as a toast', async () => {
    platform.answers.set('godbCompareHistoricaldata', () => new Refused(503, '对比维护中'))
    const store = memoryStore()
    store.setItem('bigScreen.compare', [
      { device: 1, nodemap: 41 },
      { device: 2, nodemap: 41 },
    ])
    await openBigScreen(store)
    await pass(60_000)
    // This platform has neither the history nor the alarms.
    const failed = (name: string) => platform.sent.filter(({ path }) => path.startsWith(name)).length
    expect([failed('godbAllHistoricaldataByIdToJson') > 0, failed('godbThresholdlogByTimeOrId') > 0, toasts()]).toEqual(
      [true, true, ''],
    )
    // The failure is reported in the panel it affects.
    for (const name of ['历史曲线', '报警统计'])
      expect(screen.getByRole('region', { name }).textContent).toContain('读不到数据，正在重连')
    fireEvent.click(screen.getByRole('button', { name: '开始对比' }))
    await pass(1000)
    expect(toasts()).toContain('对比维护中')
    expect(screen.getByText('添加至少 2 项并选择月份，然后开始对比')).toBeTruthy()
  })

  it('formats numbers with separators, and marks long ones for a smaller font', async () => {
    let total = 12_345_678
    platform.answers.set('godbThresholdlogByTimeOrId', () => ({ list: [], total }))
    await openBigScreen()
    const alarms = () => screen.getByRole('region', { name: '报警统计' })
    expect(alarms().textContent).toContain('近 30 天12,345,678条日均 411,522.6')
    expect(alarms().querySelectorAll('dd[data-length="longer"]')).toHaveLength(3)
    total = 123_456
    await pass(61_000)
    expect(alarms().querySelectorAll('dd[data-length="long"]')).toHaveLength(3)
    total = 1250
    await pass(61_000)
    expect(alarms().textContent).toContain('近 7 天1,250条日均 178.6')
    expect(alarms().querySelector('dd[data-length]')).toBeNull()
  })

  it('offers no future day or month', async () => {
    await openBigScreen()
    fireEvent.click(screen.getByRole('button', { name: /^时段/ }))
    fireEvent.click(screen.getByRole('button', { name: '近 7 天' }))
    expect(screen.getByRole('button', { name: '时段: 2026-11-15 – 2026-11-21' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^时段/ }))
    fireEvent.click(screen.getByRole('button', { name: '结束日期: 2026-11-21' }))
    await act(() => Days.preload())
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^2026年11月22日/ }).disabled).toBe(true)
    expect(screen.getByRole('button', { name: '下个月' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: '开始日期: 2026-11-15' }))
    fireEvent.click(screen.getByRole('button', { name: /^2026年11月10日/ }))
    // The calendar moves on to the last day and puts the focus there; choosing it closes the calendar.
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

  it('shows since when its data is outdated, keeps it, and recovers automatically', async () => {
    await openBigScreen()
    expect(state()).toContain('数据每 20 秒更新')
    platform.down = { status: 503, msg: '维护中' }
    await pass(20_500)
    expect(state()).toMatch(/数据停在 12:00:0\d，正在重连/)
    expect(shown().length).toBeGreaterThan(0)
    platform.down = null
    await pass(20_500)
    expect(state()).toContain('数据每 20 秒更新')
  })

  it('requests data immediately after waking up and when the network returns', async () => {
    await openBigScreen()
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

  it('moves period and date to the next day at midnight', async () => {
    vi.setSystemTime(Date.parse('2026-11-21T23:59:50+08:00'))
    await openBigScreen()
    expect(screen.getByRole('button', { name: '时段: 2026-11-19 – 2026-11-21' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '月份: 2026年11月' })).toBeTruthy()
    await pass(45_000)
    expect(screen.getByRole('button', { name: '时段: 2026-11-20 – 2026-11-22' })).toBeTruthy()
    expect(screen.getByText(/2026年11月22日/)).toBeTruthy()
  })

  it('shows only devices of the selected area and the areas below it, and stores the selection', async () => {
    platform.devices = [deviceRow(1), deviceRow(2, { district_id: 4 }), deviceRow(3, { district_id: null })]
    const store = memoryStore()
    await openBigScreen(store)
    fireEvent.click(screen.getByRole('treeitem', { name: /在建区/ }))
    await pass(50)
    expect(shown()).toEqual(['空气微站 2'])
    expect(store.getItem('bigScreen.area')).toBe(4)
    fireEvent.click(screen.getByRole('treeitem', { name: /石家庄市/ }))
    await pass(50)
    expect(shown()).toEqual(['空气微站 1', '空气微站 2'])
  })

  it('lists the device count of every area in a table for screen readers', async () => {
    platform.devices = [deviceRow(1), deviceRow(2), deviceRow(3, { district_id: 4 })]
    await openBigScreen()
    expect(screen.getByRole('table', { name: '区域分布' }).textContent).toContain('长安区266.7 %在建区133.3 %')
  })

  it('shows "no permission" and requests no devices without key 8', async () => {
    vi.useRealTimers()
    render(<BigScreen />, { wrapper: await wrapperFor('/BigScreen', ['2-1']) })
    expect(await screen.findByText('没有权限')).toBeTruthy()
    expect(polls()).toBe(0)
  })
})
