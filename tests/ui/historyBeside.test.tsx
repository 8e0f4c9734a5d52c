// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import HistoryPage from '../../src/history/HistoryPage.tsx'
import { answerCalls, openPage } from './pageWorld.tsx'

// Browser tests check the drawing: here a chart shows only its name and what it was given.
vi.mock('../../src/chart/TimeSeries.tsx', () => ({
  TimeSeries: ({
    label,
    lines,
    apart,
    episodes = [],
  }: {
    label: string
    lines: { label: string }[]
    apart: { value: number; doubt?: string }[]
    episodes?: readonly { label: string }[]
  }) => (
    <div
      role="img"
      data-episodes={episodes.map((episode) => episode.label).join()}
      aria-label={`${label}: ${lines.map((line) => line.label).join()} apart ${apart.map(({ value, doubt = '' }) => `${value}${doubt}`).join()}`}
    />
  ),
}))

afterEach(() => {
  forgetCapabilities()
  vi.unstubAllGlobals()
})

const names = {
  'GET godbDistrictNameList': () => ({ data: [{ id: 2, name: '市区', superid: 1 }] }),
  'GET godbDeviceNameList': () => ({ data: [{ id: 1, name: '站一', district_id: 2, devicetype_id: 4 }] }),
  'GET godbNodemapByType': () => ({ data: [] }),
  'GET godbDevicetypeNameList': () => ({ data: [] }),
  'GET godbThresholdlogByTimeOrId': () => ({ data: null }),
  'GET deviceRules': () => ({ data: null }),
}

it('history lists corrected, revised, marked and suspect values with their source, and draws them separately', async () => {
  const start = Date.parse('2026-03-04T00:00:00Z')
  const received = start + 5_000_000
  const said = { nodemapid: 41, from: start + 6500, to: start + 8000, flag: 3, by: '赵工', at: received }
  answerCalls({
    'GET godbAllHistoricaldataByIdToJson': () => ({
      data: {
        nodeArr: [{ id: 41, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4, node_script: 'value / 10' }],
        datasetArr: [
          [
            [start + 1000, 350],
            [start + 4000, 990],
          ],
        ],
        corrected: [
          { nodemapid: 41, t: start + 6000, value: 250, raw: 500, by: '李工', at: received, reason: '零点漂移' },
        ],
        flags: [
          { nodemapid: 41, t: start + 4000, value: 990, flag: 4, tests: ['gross_range', 'spike'] },
          { nodemapid: 41, t: start + 5000, value: 400, flag: 3, tests: ['rate_of_change'] },
          { nodemapid: 41, t: start + 1000, value: 350, flag: 1, tests: ['manual'] },
          { nodemapid: 41, t: start + 7000, value: 300, flag: 3, tests: ['manual'] },
        ],
        revisions: [
          { nodemapid: 41, t: start + 1000, value: 120, first: 350, stands: 0, source: 'user', by: '王工', received },
          { nodemapid: 41, t: start + 2000, value: 70, first: 6000, stands: 1, source: 'virtual', by: null, received },
        ],
        marks: [{ nodemapid: 41, t: start + 3000, value: 65535, mark: 'range', source: 'device', by: null, received }],
      },
    }),
    // Newest first: a revoked review, one of a lower step, and the one in force.
    'GET quality': () => ({
      data: [
        { ...said, id: 3, step: 3, reason: '已撤销', revoked_by: '李工', revoked_at: received },
        { ...said, id: 2, step: 1, reason: '下级' },
        { ...said, id: 1, step: 2, reason: '探头受潮' },
      ],
    }),
    ...names,
  })
  await openPage(HistoryPage, '/?devices=1&day=2026-03-04')
  const one = await screen.findByRole('region', { name: '站一' })
  const list = await within(one).findByRole('table', { name: '修订、标记与可疑的数值' })
  await within(list).findByText(/探头受潮/)
  const words = within(list)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(words).toEqual([
    '2026-03-04 00:00:07PM2.5可疑：30.0 µg/m³；检验：人工复核（赵工，2026-03-04 01:23:20：探头受潮）。不报警、不计入统计，曲线与导出默认不含',
    '2026-03-04 00:00:06PM2.5已修正：原值 50.0 µg/m³，现为 25.0 µg/m³；李工，2026-03-04 01:23:20：零点漂移',
    '2026-03-04 00:00:05PM2.5可疑：40.0 µg/m³；检验：变化速率。不报警、不计入统计，曲线与导出默认不含',
    '2026-03-04 00:00:04PM2.5错误：99.0 µg/m³；检验：量程、尖峰。不报警、不计入统计，曲线与导出默认不含',
    '2026-03-04 00:00:03PM2.5超出量程：6,553.5 µg/m³，来源 设备，接收时间 2026-03-04 01:23:20；超出节点可测范围，不报警、不计入统计',
    '2026-03-04 00:00:02PM2.5已修订：7.0 µg/m³，来源 虚拟设备规则，接收时间 2026-03-04 01:23:20；取代首次值 600.0 µg/m³',
    '2026-03-04 00:00:01PM2.5已修订：12.0 µg/m³，来源 用户“王工”，接收时间 2026-03-04 01:23:20；历史以首次值 35.0 µg/m³ 为准',
  ])
  expect(
    within(one).getByRole('img', { name: '站一: PM2.5 apart 12,7,6553.5,50,99fail,40suspect,30suspect' }),
  ).toBeTruthy()
})

