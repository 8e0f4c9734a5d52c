// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import QualityPage from '../../src/quality/QualityPage.tsx'
import { answerCalls, openPage, type PageCall } from './pageWorld.tsx'

// Browser tests check the drawing.
vi.mock('../../src/chart/TimeSeries.tsx', () => ({
  TimeSeries: ({ label, apart }: { label: string; apart: { value: number; doubt?: string }[] }) => (
    <div role="img" aria-label={`${label} ${apart.map(({ value, doubt }) => `${value} ${doubt}`).join()}`} />
  ),
}))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const AT = Date.parse('2026-03-04T08:00:00Z')
const own = { deviceid: 7, nodemapid: 41, device: '站一', node: 'PM2.5' }
const rate = (validity: number | null, more: object = {}) => ({
  ...own,
  month: '2026-03',
  expected: validity === null ? null : 1000,
  received: 950,
  intime: 940,
  valid: Math.round((validity ?? 0) * 1000),
  transmission: validity === null ? null : 0.95,
  timeliness: validity === null ? null : 0.94,
  validity,
  ...more,
})

function platform(answers: Record<string, (call: PageCall) => { data: unknown } | { code: number; msg: string }>) {
  return answerCalls({
    'GET capabilities': () => ({ data: { extensions: ['quality', 'corrections', 'points'] } }),
    'GET godbDistrictNameList': () => ({ data: [{ id: 2, name: '市区', superid: 1 }] }),
    'GET godbDeviceNameList': () => ({ data: [{ id: 7, name: '站一', district_id: 2, devicetype_id: 4 }] }),
    'GET godbAllHistoricaldataByIdToJson': () => ({
      data: {
        nodeArr: [{ id: 41, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 }],
        datasetArr: [[[AT, 20]]],
        flags: [{ nodemapid: 41, t: AT + 60_000, value: 900, flag: 4, tests: ['spike'] }],
      },
    }),
    ...answers,
  })
}

it('quality page lists rates per node, worst first, marks those below 90 % and counts untested and silent nodes', async () => {
  const asked = platform({
    'GET quality': () => ({
      data: [
        rate(0.93, { tested: 1 }),
        // A platform rounds its rates: 89,999 of 100,000 is less than nine in ten.
        rate(0.9, {
          nodemapid: 42,
          node: 'O3',
          expected: 100_000,
          received: 95_000,
          intime: 94_000,
          valid: 89_999,
          tested: 1,
        }),
        rate(0.95, { nodemapid: 44, node: 'CO', tested: 0 }),
        rate(null, { nodemapid: 43 }),
        // Registered, but silent ever since.
        rate(0, {
          deviceid: 8,
          device: '站二',
          received: 0,
          intime: 0,
          transmission: 0,
          timeliness: 0,
          tested: 1,
          silent: 1,
        }),
      ],
    }),
  })
  await openPage(QualityPage, '/?month=2026-03&area=2')
  const table = await screen.findByRole('table', { name: '统计' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['站二', 'PM2.5 从未上报', '1,000', '0', '0', '0', '0.0 %', '0.0 %', '0.0 %'],
    ['站一', 'O3', '100,000', '95,000', '94,000', '89,999', '95.0 %', '94.0 %', '89.9 %'],
    ['站一', 'PM2.5', '1,000', '950', '940', '930', '95.0 %', '94.0 %', '93.0 %'],
    ['站一', 'CO 未检验', '1,000', '950', '940', '950', '95.0 %', '94.0 %', '—'],
    ['站一', 'PM2.5', '—', '950', '940', '0', '—', '—', '—'],
  ])
  expect(within(rows[1] as HTMLElement).getByRole('img', { name: '低于 90 %' })).toBeTruthy()
  expect(within(rows[2] as HTMLElement).queryByRole('img')).toBeNull()
  expect(screen.getByText('1 个节点未检验').parentElement?.textContent).toBe('有效率89.2 %1 个节点未检验')
  expect(screen.getByText('1 个节点从未上报').parentElement?.textContent).toBe('传输率94.0 %1 个节点从未上报')
  const call = asked.find(({ path }) => path === 'quality')
  expect(call?.query).toMatchObject({ dis_id: '2', from: String(Date.parse('2026-03-01T00:00:00Z')) })
})

