// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { addDays } from '../../resources/kit/zone.ts'
import RankingPage from '../../src/ranking/RankingPage.tsx'
import { answerCalls, openPage, type PageAnswer, type PageCall } from './pageWorld.tsx'

const saved = vi.hoisted(() => vi.fn())
vi.mock('../../src/kit/download.ts', () => ({ download: saved }))

afterEach(() => {
  vi.unstubAllGlobals()
  forgetCapabilities()
  saved.mockReset()
})

const daysFrom = (first: string, count: number, index: number, level: number) =>
  Array.from({ length: count }, (_, at) => [addDays(first, at), index, level, level > 1 ? ['pm25'] : [], 1, null])
const row = (id: number, days: unknown[], more: object = {}) => ({
  dis_id: id,
  medium: 'air',
  scheme: 'HJ',
  stations: 2,
  period: '24h',
  days,
  ...more,
})
const inMarch = ({ query }: PageCall): boolean => Number(query['from']) >= Date.parse('2026-03-01T00:00:00Z')

function platform(
  environment: (call: PageCall) => PageAnswer | Promise<PageAnswer>,
  extensions = ['environment', 'environment-means'],
) {
  return answerCalls({
    'GET capabilities': () => ({ data: { extensions } }),
    'GET godbDistrictNameList': () => ({
      data: [
        { id: 2, name: '城东', superid: 1 },
        { id: 3, name: '城西', superid: 1 },
        { id: 4, name: '城北', superid: 1 },
      ],
    }),
    'GET godbDeviceNameList': () => ({ data: [{ id: 7, name: '站一', district_id: 2, devicetype_id: 4 }] }),
    'GET environment': environment,
  })
}

const areas = (call: PageCall): PageAnswer => ({
  data: inMarch(call)
    ? [
        row(2, daysFrom('2026-03-01', 31, 80, 2)),
        row(3, daysFrom('2026-03-01', 31, 40, 1)),
        row(4, daysFrom('2026-03-01', 5, 20, 1)),
      ]
    : [row(2, daysFrom('2026-02-01', 28, 40, 1)), row(3, daysFrom('2026-02-01', 28, 60, 2))],
})
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

it('ranking page ranks areas of a month with rank changes and gives no rank to those with too few days', async () => {
  const asked = platform(areas)
  await openPage(RankingPage, '/?day=2026-03-10')
  const table = await screen.findByRole('table', { name: '环境排名' })
  await within(table).findByRole('img', { name: '上升 1 名' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '11城西40.0100.0 %优 31—100 %',
    '21城东80.0100.0 %良 31PM2.5 31 天100 %',
    '—城北数据不足，不排名：5 / 27 天20.0100.0 %优 5—16 %',
  ])
  expect(within(rows[1] as HTMLElement).getByRole('img', { name: '下降 1 名' })).toBeTruthy()
  expect(
    within(rows[0] as HTMLElement)
      .getByRole('link', { name: '城西' })
      .getAttribute('href'),
  ).toContain('area=3')
  expect(asked.find(({ path }) => path === 'environment/days')?.query).toMatchObject({
    by: 'area',
    medium: 'air',
    from: String(Date.parse('2026-03-01T00:00:00Z')),
  })
})

it('ranking page requests only sums when the platform has environment-sums', async () => {
  const sums = (id: number, more: object) => ({
    ...row(id, [], { deviceid: id, dis_id: undefined, days: undefined }),
    judged: 31,
    needed: 27,
    wanted: 100,
    classes: [31, 0, 0, 0, 0, 0],
    primary: [],
    coverage: 1,
    ...more,
  })
  const asked = platform(
    (call) => ({
      data: inMarch(call)
        ? [
            sums(7, { index: 52.9, primary: [{ key: 'pm25', days: 8 }], missing: [{ key: 'co', days: 3 }] }),
            sums(8, { index: 40, judged: 26, coverage: 0.84 }),
            // Without the number of days that could be judged, the rate is unknown.
            sums(9, { judged: undefined }),
          ]
        : [sums(8, { index: 30 }), sums(7, { index: 60 })],
    }),
    ['environment', 'environment-means', 'environment-sums'],
  )
  await openPage(RankingPage, '/?by=station&day=2026-03-10')
  await screen.findByRole('img', { name: '上升 1 名' })
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '11站一52.9缺 一氧化碳 3 天100.0 %优 31PM2.5 8 天100 %',
    '—#8数据不足，不排名：26 / 27 天40.0100.0 %优 31—84 %',
  ])
  const calls = asked.filter(({ path }) => path === 'environment/days')
  expect(calls.map(({ query }) => [query['by'], query['sum']])).toEqual([
    ['station', '1'],
    ['station', '1'],
  ])
})

