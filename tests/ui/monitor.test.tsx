// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deviceRow, nodeRow, openMonitor, startLivePlatform, type LivePlatform } from './monitorWorld.tsx'

let platform: LivePlatform
beforeEach(() => {
  platform = startLivePlatform()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Stops the clock until the test ends, so that ages do not grow while the page loads. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
const card = (name: string) => screen.findByRole('article', { name })
const chip = (name: RegExp) => screen.getByRole('button', { name })
/** Simulates a tab that was hidden for so long: what fell due is caught up on. */
function comeBackAfter(ms: number) {
  const now = Date.now() + ms
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  for (const state of ['hidden', 'visible']) {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    fireEvent(document, new Event('visibilitychange'))
  }
}
const shown = () => screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label'))

describe('device card on the monitor page', () => {
  it('falls back to sn or id as device name and to the id as node name', async () => {
    platform.devices = [
      deviceRow(1, { name: '', sn: '10020001', nodestatelist: [nodeRow(41, 350, { alias: '' })] }),
      deviceRow(2, { name: ' ', sn: '' }),
    ]
    await openMonitor()
    expect(within(await card('10020001')).getByText('#41')).toBeTruthy()
    await card('#2')
  })

  it('shows scripted values with unit, place and update time', async () => {
    await openMonitor()
    const first = within(await card('空气微站 1'))
    expect(first.getByText('35.0')).toBeTruthy()
    expect(first.getByText('µg/m³')).toBeTruthy()
    expect(await first.findByText('长安区 · GW-长安-01')).toBeTruthy()
    expect(first.getByText(/^更新于 \d\d:\d\d:\d\d$/)).toBeTruthy()
    expect(first.getByRole('img', { name: '在线' })).toBeTruthy()
  })

  it('shows limit and age of the worst alarm and lists all alarms in its tooltip', async () => {
    stopClock()
    const alarm = (id: number, level: number, minutes: number, limit: string) => ({
      id,
      level,
      // The value had held for an hour before the rule fired; the inbox counts the age from there too.
      since: Date.now() - (minutes + 60) * 60_000,
      fired: Date.now() - minutes * 60_000,
      limit,
    })
    const alarms = [alarm(31, 3, 90.5, 'PM2.5 > 75 µg/m³'), alarm(32, 2, 12.5, 'PM10 > 150 µg/m³')]
    platform.devices = [deviceRow(1, { thre_list: [31, 32], alarms })]
    await openMonitor()
    const worst = 'PM10 > 150 µg/m³ · 12 分钟'
    const words = await within(await card('空气微站 1')).findByText(worst)
    await waitFor(() =>
      expect(words.parentElement?.title.split('\n').slice(0, 3)).toEqual([
        'PM2.5 浓度超标',
        worst,
        'PM2.5 > 75 µg/m³ · 1 小时',
      ]),
    )
    // With the shape of that alarm's level.
    expect(within(words.parentElement ?? document.body).getByRole('img', { name: '严重' })).toBeTruthy()
  })

  it('shows states as text: offline area, alarm message, stale data, disabled', async () => {
    stopClock()
    const old = { lastdata: { historydata: 1, insertdate: Date.now() - 13.6 * 60_000 } }
    platform.devices = [
      deviceRow(1, { district_id: 4 }),
      deviceRow(2, { thre_list: [31] }),
      deviceRow(3, { nodestatelist: [nodeRow(41, 1, old)] }),
      deviceRow(4, { control_state: 1 }),
      deviceRow(5, { thre_list: [99] }),
    ]
    await openMonitor()
    expect(await within(await card('空气微站 1')).findByText(/^离线 · 最后数据 \d\d:\d\d$/)).toBeTruthy()
    expect(await within(await card('空气微站 2')).findByText('PM2.5 浓度超标')).toBeTruthy()
    expect(within(await card('空气微站 3')).getByText('数据滞后 13 分钟')).toBeTruthy()
    expect(within(await card('空气微站 4')).getByText('已停用')).toBeTruthy()
    expect(within(await card('空气微站 5')).getByText('1 项报警')).toBeTruthy()
  })

  it('shows a dash with the reason for a missing value or a failed script, and other nodes normally', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const script = (String: string) => ({ node_script: { String, Valid: true } })
    platform.devices = [
      deviceRow(1, {
        nodestatelist: [nodeRow(1, null), nodeRow(2, 5, script('constructor("x")()')), nodeRow(3, 0, script('value'))],
      }),
      deviceRow(2, { nodestatelist: null }),
    ]
    await openMonitor()
    const first = within(await card('空气微站 1'))
    expect(first.getAllByText('—').map((dash) => dash.getAttribute('title'))).toEqual(['无数据', '脚本错误'])
    expect(first.getByText('0.00')).toBeTruthy()
    expect(within(await card('空气微站 2')).getByText('该型号没有节点')).toBeTruthy()
  })

  it('renders a writable node as a switch and a read-only one as text with a lock', async () => {
    const plain = { node_script: null }
    platform.devices = [
      deviceRow(1, {
        nodestatelist: [nodeRow(1, 1, { ...plain, registertype: 1 }), nodeRow(2, 0, { ...plain, registertype: 2 })],
      }),
    ]
    await openMonitor()
    const first = within(await card('空气微站 1'))
    expect(
      first.getAllByRole('switch').map((one) => [one.getAttribute('aria-label'), one.getAttribute('aria-checked')]),
    ).toEqual([['节点 1', 'true']])
    expect([first.getByText('关'), first.getByRole('img', { name: '只读' })]).toHaveLength(2)
  })

  it('renders text instead of switches without permission to set nodes', async () => {
    platform.devices = [deviceRow(1, { nodestatelist: [nodeRow(1, 1, { node_script: null, registertype: 1 })] })]
    await openMonitor('/monitor/data', ['8'])
    const first = within(await card('空气微站 1'))
    expect(first.getByText('开')).toBeTruthy()
    expect(first.queryByRole('switch')).toBeNull()
  })

  it('shows the remaining nodes after a click on their button', async () => {
    platform.devices = [deviceRow(1, { nodestatelist: [1, 2, 3, 4, 5].map((id) => nodeRow(id, id)) })]
    await openMonitor()
    const first = within(await card('空气微站 1'))
    expect(first.queryByText('节点 5')).toBeNull()
    fireEvent.click(first.getByRole('button', { name: '查看其余 1 个节点' }))
    expect(first.getByText('节点 5')).toBeTruthy()
  })

  it('loads node icons from its own host only', async () => {
    platform.devices = [
      deviceRow(1, {
        nodestatelist: [
          nodeRow(1, 1, { imginfo: '//evil.example/a.png' }),
          nodeRow(2, 1, { imginfo: 'https://evil.example/a.png' }),
          nodeRow(3, 1, { imginfo: '/upload/a.png' }),
        ],
      }),
    ]
    const { container } = await openMonitor()
    await card('空气微站 1')
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/upload/a.png'])
  })
})

describe('device list on the monitor page', () => {
  it('filters by state with counts and keeps the filters in the address', async () => {
    platform.devices = [deviceRow(1), deviceRow(2, { deviceisonline: 0 }), deviceRow(3, { thre_list: [31] })]
    const { location } = await openMonitor()
    await card('空气微站 1')
    expect(screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent)).toEqual(['全部3'])
    expect(chip(/^离线/).textContent).toBe('离线1')
    fireEvent.click(chip(/^离线/))
    expect(shown()).toEqual(['空气微站 2'])
    fireEvent.click(chip(/^报警中/))
    expect(await screen.findByText('没有符合条件的设备')).toBeTruthy()
    expect(location.search).toBe('?online=offline&run=abnormal&layout=cards')
    fireEvent.click(screen.getByRole('button', { name: '清除条件' }))
    expect(shown()).toHaveLength(3)
  })

  it('applies filters, layout and sort order from the address', async () => {
    platform.devices = [deviceRow(1), deviceRow(2, { deviceisonline: 0 })]
    await openMonitor('/monitor/data?online=offline&layout=rows&sort=name')
    expect(await screen.findByText('空气微站 2')).toBeTruthy()
    expect(screen.queryByText('空气微站 1')).toBeNull()
    expect(screen.getByText('显示 1 / 2 台')).toBeTruthy()
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '排序' }).value).toBe('name')
  })

  it('shows the devices of the chosen area and its subareas, with counts', async () => {
    platform.devices = [
      deviceRow(1, { district_id: 3 }),
      deviceRow(2, { district_id: 2 }),
      deviceRow(3, { district_id: 3, thre_list: [1] }),
    ]
    const { location } = await openMonitor()
    await card('空气微站 1')
    const area = await screen.findByRole('treeitem', { name: /长安区/ })
    await waitFor(() => expect(area.textContent).toBe('长安区2'))
    expect(within(area).getByRole('img', { name: '报警中' })).toBeTruthy()
    fireEvent.click(area)
    expect(shown()).toEqual(['空气微站 3', '空气微站 1'])
    expect(location.search).toContain('area=3')
    fireEvent.click(screen.getByRole('treeitem', { name: /石家庄市/ }))
    expect(shown()).toHaveLength(3)
  })

  it('keeps its order while polling and applies the new order on refresh', async () => {
    platform.devices = [deviceRow(1), deviceRow(2)]
    const { refresh } = await openMonitor()
    await card('空气微站 1')
    await waitFor(() => expect(screen.getByText(/秒后刷新/)).toBeTruthy())
    platform.devices = [deviceRow(1), deviceRow(2, { sort_num: 9 }), deviceRow(3)]
    comeBackAfter(11_000)
    await card('空气微站 3')
    expect(shown()).toEqual(['空气微站 1', '空气微站 3', '空气微站 2'])
    refresh()
    await waitFor(() => expect(shown()).toEqual(['空气微站 2', '空气微站 1', '空气微站 3']))
  })

  it('shows a button for new alarms that sorts the list again and returns the focus', async () => {
    platform.devices = [deviceRow(1), deviceRow(2)]
    await openMonitor()
    await card('空气微站 1')
    await waitFor(() => expect(screen.getByText(/秒后刷新/)).toBeTruthy())
    const before = screen.getByRole('button', { name: '刷新' })
    act(() => before.focus())
    platform.devices = [deviceRow(1), deviceRow(2, { thre_list: [31] })]
    comeBackAfter(11_000)
    const anew = await screen.findByRole('button', { name: '1 起新报警' })
    expect(shown()).toEqual(['空气微站 1', '空气微站 2'])
    act(() => anew.focus())
    fireEvent.click(anew)
    await waitFor(() => expect(shown()).toEqual(['空气微站 2', '空气微站 1']))
    await waitFor(() => expect(document.activeElement).toBe(before))
    expect(screen.queryByRole('button', { name: '1 起新报警' })).toBeNull()
  })

  it('moves the focus with arrow keys and Home', async () => {
    platform.devices = Array.from({ length: 9 }, (_, at) => deviceRow(at + 1))
    const { container } = await openMonitor()
    await card('空气微站 1')
    const item = (index: number) => container.querySelector<HTMLElement>(`[data-index="${index}"]`)
    item(0)?.focus()
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    press('ArrowRight')
    await waitFor(() => expect(document.activeElement).toBe(item(1)))
    press('ArrowDown')
    await waitFor(() => expect(document.activeElement).toBe(item(4)))
    press('Home')
    await waitFor(() => expect(document.activeElement).toBe(item(0)))
    expect(container.querySelectorAll('[data-index][tabindex="0"]')).toHaveLength(1)
  })
})
