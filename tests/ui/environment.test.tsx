// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { readEpisode } from '../../dataProvider/episodes/rows.ts'
import { Zone } from '../../resources/kit/zone.ts'
import { EpisodeClass } from '../../src/alarms/inbox/EpisodeClass.tsx'
import { DaysCard } from '../../src/device/Days.tsx'
import { ClassChip } from '../../src/environment/ClassChip.tsx'
import { Plate } from '../../src/environment/Plate.tsx'
import { useClassWords } from '../../src/environment/useClassWords.ts'
import { useEnvironment } from '../../src/environment/useEnvironment.ts'
import { useJudge, useMeasures } from '../../src/environment/useJudge.ts'
import { useWind } from '../../src/environment/useWind.ts'
import { verdictOf } from '../../src/environment/verdict.ts'
import { ClassCalendar } from '../../src/history/month/ClassCalendar.tsx'
import { episode } from './inboxWorld.tsx'
import { openInput } from './inputWorld.tsx'
import { answerCalls, openPage, type PageCall } from './pageWorld.tsx'

const at = Date.parse('2026-11-22T11:00:00Z')
const station = (deviceid: number, given: object = {}) => ({
  deviceid,
  medium: 'air',
  standard: 'HJ633-2026',
  period: '1h',
  index: 169,
  level: 4,
  primary: ['pm25'],
  missing: [],
  coverage: 1,
  at,
  ...given,
})

