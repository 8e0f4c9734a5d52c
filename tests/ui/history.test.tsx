// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetNodeKinds } from '../../dataProvider/nodeKinds.ts'
import ComparePage from '../../src/compare/ComparePage.tsx'
import HistoryPage from '../../src/history/HistoryPage.tsx'
import { giveElementsASize } from './elementSizes.ts'
import { answerCalls, openPage, type PageAnswer, type PageCall } from './pageWorld.tsx'

// Browser tests check the drawing: here a chart shows only its name and its lines.
vi.mock('../../src/chart/TimeSeries.tsx', () => ({
  TimeSeries: ({ label, lines }: { label: string; lines: { label: string }[] }) => (
    <div role="img" aria-label={`${label}: ${lines.map((line) => line.label).join()}`} />
  ),
}))

const start = Date.parse('2026-03-04T00:00:00Z')
const nodes = [
  { id: '41', alias: 'PM2.5', unitname: 'µg/m³' },
  { id: '42', alias: '温度', unitname: '℃' },
]
const samples = {
  nodeArr: nodes,
  datasetArr: [
    [
      [start + 1000, '10'],
      [start + 2000, '30'],
    ],
    [[start + 1000, '5']],
  ],
}
const devices = [
  { id: 1, name: '站一', district_id: 2, devicetype_id: 4 },
  { id: 2, name: '站二', district_id: 2, devicetype_id: 4 },
  { id: 3, name: '气象站', district_id: 2, devicetype_id: 5 },
]