it('history shows the maintenance of the day behind the curves of its device', async () => {
  const start = Date.parse('2026-03-04T00:00:00Z')
  const hour = 3_600_000
  answerCalls({
    ...names,
    'GET capabilities': () => ({ data: { extensions: ['maintenance'] } }),
    'GET godbAllHistoricaldataByIdToJson': () => ({
      data: {
        nodeArr: [{ id: 41, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 }],
        datasetArr: [[[start + 1000, 35]]],
      },
    }),
    'GET alarmMaintenanceSpans': () => ({
      data: [
        { id: 1, name: '季度校准', collect: 1, from: start + hour, to: start + 2 * hour },
        { id: 2, name: '换滤膜', collect: 0, from: start + 3 * hour, to: start + 4 * hour },
        { id: 3, name: '前一天的', collect: 1, from: start - 2 * hour, to: start - hour },
      ],
    }),
  })
  await openPage(HistoryPage, '/?devices=1&day=2026-03-04')
  const one = await screen.findByRole('region', { name: '站一' })
  const drawn = () => within(one).queryByRole('img', { name: /^站一: PM2\.5/ })?.dataset['episodes']
  await waitFor(() => expect(drawn()).toBe('维护：季度校准,维护：换滤膜（数据不计入）'))
})

it('history links to marking the visible values, but not without permission', async () => {
  const start = Date.parse('2026-03-04T00:00:00Z')
  answerCalls({
    ...names,
    'GET capabilities': () => ({ data: { extensions: ['quality'] } }),
    'GET godbAllHistoricaldataByIdToJson': () => ({
      data: {
        nodeArr: [{ id: 41, alias: 'PM2.5', unitname: 'µg/m³', registertype: 4 }],
        datasetArr: [[[start + 1000, 35]]],
      },
    }),
  })
  const view = await openPage(HistoryPage, '/?devices=1&day=2026-03-04', ['2-2', '2-8', '3-3-3'])
  const link = await screen.findByRole('link', { name: '标记数值' })
  expect(link.getAttribute('href')).toBe(
    `/monitor/quality?view=reviews&month=2026-03&device=1&from=${start}&to=${start + 86_399_999}&node=41`,
  )
  view.unmount()
  await openPage(HistoryPage, '/?devices=1&day=2026-03-04', ['2-2', '2-8'])
  await screen.findByRole('button', { name: '导出 CSV' })
  expect(screen.queryByRole('link', { name: '标记数值' })).toBeNull()
})
