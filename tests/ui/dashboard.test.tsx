// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Home } from '../../src/app/App.tsx'
import { PhoneCard } from '../../src/dashboard/PhoneCard.tsx'
import { deviceRow, nodeRow, startLivePlatform, wrapperFor, type LivePlatform } from './monitorWorld.tsx'

// Canvas and charts need a browser; the text about them stands beside.
vi.mock('../../src/dashboard/TodayChart.tsx', () => ({
  default: ({ device }: { device: { name: string } }) => <p>curve of {device.name}</p>,
}))
vi.mock('../../src/chart/Ring.tsx', () => ({ default: () => null }))

let platform: LivePlatform
/** Further answers of the platform, and the requests it received. */
let answers: Record<string, unknown>
let asked: URL[]

// Loaded on demand in the console: the time this takes is not what the tests are about.
beforeAll(async () => {
  await import('../../src/dashboard/PlainOverview.tsx')
  await import('../../src/dashboard/Onboarding.tsx')
})
beforeEach(() => {
  platform = startLivePlatform()
  asked = []
  answers = {
    godbAllDeviceOnlineNum: { onlinenum: '9', sumnum: '9', gatewayonlinenum: 22, gatewaysumnum: 23 },
    godbThresholdlogByTimeOrId: { list: [], total: 86 },
    godbDevicetypeNameList: [],
  }
  const live = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const target = new URL(url, 'http://platform')
    asked.push(target)
    const path = target.pathname.replace('/v1/', '')
    const answer = answers[path]
    if (answer === undefined) return live(url, init)
    return Promise.resolve(
      answer instanceof Response ? answer.clone() : new Response(JSON.stringify({ code: 0, msg: '', data: answer })),
    )
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(url = '/', keys: string[] | null = null) {
  const location = { search: '' }
  const view = render(
    <Suspense>
      <Routes>
        <Route path="/" element={<Home />} />
        <Route path="*" element={<p>another page</p>} />
      </Routes>
    </Suspense>,
    { wrapper: await wrapperFor(url, keys, (search) => (location.search = search)) },
  )
  return { ...view, location }
}

const card = (name: string) => screen.findByRole('region', { name })

describe('overview', () => {
  it('counts devices by their live state, and gateways as reported by the platform', async () => {
    platform.devices = [
      deviceRow(1),
      deviceRow(2),
      deviceRow(3, { district_id: 4 }),
      deviceRow(4, { deviceisonline: 0 }),
      deviceRow(5, { control_state: 1 }),
      deviceRow(6, { deviceisonline: null }),
    ]
    await open()
    const devices = within(await card('设备在线'))
    expect(await devices.findByRole('img', { name: '设备在线：40.0 %' })).toBeTruthy()
    expect(devices.getByText('在线 2')).toBeTruthy()
    expect(devices.getByText('离线 3')).toBeTruthy()
    expect(devices.getByText('未知 1')).toBeTruthy()
    expect(await within(await card('网关在线')).findByText('离线 1')).toBeTruthy()
  })

  it('shows no percentage when the platform reports no online states', async () => {
    answers['godbAllDeviceOnlineNum'] = { onlinenum: 0, sumnum: 2 }
    platform.devices = [deviceRow(1, { deviceisonline: undefined }), deviceRow(2, { deviceisonline: undefined })]
    await open()
    for (const name of ['设备在线', '网关在线']) {
      const ring = within(await card(name))
      expect(await ring.findByRole('img', { name: `${name}：— %` })).toBeTruthy()
      expect(ring.queryByText(/离线/)).toBeNull()
    }
  })

  it('derives gateway counts from the devices if the platform does not report them', async () => {
    answers['godbAllDeviceOnlineNum'] = { onlinenum: 1, sumnum: 2 }
    platform.devices = [deviceRow(1, { gateway_id: 1, getewayisonline: '1' })]
    await open()
    const gateways = within(await card('网关在线'))
    expect(await gateways.findByText('在线 1')).toBeTruthy()
  })

  it('shows daily means of alarms over whole days, requested with a page size of 10', async () => {
    await open()
    const alarms = within(await card('报警统计'))
    expect(await alarms.findByText('日均 12.3')).toBeTruthy()
    expect(alarms.getByText('日均 5.7')).toBeTruthy()
    expect(alarms.getByText('日均 2.9')).toBeTruthy()
    const calls = asked.filter(({ pathname }) => pathname.endsWith('godbThresholdlogByTimeOrId'))
    expect(calls.map(({ searchParams }) => searchParams.get('page_size'))).toEqual(['10', '10', '10'])
    const starts = calls.map(({ searchParams }) => Number(searchParams.get('starttime')))
    for (const start of starts) expect((start + 8 * 3_600_000) % 86_400_000).toBe(0)
    expect(((starts[0] ?? 0) - (starts[2] ?? 0)) / 86_400_000).toBe(23)
  })

  it('shows a failed request only in its card, and loads it on retry', async () => {
    answers['godbThresholdlogByTimeOrId'] = new Response(
      JSON.stringify({ code: 500, msg: '报警服务不可用', data: null }),
      { status: 500 },
    )
    await open()
    const alarms = within(await card('报警统计'))
    expect(await alarms.findByText('报警服务不可用')).toBeTruthy()
    expect(await within(await card('设备在线')).findByText('在线 2')).toBeTruthy()
    answers['godbThresholdlogByTimeOrId'] = { list: [], total: 7 }
    fireEvent.click(alarms.getByRole('button'))
    expect(await alarms.findByText('日均 1.0')).toBeTruthy()
  })

  it('shows a common error once, and "not loaded" in every affected card', async () => {
    const refusal = () => new Response(JSON.stringify({ code: 500, msg: '数据库不可用', data: null }), { status: 500 })
    answers['godbThresholdlogByTimeOrId'] = refusal()
    answers['godbAllDeviceOnlineNum'] = refusal()
    platform.down = { status: 500, msg: '数据库不可用' }
    await open()
    for (const name of ['设备在线', '网关在线', '报警统计', '区域设备数量'])
      expect(await within(await card(name)).findByText('未加载')).toBeTruthy()
    expect(screen.getAllByText('数据库不可用')).toHaveLength(1)
    platform.down = null
    fireEvent.click(within(await card('区域设备数量')).getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('table', { name: '区域设备数量' })).toBeTruthy()
  })

  it('is shown with key 10, and without alarms if those are not permitted', async () => {
    await open('/', ['1', '10', '2-1'])
    expect(await card('设备在线')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '报警统计' })).toBeNull()
    expect(asked.some(({ pathname }) => pathname.endsWith('godbThresholdlogByTimeOrId'))).toBe(false)
  })

  it('is neither shown nor requested without key 10', async () => {
    await open('/', ['1', '2-1', '2-3'])
    expect(await screen.findByText('curve of 空气微站 1')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '设备在线' })).toBeNull()
    expect(asked.some(({ pathname }) => /OnlineNum|Thresholdlog/.test(pathname))).toBe(false)
  })

  it('shows the QR code only for addresses that a phone can reach', async () => {
    const shown = async (address: string) => {
      vi.stubGlobal('location', new URL(address))
      const view = render(<PhoneCard />, { wrapper: await wrapperFor() })
      const code = screen.queryByRole('img')?.getAttribute('aria-label') ?? null
      view.unmount()
      return code
    }
    for (const address of ['http://192.168.1.20:8080/', 'https://city.example/', 'http://10.0.0.7/'])
      expect(await shown(address)).toContain(address)
    for (const address of [
      'http://localhost:3000/',
      'http://iot.localhost/',
      'http://127.0.0.1/',
      'http://[::1]:8080/',
      'http://0.0.0.0:8080/',
      'http://[::]:8080/',
    ])
      expect(await shown(address)).toBeNull()
  })

  it('redirects to another page without permission', async () => {
    await open('/', ['2-1'])
    expect(await screen.findByText('another page')).toBeTruthy()
  })
})

