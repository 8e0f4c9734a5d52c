// @vitest-environment happy-dom
import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useReadings } from '../../src/monitor/map/useReadings.ts'
import {
  deviceRow,
  nodeRow,
  openMonitor,
  Refused,
  startLivePlatform,
  wrapperFor,
  type LivePlatform,
} from './monitorWorld.tsx'

const HOUR = 3_600_000
/** The end of an hour of the day before. */
const MOMENT = Math.floor(Date.now() / HOUR - 24) * HOUR
const LINK = `/monitor/data?layout=cards&moment=${MOMENT}&bar=1`

const verdict = (deviceid: number, index: number, level: number, at: number) => ({
  deviceid,
  medium: 'air',
  standard: 'HJ633-2026',
  period: '1h',
  index,
  level,
  primary: [],
  missing: [],
  coverage: 1,
  at,
})

/** An alarm that was open at that moment, over the second station. */
const lasted = {
  id: 9,
  threshold_id: 77,
  threshold_name: 'PM2.5 过高',
  device_id: 2,
  nodemap_id: 41,
  level: 1,
  limit_text: 'PM2.5 > 250',
  fired_at: MOMENT - 12 * 60_000,
  condition: 'cleared',
  work: 'closed',
}

let platform: LivePlatform
/** Of each call about a moment: path, moment and devices. */
let asked: string[]
let extensions: string[]
beforeEach(() => {
  platform = startLivePlatform()
  asked = []
  extensions = ['environment', 'sparklines', 'moment']
  const note = (path: string, query: URLSearchParams): boolean => {
    const ids = query.get('ids')?.split(',').toSorted().join() ?? ''
    if (query.has('at')) asked.push(`${path} ${query.get('at')} ${ids}`.trim())
    return query.has('at')
  }
  // At present the first device is in alarm and the third offline, with other values and classes than at that moment.
  platform.devices = [
    deviceRow(1, { thre_list: [31], nodestatelist: [nodeRow(41, 9990)] }),
    deviceRow(2, { nodestatelist: [nodeRow(41, 9980)] }),
    deviceRow(3, { deviceisonline: 0, nodestatelist: [nodeRow(41, 9970)] }),
  ]
  platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions }))
  platform.answers.set('environment', (_, query) =>
    note('environment', query)
      ? [verdict(1, 62, 2, MOMENT), verdict(2, 169, 4, MOMENT)]
      : [verdict(1, 201, 5, Date.now()), verdict(2, 30, 1, Date.now())],
  )
  platform.answers.set('sparklines', (_, query) =>
    note('sparklines', query)
      ? [1, 2].map((deviceid) => ({
          deviceid,
          nodes: [{ nodemapid: 41, data: [2, 1, 0].map((ago) => [MOMENT - ago * 60_000, 100 * deviceid - ago]) }],
        }))
      : [],
  )
  platform.answers.set('episodes', (_, query) => {
    note('episodes', query)
    return { list: [lasted], total: 1 }
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const cards = () => screen.queryAllByRole('article')
const order = () => cards().map((card) => card.getAttribute('aria-label'))
const states = () => cards().map((card) => card.getAttribute('data-status'))
const values = () => cards().map((card) => card.querySelector('[data-part="reading"]')?.textContent)
const plates = () => [...document.querySelectorAll('[data-part="plate"]')].map(({ textContent }) => textContent)
const badge = () => screen.findByText(/^历史 \d\d-\d\d \d\d:00$/)

describe('monitor list at a past moment', () => {
  it('shows only the classes, values and alarms of that moment, worst first', async () => {
    await openMonitor(LINK)
    await badge()
    await waitFor(() => expect(values()).toEqual(['20.0', '10.0', '—']))
    expect(order()).toEqual(['空气微站 2', '空气微站 1', '空气微站 3'])
    expect(plates()).toEqual(['169中度', '62良'])
    // Whether a device was online at that moment is unknown.
    expect(states()).toEqual(['alarm', 'unknown', 'unknown'])
    expect(within(cards()[0] ?? document.body).getByText('PM2.5 过高 · 12 分钟')).toBeTruthy()
    expect(document.body.textContent).not.toContain('> 250')
    expect(asked.toSorted()).toEqual([`environment ${MOMENT}`, `episodes ${MOMENT}`, `sparklines ${MOMENT} 1,2,3`])
    expect(screen.queryByRole('button', { name: /^在线/ })).toBeNull()
    expect(screen.queryByRole('button', { name: '刷新' })).toBeNull()
  })

  it('sorts by the classes of that moment even if they load after the values', async () => {
    let release = () => {}
    const late = new Promise<void>((resolve) => (release = resolve))
    platform.answers.set('environment', async () => {
      await late
      return [verdict(1, 62, 2, MOMENT), verdict(3, 301, 6, MOMENT)]
    })
    await openMonitor(LINK)
    await waitFor(() => expect(values()).toEqual(['20.0', '10.0', '—']))
    release()
    await waitFor(() => expect(order()).toEqual(['空气微站 2', '空气微站 3', '空气微站 1']))
  })

  it('marks no value as stale', async () => {
    // The device reports every 30 s; its last stored value is 40 minutes older.
    platform.devices = [deviceRow(1, { acquisition_cycle: 30, nodestatelist: [nodeRow(41, 9990)] })]
    platform.answers.set('sparklines', () => [
      { deviceid: 1, nodes: [{ nodemapid: 41, data: [[MOMENT - 40 * 60_000, 100]] }] },
    ])
    await openMonitor(LINK)
    await waitFor(() => expect(values()).toEqual(['10.0']))
    expect(states()).toEqual(['unknown'])
    expect(screen.getByText(/^更新于 /)).toBeTruthy()
    expect(document.body.textContent).not.toContain('滞后')
  })

  it('states the hour of its classes when the moment is within an hour', async () => {
    const moment = MOMENT + 40 * 60_000
    await openMonitor(LINK.replace(String(MOMENT), String(moment)))
    await screen.findByText(/ · 级别截至 \d\d:00 · /)
    expect(screen.getByText(/^历史 \d\d-\d\d \d\d:40$/)).toBeTruthy()
    await waitFor(() => expect(asked).toContain(`environment ${moment}`))
  })

  it('shows "values then unknown" for a device without a value of that moment', async () => {
    await openMonitor(LINK)
    await waitFor(() => expect(values()).toEqual(['20.0', '10.0', '—']))
    const unread = within(cards()[2] ?? document.body)
    expect(unread.getByText('当时的测值未知')).toBeTruthy()
    expect(unread.getByText('—').title).toBe('当时的测值未知')
    expect(document.body.textContent).not.toContain('暂无数据')
  })

  it('omits the hour of the classes if the moment lies in the same minute', async () => {
    await openMonitor(LINK.replace(String(MOMENT), String(MOMENT + 40_000)))
    await badge()
    await screen.findByText(/当时持续的报警 1 条/)
    expect(document.body.textContent).not.toContain('级别截至')
  })

  it('filters by devices in alarm at that moment and returns to the present', async () => {
    const { location } = await openMonitor(LINK)
    await screen.findByText(/当时持续的报警 1 条/)
    fireEvent.click(screen.getByRole('button', { name: /仅看报警/, pressed: false }))
    await waitFor(() => expect(order()).toEqual(['空气微站 2']))
    fireEvent.click(screen.getByRole('button', { name: /仅看报警/, pressed: true }))
    await waitFor(() => expect(cards()).toHaveLength(3))
    fireEvent.click(screen.getByRole('button', { name: '现在' }))
    await waitFor(() => expect(values()).toEqual(['999.0', '998.0', '997.0']))
    await waitFor(() => expect(plates().slice(0, 2)).toEqual(['201重度', '30优']))
    expect(states()).toEqual(['alarm', 'online', 'offline'])
    expect(location.search).not.toContain('moment=')
    expect(screen.queryByText(/^历史 /)).toBeNull()
  })

  it('keeps the moment in the address when the layout changes and ends the curves of rows there', async () => {
    extensions.push('environment-hours')
    const ends = new Set<string | null>()
    platform.answers.set('environment/hours', (_, query) => {
      ends.add(query.get('to'))
      return []
    })
    const { location } = await openMonitor(LINK)
    await badge()
    fireEvent.click(screen.getByRole('radio', { name: '列表' }))
    await waitFor(() => expect(location.search).toContain('layout=rows'))
    expect(location.search).toContain(`moment=${MOMENT}`)
    await waitFor(() => expect(asked).toContain(`sparklines ${MOMENT} 1,2,3`))
    await waitFor(() => expect([...ends]).toEqual([String(MOMENT)]))
  })

  it('shows alarms as unknown and disables their filter without permission for alarm records', async () => {
    await openMonitor(LINK, ['2-1'])
    await screen.findByText(/当时的报警未知/)
    await waitFor(() => expect(values()).toEqual(['20.0', '10.0', '—']))
    expect(states()).toEqual(['unknown', 'unknown', 'unknown'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /仅看报警/ }).disabled).toBe(true)
    expect(asked.some((call) => call.startsWith('episodes'))).toBe(false)
  })

  it('shows only classes when the platform lacks the moment extension', async () => {
    extensions = ['environment', 'sparklines']
    await openMonitor(LINK)
    await screen.findByText(/当时的报警未知 · 平台不提供当时的测值/)
    await waitFor(() => expect(plates()).toEqual(['169中度', '62良']))
    expect(values()).toEqual(['—', '—', '—'])
    expect(asked).toEqual([`environment ${MOMENT}`])
  })

  it('is not marked as outdated when loading the present devices failed', async () => {
    const { refresh } = await openMonitor('/monitor/data?layout=cards', null, <Link to={LINK}>then</Link>)
    await waitFor(() => expect(values()).toEqual(['999.0', '998.0', '997.0']))
    platform.down = { status: 503, msg: '稍后再试' }
    refresh()
    await screen.findByRole('alert')
    fireEvent.click(screen.getByRole('link', { name: 'then' }))
    await waitFor(() => expect(values()).toEqual(['20.0', '10.0', '—']))
    expect(document.querySelector('[data-old]')).toBeNull()
    expect(screen.queryByText(/刷新失败/)).toBeNull()
  })

  it('reports which part failed to load and retries it', async () => {
    const answers = [...platform.answers].filter(([path]) => path === 'sparklines' || path === 'episodes')
    for (const [path] of answers) platform.answers.set(path, () => new Refused(500, 'no'))
    await openMonitor(LINK)
    const again = async (said: string) => {
      const banner = (await screen.findByText(said)).closest<HTMLElement>('[data-part="banner"]')
      return within(banner ?? document.body).getByRole('button')
    }
    await again('部分测值未能读取')
    expect(values()).toEqual(['—', '—', '—'])
    for (const [path, answer] of answers) platform.answers.set(path, answer)
    fireEvent.click(await again('部分测值未能读取'))
    await waitFor(() => expect(values()).toEqual(['20.0', '10.0', '—']))
    fireEvent.click(await again('当时的报警未能读取'))
    await waitFor(() => expect(states()).toContain('alarm'))
  })
})

it('useReadings drops the previous readings while those of another moment load', async () => {
  const { result, rerender } = renderHook(({ at }: { at: number | null }) => useReadings('aqi', at), {
    initialProps: { at: null as number | null },
    wrapper: await wrapperFor(),
  })
  await waitFor(() => expect(result.current.readings.get(1)?.level).toBe(5))
  let release = () => {}
  const late = new Promise<void>((resolve) => (release = resolve))
  platform.answers.set('environment', async () => {
    await late
    return [verdict(1, 62, 2, MOMENT)]
  })
  rerender({ at: MOMENT })
  // The quantity shown stays, and so does the bar that moves through the hours.
  expect(result.current).toMatchObject({ quantity: 'aqi', isAwaited: true })
  expect([result.current.readings.size, result.current.byDevice.size]).toEqual([0, 0])
  release()
  await waitFor(() => expect(result.current.readings.get(1)?.level).toBe(2))
})

it('useReadings keeps its quantity when the classes of a moment fail to load', async () => {
  const wrapper = await wrapperFor()
  const { result, rerender } = renderHook(({ at }: { at: number | null }) => useReadings(null, at), {
    initialProps: { at: null as number | null },
    wrapper,
  })
  await waitFor(() => expect(result.current.readings.get(1)?.level).toBe(5))
  const { quantities } = result.current
  platform.answers.set('environment', () => new Refused(500, 'no'))
  rerender({ at: MOMENT })
  await waitFor(() => expect(result.current.error).toBeTruthy())
  expect(result.current).toMatchObject({ quantity: 'aqi', quantities, isUnread: true, at: null })
  expect([result.current.readings.size, result.current.byDevice.size]).toEqual([0, 0])
  // The same holds under a link that begins there.
  const opened = renderHook(() => useReadings(null, MOMENT - HOUR), { wrapper }).result
  await waitFor(() => expect(opened.current).toMatchObject({ quantity: 'aqi', quantities: ['aqi'], isUnread: true }))
})