let extensions: string[]
let rows: object[]
let winds: object[] | undefined
let sent: PageCall[]
beforeEach(() => {
  forgetCapabilities()
  extensions = ['environment', 'environment-measures']
  rows = [station(1)]
  winds = undefined
  sent = answerCalls({
    'GET capabilities': () => ({ data: { name: 'p', version: '1', extensions } }),
    'GET environment': ({ path }) => ({
      data: path.endsWith('measures')
        ? { nodes: [{ id: 41, pollutant: 'leq' }], devices: [{ id: 1, zone: '4a' }], projects: [], winds }
        : rows,
    }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function Plates() {
  const { byDevice, offered, isPending } = useEnvironment({ parts: false })
  return (
    <>
      <p>{offered ? (isPending ? 'pending' : `judged ${byDevice.size}`) : 'silent'}</p>
      {[...byDevice].map(([id, verdict]) => (
        <Plate key={id} verdict={verdict} state={id > 90 ? 'offline' : id > 80 ? 'stale' : null} />
      ))}
    </>
  )
}

const plates = (): { look: string; words: string }[] =>
  [...document.querySelectorAll('[data-part="plate"]')].map((plate) => ({
    look: `${plate.getAttribute('data-look')} ${plate.getAttribute('data-verdict') ?? ''}`.trim(),
    words: [...plate.children].map(({ textContent }) => textContent).join(' '),
  }))

describe('Plate', () => {
  it('shows index and class, with standard and period in its tooltip', async () => {
    await openPage(Plates, '/')
    await screen.findByText('judged 1')
    expect(plates()).toEqual([{ look: 'solid a4', words: '169 中度' }])
    expect(document.querySelector('[data-part="plate"]')?.getAttribute('title')).toBe(
      '中度污染（4 / 6 级）\n1 小时 · HJ 633-2026 · 6 / 6\n首要：PM2.5',
    )
    expect(sent.find(({ path }) => path === 'environment')?.query).toEqual({ parts: 'none' })
  })

  it('has a short word for water worse than class V, and the full term in its tooltip', async () => {
    const cod = {
      deviceid: 1,
      medium: 'water',
      standard: 'GB3838-2002',
      period: 'sample',
      level: 6,
      primary: ['cod'],
    } as const
    const figures = { index: null, value: null, limit: null, exceeded: null }
    const verdict = verdictOf({ ...cod, ...figures, missing: [], parts: {}, coverage: 1, at })
    await openInput('zhEN', null, () => <Plate verdict={verdict} />)
    expect(plates()).toEqual([{ look: 'solid w6', words: '>V Worse than V' }])
    expect(document.querySelector('[data-part="plate"]')?.getAttribute('title')).toContain(
      'Worse than class V (class 6 of 6)',
    )
  })

  it('shows a reason and its own look if there is no class', async () => {
    const leq = { medium: 'noise', standard: 'GB3096-2008', period: 'day', index: null, primary: [] }
    rows = [
      station(1, { index: null, level: null, missing: ['so2', 'co'], primary: [] }),
      station(2, { index: null, level: null, missing: ['pm25', 'pm10', 'so2', 'no2', 'co', 'o3'], coverage: 0 }),
      station(3, { ...leq, level: 2, value: 81.2, exceeded: 11, limit: 70 }),
      station(4, { ...leq, level: null, value: 63.4 }),
      station(5, {
        medium: 'water',
        standard: 'GB3838-2002',
        period: 'sample',
        index: null,
        level: 6,
        primary: ['cod'],
      }),
      station(81),
      station(91),
    ]
    await openPage(Plates, '/')
    await screen.findByText('judged 7')
    expect(plates()).toEqual([
      { look: 'few', words: '4 / 6 数据不足' },
      { look: 'none', words: '— 无数据' },
      { look: 'solid n3', words: '81 严重超标' },
      { look: 'few', words: '63 未设功能区' },
      { look: 'solid w6', words: '劣Ⅴ 劣Ⅴ类' },
      { look: 'stale a4', words: '169 滞后' },
      { look: 'none', words: '— 离线' },
    ])
    const titles = [...document.querySelectorAll('[data-part="plate"]')].map((plate) => plate.getAttribute('title'))
    expect(titles[0]).toContain('缺 二氧化硫、一氧化碳')
    // Noise shows its limit; without a zone it has none.
    expect(titles[2]).toBe('超标 5 dB 以上（3 / 3 级）\n昼间 · GB 3096-2008 · 限值 70 dB · 采样 100 %')
    expect(titles[3]).toBe('昼间 · GB 3096-2008 · 采样 100 %')
  })

  it('is not rendered, and nothing is requested, without the environment extension', async () => {
    extensions = ['points']
    await openPage(Plates, '/')
    await waitFor(() => expect(sent.some(({ path }) => path === 'capabilities')).toBe(true))
    await screen.findByText('silent')
    expect(sent.some(({ path }) => path.startsWith('environment'))).toBe(false)
    expect(plates()).toEqual([])
  })

  it('causes no request without permission for live data', async () => {
    await openPage(Plates, '/', ['3-1'])
    await screen.findByText('silent')
    expect(sent.some(({ path }) => path.startsWith('environment'))).toBe(false)
  })
})

it('useJudge judges a node’s value by its site and in the platform’s time zone', async () => {
  function Value() {
    const judge = useJudge()
    const { pollutantOf, whereOf } = useMeasures()
    const words = useClassWords()
    const pollutant = pollutantOf(41)
    if (!pollutant) return null
    // 11:00 UTC, UTC being the platform's zone here: daytime, limit 70 dB.
    const judged = judge(72.5, pollutant, 'dB(A)', '1h', at, whereOf(1, 1))
    return judged && <ClassChip {...judged} word={words.short(judged)} figure={`+${String(judged.exceeded)}`} />
  }
  await openPage(Value, '/')
  expect((await screen.findByText('超标')).closest('[data-part]')?.textContent).toBe('超标+2.5')
  expect(document.querySelector('[data-verdict="n2"]')).toBeTruthy()
})

it('useWind uses the wind nodes reported by the platform, or the units if it does not report a list', async () => {
  const nodes = [
    { id: 51, unitname: 'm/s' },
    { id: 52, unitname: '°' },
    { id: 53, unitname: 'km/h' },
  ]
  function Wind() {
    const { pollutantOf } = useMeasures()
    const windOf = useWind()
    return pollutantOf(41) ? <p>{JSON.stringify(windOf(nodes))}</p> : null
  }
  const { unmount } = await openPage(Wind, '/')
  expect(await screen.findByText('{"direction":52,"speed":51}')).toBeTruthy()
  unmount()
  winds = [{ direction: 52, speed: 53 }]
  const told = await openPage(Wind, '/')
  expect(await screen.findByText('{"direction":52,"speed":53}')).toBeTruthy()
  told.unmount()
  winds = []
  await openPage(Wind, '/')
  expect(await screen.findByText('null')).toBeTruthy()
})

it('EpisodeClass shows the class of an alarm’s value, with standard and period in its tooltip', async () => {
  const given = { device_id: 1, nodemap_id: 41, unitname: 'dB(A)', value: 72.5, value_at: at }
  const [row] = readEpisode(episode(1, given))
  await openPage(() => (row ? <EpisodeClass episode={row} /> : null), '/')
  const word = await screen.findByText('超标')
  expect(word.closest('[data-part="class-chip"]')?.getAttribute('title')).toBe('超标 5 dB 以内\n昼间 · GB 3096-2008')
})

it('DaysCard and ClassCalendar list the pollutants missing from a day’s index', async () => {
  const days = [
    ['2026-11-18', 90, 2, ['pm25'], 1],
    ['2026-11-19', 110, 3, ['pm25'], 1, null, null, null],
    ['2026-11-20', 120, 3, ['pm25'], 1, null, null, ['so2', 'co']],
  ]
  rows = [{ deviceid: 1, medium: 'air', scheme: 'HJ', days }]
  const shared = { device: 1, medium: 'air' as const, zone: new Zone('UTC'), today: '2026-11-21' }
  await openPage(
    () => (
      <>
        <DaysCard {...shared} />
        <ClassCalendar {...shared} of="2026-11-21" day={null} onDay={() => undefined} />
      </>
    ),
    '/',
  )
  // Each day shows the period and the standard by which it is judged.
  for (const title of [
    '2026-11-18 · 良 · 90',
    '2026-11-19 · 轻度污染 · 110',
    '2026-11-20 · 轻度污染 · 120 · 4 / 6 · 缺 二氧化硫、一氧化碳',
    '2026-11-18 良 90 PM2.5',
    '2026-11-19 轻度污染 110 PM2.5',
    '2026-11-20 轻度污染 120 PM2.5 4 / 6 · 缺 二氧化硫、一氧化碳',
  ])
    expect(await screen.findByTitle(`${title} 24 小时 · HJ 633-2026`)).toBeTruthy()
})

it('DaysCard shows an error with retry when alarms cannot be loaded, and no alarms without permission', async () => {
  rows = [{ deviceid: 1, medium: 'air', scheme: 'HJ', days: [['2026-11-20', 90, 2, ['pm25'], 1]] }]
  const shared = { device: 1, medium: 'air' as const, zone: new Zone('UTC'), today: '2026-11-21' }
  const Days = () => <DaysCard {...shared} />
  const asked = () => sent.filter(({ path }) => path === 'godbThresholdlogByTimeOrId').length
  const view = await openPage(Days, '/')
  // This platform lacks the call.
  expect(await screen.findByText('未能读到报警，报警日没有标出')).toBeTruthy()
  expect(screen.getByText('空气 · 日级别，菱形为报警日')).toBeTruthy()
  expect(asked()).toBe(1)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(asked()).toBe(2))
  view.unmount()
  await openPage(Days, '/', ['2-1'])
  expect(await screen.findByTitle(/^2026-11-20 · 良 · 90\s/)).toBeTruthy()
  expect(screen.queryByText(/菱形|未能读到报警/)).toBeNull()
  expect(asked()).toBe(2)
})
