// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOUR } from '../../resources/kit/zone.ts'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import type { Line, Moment, ReadoutWords } from '../../src/chart/model.ts'
import HistoryPage from '../../src/history/HistoryPage.tsx'
import { answerCalls, openPage, type PageAnswer, type PageCall } from './pageWorld.tsx'

interface Drawn {
  lines: Line[]
  backdrop: { moments?: Moment[] }
  words: ReadoutWords | null
}

// Browser tests check the drawing: here a chart shows its marks and its text at its first two moments.
vi.mock('../../src/chart/TimeSeries.tsx', () => ({
  TimeSeries: ({ lines, backdrop, words }: Drawn) => (
    <div role="img" aria-label={lines.map(({ label }) => label).join()}>
      <output aria-label="marks">{backdrop.moments?.map(({ kind, label }) => `${kind} ${label}`).join('\n')}</output>
      {[0, 1].map((index) => (
        <output key={index} aria-label={`readout ${index}`}>
          {words
            ?.notes(
              lines[0]?.times[index] ?? 0,
              lines.map(({ values }) => values[index] ?? null),
            )
            .join('\n')}
        </output>
      ))}
    </div>
  ),
}))

const start = Date.parse('2026-03-04T00:00:00Z')
const at = start + 10 * HOUR
const node = (id: number, alias: string) => ({ id, alias, unitname: 'µg/m³', registertype: 4, node_script: '' })
/** Ozone exceeds its limits from 10:00 to 18:00. */
const hourly = (nodemapid: number, alias: string, pollutant: string | null) => ({
  nodemapid,
  alias,
  unitname: 'µg/m³',
  registertype: 4,
  node_script: '',
  pollutant,
  hours: Array.from({ length: 24 }, (_, hour) => {
    const mean = hour >= 10 && hour < 18 ? 210 : 30
    return [start + hour * HOUR, mean, mean - 5, mean + 5, 12, 0]
  }),
})
const operation = (given: object = {}) => ({
  id: 1,
  operation_date: at + 30_000,
  operation_table: 'device',
  operation_type: 'command',
  record_id: 1,
  nickname: '王工',
  explained: '站一',
  ...given,
})

