// @vitest-environment happy-dom
import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlaceHour } from '../../dataProvider/calls/placeHours.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { AirPanel } from '../../src/dashboard/judged/Air.tsx'
import { AreaGrid } from '../../src/dashboard/judged/AreaGrid.tsx'
import { ClassesPanel } from '../../src/dashboard/judged/Classes.tsx'
import { Sentence } from '../../src/dashboard/judged/Sentence.tsx'
import { WorstRows } from '../../src/dashboard/judged/WorstRows.tsx'
import { verdictOf, type StationVerdict } from '../../src/environment/verdict.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { Refused, startLivePlatform, wrapperFor, type LivePlatform } from './monitorWorld.tsx'

const NOW = Date.UTC(2026, 10, 20, 8)
const HOUR = 3_600_000

let platform: LivePlatform
beforeEach(() => {
  platform = startLivePlatform()
})
afterEach(() => vi.unstubAllGlobals())

const hour = (at: number, classes: number[]): PlaceHour => ({
  at,
  standard: '',
  index: null,
  level: null,
  exceeded: null,
  primary: [],
  missing: [],
  stations: classes.reduce((sum, count) => sum + count, 0),
  classes,
  worst: null,
  parts: {},
})

/** A station's hour with its verdict. */
const station = (deviceid: number, given: Partial<Parameters<typeof verdictOf>[0]> = {}): StationVerdict =>
  verdictOf({
    deviceid,
    medium: 'air',
    standard: 'HJ633-2026',
    period: '1h',
    index: null,
    level: null,
    primary: [],
    missing: [],
    parts: {},
    value: null,
    limit: null,
    exceeded: null,
    coverage: 1,
    at: NOW,
    ...given,
  })

const textsOf = (items: readonly HTMLElement[]) => items.map(({ textContent }) => textContent?.trim())

async function open(hours: PlaceHour[], standard = 'GB3838-2002') {
  const row = { area: null, device: null, medium: 'water' as const, stations: 4, hours }
  const places = { rows: [row], error: null, retry: () => undefined, offered: true }
  render(<ClassesPanel medium="water" places={places} standard={standard} now={NOW} />, {
    wrapper: await wrapperFor('/', null),
  })
  return within(await screen.findByRole('region', { name: '水质 Ⅰ～Ⅲ 类' }))
}

it('ClassesPanel counts the points up to class III and links to map and classes', async () => {
  const panel = await open([hour(NOW - HOUR, [1, 1, 1, 1, 0, 0])])
  expect(panel.getByText('3')).toBeTruthy()
  expect(panel.getByText('/ 4 点')).toBeTruthy()
  expect(panel.getByTitle('GB 3838-2002').textContent).toBe('3 / 4 点')
  const ways = panel.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual([
    '/monitor/data?mode=map&quantity=water',
    ...[1, 2, 3, 4].map((level) => `/monitor/data?class=w${level}&standard=GB3838-2002`),
  ])
})

it('ClassesPanel links to classes without a standard when the standard is unknown', async () => {
  const panel = await open([hour(NOW - HOUR, [0, 1, 0, 0, 0, 0])], '')
  const ways = panel.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toContain('/monitor/data?class=w2')
})

it('ClassesPanel shows insufficient data instead of a point count when no hour is recent', async () => {
  const panel = await open([hour(NOW - 9 * HOUR, [1, 1, 1, 1, 0, 0])])
  expect(panel.getByText('—')).toBeTruthy()
  expect(panel.getByText('数据不足')).toBeTruthy()
  expect(panel.queryByText(/点$/)).toBeNull()
})

it('AirPanel counts stations per class, with insufficient data and with few pollutants', async () => {
  const air = { area: null, device: null, medium: 'air' as const, stations: 5, hours: [hour(NOW - HOUR, [])] }
  const places = { rows: [air], error: null, retry: () => undefined, offered: true }
  const verdicts = [
    station(1, { level: 2 }),
    station(2, { level: 4 }),
    station(3, { level: 2 }),
    station(4),
    // A station that measures one pollutant of six has no index, but does not count as one that lacks data.
    station(6, { missing: ['pm10', 'so2', 'no2', 'o3', 'co'] }),
    station(5, { medium: 'water', standard: 'GB3838-2002', level: 5 }),
  ]
  render(<AirPanel places={places} verdicts={verdicts} standard="HJ633-2026" zone={new Zone('UTC')} now={NOW} />, {
    wrapper: await wrapperFor('/', null),
  })
  const panel = within(await screen.findByRole('region', { name: '空气' }))
  expect(textsOf(panel.getAllByRole('listitem'))).toEqual(['良 2', '中度 1', '数据不足 1'])
  expect(panel.getByText('3 / 4 站可评价 · 另有 1 处只测少数指标')).toBeTruthy()
})