it('ranking page shows the change column while it loads and reports names that failed to load', async () => {
  const asked = answerCalls({
    'GET capabilities': () => ({ data: { extensions: ['environment', 'environment-means'] } }),
    'GET godbDistrictNameList': () => ({ code: 7, msg: '名称不可用' }),
    'GET environment': (call) => (inMarch(call) ? areas(call) : new Promise(() => {})),
  })
  await openPage(RankingPage, '/?day=2026-03-10')
  await screen.findByText('名称不可用')
  const table = await screen.findByRole('table', { name: '环境排名' })
  expect(within(table).getByRole('columnheader', { name: '升降' })).toBeTruthy()
  expect(within(table).queryByRole('img', { name: /升|降/ })).toBeNull()
  expect(names()[0]).toBe('#3')
  expect(asked.some(({ path }) => path === 'environment/days')).toBe(true)
})

it('ranking page shows one error for several failed requests and retries all of them', async () => {
  const failed = { code: 7, msg: '平台维护中' }
  let isDown = true
  const asked = answerCalls({
    'GET capabilities': () => ({ data: { extensions: ['environment', 'environment-means'] } }),
    'GET godbDistrictNameList': () => ({ data: [] }),
    'GET godbDeviceNameList': () => (isDown ? failed : { data: [{ id: 7, name: '站一' }] }),
    'GET environment': () =>
      isDown ? failed : { data: [row(0, daysFrom('2026-03-01', 31, 40, 1), { dis_id: undefined, deviceid: 7 })] },
  })
  const { client } = await openPage(RankingPage, '/?by=station&day=2026-03-10')
  await waitFor(() => expect(asked.some(({ path }) => path === 'environment/days')).toBe(true))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual(['平台维护中重试'])
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('link', { name: '站一' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('ranking page sorts by a column and keeps unranked rows last', async () => {
  platform(areas)
  const { location } = await openPage(RankingPage, '/?day=2026-03-10')
  await screen.findByRole('table')
  fireEvent.click(screen.getByRole('button', { name: '平均指数' }))
  fireEvent.click(screen.getByRole('button', { name: '平均指数' }))
  expect(names()).toEqual(['城东', '城西', '城北数据不足，不排名：5 / 27 天'])
  expect(location.search).toContain('sort=index&order=desc')
  expect(screen.getByRole('columnheader', { name: '平均指数' }).getAttribute('aria-sort')).toBe('descending')
})

it('ranking page links a station to its calendar, or to its device page without history permission', async () => {
  platform(() => ({ data: [row(0, daysFrom('2025-01-01', 365, 40, 1), { dis_id: undefined, deviceid: 7 })] }))
  const view = await openPage(RankingPage, '/?by=station&period=year&day=2025-05-01')
  const link = await screen.findByRole('link', { name: '站一' })
  expect(link.getAttribute('href')).toMatch(/\/monitor\/history\?devices=7&period=month&day=2025-12-31&cal=year$/)
  view.unmount()
  await openPage(RankingPage, '/?by=station&period=year&day=2025-05-01', ['2-9'])
  expect((await screen.findByRole('link', { name: '站一' })).getAttribute('href')).toMatch(/\/device\/7$/)
})

it('ranking page ranks each index scheme separately', async () => {
  platform(() => ({
    data: [
      row(2, daysFrom('2026-03-01', 31, 80, 2)),
      row(3, daysFrom('2026-03-01', 31, 90, 2)),
      row(4, daysFrom('2026-03-01', 31, 2, 2), { scheme: 'EAQI' }),
    ],
  }))
  await openPage(RankingPage, '/?day=2026-03-10')
  await screen.findByRole('table')
  expect(names()).toEqual(['城东', '城西'])
  fireEvent.click(screen.getByRole('radio', { name: '欧洲 EAQI' }))
  expect(names()).toEqual(['城北'])
})

it('ranking page exports all rows as CSV', async () => {
  platform(areas)
  await openPage(RankingPage, '/?day=2026-03-10')
  await screen.findByRole('img', { name: '上升 1 名' })
  fireEvent.click(screen.getByRole('button', { name: '导出 CSV' }))
  const [name, text] = saved.mock.calls[0] as [string, string]
  expect(name).toBe('环境排名 2026-03-01 2026-03-31.csv')
  expect(text.split('\r\n').slice(1, 4)).toEqual([
    '1,1,城西,40,,100,31,0,0,0,0,0,31,27,,100',
    '2,-1,城东,80,,100,0,31,0,0,0,0,31,27,PM2.5 31 天,100',
    ',,城北,20,,100,5,0,0,0,0,0,5,27,,16',
  ])
})

it('ranking page reports an empty result, a server error, an invalid range and a missing extension', async () => {
  let answer: PageAnswer = { data: [] }
  platform(() => answer)
  const empty = await openPage(RankingPage, '/?day=2026-03-10')
  await screen.findByText('该时段没有可排名的站点')
  empty.unmount()
  answer = { code: 6, msg: '读取失败' }
  const failed = await openPage(RankingPage, '/?day=2026-03-10')
  await screen.findByText('读取失败')
  failed.unmount()
  const outside = await openPage(RankingPage, '/?period=range&day=2026-03-10&until=2026-03-01')
  await screen.findByText('起止日期须在 366 天以内，且不晚于昨天')
  outside.unmount()
  forgetCapabilities()
  platform(() => answer, ['environment'])
  await openPage(RankingPage, '/?day=2026-03-10')
  await screen.findByText('该平台不提供按区域的每日评价')
})
