// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { deviceRow, nodeRow, openMonitor, Refused, startLivePlatform, type LivePlatform } from './monitorWorld.tsx'

let platform: LivePlatform
beforeEach(() => {
  platform = startLivePlatform()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const asked = (path: string) => platform.sent.filter((call) => call.path === path)

describe('monitor page states', () => {
  it('shows a skeleton without counts until the first response', async () => {
    let answer: () => void = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    platform.answers.set('godbDeviceState', () => late.then(() => platform.devices))
    await openMonitor()
    expect(screen.getByRole('status', { name: '正在加载设备' })).toBeTruthy()
    // No number, and no room for one, before it is known.
    const all = screen.getByRole('button', { name: '全部' })
    expect(all.childElementCount).toBe(0)
    answer()
    await screen.findByRole('article', { name: '空气微站 1' })
    expect(all.textContent).toBe('全部2')
    expect(screen.queryByRole('status', { name: '正在加载设备' })).toBeNull()
  })

  it('shows an empty state with a link to device management', async () => {
    platform.devices = []
    await openMonitor()
    expect(await screen.findByText('暂无设备')).toBeTruthy()
    expect(screen.getByRole('link', { name: '设备管理' }).getAttribute('href')).toBe('/manage/device')
  })

  it('shows an empty state without a link when device management is not permitted', async () => {
    platform.devices = []
    await openMonitor('/monitor/data', ['2-1'])
    expect(await screen.findByText('暂无设备')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('shows the server’s message when the first load fails, until a retry succeeds', async () => {
    platform.down = { status: 500, msg: '数据库不可用' }
    await openMonitor()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('数据库不可用')
    platform.down = null
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('article', { name: '空气微站 1' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps the devices greyed out when a later refresh fails and reports the failure', async () => {
    const { refresh } = await openMonitor()
    await screen.findByRole('article', { name: '空气微站 1' })
    platform.down = { status: 503, msg: '稍后再试' }
    refresh()
    expect((await screen.findByRole('alert')).textContent).toMatch(/刷新失败，显示 \d\d:\d\d:\d\d 的数据/)
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(screen.getByText('刷新失败')).toBeTruthy()
    // Old values are grey until new ones arrive.
    expect(document.querySelector('[data-old]')).toBeTruthy()
    platform.down = null
    refresh()
    await waitFor(() => expect(document.querySelector('[data-old]')).toBeNull())
  })

  it('shows data age and help button on a phone too', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
    await openMonitor()
    await screen.findByRole('article', { name: '空气微站 1' })
    expect(screen.getByText(/^\d+ 秒前更新$/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '使用说明' })).toBeTruthy()
  })

  it('shows one value per card on a phone, the one in alarm first, and all values in a dialog', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
    platform.devices = [deviceRow(1, { thre_list: [31], nodestatelist: [42, 41, 43].map((id) => nodeRow(id, id)) })]
    await openMonitor()
    const card = within(await screen.findByRole('article', { name: '空气微站 1' }))
    const names = ({ queryAllByText }: typeof card) =>
      queryAllByText(/^节点 \d+$/).map(({ textContent }) => textContent)
    // The node that the device's rule watches becomes known a little later.
    await waitFor(() => expect(names(card)).toEqual(['节点 41']))
    expect(card.getByText('PM2.5 浓度超标')).toBeTruthy()
    fireEvent.click(card.getByRole('button', { name: '查看其余 2 个节点' }))
    const sheet = await screen.findByRole('dialog', { name: '空气微站 1' })
    expect(names(within(sheet))).toEqual(['节点 41', '节点 42', '节点 43'])
    fireEvent.keyDown(sheet, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows times in the platform’s time zone, in full in tooltips', async () => {
    platform.devices = [
      deviceRow(1, {
        deviceisonline: 0,
        nodestatelist: [nodeRow(41, 1, { lastdata: { historydata: 1, insertdate: 1_577_908_800, nodemapid: 41 } })],
      }),
    ]
    await openMonitor()
    expect(await screen.findByText('离线 · 2020-01-02 04:00')).toBeTruthy()
    expect(screen.getByTitle(/2020-01-02 04:00:00/)).toBeTruthy()
  })

  it('shows since when an alarm has no data and does not mark its value red', async () => {
    const at = 1_577_908_800
    const node = nodeRow(41, 900, { lastdata: { historydata: 900, insertdate: at, nodemapid: 41 } })
    platform.devices = [
      deviceRow(1, { thre_list: [31], nodata_list: [31], nodestatelist: [node] }),
      deviceRow(2, { thre_list: [31], nodestatelist: [node] }),
    ]
    await openMonitor()
    const silent = await screen.findByRole('article', { name: '空气微站 1' })
    await waitFor(() => expect(silent.textContent).toContain('自 2020-01-02 04:00 起无数据'))
    expect(
      [silent, await screen.findByRole('article', { name: '空气微站 2' })].map(
        (card) => card.querySelector('[data-part=node][data-alarm]') !== null,
      ),
    ).toEqual([false, true])
    expect(screen.getByRole('article', { name: '空气微站 2' }).textContent).not.toContain('起无数据')
  })

  it('renders rows with fewer nodes than columns without a React error', async () => {
    const said = vi.spyOn(console, 'error')
    platform.devices = [
      deviceRow(1, { nodestatelist: [nodeRow(1, 5), nodeRow(2, 5)] }),
      deviceRow(2, { nodestatelist: null }),
    ]
    await openMonitor('/monitor/data?layout=rows')
    expect(await screen.findByTitle('空气微站 2')).toBeTruthy()
    expect(said).not.toHaveBeenCalled()
  })

  it('renders devices when the platform has no areas', async () => {
    platform.areas = []
    await openMonitor()
    expect(await screen.findByRole('article', { name: '空气微站 1' })).toBeTruthy()
  })

  it('reports that there are no videos when the platform has no areas', async () => {
    platform.areas = []
    await openMonitor('/monitor/data?mode=video')
    expect(await screen.findByText('该区域没有视频')).toBeTruthy()
  })

  it('shows the server’s message in the video panel when areas fail to load', async () => {
    platform.answers.set('godbDistrictNameList', () => new Refused(500, '区域不可用'))
    await openMonitor('/monitor/data?mode=video')
    const panel = await screen.findByRole('region', { name: '区域视频' })
    expect((await within(panel).findByRole('alert')).textContent).toContain('区域不可用')
  })
})

describe('monitor page search', () => {
  const box = () => screen.getByRole('searchbox', { name: '搜索设备' })
  const search = (text: string) => {
    fireEvent.change(box(), { target: { value: text } })
    const form = box().closest('form')
    if (form) fireEvent.submit(form)
  }

  it('rejects an input below the minimum length without a request', async () => {
    await openMonitor()
    search('站')
    expect(screen.getByRole('alert').textContent).toBe('请至少输入 2 个字符')
    fireEvent.change(screen.getByRole('combobox', { name: '搜索方式' }), { target: { value: 'sn' } })
    search('12345')
    expect(screen.getByRole('alert').textContent).toBe('请至少输入 6 个字符')
    expect(asked('godbDeviceStateSearch')).toEqual([])
  })

  it('offers only the code types that the platform can search by', async () => {
    const modes = () =>
      within(screen.getByRole('combobox', { name: '搜索方式' }))
        .getAllByRole('option')
        .map((option) => option.textContent)
    const { unmount } = await openMonitor()
    expect(modes()).toEqual(['设备名称', '设备编号', '附加编号'])
    unmount()
    forgetCapabilities()
    platform.answers.set('capabilities', () => ({ extensions: ['codes'] }))
    await openMonitor()
    await waitFor(() => expect(modes()).toEqual(['设备名称', '设备编号', '附加编号', 'ICCID', '网关注册码']))
  })

  it('lists the devices found in all areas and is cleared on refresh', async () => {
    platform.found = [deviceRow(2)]
    const { location, refresh } = await openMonitor('/monitor/data?area=3')
    await screen.findByRole('article', { name: '空气微站 1' })
    search(' 微站 2 ')
    await waitFor(() =>
      expect(screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'))).toEqual([
        '空气微站 2',
      ]),
    )
    expect(asked('godbDeviceStateSearch').map(({ body }) => body)).toEqual([
      { search_mode: 'name', search_data: '微站 2' },
    ])
    expect(location.search).not.toContain('area')
    refresh()
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
    expect(location.search).not.toContain('q=')
    expect((box() as HTMLInputElement).value).toBe('')
  })

  it('marks the list busy while it runs and empties it on failure, until a retry succeeds', async () => {
    let refuse: (reason: Refused) => void = () => {}
    const late = new Promise<Refused>((resolve) => (refuse = resolve))
    platform.answers.set('godbDeviceStateSearch', () => late)
    await openMonitor()
    const earlier = await screen.findByRole('article', { name: '空气微站 1' })
    const list = earlier.closest('[data-layout]')
    expect(list?.getAttribute('aria-busy')).toBeNull()
    search('微站 2')
    await waitFor(() => expect(list?.getAttribute('aria-busy')).toBe('true'))
    expect(screen.getAllByRole('article')).toHaveLength(2)
    await waitFor(() => expect(asked('godbDeviceStateSearch')).toHaveLength(1))
    refuse(new Refused(500, '搜索失败'))
    expect((await screen.findByRole('alert')).textContent).toContain('搜索失败')
    expect(screen.queryByRole('article')).toBeNull()
    expect(list?.getAttribute('aria-busy')).toBeNull()
    platform.found = [deviceRow(2)]
    platform.answers.delete('godbDeviceStateSearch')
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('article', { name: '空气微站 2' })).toBeTruthy()
  })

  it('reports that nothing was found and can be cleared', async () => {
    await openMonitor('/monitor/data?by=name&q=%E6%B2%A1%E6%9C%89')
    expect(await screen.findByText('没有找到“没有”')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '清除条件' }))
    expect(await screen.findByRole('article', { name: '空气微站 1' })).toBeTruthy()
  })
})

it('monitor page requests alarm messages only when a device is in alarm', async () => {
  const { refresh } = await openMonitor()
  await screen.findByRole('article', { name: '空气微站 1' })
  expect(asked('godbThresholdNameList')).toEqual([])
  platform.devices = [deviceRow(1, { thre_list: [31] })]
  refresh()
  expect(await screen.findByText('PM2.5 浓度超标')).toBeTruthy()
})