let sent: PageCall[]
let extensions: string[]
let nodes: object[]
let hours: (call: PageCall) => PageAnswer
let log: () => PageAnswer
let thresholds: object[]
let alarms: () => PageAnswer
let environment: (call: PageCall) => PageAnswer
beforeEach(() => {
  forgetCapabilities()
  extensions = ['history-hours']
  nodes = [node(41, 'O3')]
  hours = () => ({ data: { scheme: 'HJ', site: {}, nodes: [hourly(41, 'O3', 'o3')] } })
  log = () => ({ data: { list: [], total: 0 } })
  thresholds = []
  alarms = () => ({ data: null })
  environment = () => ({ data: [] })
  sent = answerCalls({
    'GET capabilities': () => ({ data: { name: 'p', version: '1', extensions } }),
    'GET history': (call) => hours(call),
    'GET environment': (call) => environment(call),
    'GET godbOperationlog': () => log(),
    'GET godbAllHistoricaldataByIdToJson': () => ({
      data: {
        nodeArr: nodes,
        datasetArr: nodes.map(() => [
          [at, 220],
          [at + 600_000, 30],
        ]),
      },
    }),
    'GET godbDistrictNameList': () => ({ data: [{ id: 2, name: '市区', superid: 1 }] }),
    'GET godbDeviceNameList': () => ({ data: [{ id: 1, name: '站一', district_id: 2, devicetype_id: 4 }] }),
    'GET godbNodemapByType': () => ({ data: [] }),
    'GET godbDevicetypeNameList': () => ({ data: [] }),
    'GET godbThresholdlogByTimeOrId': () => alarms(),
    'GET deviceRules': () => ({ data: thresholds }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const DAY = '/?devices=1&day=2026-03-04'
const figures = () => screen.findByRole('region', { name: '统计 · O3' })
const figure = async (name: string | RegExp) => within(await figures()).getByText(name).parentElement?.textContent
const said = (name: string) => screen.getByRole('status', { name }).textContent

describe('history figures', () => {
  it('of a day are shown with the totals, without days over a limit, and zoom to an hour', async () => {
    const { location } = await openPage(HistoryPage, DAY)
    expect(await figure('超过小时限值')).toContain('8 小时')
    expect(await figure('最大一小时')).toMatch(/210.*03-04 17:00/)
    expect(await figure('P95')).toMatch(/210.*03-04 16:00/)
    expect(await figure('捕获率')).toMatch(/100.*没有缺失/)
    expect(within(await figures()).queryByText('超过日限值')).toBeNull()
    expect(screen.getByRole('columnheader', { name: '平均' })).toBeTruthy()
    // The day is already visible: the link to a moment zooms to its hour.
    fireEvent.click(within(await figures()).getByRole('button', { name: '查看 03-04 17:00' }))
    await waitFor(() => expect(location.search).toContain(`zoom=${start + 16 * HOUR}-${start + 19 * HOUR}`))
  })

  it('of a week include days over a limit, and zoom to a day', async () => {
    const { location } = await openPage(HistoryPage, `${DAY}&period=week`)
    expect(await figure('超过日限值')).toMatch(/1 天.*共 1 个有效天/)
    expect(await figure('超过小时限值')).toContain('8 小时')
    expect(screen.getByRole('columnheader', { name: '平均' })).toBeTruthy()
    fireEvent.click(within(await figures()).getByRole('button', { name: '查看 03-04 17:00' }))
    await waitFor(() => expect(location.search).toContain(`zoom=${start}-${start + 24 * HOUR - 1}`))
  })

  it('are shown with an error when the overlaid day cannot be loaded', async () => {
    const own = hours
    let isAway = true
    hours = (call) => (isAway && Number(call.query['from']) < start ? { code: 500, msg: '昨天读不到' } : own(call))
    await openPage(HistoryPage, `${DAY}&over=day`)
    const banner = await screen.findByRole('alert')
    expect(banner.textContent).toContain('昨天读不到')
    expect(await figure('最大一小时')).toContain('210')
    isAway = false
    fireEvent.click(within(banner).getByRole('button', { name: '重试' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('are shown with a notice when alarms cannot be loaded, and without one when they are not permitted', async () => {
    alarms = () => ({ code: 503, msg: '报警服务不可用' })
    const view = await openPage(HistoryPage, DAY)
    const note = (await screen.findByText('未能读到报警或规则，图上没有标出')).closest<HTMLElement>('[role=status]')
    expect(await figure('最大一小时')).toContain('210')
    alarms = () => ({ code: 403, msg: '没有权限' })
    fireEvent.click(within(note ?? expect.fail('no note')).getByRole('button', { name: '重试' }))
    await waitFor(() => expect(screen.queryByText('未能读到报警或规则，图上没有标出')).toBeNull())
    view.unmount()
  })

  it('of a node without legal limits count no hours over a limit', async () => {
    hours = () => ({ data: { scheme: 'HJ', site: {}, nodes: [hourly(41, 'O3', null)] } })
    await openPage(HistoryPage, DAY)
    expect(await figure('最大一小时')).toContain('210')
    expect(within(await figures()).queryByText(/限值/)).toBeNull()
  })

  it('count no hour with less than 75 % of its values, and omit maximum and limits then', async () => {
    const own = hourly(41, 'O3', 'o3')
    const thin = own.hours.map(([begin, mean, least, greatest]) => [begin, mean, least, greatest, 8, 0])
    hours = () => ({ data: { scheme: 'HJ', site: {}, expected: 60, nodes: [{ ...own, hours: thin }] } })
    await openPage(HistoryPage, `${DAY}&period=week`)
    expect(await figure('捕获率')).toMatch(/^捕获率0\D/)
    expect(await figure('均值')).toBe('均值— µg/m³按 0 个有效小时')
    const told = within(await figures())
    for (const name of ['最大一小时', 'P95', '超过日限值', '超过小时限值']) expect(told.queryByText(name)).toBeNull()
  })

  it('count days with too few hours instead of reporting a missing limit', async () => {
    const own = hourly(41, 'O3', 'pm25')
    hours = () => ({ data: { scheme: 'HJ', site: {}, nodes: [{ ...own, hours: own.hours.slice(0, 10) }] } })
    await openPage(HistoryPage, `${DAY}&period=month`)
    expect(await figure('超过日限值')).toContain('数据不足 · 1 天')
    expect(within(await figures()).queryByText('该指标没有限值')).toBeNull()
  })

  it('count hours over a threshold only for its own node', async () => {
    nodes = [node(41, 'O3'), node(42, 'PM10')]
    const threshold = (id: number, nodemap_id: number, params_x: number) => ({
      id,
      nodemap_id,
      params_x,
      com_oper: 0,
      enable: 1,
    })
    thresholds = [threshold(1, 41, 100), threshold(2, 42, 400)]
    await openPage(HistoryPage, DAY)
    await waitFor(async () => expect(await figure(/^超过阈值 100/)).toContain('8 小时'))
  })

  it('show how many values were excluded', async () => {
    await openPage(HistoryPage, DAY)
    await figures()
    expect(screen.queryByText(/未计入统计/)).toBeNull()
    cleanup()
    const own = hourly(41, 'O3', 'o3')
    hours = () => ({
      data: { scheme: 'HJ', site: {}, nodes: [{ ...own, hours: own.hours.map((one) => one.with(5, 2)) }] },
    })
    await openPage(HistoryPage, DAY)
    within(await figures()).getByText('48 个可疑或错误的数值未计入统计')
  })

  it('show how many values were excluded when none is left', async () => {
    const own = hourly(41, 'O3', 'o3')
    const doubted = own.hours.map(([begin]) => [begin, null, null, null, 0, 12])
    hours = () => ({ data: { scheme: 'HJ', site: {}, nodes: [{ ...own, hours: doubted }] } })
    await openPage(HistoryPage, DAY)
    within(await figures()).getByText('288 个可疑或错误的数值未计入统计')
    expect(within(await figures()).queryByText('均值')).toBeNull()
  })

  it('are replaced by an error when the hours cannot be loaded', async () => {
    hours = () => ({ code: 6, msg: '小时数据不可用' })
    await openPage(HistoryPage, DAY)
    const one = await screen.findByRole('region', { name: '站一' })
    await within(one).findByText('小时数据不可用')
    expect(within(one).getByRole('columnheader', { name: '平均' })).toBeTruthy()
  })

  it('are not requested without the history-hours extension', async () => {
    extensions = []
    await openPage(HistoryPage, DAY)
    await screen.findByRole('img', { name: 'O3' })
    expect(sent.some(({ path }) => path.startsWith('history/'))).toBe(false)
    expect(screen.queryByRole('region', { name: '统计 · O3' })).toBeNull()
  })
})

describe('legal means of a month and a year', () => {
  const MONTH = `${DAY}&period=month`
  const mean = (change: object) => ({ count: 29, needed: 27, state: 'valid', limit: null, exceeded: null, ...change })
  const told = (of: string, parts: object) => (call: PageCall) => ({
    data: call.path.endsWith('means')
      ? [{ deviceid: 1, medium: 'air', means: [{ of, parts }] }]
      : [{ deviceid: 1, medium: 'air', scheme: 'HJ', days: [['2026-03-04', 60, 2, ['pm25'], 1]] }],
  })
  const asked = () => sent.filter(({ path }) => path === 'environment/means').map(({ query }) => query)
  const entry = async (name: string) => (await screen.findByText(name)).parentElement?.textContent
  beforeEach(() => {
    extensions = ['history-hours', 'environment', 'environment-means']
    hours = () => ({ data: { scheme: 'HJ', site: {}, nodes: [hourly(41, 'O3', 'pm25')] } })
  })

  it('of a month are shown in its figures, rounded to whole numbers', async () => {
    environment = told('2026-03', { pm25: mean({ value: 28.5 }), pm10: mean({ value: 50 }) })
    await openPage(HistoryPage, MONTH)
    expect(await entry('PM2.5 月均值（GB 3095）')).toBe('PM2.5 月均值（GB 3095）28 µg/m³ ')
    expect(screen.queryByText('PM10 月均值（GB 3095）')).toBeNull()
    expect(asked()).toEqual([
      {
        deviceid: '1',
        period: 'month',
        from: String(Date.parse('2026-03-01T00:00:00Z')),
        to: String(Date.parse('2026-04-01T00:00:00Z') - 1),
      },
    ])
  })

  it('of a month with too few days are omitted, with the number of valid days', async () => {
    environment = told('2026-03', { pm25: mean({ value: null, count: 19, state: 'insufficient' }) })
    await openPage(HistoryPage, MONTH)
    expect(await entry('PM2.5 月均值（GB 3095）')).toContain('数据不足：有效 19 天，需 27 天')
  })

  it('of a month without a valid day are omitted, with 0 valid days', async () => {
    environment = told('2026-03', {})
    await openPage(HistoryPage, MONTH)
    expect(await entry('PM2.5 月均值（GB 3095）')).toContain('数据不足：有效 0 天，需 27 天')
  })

  it('of a year are shown below its calendar, with the annual limits', async () => {
    const year = (change: object) => mean({ count: 330, needed: 324, months: 12, ...change })
    environment = told('2026', {
      pm25: year({ value: 30.4, limit: 30, exceeded: false }),
      pm10: year({ value: 61, limit: 60, exceeded: true }),
      so2: year({ value: null, months: 11, state: 'insufficient' }),
      co: year({ value: null, count: 200, months: 6, state: 'insufficient' }),
    })
    await openPage(HistoryPage, `${MONTH}&cal=year`)
    expect(await entry('PM2.5 年均值（GB 3095）')).toContain('30 µg/m³ 未超过年限值 30')
    expect(await entry('PM10 年均值（GB 3095）')).toContain('61 µg/m³ 超过年限值 60')
    expect(await entry('二氧化硫 年均值（GB 3095）')).toContain('数据不足：有效 11 个月，需 12 个月')
    expect(await entry('一氧化碳 年均值（GB 3095）')).toContain('数据不足：有效 200 天，需 324 天')
  })

  it('of a year are also shown in a month that has just begun', async () => {
    vi.setSystemTime('2026-03-04T12:00:00Z')
    onTestFinished(() => void vi.useRealTimers())
    environment = told('2026', { pm25: mean({ value: null, months: 2, state: 'insufficient' }) })
    await openPage(HistoryPage, `${MONTH}&cal=year`)
    expect(await entry('PM2.5 年均值（GB 3095）')).toContain('数据不足')
  })

  it('are requested again on retry after a failure', async () => {
    const answer = told('2026-03', { pm25: mean({ value: 28 }) })
    environment = (call) => (call.path.endsWith('means') ? { code: 6, msg: '均值不可用' } : answer(call))
    await openPage(HistoryPage, MONTH)
    const banner = await within(await figures()).findByRole('alert')
    expect(banner.textContent).toContain('均值不可用')
    environment = answer
    fireEvent.click(within(banner).getByRole('button'))
    expect(await entry('PM2.5 月均值（GB 3095）')).toContain('28 µg/m³')
  })

  it.each([
    ['a platform without the environment-means extension', 'pm25', 'month', ['history-hours', 'environment']],
    ['ozone', 'o3', 'month', ['history-hours', 'environment', 'environment-means']],
    ['a week', 'pm25', 'week', ['history-hours', 'environment', 'environment-means']],
  ])('are not requested for %s', async (_, pollutant, period, announced) => {
    extensions = announced
    hours = () => ({ data: { scheme: 'HJ', site: {}, nodes: [hourly(41, 'O3', pollutant)] } })
    await openPage(HistoryPage, `${DAY}&period=${period}`)
    await figures()
    expect(asked()).toEqual([])
  })
})

describe('readout at the cross-hair', () => {
  it('shows the class of a judged node, with period and standard in the last line', async () => {
    await openPage(HistoryPage, DAY)
    await figures()
    await waitFor(() => expect(said('readout 0')).toBe('轻度污染\n1 小时 · HJ 633-2026'))
    expect(said('readout 1')).toBe('优\n1 小时 · HJ 633-2026')
  })

  it('names the nodes if several are judged, and the standard once', async () => {
    nodes = [node(41, 'O3'), node(42, 'PM10')]
    hours = () => ({
      data: { scheme: 'HJ', site: {}, nodes: [hourly(41, 'O3', 'o3'), hourly(42, 'PM10', 'pm10')] },
    })
    await openPage(HistoryPage, DAY)
    await figures()
    await waitFor(() => expect(said('readout 1')).toBe('O3 优\nPM10 优\n1 小时 · HJ 633-2026'))
  })

  it('is empty for a node without legal limits', async () => {
    hours = () => ({ data: { scheme: 'HJ', site: {}, nodes: [hourly(41, 'O3', null)] } })
    await openPage(HistoryPage, DAY)
    await figures()
    expect(said('readout 0')).toBe('')
  })
})

describe('daily sulphur dioxide by the US index', () => {
  const open = async (mean: number) => {
    const own = hourly(41, 'O3', 'so2')
    const told = { ...own, unitname: 'ppb', hours: own.hours.map(([begin]) => [begin, mean, mean, mean, 12, 0]) }
    hours = () => ({ data: { scheme: 'USAQI', site: {}, nodes: [told] } })
    await openPage(HistoryPage, `${DAY}&period=month`)
    await screen.findByText(/^日最大 1 小时均值.*；超过 304 ppb（约 800 µg\/m³）的日子.*按当天 24 小时均值评价$/)
    await waitFor(() => expect(said('readout 0')).toContain('USAQI-2024'))
    return said('readout 0')?.split('\n')
  }

  it('is judged by the highest hour', async () => {
    const words = await open(100)
    expect([words?.[0], words?.at(-1)]).toEqual(['对敏感人群不健康', '1 小时 · USAQI-2024'])
    expect(words?.join()).not.toContain('均值')
  })

  it('is judged by the 24-hour mean above 304 ppb, and shows that mean', async () => {
    const words = await open(400)
    expect([words?.[0], words?.at(-1)]).toEqual(['非常不健康', '24 小时 · USAQI-2024'])
    expect(words?.some((line) => line.startsWith('均值 400'))).toBe(true)
  })
})

it('history by day shows above the curve that it contains daily maxima of hourly means', async () => {
  hours = () => ({ data: { scheme: 'EAQI', site: {}, nodes: [hourly(41, 'O3', 'o3')] } })
  await openPage(HistoryPage, `${DAY}&period=month`)
  expect(await screen.findByText('日最大 1 小时均值，灰带为最小–最大；放大至 7 天以内见原始值')).toBeTruthy()
  // The figures beside the curve belong to one node; the totals of all nodes stand below.
  expect(screen.getByRole('columnheader', { name: '平均' })).toBeTruthy()
})

describe('device operations in the history', () => {
  it('are marked with action and user, and shown in the readout near their time', async () => {
    log = () => ({
      data: {
        list: [
          operation(),
          operation({ id: 2, operation_type: 'update', explained: '旧名', operation_date: start + HOUR }),
          // The answer of a platform that cannot filter its log.
          operation({ id: 3, record_id: 2 }),
          operation({ id: 4, operation_table: 'gateway' }),
          operation({ id: 5, operation_date: start - HOUR }),
        ],
        total: 5,
      },
    })
    await openPage(HistoryPage, DAY)
    await figures()
    await waitFor(() => expect(said('marks')).toBe('operation 下发指令 · 王工\noperation 修改 · 旧名 · 王工'))
    expect(sent.find(({ path }) => path === 'godbOperationlog')?.query).toEqual({
      page_size: '200',
      current: '1',
      table: 'device',
      record_id: '1',
      starttime: String(start),
      endtime: String(start + 24 * HOUR - 1),
    })
    // The earlier operation lies before the first sample, which is the nearest to it.
    expect(said('readout 0')).toBe('轻度污染\n10:00 下发指令 · 王工\n01:00 修改 · 旧名 · 王工\n1 小时 · HJ 633-2026')
    expect(said('readout 1')).not.toContain('下发指令')
  })

  it('are grouped by day in a month', async () => {
    log = () => ({ data: { list: [operation(), operation({ id: 2 })], total: 2 } })
    await openPage(HistoryPage, `${DAY}&period=month`)
    await figures()
    await waitFor(() => expect(said('readout 0')).toContain('下发指令 · 王工 ×2'))
    expect(said('readout 0')?.split('\n').at(-1)).toBe('24 小时 · HJ 633-2026')
  })

  it('are not requested without permission for the log', async () => {
    log = () => ({ data: { list: [operation()], total: 1 } })
    await openPage(HistoryPage, DAY, ['2-1', '2-2'])
    await figures()
    expect(sent.some(({ path }) => path === 'godbOperationlog')).toBe(false)
    expect(said('marks')).toBe('')
  })

  it('are omitted without an error when the log cannot be loaded', async () => {
    log = () => ({ code: 6, msg: '日志不可用' })
    await openPage(HistoryPage, DAY)
    await figures()
    await waitFor(() => expect(sent.some(({ path }) => path === 'godbOperationlog')).toBe(true))
    expect(said('marks')).toBe('')
    expect(screen.queryByText('日志不可用')).toBeNull()
  })
})
