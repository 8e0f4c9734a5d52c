// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { localStorageStore, memoryStore } from 'react-admin'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endBigScreen, openBigScreen, pass, startBigScreen } from './bigscreenWorld.tsx'
import { episode } from './inboxWorld.tsx'
import { Refused, type LivePlatform } from './monitorWorld.tsx'

// Leaflet has no size to draw in here; tests/e2e covers the map.
vi.mock('../../src/bigscreen/situation/CityMap.tsx', () => ({ CityMap: () => null }))

const HOUR = 3_600_000
const noon = Date.parse('2026-11-21T12:00:00+08:00')
const verdict = (deviceid: number, index: number) => ({
  deviceid,
  medium: 'air',
  standard: 'HJ633-2026',
  period: '1h',
  index,
  level: index > 150 ? 4 : index > 100 ? 3 : 2,
  primary: ['pm25'],
  missing: [],
  parts: { pm25: { value: 128, index, level: 4, limit: 75, exceeded: true, count: 60, state: 'valid' } },
  coverage: 1,
  at: noon,
})
const hour = (at: number, index: number) => ({ at, index, level: 3, primary: ['pm25'], stations: 6, parts: {} })

let platform: LivePlatform
// The component is loaded on demand, which takes real time.
beforeAll(() => import('../../src/bigscreen/situation/Situation.tsx'))
beforeEach(() => {
  platform = startBigScreen()
  platform.answers.set('capabilities', () => ({
    name: 'p',
    version: '1',
    extensions: ['environment', 'environment-hours', 'alarmwork'],
  }))
  platform.answers.set('environment', () => Array.from({ length: 6 }, (_, at) => verdict(at + 1, 90 + 16 * at)))
  platform.answers.set('environment/hours', () => [
    { dis_id: null, medium: 'air', stations: 6, hours: [hour(noon - 24 * HOUR, 86), hour(noon, 126)] },
    { dis_id: 3, medium: 'air', stations: 2, hours: [hour(noon, 131)] },
  ])
  platform.answers.set('episodes', () => ({
    list: Array.from({ length: 7 }, (_, at) =>
      episode(at + 1, {
        fired_at: noon - (at + 1) * 60_000,
        ...(at === 4 && { level: 1, assignee_id: 9, assignee_name: '王秀兰' }),
      }),
    ),
    total: 7,
  }))
})
afterEach(endBigScreen)

const region = (name: string) => screen.getByRole('region', { name })
const alarms = () =>
  within(region('当前报警'))
    .getAllByRole('listitem')
    .filter((row) => row.textContent?.includes('规则'))
const cards = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'))
const asked = (path: string) => platform.sent.filter((call) => call.path === path).length

async function open(store = memoryStore(), url?: string) {
  const view = await openBigScreen(store, url)
  await pass(1000)
  return view
}