let sent: PageCall[]
let platform: Parameters<typeof answerCalls>[0]
let history: (call: PageCall) => PageAnswer
let compared: PageAnswer
beforeEach(() => {
  history = () => ({ data: samples })
  compared = {
    data: [
      { insertdate: start, historydata: '1', nodemapid: '41', deviceid: '1' },
      { insertdate: start, historydata: '2', nodemapid: '41', deviceid: '2' },
    ],
  }
  platform = {
    'GET godbAllHistoricaldataByIdToJson': (call) => history(call),
    'GET godbCompareHistoricaldata': () => compared,
    'GET godbDistrictNameList': () => ({ data: [{ id: 2, name: '市区', superid: 1 }] }),
    'GET godbDeviceNameList': () => ({ data: devices }),
    'GET godbNodemapByType': () => ({ data: nodes }),
    'GET godbDevicetypeNameList': () => ({ data: [] }),
    'GET godbThresholdlogByTimeOrId': () => ({ data: null }),
    'GET deviceRules': () => ({ data: null }),
  }
  sent = answerCalls(platform)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Collects the files that the page offers for download, in order. */
function catchFiles(): Blob[] {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (files.push(blob as Blob), 'blob:x'))
  // A click would navigate the page away from its address.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return files
}

const asked = (name: string) => sent.filter(({ path }) => path.startsWith(name))
const panel = (name: string) => screen.findByRole('region', { name })
const address = '/?devices=1,2&day=2026-03-04'

describe('device history page', () => {
  it('requests the platform’s calendar day, and shows a panel with totals per device', async () => {
    await openPage(HistoryPage, address)
    const one = await panel('站一')
    await within(one).findByRole('img', { name: /^站一: / })
    expect(within(one).getByRole('row', { name: /PM2\.5/ }).textContent).toMatch(/10\.0.*30\.0.*20\.0/)
    expect(asked('godbAllHistoricaldataByIdToJson').map(({ path }) => path.split('/').slice(1))).toEqual(
      expect.arrayContaining([
        ['1', String(start), String(start + 86_400_000 - 1)],
        ['2', String(start), String(start + 86_400_000 - 1)],
      ]),
    )
  })

  it('requests the same selection again on "reload"', async () => {
    await openPage(HistoryPage, '/?devices=1&day=2026-03-04')
    await within(await panel('站一')).findByRole('img', { name: /^站一: / })
    expect(asked('godbAllHistoricaldataByIdToJson')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: '重新读取' }))
    await waitFor(() => expect(asked('godbAllHistoricaldataByIdToJson')).toHaveLength(2))
  })

  it('draws a device when it is selected, and redraws when the period changes', async () => {
    giveElementsASize()
    const { location } = await openPage(HistoryPage, '/?day=2026-03-04')
    fireEvent.click(await screen.findByRole('checkbox', { name: '站一' }))
    await within(await panel('站一')).findByRole('img', { name: /^站一: / })
    fireEvent.click(screen.getByRole('checkbox', { name: '站二' }))
    await within(await panel('站二')).findByRole('img', { name: /^站二: / })
    fireEvent.click(screen.getByRole('button', { name: '昨天' }))
    await waitFor(() => expect(location.search).not.toContain('day=2026-03-04'))
    await within(await panel('站一')).findByRole('img', { name: /^站一: / })
    expect(asked('godbAllHistoricaldataByIdToJson').length).toBeGreaterThanOrEqual(4)
  })

  it('shows and hides the data table', async () => {
    await openPage(HistoryPage, address)
    const one = await panel('站一')
    const toggle = await within(one).findByRole('button', { name: '数据表' })
    fireEvent.click(toggle)
    expect(toggle.getAttribute('aria-pressed')).toBe('true')
    await within(one).findByRole('table', { name: '站一' })
    fireEvent.click(toggle)
    await waitFor(() => expect(within(one).queryByRole('table', { name: '站一' })).toBeNull())
  })

  it('shows the error of one device only in its panel, and loads it on retry', async () => {
    history = ({ path }) => (path.split('/')[1] === '1' ? { code: 6, msg: '历史库正在维护' } : { data: samples })
    await openPage(HistoryPage, address)
    const [one, two] = [await panel('站一'), await panel('站二')]
    await within(one).findByText('历史库正在维护')
    await within(two).findByRole('img')
    history = () => ({ data: samples })
    fireEvent.click(within(one).getByRole('button', { name: '重试' }))
    await within(one).findByRole('img')
  })

  it('keeps the chart with the time of its data when a reload fails, and reloads on retry', async () => {
    await openPage(HistoryPage, '/?devices=1&day=2026-03-04')
    const one = await panel('站一')
    await within(one).findByRole('img', { name: /^站一: / })
    history = () => ({ code: 6, msg: '历史库正在维护' })
    fireEvent.click(screen.getByRole('button', { name: '重新读取' }))
    await within(one).findByText(/^刷新失败，显示 \d\d:\d\d:\d\d 的数据$/)
    expect(within(one).getByRole('img', { name: /^站一: / })).toBeTruthy()
    history = () => ({ data: samples })
    fireEvent.click(within(one).getByRole('button', { name: '重试' }))
    await waitFor(() => expect(within(one).queryByText(/^刷新失败/)).toBeNull())
  })

  it('opens with node and zoom of its address, and keeps the zoom in the address', async () => {
    const { location } = await openPage(HistoryPage, `${address}&node=42&zoom=${start + 1000}-${start + 2000}`)
    const one = await panel('站一')
    await within(one).findByRole('img', { name: '站一: 温度' })
    expect(screen.getByText('2026-03-04 00:00 – 00:00')).toBeTruthy()
    fireEvent.click(within(one).getByRole('button', { name: '缩小' }))
    await waitFor(() => expect(location.search).not.toContain(`zoom=${start + 1000}-`))
    expect(location.search).toContain('node=42')
    fireEvent.click(within(one).getByRole('button', { name: '显示全部' }))
    await waitFor(() => expect(location.search).not.toContain('zoom='))
  })

  it('shows a node with text values only as a table', async () => {
    history = () => ({
      data: {
        nodeArr: [{ id: 41, alias: '状态', unitname: '', node_script: "value > 20 ? 'on' : 'off'" }],
        datasetArr: [samples.datasetArr[0]],
      },
    })
    await openPage(HistoryPage, '/?devices=1&day=2026-03-04')
    const one = await panel('站一')
    await within(one).findByText('该节点的值是文字，无法绘制曲线')
    fireEvent.click(within(one).getByRole('button', { name: '数据表' }))
    const table = await within(one).findByRole('table', { name: '站一' })
    expect(table.textContent).toContain('状态')
  })

  it('exports new samples after a reload', async () => {
    const files = catchFiles()
    await openPage(HistoryPage, '/?devices=1&day=2026-03-04')
    const one = within(await panel('站一'))
    const save = async () => fireEvent.click(await one.findByRole('button', { name: '导出 CSV' }))
    await save()
    await waitFor(() => expect(files).toHaveLength(1))
    const later = [...(samples.datasetArr[0] ?? []), [start + 3000, '77']]
    history = () => ({ data: { nodeArr: nodes, datasetArr: [later] } })
    fireEvent.click(screen.getByRole('button', { name: '重新读取' }))
    await save()
    await waitFor(() => expect(files).toHaveLength(2))
    expect([await files[0]?.text(), await files[1]?.text()].map((text) => text?.includes('77'))).toEqual([false, true])
  })

  it('exports all nodes, or offers selected and all nodes if some are selected', async () => {
    const files = catchFiles()
    await openPage(HistoryPage, '/?devices=1&day=2026-03-04')
    const one = within(await panel('站一'))
    const save = () => fireEvent.click(one.getByRole('button', { name: '导出 CSV' }))
    const heads = async () => Promise.all(files.map(async (file) => (await file.text()).split('\r\n')[0]))
    await one.findByRole('button', { name: '导出 CSV' })
    save()
    await waitFor(() => expect(files).toHaveLength(1))
    fireEvent.click(within(one.getByRole('group', { name: '曲线' })).getByRole('button', { name: /温度/ }))
    save()
    fireEvent.click(await screen.findByRole('menuitem', { name: '所选节点（1）' }))
    await waitFor(() => expect(files).toHaveLength(2))
    save()
    fireEvent.click(await screen.findByRole('menuitem', { name: '全部节点（2）' }))
    await waitFor(() => expect(files).toHaveLength(3))
    const [all, chosen, again] = await heads()
    expect(all).toMatch(/PM2\.5.*温度/)
    expect(chosen).toMatch(/^[^,]*,温度 \(℃\)$/)
    expect(again).toBe(all)
  })

  it('shows "no data" without samples', async () => {
    history = () => ({ data: { nodeArr: null, datasetArr: null } })
    await openPage(HistoryPage, '/?devices=1&day=2026-03-04')
    await within(await panel('站一')).findByText('无数据')
  })
})