it('AirPanel counts a silent display as no station and a silent station as one with insufficient data', async () => {
  const air = { area: null, device: null, medium: 'air' as const, stations: 4, hours: [hour(NOW - HOUR, [])] }
  const places = { rows: [air], error: null, retry: () => undefined, offered: true }
  const missing = ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3']
  const verdicts = [
    station(1, { level: 2, measures: 6 }),
    station(2, { missing, measures: 6 }),
    station(3, { missing, measures: 2 }),
    station(4, { missing: missing.slice(2), measures: 2 }),
  ]
  render(<AirPanel places={places} verdicts={verdicts} standard="HJ633-2026" zone={new Zone('UTC')} now={NOW} />, {
    wrapper: await wrapperFor('/', null),
  })
  const panel = within(await screen.findByRole('region', { name: '空气' }))
  expect(textsOf(panel.getAllByRole('listitem'))).toEqual(['良 1', '数据不足 1'])
  expect(panel.getByText('1 / 2 站可评价 · 另有 2 处只测少数指标')).toBeTruthy()
})

it('AirPanel and AreaGrid name the missing pollutants of an incomplete index, hour by hour', async () => {
  const missing = ['so2', 'co']
  const told = [
    { ...hour(NOW - HOUR, []), index: 110, level: 3 },
    { ...hour(NOW, []), index: 120, level: 3, missing },
  ]
  const air = { area: 3, device: null, medium: 'air' as const, stations: 1, hours: told }
  const places = { rows: [air], error: null, retry: () => undefined, offered: true }
  const shared = { places, now: NOW, zone: new Zone('UTC') }
  render(
    <>
      <AirPanel {...shared} verdicts={[]} standard="HJ633-2026" />
      <AreaGrid {...shared} standards={{ air: 'HJ633-2026' }} areaNames={new Map()} />
    </>,
    { wrapper: await wrapperFor('/', null) },
  )
  const panel = within(await screen.findByRole('region', { name: '空气' }))
  expect(panel.getByText('4 / 6 · 缺 二氧化硫、一氧化碳')).toBeTruthy()
  expect(panel.getByTitle('08:00 120 轻度污染 4 / 6 · 缺 二氧化硫、一氧化碳 · HJ 633-2026')).toBeTruthy()
  expect(panel.getByTitle('07:00 110 轻度污染 · HJ 633-2026')).toBeTruthy()
  const cell = await screen.findByTitle(/^轻度污染 · 4 \/ 6 · 缺 二氧化硫、一氧化碳 · .*HJ 633-2026$/)
  expect(cell.textContent).toContain('120')
  // For users without a pointer too.
  expect(cell.textContent).toContain(cell.title)
})

it('AreaGrid shows no sound level for an area whose hour has none', async () => {
  const told = { ...hour(NOW, [1, 0, 0]), level: 1 }
  const noise = { area: 3, device: null, medium: 'noise' as const, stations: 1, hours: [told] }
  const places = { rows: [noise], error: null, retry: () => undefined, offered: true }
  render(<AreaGrid places={places} now={NOW} zone={new Zone('UTC')} standards={{}} areaNames={new Map()} />, {
    wrapper: await wrapperFor('/', null),
  })
  expect((await screen.findAllByRole('cell')).map(({ textContent }) => textContent?.[0])).toEqual(['—'])
})