describe('situation layout of the big screen', () => {
  it('shows the city’s index with its class and the index of a day ago', async () => {
    await open()
    const city = region('城市空气').textContent
    for (const words of ['AQI · HJ 633-2026 · 1 小时', '126', '轻度污染', '昨日此时 86']) expect(city).toContain(words)
    expect(city).not.toContain('缺')
  })

  it('names the missing pollutants of an incomplete index', async () => {
    const hours = [{ ...hour(noon, 126), missing: ['so2', 'co'] }]
    platform.answers.set('environment/hours', () => [{ dis_id: null, medium: 'air', stations: 6, hours }])
    await open()
    expect(region('城市空气').textContent).toContain('4 / 6 · 缺 二氧化硫、一氧化碳')
  })

  it('names the standard of city and areas when it differs from that of the stations', async () => {
    const own = { ...hour(noon, 4), level: 4, standard: 'EAQI-2025' }
    platform.answers.set('environment/hours', () => [
      { dis_id: null, medium: 'air', stations: 6, hours: [own] },
      { dis_id: 3, medium: 'air', stations: 2, hours: [own] },
    ])
    await open()
    const city = region('城市空气')
    for (const words of ['AQI · HJ 633-2026', '差', 'EAQI-2025']) expect(city.textContent).toContain(words)
    await pass(8700)
    await pass(8700)
    expect(screen.getByRole('article', { name: '长安区' }).textContent).toMatch(/EAQI-2025.*差/)
  })

  it('lists open alarms, most urgent first, five at a time, with their assignee', async () => {
    await open()
    expect(region('当前报警').textContent).toContain('7 起 · 最久 7 分钟')
    expect(alarms().map((row) => /规则 (\d)/.exec(row.textContent ?? '')?.[1])).toEqual(['5', '7', '6', '4', '3'])
    expect(alarms()[0]?.textContent).toContain('王秀兰')
    expect(alarms()[1]?.textContent).toContain('无人接手')
    expect(alarms()[1]?.textContent).toContain('> 115')
    await pass(12_000)
    expect(alarms().map((row) => /规则 (\d)/.exec(row.textContent ?? '')?.[1])).toEqual(['2', '1'])
  })

  it('rotates through the worst stations and then the areas', async () => {
    await open()
    expect(cards()).toEqual(['空气微站 6', '空气微站 5', '空气微站 4'])
    expect(screen.getByRole('article', { name: '空气微站 6' }).textContent).toContain('170')
    expect(screen.getByRole('article', { name: '空气微站 6' }).textContent).toContain('中度污染')
    await pass(8700)
    expect(cards()).toEqual(['空气微站 3', '空气微站 2', '空气微站 1'])
    await pass(8700)
    expect(cards()).toContain('长安区')
    expect(screen.getByRole('article', { name: '长安区' }).textContent).toContain('131')
  })

  it('shows gas values under US AQI in µg/m³', async () => {
    const part = { index: 60, level: 2, limit: 70, exceeded: false, count: 60, state: 'valid' }
    const parts = { o3: { ...part, index: null, level: null, value: 118 }, o3_8h: { ...part, value: 122 } }
    const standard = 'USAQI-2024'
    platform.answers.set('environment', () => [{ ...verdict(1, 60), standard, primary: ['o3_8h'], parts }])
    await open()
    const [card] = screen.getAllByRole('article')
    expect(card?.textContent).toContain('122.0µg/m³')
    expect(card?.textContent).not.toContain('ppm')
  })

  it('keeps the last data when a part fails and states its time', async () => {
    await open()
    platform.answers.set('episodes', () => new Refused(503, '维护中'))
    platform.answers.set('environment', () => new Refused(503, '维护中'))
    await pass(16_000)
    expect(region('当前报警').textContent).toMatch(/数据停在 12:00/)
    expect(region('城市空气').textContent).toMatch(/数据停在 12:00/)
    expect(alarms()).not.toEqual([])
    expect(cards()).not.toEqual([])
  })

  it.each([
    ['the newest sample counts, whatever the order', [5, 1], false],
    ['not outdated after 6 hours', [6], false],
    ['outdated after 9 hours', [9], true],
  ])('decides whether water data is outdated: %s', async (_, hoursAgo, isLate) => {
    const ofWater = { medium: 'water', standard: 'GB3838-2002', period: 'sample', index: null, level: 3, parts: {} }
    platform.answers.set('environment', () =>
      hoursAgo.map((ago, at) => ({ ...verdict(at + 1, 0), ...ofWater, at: noon - ago * HOUR })),
    )
    await open()
    const city = region('水质')
    expect(city.textContent).toContain('GB 3838-2002')
    expect(/数据停在/.test(city.textContent ?? '')).toBe(isLate)
  })

  it('reports unreadable data and shows no values when nothing could be loaded', async () => {
    platform.answers.set('episodes', () => new Refused(503, '维护中'))
    platform.answers.set('environment', () => new Refused(503, '维护中'))
    platform.answers.set('environment/hours', () => new Refused(503, '维护中'))
    await open()
    expect(region('当前报警').textContent).toContain('读不到数据')
    expect(region('城市空气').textContent).toContain('读不到数据')
    expect(region('城市空气指数').textContent).toContain('读不到数据')
    expect(region('最差站点').textContent).toContain('读不到数据')
    expect(cards()).toEqual([])
  })

  it('shows a loading message in each panel until the first response', async () => {
    for (const name of ['environment', 'environment/hours', 'episodes'])
      platform.answers.set(name, () => new Promise(() => {}))
    await open()
    for (const name of ['城市空气', '城市空气指数', '最差站点', '当前报警'])
      expect(region(name).textContent).toContain('正在读取数据')
  })

  it('reports insufficient data when no station can be rated', async () => {
    for (const name of ['environment', 'environment/hours']) platform.answers.set(name, () => [])
    await open()
    expect(region('最差站点').textContent).toContain('数据不足')
  })

  it('requests the alarm list early when live data contains a new alarm', async () => {
    await open()
    const before = asked('episodes')
    platform.devices = platform.devices.map((row, at) => (at === 0 ? { ...row, thre_list: [31] } : row))
    await pass(20_000)
    // One request at the list's own pace, and one because of the alarm.
    expect(asked('episodes') - before).toBeGreaterThan(Math.floor(20 / 15))
  })

  it('is chosen by the address, else by the layout last used', async () => {
    const store = localStorageStore('1', 'Test')
    const { unmount } = await open(store)
    expect(screen.getByRole('radio', { name: '态势' }).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(screen.getByRole('radio', { name: '经典' }))
    await pass(1000)
    expect(region('数据对比')).toBeTruthy()
    expect(screen.queryByRole('region', { name: '城市空气' })).toBeNull()
    unmount()
    const again = await open(store)
    expect(region('数据对比')).toBeTruthy()
    again.unmount()
    await open(store, '/BigScreen?layout=situation')
    expect(region('城市空气')).toBeTruthy()
  })

  it('is not offered when the platform lacks the environment extension', async () => {
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['alarmwork'] }))
    await open(memoryStore(), '/BigScreen?layout=situation')
    expect(region('数据对比')).toBeTruthy()
    expect(screen.queryByRole('radiogroup', { name: '布局' })).toBeNull()
    expect(asked('environment')).toBe(0)
  })

  it('sends no requests after unmounting', async () => {
    const { unmount } = await open()
    unmount()
    const before = platform.sent.length
    await pass(120_000)
    expect(platform.sent.length).toBe(before)
  })
})
