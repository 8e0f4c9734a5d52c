// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { HOUR, Zone } from '../../resources/kit/zone.ts'
import { verdictOf } from '../../src/environment/verdict.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { DisplayContext } from '../../src/live/display.ts'
import { Snapshot } from '../../src/live/states/changes.ts'
import { DeviceStoreContext } from '../../src/live/useDevice.ts'
import { Toasts } from '../../src/kit/states/Toasts.tsx'
import { DeviceMapCard } from '../../src/monitor/map/DeviceMapCard.tsx'
import { TimeBar } from '../../src/monitor/map/time/TimeBar.tsx'
import { aDevice, aNode } from '../support/devices.ts'
import {
  deviceRow,
  nodeRow,
  openMonitor,
  Refused,
  startLivePlatform,
  wrapperFor,
  type LivePlatform,
} from './monitorWorld.tsx'

const verdict = (deviceid: number, index: number | null, level: number | null) => ({
  deviceid,
  medium: 'air',
  standard: 'HJ633-2026',
  period: '1h',
  index,
  level,
  primary: [],
  missing: level === null ? ['so2', 'co'] : [],
  coverage: 1,
  at: 1795262400000,
})

let platform: LivePlatform
beforeEach(() => {
  platform = startLivePlatform()
  platform.devices = [deviceRow(1), deviceRow(2), deviceRow(3), deviceRow(4, { deviceisonline: 0 })]
  platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment'] }))
  platform.answers.set('environment', () => [
    verdict(1, 62, 2),
    verdict(2, 169, 4),
    verdict(3, null, null),
    verdict(4, 120, 3),
  ])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const order = () => screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label'))
const plates = () =>
  [...document.querySelectorAll('[data-part="plate"]')].map((plate) =>
    [...plate.children].map(({ textContent }) => textContent).join(' '),
  )

const law = () => screen.findByRole('button', { name: /^更多筛选/ })
/** Opens the filters by class and value, once they are known; while they are open, the page behind is out of reach. */
const openLaw = async () => {
  fireEvent.click(await law())
  const panel = await screen.findByRole('dialog', { name: '更多筛选' })
  await within(panel).findByRole('combobox', { name: '环境级别' })
  return {
    choice: () => within(panel).getByRole('combobox', { name: '环境级别' }),
    bounds: () => within(panel).getByRole('combobox', { name: '按数值筛选' }),
    close: () => fireEvent.keyDown(panel, { key: 'Escape' }),
  }
}
const sortBy = async (value: string) =>
  fireEvent.change(await screen.findByRole('combobox', { name: '排序' }), { target: { value } })

describe('monitor list with environmental classes', () => {
  it('shows figure and name of the class on cards, or the reason for a missing class', async () => {
    await openMonitor('/monitor/data?layout=cards')
    await waitFor(() => expect(plates()).toEqual(['62 良', '169 中度', '4 / 6 数据不足', '— 离线']))
  })

  it('shows maintenance with its end instead of the class on rows and cards, unless the device is offline', async () => {
    const until = { maintenance_until: Date.now() + 3_600_000 }
    platform.devices = [deviceRow(1, until), deviceRow(2), deviceRow(4, { deviceisonline: 0, ...until })]
    for (const layout of ['cards', 'rows']) {
      const { unmount } = await openMonitor(`/monitor/data?layout=${layout}`)
      await waitFor(() => expect(plates()).toEqual([' 维护中', '169 中度', '— 离线']))
      expect(document.querySelector('[data-part="plate"]')?.getAttribute('title')).toMatch(/\d\d:\d\d/)
      unmount()
    }
  })

  it('filters by class with counts, sorts by class and keeps both in the address', async () => {
    const { location } = await openMonitor('/monitor/data?layout=rows')
    const { choice: find, close } = await openLaw()
    const choice = find()
    expect([...choice.querySelectorAll('optgroup')].map((group) => group.getAttribute('label'))).toEqual(['空气'])
    expect([...choice.querySelectorAll('optgroup option')].map(({ textContent }) => textContent)).toEqual([
      '优 0',
      '良 1',
      '轻度 1',
      '中度 1',
      '重度 0',
      '严重 0',
    ])
    expect(screen.queryByRole('button', { name: /及更差/ })).toBeNull()
    fireEvent.change(choice, { target: { value: 'a3 HJ633-2026' } })
    await waitFor(() => expect(plates()).toEqual(['169 中度', '— 离线']))
    expect(location.search).toContain('class=a3-worse')
    // No class is worse than the last one, so "and worse" is dropped, which does not affect the next choice.
    fireEvent.change(choice, { target: { value: 'a6 HJ633-2026' } })
    await waitFor(() => expect(new URLSearchParams(location.search).get('class')).toBe('a6'))
    fireEvent.change(choice, { target: { value: 'a3 HJ633-2026' } })
    await waitFor(() => expect(plates()).toEqual(['169 中度', '— 离线']))
    fireEvent.click(screen.getByRole('button', { name: '及更差 2', pressed: true }))
    await waitFor(() => expect(plates()).toEqual(['— 离线']))
    expect(new URLSearchParams(location.search).get('class')).toBe('a3')
    fireEvent.change(choice, { target: { value: '' } })
    await waitFor(() => expect(plates()).toHaveLength(4))
    expect(location.search).not.toContain('class=')
    close()
    await sortBy('class')
    await waitFor(() => expect(plates()).toEqual(['169 中度', '— 离线', '62 良', '4 / 6 数据不足']))
    expect(location.search).toContain('sort=class')
  })

  it('separates classes by standard in filter and sort order when several standards apply', async () => {
    platform.devices = [deviceRow(1), deviceRow(2), deviceRow(3)]
    platform.answers.set('environment', () => [
      verdict(1, 62, 2),
      { ...verdict(2, 80, 4), standard: 'EAQI-2025' },
      verdict(3, 30, 1),
    ])
    const { location } = await openMonitor('/monitor/data?layout=cards&sort=class')
    await waitFor(() => expect(plates()).toEqual(['62 良', '30 优', '80 差']))
    const { choice: find, close } = await openLaw()
    const choice = find()
    const groups = [...choice.querySelectorAll('optgroup')]
    expect(groups.map((group) => group.getAttribute('label'))).toEqual(['空气 · HJ 633-2026', '空气 · EAQI-2025'])
    expect(groups.map((group) => group.querySelectorAll('option')[3]?.textContent)).toEqual(['中度 0', '差 1'])
    fireEvent.change(choice, { target: { value: 'a2 EAQI-2025' } })
    await waitFor(() => expect(plates()).toEqual(['80 差']))
    expect(location.search).toContain('class=a2-worse&standard=EAQI-2025')
    expect(screen.getByRole('button', { name: '及更差 1', pressed: true })).toBeTruthy()
    close()
    expect((await law()).textContent).toBe('较好 · 及更差 · EAQI-2025')
  })

  it('applies a class filter without a standard to the standard of most stations', async () => {
    platform.devices = [deviceRow(1), deviceRow(2), deviceRow(3)]
    platform.answers.set('environment', () => [
      verdict(1, 62, 2),
      { ...verdict(2, 80, 4), standard: 'EAQI-2025' },
      verdict(3, 30, 1),
    ])
    await openMonitor('/monitor/data?layout=cards&class=a2-worse')
    await waitFor(() => expect(order()).toEqual(['空气微站 1']))
    expect((await law()).textContent).toBe('良 · 及更差 · HJ 633-2026')
  })

  it('sorts by a pollutant and filters by its minimum in any sort order, both kept in the address', async () => {
    const pm25 = new Map([
      [1, 35],
      [2, 130],
      [4, 91],
    ])
    const measured = (id: number) => ({
      pm25: { value: pm25.get(id) ?? null, index: 1, level: 2, limit: 75, exceeded: 0 },
    })
    const rows = [verdict(1, 62, 2), verdict(2, 169, 4), verdict(3, null, null), verdict(4, 120, 3)]
    platform.answers.set('environment', () => rows.map((row) => ({ ...row, parts: measured(row.deviceid) })))
    const { location } = await openMonitor('/monitor/data?layout=rows')
    await screen.findByRole('option', { name: 'PM2.5' })
    expect(screen.queryByRole('option', { name: '噪声' })).toBeNull()
    await sortBy('pm25')
    await waitFor(() => expect(plates()).toEqual(['169 中度', '— 离线', '62 良', '4 / 6 数据不足']))
    const panel = await openLaw()
    expect(screen.queryByRole('spinbutton')).toBeNull()
    fireEvent.change(panel.bounds(), { target: { value: 'pm25' } })
    const least = await screen.findByRole('spinbutton', { name: 'PM2.5 不低于（µg/m³）' })
    fireEvent.change(least, { target: { value: '91' } })
    await waitFor(() => expect(plates()).toEqual(['169 中度', '— 离线']))
    expect(new URLSearchParams(location.search).get('least')).toBe('91')
    panel.close()
    expect((await law()).textContent).toBe('PM2.5 ≥ 91')
    await sortBy('name')
    await waitFor(() => expect(location.search).toContain('sort=name'))
    expect(new URLSearchParams(location.search).get('least')).toBe('91')
    expect(plates()).toEqual(['169 中度', '— 离线'])
    fireEvent.change((await openLaw()).bounds(), { target: { value: '' } })
    await waitFor(() => expect(plates()).toHaveLength(4))
    expect(screen.queryByRole('spinbutton')).toBeNull()
    expect(location.search).not.toContain('least')
  })

  it('sorts dissolved oxygen from the lowest value and filters by its maximum', async () => {
    const oxygen = new Map([
      [1, 7.9],
      [2, 2.4],
      [4, 5],
    ])
    platform.answers.set('environment', () =>
      [verdict(1, null, 1), verdict(2, null, 5), verdict(3, null, null), verdict(4, null, 3)].map((row) => ({
        ...row,
        medium: 'water',
        standard: 'GB3838-2002',
        parts: { do: { value: oxygen.get(row.deviceid) ?? null, index: null, level: 1, limit: 5, exceeded: false } },
      })),
    )
    const { location } = await openMonitor('/monitor/data?layout=rows')
    await screen.findByRole('option', { name: '溶解氧，小的在前' })
    expect(screen.getByRole('option', { name: '氨氮' })).toBeTruthy()
    await sortBy('do')
    await waitFor(() => expect(plates()).toEqual(['Ⅴ Ⅴ类', '— 离线', 'Ⅰ Ⅰ类', '— 数据不足']))
    const { bounds } = await openLaw()
    expect(within(bounds()).getByRole('option', { name: '氨氮' })).toBeTruthy()
    fireEvent.change(bounds(), { target: { value: 'do' } })
    fireEvent.change(await screen.findByRole('spinbutton', { name: '溶解氧 不高于（mg/L）' }), {
      target: { value: '5' },
    })
    await waitFor(() => expect(plates()).toEqual(['Ⅴ Ⅴ类', '— 离线']))
    expect(new URLSearchParams(location.search).get('most')).toBe('5')
  })

  it('requests no classes and offers no class filter when the platform lacks the environment extension', async () => {
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: [] }))
    await openMonitor('/monitor/data?layout=cards')
    await waitFor(() => expect(order()).toHaveLength(4))
    await waitFor(() => expect(platform.sent.some(({ path }) => path === 'capabilities')).toBe(true))
    expect(platform.sent.some(({ path }) => path.startsWith('environment'))).toBe(false)
    expect(plates()).toEqual([])
    expect(screen.queryByRole('option', { name: '报警，再按级别' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^更多筛选/ })).toBeNull()
  })
})