describe('device history page without device names', () => {
  it('shows the error of the names, and loads names and history on retry', async () => {
    let names: PageAnswer = { code: 6, msg: '名单读取失败' }
    sent = answerCalls({ ...platform, 'GET godbDeviceNameList': () => names })
    await openPage(HistoryPage, address)
    // Both next to the choice and in place of the answer.
    expect(await screen.findAllByText('名单读取失败')).toHaveLength(2)
    expect(screen.queryByText('选择要看的设备')).toBeNull()
    names = { data: devices }
    fireEvent.click(screen.getAllByRole('button', { name: '重试' })[1] ?? document.body)
    await within(await panel('站一')).findByRole('img')
  })
})

describe('selection of the device history page', () => {
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

  it('accepts only devices of the first one’s model', async () => {
    giveElementsASize()
    await openPage(HistoryPage, '/')
    fireEvent.click(await screen.findByRole('checkbox', { name: '站一' }))
    await waitFor(() => expect([box('站二').disabled, box('气象站').disabled]).toEqual([false, true]))
    fireEvent.click(box('站一'))
    await waitFor(() => expect(box('气象站').disabled).toBe(false))
  })

  it('rejects future days and more than 30 days, and requests nothing for them', async () => {
    const { location } = await openPage(HistoryPage, '/?area=2&period=range&day=2026-03-04&until=2026-03-05')
    const today = new Date().toISOString().slice(0, 10)
    const until = await screen.findByLabelText<HTMLInputElement>('结束日期')
    fireEvent.change(until, { target: { value: '2026-05-01' } })
    fireEvent.blur(until)
    await waitFor(() => expect(location.search).toContain('until=2026-05-01'))
    expect([until.value, screen.getByRole('alert').textContent]).toEqual([
      '2026-05-01',
      '请选择 2026-03-04 至 2026-04-03 之间的日期',
    ])
    // Such a span is neither drawn nor requested.
    expect(screen.getByText('日期超出可查询的范围')).toBeTruthy()
    expect([screen.queryByRole('button', { name: '重新读取' }), asked('godbAllHistoricaldataByIdToJson')]).toEqual([
      null,
      [],
    ])
    fireEvent.click(screen.getByRole('button', { name: '今天' }))
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('日期').value).toBe(today))
    expect(location.search).not.toContain('day=')
    fireEvent.change(screen.getByLabelText('日期'), { target: { value: '2099-01-01' } })
    fireEvent.blur(screen.getByLabelText('日期'))
    expect([screen.getByLabelText<HTMLInputElement>('日期').value, screen.getByRole('alert').textContent]).toEqual([
      '2099-01-01',
      `请选择 ${today} 或之前的日期`,
    ])
    fireEvent.click(screen.getByRole('button', { name: '今天' }))
    fireEvent.click(screen.getByRole('radio', { name: '月' }))
    fireEvent.click(await screen.findByRole('button', { name: /^月份: / }))
    expect(screen.getByRole('button', { name: '下一年' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: '上一年' }))
    fireEvent.click(screen.getByRole('button', { name: '2月' }))
    await waitFor(() => expect(location.search).toContain(`day=${Number(today.slice(0, 4)) - 1}-02-01`))
  })
})