describe('device of the overview', () => {
  const tile = (name: string) => waitFor(() => screen.getByText(name).closest('li') ?? document.body)

  it('shows at most five values with their ranges and an alarm mark', async () => {
    platform.devices = [
      deviceRow(1, { thre_list: [31], nodestatelist: [41, 42, 43, 44, 45, 46].map((id) => nodeRow(id, id * 10)) }),
    ]
    await open()
    const first = within(await tile('节点 41'))
    expect(first.getByText('41.0')).toBeTruthy()
    expect(first.getByRole('img', { name: '量程 0 至 50' })).toBeTruthy()
    expect(await first.findByRole('img', { name: '报警中' })).toBeTruthy()
    expect(screen.queryByText('节点 46')).toBeNull()
    expect(await screen.findByText('curve of 空气微站 1')).toBeTruthy()
  })

  it('is taken from the address; another selection is kept in the address and remembered', async () => {
    const first = await open('/?device=2')
    expect(await screen.findByText('curve of 空气微站 2')).toBeTruthy()
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '设备' }))
    fireEvent.click(await screen.findByRole('option', { name: /空气微站 1/ }))
    expect(await screen.findByText('curve of 空气微站 1')).toBeTruthy()
    expect(first.location.search).toBe('?device=1')
    first.unmount()
    platform.devices = [deviceRow(3, { sort_num: 9 }), ...platform.devices]
    await open()
    expect(await screen.findByText('curve of 空气微站 1')).toBeTruthy()
  })

  it('shows that the area has no devices, and keeps the page title for all areas', async () => {
    await open('/?area=4')
    expect(await screen.findByText('该区域没有设备')).toBeTruthy()
    const title = screen.getByRole('heading', { level: 1, name: '总览' })
    expect(await within(title.parentElement as HTMLElement).findByText(/石家庄市$/)).toBeTruthy()
  })

  it('keeps its data and shows the error when a refresh fails', async () => {
    await open()
    await screen.findByText('curve of 空气微站 1')
    platform.down = { status: 503, msg: '服务器忙' }
    fireEvent.click(screen.getByRole('button', { name: '刷新' }))
    expect(await screen.findByText('服务器忙')).toBeTruthy()
    expect(screen.getByText(/刷新失败/)).toBeTruthy()
    expect(screen.getByText('curve of 空气微站 1')).toBeTruthy()
    platform.down = null
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(screen.queryByText('服务器忙')).toBeNull())
  })
})