/** The classes beside values, or beside areas: colour and label. */
const marks = (inTree = false) =>
  [...document.querySelectorAll('[data-part="class-mark"]')]
    .filter((mark) => (mark.closest('[data-part="tree"]') !== null) === inTree)
    .map((mark) => `${mark.getAttribute('data-verdict') ?? 'grey'} ${mark.getAttribute('aria-label')}`)

/** Makes the platform say that node map 41 measures PM2.5 and 43 noise, and that device 1 stands beside a road. */
function saysWhatIsMeasured() {
  platform.answers.set('capabilities', () => ({
    name: 'p',
    version: '1',
    extensions: ['environment', 'environment-measures'],
  }))
  platform.answers.set('environment/measures', () => ({
    nodes: [
      { id: 41, pollutant: 'pm25' },
      { id: 43, pollutant: 'leq' },
    ],
    devices: [{ id: 1, zone: '4a' }],
    projects: [{ id: 8, scheme: 'USAQI' }],
  }))
}

describe('class of a single value', () => {
  beforeEach(saysWhatIsMeasured)

  it('is shown with index, period and standard on cards and rows, only beside rated values', async () => {
    platform.devices = [
      deviceRow(1, { nodestatelist: [nodeRow(41, 400), nodeRow(42, 400)] }),
      deviceRow(2, { nodestatelist: [nodeRow(41, 1300)] }),
    ]
    for (const layout of ['cards', 'rows']) {
      const { unmount } = await openMonitor(`/monitor/data?layout=${layout}`)
      await waitFor(() =>
        expect(marks()).toEqual([
          expect.stringMatching(/^a2 良（2 \/ 6 级） · 指数 \d+\n1 小时 · HJ 633-\d{4}$/),
          expect.stringMatching(/^a4 中度污染（4 \/ 6 级） · 指数 \d+\n1 小时 · HJ 633-\d{4}$/),
        ]),
      )
      const [mark] = within(screen.getByRole('grid')).getAllByRole('img', { name: /中度污染/ })
      expect(mark?.closest('[data-part="node"], [role="gridcell"]')?.textContent).toContain('130.0')
      expect(mark?.title).toBe(mark?.getAttribute('aria-label'))
      unmount()
    }
  })

  it('is updated with the value', async () => {
    platform.devices = [deviceRow(1, { nodestatelist: [nodeRow(41, 400)] })]
    const { refresh } = await openMonitor('/monitor/data?layout=cards')
    await waitFor(() => expect(marks()).toEqual([expect.stringMatching(/^a2 良/)]))
    platform.devices = [deviceRow(1, { nodestatelist: [nodeRow(41, 1300)] })]
    refresh()
    await waitFor(() => expect(marks()).toEqual([expect.stringMatching(/^a4 中度污染/)]))
  })

  it('depends on the device’s noise zone and on its project’s scheme', async () => {
    const noise = [nodeRow(43, 800, { unitname: 'dB(A)' })]
    platform.devices = [
      deviceRow(1, { nodestatelist: noise }),
      deviceRow(2, { nodestatelist: noise }),
      deviceRow(3, { project_id: 8, nodestatelist: [nodeRow(41, 1300)] }),
    ]
    await openMonitor('/monitor/data?layout=cards')
    await waitFor(() =>
      expect(marks()).toEqual([
        expect.stringMatching(/^n3 超标 5 dB 以上（3 \/ 3 级）\n(昼间|夜间) · GB 3096-2008$/),
        expect.stringMatching(/^a\d .*\n1 小时 · USAQI/),
      ]),
    )
  })

  it('is grey for an old value and absent for offline devices and during maintenance', async () => {
    const old = { lastdata: { historydata: 400, insertdate: Date.now() - 13.7 * 60_000 } }
    platform.devices = [
      deviceRow(1, { nodestatelist: [nodeRow(41, 400, old)] }),
      deviceRow(2, { nodestatelist: [nodeRow(41, 400, old), nodeRow(42, 1)] }),
      deviceRow(3, { deviceisonline: 0 }),
      deviceRow(4, { maintenance_until: Date.now() + 3_600_000 }),
      deviceRow(5),
    ]
    for (const layout of ['cards', 'rows']) {
      const { unmount } = await openMonitor(`/monitor/data?layout=${layout}`)
      await waitFor(() =>
        expect(marks()).toEqual([
          expect.stringMatching(/^grey 滞后\n良（2 \/ 6 级）/),
          expect.stringMatching(/^grey 滞后\n良（2 \/ 6 级）/),
          expect.stringMatching(/^a1 优（1 \/ 6 级）/),
        ]),
      )
      unmount()
    }
  })
})