describe('initial view', () => {
  // The history asks once how its nodes are read, unless that is already cached.
  beforeEach(forgetNodeKinds)
  const node = (id: number, value: number | null, registertype = 3) => ({
    id,
    alias: `n${id}`,
    registertype,
    lastdata: { historydata: value, insertdate: start },
  })
  const state = (id: number, online: number, nodelist: object[], devicetype_id = 4) => ({
    id,
    sn: `s${id}`,
    name: `d${id}`,
    district_id: 2,
    devicetype_id,
    deviceisonline: online,
    nodestatelist: nodelist,
  })
  beforeEach(() => {
    platform['GET godbDeviceState'] = () => ({
      data: [
        state(1, 0, [node(41, 1)]),
        state(2, 1, [node(43, 1, 1), node(41, 5)]),
        state(3, 1, [node(51, 7)], 5),
        state(4, 1, [node(43, 0, 1), node(41, 6)]),
      ],
    })
  })

  it('of the history shows an online device’s measured nodes, and is not suggested again after removal', async () => {
    giveElementsASize()
    const nodeArr = [
      { id: 43, alias: '水泵', unitname: '', registertype: 1 },
      { id: 41, alias: 'pH', unitname: '', registertype: 3 },
    ]
    history = () => ({ data: { nodeArr, datasetArr: samples.datasetArr } })
    const { location } = await openPage(HistoryPage, '/')
    await within(await panel('站二')).findByRole('img', { name: '站二: pH' })
    expect(location.search).toBe('?devices=2')
    // The first device was only suggested: a device of another model replaces it.
    fireEvent.click(screen.getByRole('checkbox', { name: '气象站' }))
    await waitFor(() => expect(location.search).toBe('?devices=3'))
    // A device that the user removed is not suggested again.
    fireEvent.click(screen.getByRole('checkbox', { name: '气象站' }))
    await waitFor(() => expect(location.search).toBe(''))
    await screen.findByText('选择要看的设备')
    expect(location.search).toBe('')
  })

  it('does not prompt for a selection while the suggestion is loading', async () => {
    let answer: (states: PageAnswer) => void = () => {}
    const states = () => new Promise<PageAnswer>((resolve) => (answer = resolve))
    sent = answerCalls({ ...platform, 'GET godbDeviceState': states })
    const view = await openPage(HistoryPage, '/')
    await screen.findByRole('checkbox', { name: '站一' })
    expect(screen.queryByText('选择要看的设备')).toBeNull()
    await act(async () => answer({ code: 6, msg: '' }))
    await screen.findByText('选择要看的设备')
    view.unmount()
    await openPage(ComparePage, '/')
    await screen.findByRole('list', { name: '对比项' })
    expect(screen.queryByText('添加要对比的节点')).toBeNull()
  })

  it('of the comparison selects one node of two online devices of the same model', async () => {
    const { location } = await openPage(ComparePage, '/')
    await waitFor(() => expect(location.search).toContain('items=2.41%2C4.41'))
    expect(location.search).toContain('ask=1')
  })

  it('keeps the selection of the address', async () => {
    const { location } = await openPage(HistoryPage, '/?devices=1&day=2026-03-04')
    await within(await panel('站一')).findByRole('img', { name: /^站一: / })
    expect([location.search, asked('godbDeviceState').length]).toEqual(['?devices=1&day=2026-03-04', 1])
  })
})