describe('overview with several standards', () => {
  const row = (area: number | null, hours: PlaceHour[]) => ({
    area,
    device: null,
    medium: 'air' as const,
    stations: 2,
    hours,
  })
  const national = { ...hour(NOW, []), standard: 'HJ633-2026', index: 126, level: 3 }
  const european = { ...hour(NOW, []), standard: 'EAQI-2025', index: 4, level: 4 }
  const shared = { now: NOW, zone: new Zone('UTC') }
  const placesOf = (rows: ReturnType<typeof row>[]) => ({ rows, error: null, retry: () => undefined, offered: true })

  it('groups areas by standard and sorts them within each', async () => {
    const better = { ...national, index: 60, level: 2 }
    const places = placesOf([row(5, [better]), row(4, [european]), row(3, [national])])
    render(<AreaGrid {...shared} places={places} standards={{ air: '' }} areaNames={new Map()} />, {
      wrapper: await wrapperFor('/', null),
    })
    const [, ...rows] = await screen.findAllByRole('row')
    expect(rows.map((one) => one.querySelector('td')?.title ?? one.textContent)).toEqual([
      'HJ 633-2026',
      '轻度污染 · 1 小时 · HJ 633-2026',
      '良 · 1 小时 · HJ 633-2026',
      'EAQI-2025',
      '差 · 1 小时 · EAQI-2025',
    ])
  })

  it('lists areas without air data in a group at the end', async () => {
    const noise = { ...row(6, [{ ...hour(NOW, [1, 0, 0]), level: 1 }]), medium: 'noise' as const }
    const places = { ...placesOf([]), rows: [row(4, [european]), row(3, [national]), noise] }
    render(<AreaGrid {...shared} places={places} standards={{}} areaNames={new Map()} />, {
      wrapper: await wrapperFor('/', null),
    })
    await screen.findAllByRole('row')
    const headings = [...document.querySelectorAll('th[scope="rowgroup"]')].map(({ textContent }) => textContent)
    expect(headings).toEqual(['EAQI-2025', 'HJ 633-2026', '空气 · 无数据'])
  })

  it('shows the city’s standard in the heading and counts stations per standard', async () => {
    const verdicts = [
      station(1, { level: 2, index: 80 }),
      station(2, { level: 4, index: 160 }),
      station(3, { standard: 'EAQI-2025', level: 2, index: 2 }),
    ]
    render(<AirPanel {...shared} places={placesOf([row(null, [national])])} verdicts={verdicts} standard="" />, {
      wrapper: await wrapperFor('/', null),
    })
    const panel = within(await screen.findByRole('region', { name: '空气' }))
    expect(panel.getByText('各站小时均值的平均 · HJ 633-2026')).toBeTruthy()
    expect(panel.getByText('轻度污染')).toBeTruthy()
    expect(panel.getByRole('img', { name: /^今日: 08:00 126 轻度污染 · HJ 633-2026$/ })).toBeTruthy()
    expect(textsOf(panel.getAllByRole('listitem'))).toEqual(['良 1', '中度 1', '较好 1'])
    expect(panel.getByText('EAQI-2025')).toBeTruthy()
  })

  it('shows no difference to a day ago when that hour has another standard', async () => {
    const before = { ...european, at: NOW - 24 * HOUR }
    render(<AirPanel {...shared} places={placesOf([row(null, [before, national])])} verdicts={[]} standard="" />, {
      wrapper: await wrapperFor('/', null),
    })
    const panel = within(await screen.findByRole('region', { name: '空气' }))
    expect(panel.getByText('昨日此时 4 差 · EAQI-2025')).toBeTruthy()
    expect(panel.queryByText(/较昨日此时/)).toBeNull()
  })

  it('ranks the worst stations per standard under its name', async () => {
    const verdicts = [
      station(1, { standard: 'EAQI-2025', level: 6, index: 6 }),
      station(2, { level: 3, index: 126 }),
      station(3, { level: 4, index: 169 }),
      station(4, { medium: 'noise', standard: 'GB3096-2008', period: 'day', level: 2, exceeded: 9, value: 79 }),
    ]
    render(<WorstRows verdicts={verdicts} store={new DeviceStore()} />, { wrapper: await wrapperFor('/', null) })
    const links = (name: string) => textsOf(within(screen.getByRole('list', { name })).getAllByRole('link'))
    await screen.findAllByRole('list')
    expect(['HJ 633-2026', 'EAQI-2025', 'GB 3096-2008'].map(links)).toEqual([['#3', '#2'], ['#1'], ['#4']])
  })

  it('shows no standard when the platform does not state it and stations use several', async () => {
    const places = placesOf([row(3, [{ ...national, standard: '' }])])
    render(<AreaGrid {...shared} places={places} standards={{ air: '' }} areaNames={new Map()} />, {
      wrapper: await wrapperFor('/', null),
    })
    expect((await screen.findAllByRole('cell'))[0]?.title).toBe('')
  })
})