describe('class of an area', () => {
  it('is that of its worst station, with its name, among those online and not in maintenance', async () => {
    platform.devices = [deviceRow(1), deviceRow(2), deviceRow(3), deviceRow(4, { district_id: 4 })]
    const { refresh } = await openMonitor('/monitor/data?layout=rows')
    const station = (id: number, words: string): unknown =>
      expect.stringMatching(new RegExp(`^a\\d 空气微站 ${id}\\n${words}`))
    await waitFor(() => expect(marks(true)).toEqual([station(2, '中度污染'), station(2, '中度污染')]))
    // The explanation of the ticks stands below the areas.
    expect(await screen.findByText('刻度为区域内最差站点的级别')).toBeTruthy()
    const counts = document.querySelectorAll('[data-part="tree"] [data-part="count"]')
    expect([...counts].map(({ textContent }) => textContent)).toEqual(['4', '3', '1'])
    platform.devices = [deviceRow(1), deviceRow(2, { deviceisonline: 0 }), deviceRow(3), deviceRow(4)]
    refresh()
    await waitFor(() => expect(marks(true)).toEqual([station(4, '轻度污染'), station(4, '轻度污染')]))
    const until = { maintenance_until: Date.now() + 3_600_000 }
    platform.devices = [deviceRow(1), deviceRow(2, until), deviceRow(3), deviceRow(4, until)]
    refresh()
    await waitFor(() => expect(marks(true)).toEqual([station(1, '良'), station(1, '良')]))
  })

  it('is shown per standard when several standards apply', async () => {
    platform.devices = [deviceRow(1), deviceRow(2), deviceRow(3)]
    platform.answers.set('environment', () => [
      verdict(1, 62, 2),
      { ...verdict(2, 80, 4), standard: 'EAQI-2025' },
      verdict(3, 30, 1),
    ])
    await openMonitor('/monitor/data?layout=rows')
    const each = [/^a2 空气微站 1\n/, /^a4 空气微站 2\n/].map((said): unknown => expect.stringMatching(said))
    await waitFor(() => expect(marks(true)).toEqual([...each, ...each]))
  })
})