describe('comparison page', () => {
  it('requires area, device and node of an item', async () => {
    const { location, toasts } = await openPage(ComparePage, '/')
    const add = await screen.findByRole('button', { name: '添加' })
    expect([add.getAttribute('aria-disabled'), add.title]).toEqual(['true', '请选择对比数据：区域、设备和节点'])
    fireEvent.click(add)
    expect(toasts).toEqual(['compare.choose'])
    expect(location.search).toBe('')
  })

  it('rejects a duplicate node, and keeps the chart', async () => {
    const { location, toasts } = await openPage(ComparePage, '/?items=1.41,2.41&month=2026-03&ask=1')
    await screen.findByRole('img')
    fireEvent.click(screen.getByRole('button', { name: '区域' }))
    fireEvent.click(await screen.findByRole('treeitem', { name: /市区/ }))
    for (const [what, one] of [
      ['设备', /站一/],
      ['节点', /PM2\.5/],
    ] as const) {
      fireEvent.mouseDown(screen.getByRole('combobox', { name: what }))
      fireEvent.click(await screen.findByRole('option', { name: one }))
    }
    fireEvent.click(screen.getByRole('button', { name: '添加' }))
    expect(toasts).toEqual(['compare.twice'])
    expect(screen.getByRole('img')).toBeTruthy()
    const address = new URLSearchParams(location.search)
    expect([address.get('items'), address.get('ask')]).toEqual(['1.41,2.41', '1'])
  })

  it('disables the query with only one item', async () => {
    await openPage(ComparePage, '/?items=1.41&month=2026-03')
    expect((await screen.findByRole('button', { name: '查询' })).getAttribute('aria-disabled')).toBe('true')
  })

  it('shows item names once they are loaded, and an ID for an unknown device', async () => {
    let answerNames: (answer: PageAnswer) => void = () => {}
    const late = new Promise<PageAnswer>((resolve) => (answerNames = resolve))
    sent = answerCalls({ ...platform, 'GET godbDeviceNameList': () => late })
    await openPage(ComparePage, '/?items=1.41,9.41&month=2026-03')
    const items = await screen.findByRole('list', { name: '对比项' })
    expect(items.textContent).toBe('')
    await act(async () => answerNames({ data: devices }))
    await waitFor(() => expect(items.textContent).toBe('市区 · 站一 · PM2.5#9 · PM2.5'))
  })

  it('shows why areas or devices are missing, and a dash in place of an item’s name', async () => {
    const failed = { code: 7, msg: '名称不可用' }
    sent = answerCalls({
      ...platform,
      'GET godbDeviceNameList': () => failed,
      'GET godbDistrictNameList': () => failed,
    })
    await openPage(ComparePage, '/?items=1.41&month=2026-03')
    const items = await screen.findByRole('list', { name: '对比项' })
    await waitFor(() => expect(items.textContent).toBe('—'))
    await screen.findByText('名称不可用')
    fireEvent.click(screen.getByRole('button', { name: '区域' }))
    expect(await within(screen.getByRole('dialog')).findByText('名称不可用')).toBeTruthy()
  })

  it('shows a common error once, and repeats all failed requests on retry', async () => {
    const failed = { code: 7, msg: '平台维护中' }
    compared = failed
    sent = answerCalls({ ...platform, 'GET godbDeviceNameList': () => failed })
    await openPage(ComparePage, '/?items=1.41,2.41&month=2026-03&ask=1')
    const items = await screen.findByRole('list', { name: '对比项' })
    await waitFor(() => {
      expect(items.textContent).toBe('——')
      expect(screen.getByRole('button', { name: '查询' }).getAttribute('aria-busy')).toBe('false')
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['平台维护中重试'])
    })
    const counts = () => ['godbDeviceNameList', 'godbCompareHistoricaldata'].map((name) => asked(name).length)
    const before = counts()
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await waitFor(() => expect(counts()).toEqual(before.map((count) => count + 1)))
  })

  it('starts with the current month, and sends a request on every query', async () => {
    await openPage(ComparePage, '/?items=1.41,2.41&ask=1')
    await screen.findByRole('img')
    const month = asked('godbCompareHistoricaldata')[0]?.query['cxtime']
    expect(
      [new Date().toISOString(), new Date(Date.now() + 86_400_000).toISOString()].map((at) =>
        at.slice(0, 7).replace('-', ''),
      ),
    ).toContain(month)
    fireEvent.click(screen.getByRole('button', { name: '查询' }))
    await waitFor(() => expect(asked('godbCompareHistoricaldata')).toHaveLength(2))
  })

  it('removes the chart when a query fails', async () => {
    await openPage(ComparePage, '/?items=1.41,2.41&month=2026-03&ask=1')
    await screen.findByRole('img')
    expect(asked('godbCompareHistoricaldata')[0]?.query).toEqual({
      cxtime: '202603',
      devGroup: '1,2',
      flags: '1',
      nodeGroup: '41,41',
    })
    compared = { code: 6, msg: '对比失败' }
    fireEvent.click(screen.getByRole('button', { name: '月份: 2026年3月' }))
    fireEvent.click(screen.getByRole('button', { name: '2月' }))
    fireEvent.click(screen.getByRole('button', { name: '查询' }))
    await screen.findByText('对比失败')
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('limits the table to a height of 200 px at a window height of 900 px', async () => {
    vi.stubGlobal('innerHeight', 900)
    await openPage(ComparePage, '/?items=1.41,2.41&month=2026-03&ask=1')
    fireEvent.click(await screen.findByRole('button', { name: '数据表' }))
    expect(screen.getByRole('table', { name: '数据对比 2026-03' }).style.maxHeight).toBe('200px')
  })

  it('opens with the zoom of its address, keeps it there, and drops it when an item is removed', async () => {
    const { location } = await openPage(
      ComparePage,
      `/?items=1.41,2.41&month=2026-03&ask=1&zoom=${start}-${start + 86_400_000}`,
    )
    await screen.findByRole('img')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '显示全部' }).disabled).toBe(false)
    // The visible span is requested at a finer resolution from the start.
    await waitFor(() =>
      expect(asked('godbAllHistoricaldataByIdToJson').map(({ path }) => path.split('/')[2])).toContain(
        String(start - 43_200_000),
      ),
    )
    fireEvent.click(screen.getByRole('button', { name: '放大' }))
    await waitFor(() => expect(location.search).toContain(`zoom=${start + 21_600_000}-${start + 64_800_000}`))
    expect(location.search).toContain('ask=1')
    fireEvent.click(screen.getAllByRole('button', { name: /^移除 / })[0] ?? document.body)
    await waitFor(() => expect(location.search).not.toContain('zoom='))
  })
})