it('AreaGrid shows the 8 h class of ozone under US AQI when its hour has none', async () => {
  const parts = {
    o3: { value: 200, index: null, level: null },
    o3_8h: { value: 150, index: 126, level: 3 },
  }
  const told = { ...hour(NOW, []), standard: 'USAQI-2024', index: 126, level: 3, parts }
  const places = {
    rows: [{ area: 3, device: null, medium: 'air' as const, stations: 1, hours: [told] }],
    error: null,
    retry: () => undefined,
    offered: true,
  }
  render(<AreaGrid places={places} now={NOW} zone={new Zone('UTC')} standards={{}} areaNames={new Map()} />, {
    wrapper: await wrapperFor('/', null),
  })
  const ozone = await screen.findByTitle('对敏感人群不健康 · 8 小时 · USAQI-2024')
  expect(ozone.dataset['verdict']).toBe('a3')
  expect(ozone.textContent).toContain('150')
})

it('WorstRows shows the deciding pollutant with its hourly mean and unit if known', async () => {
  const verdicts = [
    station(1, { level: 4, index: 169, primary: ['pm25', 'pm10'], value: 128.04 }),
    station(2, { level: 3, index: 120, primary: ['o3'] }),
    station(3, { medium: 'noise', standard: 'GB3096-2008', period: 'day', level: 2, exceeded: 9, value: 79.04 }),
    station(4, {
      medium: 'water',
      standard: 'GB3838-2002',
      period: 'sample',
      level: 5,
      primary: ['nh3n'],
      value: 1.86,
    }),
    // Within the target class no primary pollutant is named.
    station(6, {
      medium: 'water',
      standard: 'GB3838-2002',
      period: 'sample',
      level: 3,
      deciding: ['tp', 'cod'],
      value: 0.18,
    }),
    station(5),
  ]
  render(<WorstRows verdicts={verdicts} store={new DeviceStore()} />, { wrapper: await wrapperFor('/', null) })
  const rows = await screen.findAllByRole('listitem')
  expect(
    rows.map((row) => `${row.querySelector('a')?.textContent} ${row.querySelector('small')?.textContent}`),
  ).toEqual([
    '#3 噪声 79 dB(A)',
    '#4 氨氮 1.86 mg/L',
    '#1 PM2.5 128 µg/m³、PM10',
    '#2 臭氧',
    '#6 总磷 0.18 mg/L、化学需氧量',
  ])
})

it('WorstRows names the 8 h period of ozone and carbon monoxide under US AQI', async () => {
  const standard = 'USAQI-2024'
  const verdicts = [
    station(1, { standard, level: 4, index: 169, primary: ['o3_8h'], value: 190 }),
    station(2, { standard, level: 3, index: 120, primary: ['co'], value: 12 }),
  ]
  render(<WorstRows verdicts={verdicts} store={new DeviceStore()} />, { wrapper: await wrapperFor('/', null) })
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('small')?.textContent)).toEqual([
    '臭氧 8 h 190 µg/m³',
    '一氧化碳 8 h 12 mg/m³',
  ])
})