describe('time bar of the map', () => {
  it('shows the exact moment with the class of the last ended hour, or no class before the first bar', async () => {
    const hour = Math.floor(Date.now() / HOUR - 24) * HOUR
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment-hours'] }))
    platform.answers.set('environment/hours', () => [
      {
        medium: 'air',
        hours: [
          { at: hour, index: 62, level: 2, standard: 'HJ633-2026', parts: {} },
          { at: hour + HOUR, index: 169, level: 4, standard: 'HJ633-2026', parts: {} },
        ],
      },
    ])
    const wrapper = await wrapperFor()
    const draw = (moment: number) =>
      render(
        <TimeBar quantity="aqi" standard="" area={null} moment={moment} onMoment={() => {}} onClose={() => {}} />,
        { wrapper },
      )
    const said = () => screen.getByRole('slider').getAttribute('aria-valuetext')
    const timeOf = (moment: number) => new Zone('').full(moment).slice(5, 16)
    const late = hour + 40 * 60_000
    const { unmount } = draw(late)
    // Until the hours are read they may have data.
    expect(said()).toBe(timeOf(late))
    await waitFor(() => expect(said()).toContain(`${timeOf(late)} 62 良`))
    expect(screen.getByText(`历史 ${timeOf(late)}`)).toBeTruthy()
    unmount()
    const before = hour - 72 * HOUR
    draw(before)
    expect(screen.getByText(`历史 ${timeOf(before)}`)).toBeTruthy()
    expect(said()).toBe(timeOf(before))
  })

  it('reports that the link cannot be copied without clipboard access', async () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
    render(
      <>
        <TimeBar quantity="aqi" standard="" area={null} moment={null} onMoment={() => {}} onClose={() => {}} />
        <Toasts />
      </>,
      { wrapper: await wrapperFor() },
    )
    fireEvent.click(screen.getByRole('button', { name: '复制此刻' }))
    expect(await screen.findByText('浏览器不允许复制，请从地址栏复制')).toBeTruthy()
  })
})