describe('areas of the overview', () => {
  it('show device counts including descendants in a table', async () => {
    platform.devices = [
      deviceRow(1),
      deviceRow(2),
      deviceRow(3, { district_id: 4 }),
      deviceRow(4, { district_id: null }),
    ]
    await open()
    await screen.findByText('curve of 空气微站 1')
    const table = await screen.findByRole('table', { name: '区域设备数量' })
    await waitFor(() =>
      expect(
        within(table)
          .getAllByRole('row')
          .slice(1)
          .map((row) => row.textContent),
      ).toEqual(['长安区250.0 %', '在建区125.0 %', '未分配区域125.0 %']),
    )
    expect(within(table).getByRole('link', { name: '长安区' }).getAttribute('href')).toBe('/monitor/data?area=3')
  })
})

describe('overview with judged stations', () => {
  beforeEach(() => {
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment'] }))
    platform.answers.set('environment', () => [
      {
        deviceid: 1,
        medium: 'air',
        standard: 'HJ633-2026',
        period: '1h',
        index: 80,
        level: 2,
        primary: [],
        missing: [],
        coverage: 1,
        at: Date.now(),
      },
    ])
  })

  it('shows the device, online counts and, below the air card, the table of areas', async () => {
    await open()
    expect(await screen.findByText('curve of 空气微站 1')).toBeTruthy()
    expect(await within(await card('设备在线')).findByRole('img', { name: '设备在线：100.0 %' })).toBeTruthy()
    expect(await within(await card('网关在线')).findByText('离线 1')).toBeTruthy()
    const areas = await screen.findByRole('table', { name: '区域设备数量' })
    const air = await card('空气')
    expect(air.compareDocumentPosition(areas) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('shows current classes, and waits for nothing if environment-hours is not announced', async () => {
    platform.answers.set('godbOperationlog', () => ({ list: [], total: 0 }))
    await open()
    expect(within(await card('空气')).getByText('1 / 1 站可评价')).toBeTruthy()
    for (const name of ['空气', '有什么变了']) expect((await card(name)).getAttribute('aria-busy')).toBe('false')
    expect(screen.queryByRole('region', { name: '区域' })).toBeNull()
    // Whether classes changed is unknown.
    expect(within(await card('有什么变了')).getByText('—')).toBeTruthy()
  })

  it('links the online and offline counts to the filtered list, but not the unknown count', async () => {
    platform.devices = [deviceRow(1), deviceRow(2, { deviceisonline: 0 }), deviceRow(3, { deviceisonline: null })]
    await open()
    const devices = within(await card('设备在线'))
    const way = async (name: string) => (await devices.findByRole('link', { name })).getAttribute('href')
    expect(await way('在线 1')).toBe('/monitor/data?online=online')
    expect(await way('离线 1')).toBe('/monitor/data?online=offline')
    expect(devices.getByText('未知 1').closest('a')).toBeNull()
  })

  it('shows the counts only with key 10', async () => {
    await open('/', ['1'])
    expect(await screen.findByText('curve of 空气微站 1')).toBeTruthy()
    for (const name of ['设备在线', '网关在线']) expect(screen.queryByRole('region', { name })).toBeNull()
  })
})

describe('overview of an empty platform', () => {
  beforeEach(() => {
    platform.devices = []
    answers['godbProjectNameList'] = [{ id: 1, name: 'A' }]
    answers['godbNodeNameList'] = []
    answers['godbNodemap'] = []
  })

  it('lists the setup steps in order, with their completion and links', async () => {
    platform.areas = [{ id: 1, name: 'root', superid: 0 }]
    await open()
    const start = within(await screen.findByRole('region', { name: '开始使用' }))
    expect(start.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      '1. 新建项目',
      '2. 新建区域',
      '3. 新建节点',
      '4. 定义产品型号',
      '5. 给型号添加节点',
      '6. 登记网关',
      '7. 添加设备',
      '8. 上报第一条数据',
    ])
    await waitFor(() =>
      expect(start.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
        '已完成',
        '未完成',
        '未完成',
        '未完成',
        '未完成',
        '已完成',
        '未完成',
        '未完成',
      ]),
    )
    expect(start.getByRole('link', { name: '新建区域' }).getAttribute('href')).toBe('/manage/area/create')
    expect(start.getByText('已完成 2 / 8')).toBeTruthy()
    const waiting = await start.findByRole('button', { name: '添加节点', description: '请先定义产品型号' })
    expect(waiting.getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('region', { name: '设备在线' })).toBeNull()
  })

  it('marks steps as unknown when their data cannot be loaded', async () => {
    for (const call of ['godbNodeNameList', 'godbNodemap', 'godbDevicetypeNameList'])
      answers[call] = new Response('{"code":500,"msg":""}', { status: 500 })
    await open()
    const start = within(await screen.findByRole('region', { name: '开始使用' }))
    const marks = () => start.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))
    // The areas and the gateway are loaded.
    await waitFor(() => expect(marks().filter((mark) => mark === '已完成')).toHaveLength(3))
    expect(marks().slice(2, 5)).toEqual(['未知', '未知', '未知'])
    expect(start.getAllByRole('listitem').findIndex((step) => step.hasAttribute('aria-current'))).toBe(6)
  })

  it('shows a waiting text to users who cannot create devices', async () => {
    await open('/', ['1', '2-1'])
    expect(await screen.findByText('管理员接入设备后，数据会显示在这里。')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '开始使用' })).toBeNull()
  })

  it('replaces the setup steps when the first value arrives', async () => {
    platform.devices = [deviceRow(1, { nodestatelist: [nodeRow(41, null, { lastdata: null })] })]
    await open()
    await screen.findByRole('region', { name: '开始使用' })
    platform.devices = [deviceRow(1)]
    fireEvent.click(screen.getByRole('button', { name: '刷新' }))
    expect(await screen.findByText('curve of 空气微站 1')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '开始使用' })).toBeNull()
  })
})