it('quality page shows columns for missing values and gaps when the platform reports them', async () => {
  platform({
    'GET quality': () => ({
      data: [rate(0.93, { missing: 50, gaps: 2, gapminutes: 95 }), rate(0.95, { nodemapid: 42, gaps: null })],
    }),
  })
  await openPage(QualityPage, '/?month=2026-03')
  const table = await screen.findByRole('table', { name: '统计' })
  const texts = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).slice(6, 9))
  expect(texts).toEqual([
    ['缺失', '中断次数', '中断分钟'],
    ['50', '2', '95'],
    ['—', '—', '—'],
  ])
})

it('quality page reports an empty month and shows the server’s message on an error', async () => {
  platform({ 'GET quality': ({ path }) => (path === 'quality' ? { data: [] } : { code: 6, msg: '读取失败' }) })
  const view = await openPage(QualityPage, '/?month=2026-03')
  await screen.findByText('这个月没有数据')
  view.unmount()
  await openPage(QualityPage, '/?month=2026-03&view=queue')
  await screen.findByText('读取失败')
})

it('quality review submits a correction for part of a span and requires a reason', async () => {
  const doubted = { ...own, from: AT, to: AT + 600_000, count: 2, flag: 4, tests: ['spike'], step: 0 }
  let left = [doubted]
  const asked = platform({
    'GET quality': ({ path }) => ({ data: path === 'quality/queue' ? left : [] }),
    'POST quality': () => {
      left = []
      return { data: { id: 1 } }
    },
  })
  await openPage(QualityPage, '/?month=2026-03&view=queue')
  fireEvent.click(await screen.findByRole('button', { name: '复核' }))
  const dialog = await screen.findByRole('dialog', { name: /站一/ })
  await within(dialog).findByRole('img', { name: '站一 PM2.5 900 fail' })
  // Only part of the span: up to the end of its second minute.
  const clock = within(dialog).getByLabelText('结束的时间')
  fireEvent.change(clock, { target: { value: '8:01' } })
  fireEvent.keyDown(clock, { key: 'Enter' })
  within(dialog).getByText(/^数值有效，参与统计；已有的修正仍然生效/)
  fireEvent.click(within(dialog).getByRole('radio', { name: '按系数修正' }))
  fireEvent.change(within(dialog).getByLabelText('系数'), { target: { value: '0.5' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '提交' }))
  await within(dialog).findByRole('alert')
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.change(within(dialog).getByLabelText('理由'), { target: { value: ' 漂移 ' } })
  // A click beside the dialog loses nothing.
  const beside = dialog.closest('.MuiDialog-container')
  fireEvent.mouseDown(beside as Element)
  fireEvent.click(beside as Element)
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: '提交' })))
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      deviceid: 7,
      nodemapid: 41,
      from: AT,
      to: AT + 119_999,
      zero: 0,
      factor: 0.5,
      reason: '漂移',
    }),
  )
  await screen.findByText('没有待复核的数据')
  // The queue does not know whether any value was tested.
  screen.getByText('没有您这一级尚未复核的标记。哪些节点未检验，见“统计”。')
})

it('quality review asks before discarding input but closes unchanged without asking', async () => {
  platform({
    'GET quality': ({ path }) => ({
      data:
        path === 'quality/queue' ? [{ ...own, from: AT, to: AT + 90_500, count: 2, flag: 4, tests: [], step: 0 }] : [],
    }),
  })
  await openPage(QualityPage, '/?month=2026-03&view=queue')
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: '复核' }))
    return screen.findByRole('dialog', { name: /站一/ })
  }
  const untouched = await open()
  await within(untouched).findByLabelText('理由')
  fireEvent.click(within(untouched).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /站一/ })).toBeNull())
  const dialog = await open()
  fireEvent.change(await within(dialog).findByLabelText('理由'), { target: { value: '漂移' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '取消' }))
  const question = await screen.findByRole('alertdialog', { name: '放弃未保存的修改？' })
  expect(within(dialog).getByLabelText('理由')).toHaveProperty('value', '漂移')
  fireEvent.click(within(question).getByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(screen.queryByLabelText('理由')).toBeNull())
})