describe('device card on the map', () => {
  it('receives the focus and returns it to its opener on Escape', async () => {
    const Opens = () => {
      const [open, setOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            mark
          </button>
          {open && (
            <DeviceMapCard id={7} place={[114, 38]} verdict={undefined} areas={[]} onClose={() => setOpen(false)} />
          )}
        </>
      )
    }
    const store = new DeviceStore()
    store.apply(new Snapshot().accept([aDevice({ id: 7, name: '站 7', online: true })]))
    render(
      <DeviceStoreContext.Provider value={store}>
        <Opens />
      </DeviceStoreContext.Provider>,
      { wrapper: await wrapperFor() },
    )
    const mark = screen.getByRole('button', { name: 'mark' })
    mark.focus()
    fireEvent.click(mark)
    const card = screen.getByRole('dialog', { name: '站 7' })
    expect(document.activeElement).toBe(card)
    fireEvent.keyDown(card, { key: 'Escape' })
    await waitFor(() => expect(document.activeElement).toBe(mark))
  })

  const draw = async (law: ReturnType<typeof verdict> | null, given = {}, now = 0) => {
    const store = new DeviceStore()
    store.apply(new Snapshot().accept([aDevice({ id: 7, name: '站 7', online: true, ...given })]))
    const judged = law
      ? verdictOf({ ...law, medium: 'air', value: null, limit: null, exceeded: null, parts: {} })
      : undefined
    const names = { areaNames: new Map(), closedAreas: new Set<number>(), gateways: new Map(), thresholds: new Map() }
    render(
      <DisplayContext value={{ names, now, zone: new Zone('UTC') }}>
        <DeviceStoreContext.Provider value={store}>
          <DeviceMapCard id={7} place={[114, 38]} verdict={judged} areas={[]} onClose={() => {}} />
        </DeviceStoreContext.Provider>
      </DisplayContext>,
      { wrapper: await wrapperFor() },
    )
    await waitFor(() => expect(screen.queryByText('正在查询地址')).toBeNull())
  }

  it('shows the class of its station and links to device page and history', async () => {
    await draw(verdict(7, 169, 4))
    expect(plates()).toEqual(['169 中度'])
    expect(screen.getByRole('link', { name: '打开' }).getAttribute('href')).toBe('/device/7')
    expect(screen.getByRole('link', { name: '历史' }).getAttribute('href')).toContain('/monitor/history?devices=7&day=')
  })

  it('offers a retry when the address lookup failed', async () => {
    platform.answers.set('geocode', () => new Refused(502, 'down'))
    await draw(null, { positional: '{"maplng":114,"maplat":38}' })
    await screen.findByText('地址未知')
    platform.answers.set('geocode', () => ({ address: '中山路 1 号', areas: [], streets: [], metres: null }))
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('中山路 1 号')
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  })

  it('shows the class of each rated value', async () => {
    saysWhatIsMeasured()
    const nodes = [41, 42].map((id) => aNode({ id, value: 130, unitname: 'µg/m³', at: Date.now() }))
    await draw(verdict(7, 169, 4), { nodes })
    await waitFor(() => expect(marks()).toEqual([expect.stringMatching(/^a4 中度污染（4 \/ 6 级） · 指数 \d+\n/)]))
  })

  it('shows level, limit and age of the worst alarm, or that its data has stopped', async () => {
    const now = Date.UTC(2026, 10, 22, 12)
    const since = now - 12 * 60_000
    const alarms = JSON.stringify([
      { id: 4, level: 3, since, limit: 'PM10 > 150 µg/m³' },
      { id: 5, level: 2, since, limit: 'PM2.5 > 115 µg/m³' },
    ])
    const named = () => {
      const words = screen.getByText(/^PM2\.5 > 115 µg\/m³ · 12 分钟/)
      return [words.textContent, words.parentElement?.querySelector('[role="img"]')?.getAttribute('aria-label')]
    }
    await draw(null, { thre_list: [4, 5], nodata_list: [], alarms }, now)
    expect(named()).toEqual(['PM2.5 > 115 µg/m³ · 12 分钟', '严重'])
    cleanup()
    await draw(null, { thre_list: [4, 5], nodata_list: [4, 5], alarms }, now)
    // An alarm without new values since may be over.
    expect(named()).toEqual(['PM2.5 > 115 µg/m³ · 12 分钟 · 暂无数据', undefined])
    cleanup()
    await draw(null)
    expect(screen.queryByText(/> 115/)).toBeNull()
  })

  it('shows no class during maintenance or when none is known', async () => {
    await draw(verdict(7, 169, 4), { maintenance_until: Date.now() + 3_600_000 })
    expect(plates()).toEqual([' 维护中'])
    await draw(null)
    expect(plates()).toHaveLength(1)
  })
})