describe('24 h trend of WorstRows', () => {
  const worst = [
    station(1, { level: 4, index: 169 }),
    station(3, { medium: 'noise', standard: 'GB3096-2008', period: 'day', level: 2, exceeded: 9, value: 79 }),
    station(7, { level: 3, index: 120 }),
  ]
  const told = (deviceid: number, medium: string, hours: object[]) => ({ deviceid, medium, stations: 1, hours })
  const told24 = [
    told(1, 'air', [
      { at: NOW - 2 * HOUR, index: 84, level: 2 },
      // The hour between is missing.
      { at: NOW, index: 169, level: 4 },
    ]),
    told(1, 'noise', [{ at: NOW, index: null, level: 1, exceeded: 0 }]),
    told(3, 'noise', [{ at: NOW - HOUR, index: null, level: 2, exceeded: 9 }]),
  ]
  const open = async () => {
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment-hours'] }))
    const asked = vi.spyOn(globalThis, 'fetch')
    render(<WorstRows verdicts={worst} store={new DeviceStore()} />, { wrapper: await wrapperFor('/', null) })
    await screen.findAllByRole('listitem')
    return () =>
      asked.mock.calls.flatMap(([url]) => {
        const { pathname, searchParams } = new URL(String(url), 'http://platform')
        return pathname.endsWith('environment/hours') ? [searchParams.get('deviceid')] : []
      })
  }
  /** By row, the classes of its bars; '-' for an hour without one. */
  const trends = () =>
    screen
      .getAllByRole('listitem')
      .map((row) =>
        [...row.querySelectorAll('[data-part="trend"] i')]
          .map((bar) => bar.getAttribute('data-verdict') ?? '-')
          .join(' '),
      )
  const day = (...last: string[]) => [...Array.from({ length: 24 - last.length }, () => '-'), ...last].join(' ')

  it('is loaded in one request and drawn hour by hour up to the same hour, with gaps for missing data', async () => {
    platform.answers.set('environment/hours', () => told24)
    const asked = await open()
    await waitFor(() => expect(trends()).toEqual([day('n3', '-'), day('a2', '-', 'a4'), '']))
    expect(asked()).toEqual(['1,3,7'])
    const bars = screen.getAllByRole('listitem')[1]?.querySelectorAll<HTMLElement>('[data-part="trend"] i')
    expect([...(bars ?? [])].slice(-3).map(({ style }) => style.height)).toEqual([`${(84 / 169) * 100}%`, '0%', '100%'])
  })

  it('is omitted when loading fails, and the rows stay', async () => {
    platform.answers.set('environment/hours', () => new Refused(500, 'no'))
    const asked = await open()
    await waitFor(() => expect(asked()).toHaveLength(1))
    expect(trends()).toEqual(['', '', ''])
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['#3', '#1', '#7'])
  })
})

describe('overview status sentence', () => {
  const retry = () => undefined
  const quiet = {
    open: [],
    total: 0,
    levels: new Map<number, number>(),
    oldest: new Map<number, number>(),
    toLevel: () => '/',
    mine: null,
    last: null,
  }
  interface Given {
    offline?: number | null
    medium?: 'air' | 'water'
    allowed?: boolean
    /** Why reading the alarms again failed. */
    error?: unknown
  }
  const says = async (
    hours: readonly PlaceHour[] | null,
    { offline = 0, medium = 'water', allowed = true, error = null }: Given = {},
  ) => {
    const rows = hours ? [{ area: null, device: null, medium, stations: 4, hours }] : []
    render(
      <Sentence
        alarms={{ data: allowed ? quiet : undefined, error, retry, allowed }}
        whole={{ rows, error: null, retry, offered: true }}
        standards={{}}
        offline={offline}
        now={NOW}
      />,
      { wrapper: await wrapperFor() },
    )
    return screen.queryByRole('status')?.textContent ?? null
  }

  it('reports that all is well when every medium was judged recently', async () => {
    expect(await says([hour(NOW - HOUR, [1, 2, 1, 0, 0, 0])])).toBe('一切正常')
  })

  const old = [hour(NOW - 9 * HOUR, [1, 2, 1, 0, 0, 0])]
  it.each([[null], [old]])('is absent when nothing was judged recently', async (hours) => {
    expect(await says(hours)).toBeNull()
  })

  const judged = [hour(NOW - HOUR, [1, 2, 1, 0, 0, 0])]
  it.each<[string, PlaceHour[], Given]>([
    ['the user may not see alarms', judged, { allowed: false }],
    ['the number of offline devices is unknown', judged, { offline: null }],
    ['alarms could not be reloaded', judged, { error: new Error('报警服务不可用') }],
    ['no station was judged in the last hour', [hour(NOW - HOUR, [0, 0, 0, 0, 0, 0])], {}],
    ['the air had no class in the last hour', judged, { medium: 'air' }],
  ])('is absent when %s', async (_, hours, given) => {
    expect(await says(hours, given)).toBeNull()
  })

  it('reports offline devices even when no medium was judged', async () => {
    expect(await says(null, { offline: 2 })).toMatch(/2 台设备离线/)
  })
})