it('quality review is read-only without permission to edit devices', async () => {
  platform({
    'GET quality': ({ path }) => ({
      data: path === 'quality/queue' ? [{ ...own, from: AT, to: AT, count: 1, flag: 3, tests: [], step: 1 }] : [],
    }),
  })
  await openPage(QualityPage, '/?month=2026-03&view=queue', ['2-8'])
  fireEvent.click(await screen.findByRole('button', { name: '查看' }))
  const dialog = await screen.findByRole('dialog', { name: /站一/ })
  await within(dialog).findByRole('img', { name: /^站一 PM2\.5/ })
  expect(within(dialog).queryByRole('button', { name: '提交' })).toBeNull()
})

const review = {
  id: 1,
  nodemapid: 41,
  from: AT,
  to: AT + 60_000,
  flag: 4,
  zero: null,
  factor: null,
  value: null,
  step: 2,
  reason: '漂移',
  by: '王工',
  at: AT + 3_600_000,
  revoked_by: null,
  revoked_at: null,
}
const nodes = {
  'GET godbNodemapByType': () => ({
    data: [
      { id: 41, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4, node_script: '' },
      { id: 42, alias: 'O3', unitname: 'µg/m³', registertype: 4, node_script: '' },
    ],
  }),
}

it('review list shows the reviews of a device and revokes those up to the user’s step', async () => {
  let takenBack = false
  const asked = platform({
    ...nodes,
    'GET quality': ({ path }) => ({
      data:
        path === 'quality/reviews'
          ? [
              { ...review, id: 2, nodemapid: 42, flag: 3, step: 3, reason: '停电', by: '李工' },
              { ...review, ...(takenBack && { revoked_at: AT }) },
            ]
          : [],
    }),
    'DELETE quality': () => {
      takenBack = true
      return { data: null }
    },
  })
  await openPage(QualityPage, '/?month=2026-03&view=reviews&device=7', ['2-8', '3-3-3'])
  const list = await screen.findByRole('region', { name: '复核记录' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'O3 · 2026-03-04 08:00:00 – 2026-03-04 08:01:00可疑 · 省级 · 李工 · 2026-03-04 09:00:00停电',
    'PM2.5 · 2026-03-04 08:00:00 – 2026-03-04 08:01:00错误 · 城市 · 王工 · 2026-03-04 09:00:00漂移撤销',
  ])
  const takeBack = within(list).getByRole('button', { name: /^撤销/ })
  expect(takeBack.getAttribute('aria-label')).toBe(
    '撤销: PM2.5 · 错误 · 王工 · 2026-03-04 08:00:00 – 2026-03-04 08:01:00',
  )
  await act(async () => fireEvent.click(takeBack))
  await within(list).findByText(/漂移 · 已撤销/)
  expect(asked.find(({ method }) => method === 'DELETE')?.path).toBe('quality/reviews/1')
  expect(within(list).queryByRole('button')).toBeNull()
})

it('review list shows node ids when node names fail to load', async () => {
  platform({
    'GET godbNodemapByType': () => ({ code: 500, msg: '节点读取失败' }),
    'GET quality': ({ path }) => ({ data: path === 'quality/reviews' ? [{ ...review, nodemapid: 42 }] : [] }),
  })
  await openPage(QualityPage, '/?month=2026-03&view=reviews&device=7')
  const list = await screen.findByRole('region', { name: '复核记录' })
  expect(within(list).getByRole('listitem').textContent).toMatch(/^#42 · /)
  expect(screen.getByRole('alert').textContent).toContain('节点读取失败')
})

it('review queue keeps its rows and shows an error when a reload fails', async () => {
  let fails = false
  const row = { ...own, from: AT, to: AT + 60_000, count: 2, flag: 4, tests: ['spike'], step: 0 }
  platform({ 'GET quality': () => (fails ? { code: 6, msg: '读取失败' } : { data: [row] }) })
  const { client } = await openPage(QualityPage, '/?month=2026-03&view=queue')
  await screen.findByText('站一')
  fails = true
  await act(() => client.invalidateQueries({ queryKey: ['quality'] }))
  expect((await screen.findByRole('alert')).textContent).toContain('读取失败')
  expect(screen.getByText('站一')).toBeTruthy()
})

it('quality review uses displayed values, or stored values when the script cannot be inverted', async () => {
  const scripted = (script: string) => ({
    'GET godbNodemapByType': () => ({
      data: [{ id: 41, alias: '温度', unitname: '℃', registertype: 4, node_script: script }],
    }),
  })
  const doubted = { ...own, from: AT, to: AT, count: 1, flag: 3, tests: [], step: 0 }
  const corrected = { ...review, flag: 1, value: 119 }
  const answers = {
    'GET quality': ({ path }: PageCall) => ({ data: path === 'quality/queue' ? [doubted] : [corrected] }),
    'POST quality': () => ({ data: { id: 2 } }),
  }
  const asked = platform({ ...scripted('value * 0.1'), ...answers })
  const view = await openPage(QualityPage, '/?month=2026-03&view=queue')
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: '复核' }))
    const dialog = await screen.findByRole('dialog', { name: /站一/ })
    fireEvent.click(within(dialog).getByRole('radio', { name: '以数值修正' }))
    return dialog
  }
  const dialog = await open()
  await within(dialog).findByText('修正为 11.9')
  fireEvent.change(within(dialog).getByLabelText('数值'), { target: { value: '12.5' } })
  fireEvent.change(within(dialog).getByLabelText('理由'), { target: { value: '比对' } })
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: '提交' })))
  await waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ value: 125 }))
  view.unmount()
  platform({ ...scripted('value * value'), ...answers })
  await openPage(QualityPage, '/?month=2026-03&view=queue')
  const other = await open()
  await within(other).findByText('修正为 119.0（存储值）')
  within(other).getByText(/数值为存储值/)
})

it('review list prompts for a device first', async () => {
  platform(nodes)
  await openPage(QualityPage, '/?month=2026-03&view=reviews')
  await screen.findByText('选择设备，查看复核记录或标记数值')
})

it('mark dialog requires a node and flags values that no test flagged', async () => {
  const asked = platform({
    ...nodes,
    'GET quality': () => ({ data: [] }),
    'POST quality': () => ({ data: { id: 1 } }),
  })
  const { location } = await openPage(QualityPage, '/?month=2026-03&view=reviews&device=7')
  fireEvent.click(await screen.findByRole('button', { name: '标记数值' }))
  const dialog = await screen.findByRole('dialog', { name: /标记数值/ })
  fireEvent.click(within(dialog).getByRole('radio', { name: '可疑' }))
  fireEvent.change(within(dialog).getByLabelText('理由'), { target: { value: '施工' } })
  fireEvent.click(within(dialog).getByRole('button', { name: '提交' }))
  await within(dialog).findByRole('alert')
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: '节点' }))
  fireEvent.click(await screen.findByRole('option', { name: 'O3' }))
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: '提交' })))
  const end = Date.parse('2026-04-01T00:00:00Z') - 1
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      deviceid: 7,
      nodemapid: 42,
      from: end - 3_600_000,
      to: end,
      flag: 3,
      reason: '施工',
    }),
  )
  await waitFor(() => expect(location.search).toBe('?view=reviews&month=2026-03&device=7'))
})

it('mark dialog opens with node and span from the address', async () => {
  platform({ ...nodes, 'GET quality': () => ({ data: [] }) })
  await openPage(QualityPage, `/?month=2026-03&view=reviews&device=7&node=41&from=${AT}&to=${AT + 60_000}`)
  const dialog = await screen.findByRole('dialog', { name: /标记数值/ })
  await within(dialog).findByRole('img', { name: '站一 PM2.5 900 fail' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('开始的时间').value).toBe('08:00')
})

it('mark dialog spans the last hour across the start of a month', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-04-01T00:10:00Z') })
  const asked = platform({ ...nodes, 'GET quality': () => ({ data: [] }) })
  const { location } = await openPage(QualityPage, '/?view=reviews&device=7')
  fireEvent.click(await screen.findByRole('button', { name: '标记数值' }))
  const dialog = await screen.findByRole('dialog', { name: /标记数值/ })
  expect(within(dialog).getByLabelText<HTMLInputElement>('开始的时间').value).toBe('23:10')
  expect(new URLSearchParams(location.search).get('from')).toBe(String(Date.parse('2026-03-31T23:10:00Z')))
  // What is marked at present belongs to the current month, whose end is still to come.
  expect(asked.find(({ path }) => path === 'quality/reviews')?.query).toMatchObject({
    from: String(Date.parse('2026-04-01T00:00:00Z')),
    to: String(Date.parse('2026-05-01T00:00:00Z') - 1),
  })
})
