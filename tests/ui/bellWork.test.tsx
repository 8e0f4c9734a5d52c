// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { readDevices } from '../../dataProvider/normalise.ts'
import AlarmBell from '../../src/alarms/bell/AlarmBell.tsx'
import { BottomTabs } from '../../src/app/shell/BottomTabs.tsx'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { useTellBell } from '../../src/live/failed.ts'
import { Poller } from '../../src/live/poller.ts'
import { useOfferStore } from '../../src/live/shared.ts'
import { episode, ME, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

let platform: InboxPlatform
let store: DeviceStore
beforeEach(() => {
  platform = startInbox()
  store = new DeviceStore(() => {})
})
afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Sets the live state so that the device of all episodes violates these rules. */
const violate = (...thre_list: number[]) =>
  act(() =>
    store.apply({
      full: false,
      devices: readDevices([
        { id: 7, sn: 'sn7', name: '站 7', district_id: 3, deviceisonline: 1, thre_list, nodestatelist: [] },
      ]),
      removed: [],
      values: new Float64Array(),
    }),
  )

function Page() {
  useOfferStore(store)
  return <AlarmBell />
}
function PhonePage() {
  return (
    <>
      <Page />
      <BottomTabs onMe={() => {}} />
    </>
  )
}
/** The number on the tab of alarms; '' without one. */
const tabCount = () => screen.getByRole('link', { name: /报警$/ }).textContent.replace('报警', '')
const open = async (keys: string[] | null = null) => {
  violate(4)
  await openPage(Page, '/', keys)
}
const bell = (count: number) => screen.findByRole('button', { name: `报警：${count} 条` })
const panel = async () => within(await screen.findByRole('dialog', { name: '当前报警' }))
const entries = async () => (await panel()).getAllByTitle(/^规则 \d+$/).map(({ textContent }) => textContent)
const said = () => document.querySelector('[aria-live=assertive]')?.textContent
const asked = (start: string) => platform.sent.filter(({ path }) => path.startsWith(start))

/** Frequencies of the tones played, Hz, with the sound switched on. */
function listen(): number[] {
  const tones: number[] = []
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      createGain = () => ({ connect() {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } })
      createOscillator = () => {
        const frequency = { value: 0 }
        return {
          frequency,
          connect() {},
          start: () => void tones.push(frequency.value),
          stop() {},
          addEventListener() {},
        }
      }
    },
  )
  localStorage.setItem('alarm-sound', '1')
  return tones
}

describe('alarm bell with episodes', () => {
  it('counts and links the reader’s alarms, most severe first, and requests no alarm records', async () => {
    platform.rows = [
      episode(1, { level: 3, threshold_id: 1 }),
      episode(2, { level: 1, threshold_id: 2 }),
      episode(3, { work: 'acknowledged', assignee_id: ME, level: 2, threshold_id: 3 }),
      episode(4, { work: 'acknowledged', assignee_id: 9 }),
      episode(5, { work: 'closed' }),
      episode(6, { snoozed_until: Date.now() + 3_600_000 }),
    ]
    await open()
    await bell(3)
    expect(await entries()).toEqual(['规则 2', '规则 3', '规则 1'])
    expect(
      (await panel()).getAllByRole('link', { name: /^处理报警/ }).map((link) => link.getAttribute('href')),
    ).toEqual([2, 3, 1].map((id) => `/monitor/threoldManage?detail=${id}`))
    expect(asked('godbThresholdlogByTimeOrId')).toEqual([])
    // No alarm counts as new, although the live state knows none of these rules.
    await waitFor(() => expect(said()).toBe('当前有 3 条报警'))
  })

  it('shows the platform’s count, and lists neither alarms of a roster nor cleared ones', async () => {
    platform.rows = [
      episode(1, { threshold_id: 1 }),
      episode(2, { threshold_id: 2, roster_id: 3 }),
      episode(3, { threshold_id: 3, condition: 'cleared' }),
    ]
    await open()
    await bell(3)
    expect(await entries()).toEqual(['规则 1'])
  })

  it('reloads when the live state has a new alarm, and announces it with the sound of its level', async () => {
    const tones = listen()
    platform.rows = [episode(1, { level: 3, threshold_id: 4 })]
    await open()
    await bell(1)
    // Alarms that exist when the console opens are shown without a sound.
    expect(tones).toEqual([])
    platform.rows = [...platform.rows, episode(2, { level: 1, threshold_id: 5 })]
    violate(4, 5)
    await bell(2)
    expect(await entries()).toEqual(['规则 2', '规则 1'])
    await waitFor(() => expect(said()).toContain('规则 2'))
    // Four tones stand for an urgent alarm.
    expect(tones).toHaveLength(4)
  })

  it('announces a rule that fires again beside its cleared alarm, and lists both', async () => {
    const tones = listen()
    platform.rows = [episode(1, { level: 3, work: 'acknowledged', assignee_id: ME, condition: 'cleared' })]
    await open()
    await bell(1)
    platform.rows = [...platform.rows, episode(2, { level: 3 })]
    violate(4, 5)
    await bell(2)
    expect(await entries()).toEqual(['规则 1', '规则 2'])
    await waitFor(() => expect(said()).toContain('规则 2'))
    expect(tones).toHaveLength(1)
  })

  it('announces an alarm that gets worse or fires again with its level’s sound, but not one that gets milder', async () => {
    const tones = listen()
    const known = episode(1, { level: 4, work: 'acknowledged', assignee_id: ME })
    platform.rows = [known]
    await open()
    await bell(1)
    await waitFor(() => expect(said()).toBe('当前有 1 条报警'))
    platform.rows = [{ ...known, level: 1 }]
    violate(4, 5)
    await waitFor(() => expect(said()).toContain('规则 1'))
    expect(tones).toHaveLength(4)
    platform.rows = [{ ...known, level: 1, refires: 1, last_fired_at: Date.now() }]
    violate(4, 5, 6)
    await waitFor(() => expect(tones).toHaveLength(8))
    // An alarm that becomes milder is not news.
    platform.rows = [...platform.rows.map((row) => ({ ...row, level: 3 })), episode(2, { level: 4 })]
    violate(4, 5, 6, 7)
    await waitFor(() => expect(said()).toContain('规则 2'))
    expect(said()).not.toContain('规则 1')
    expect(tones.slice(8)).toEqual([523])
  })

  it('lists and counts alarms by the platform’s "mine" flag, also after a handover', async () => {
    platform.extensions.push('episode-groups')
    const given = { work: 'acknowledged', roster_id: 3 }
    const mine = episode(1, { ...given, assignee_id: 9, mine: 1 })
    const past = episode(2, { ...given, assignee_id: ME, mine: 0 })
    platform.rows = [mine, past]
    await open()
    await bell(1)
    expect(await entries()).toEqual(['规则 1'])
    platform.rows = [
      { ...mine, mine: 0 },
      { ...past, mine: 1 },
    ]
    violate(4, 5)
    await waitFor(() => expect(said()).toContain('规则 2'))
    await bell(1)
    expect(await entries()).toEqual(['规则 2'])
  })

  it('lists the most urgent of 121 alarms first, and links to the 21 beyond the table', async () => {
    platform.extensions.push('episode-groups')
    platform.rows = Array.from({ length: 121 }, (_, n) => episode(n + 1, { level: n === 120 ? 1 : 4 }))
    await open()
    await bell(121)
    expect((await entries())[0]).toBe('规则 121')
    fireEvent.click((await panel()).getByRole('button', { name: '查看其余 118 条' }))
    const beyond = await screen.findByRole('link', { name: '另有 21 条，在报警记录中查看' })
    expect(beyond.getAttribute('href')).toBe('/monitor/threoldManage')
  })

  it('adds the alarm count of the shown past moment, or shows that it is unknown without the moment extension', async () => {
    const moment = Math.floor(Date.now() / 3_600_000 - 24) * 3_600_000
    const told = () =>
      document.getElementById(screen.getByRole('button', { name: /^报警：/ }).getAttribute('aria-describedby') ?? '')
    platform.rows = [episode(1, { threshold_id: 1 }), episode(2, { threshold_id: 2, work: 'closed' })]
    violate(4)
    const { unmount } = await openPage(Page, `/monitor/data?moment=${moment}`)
    await waitFor(() => expect(told()?.textContent).toMatch(/^此数为现在的，\d\d-\d\d \d\d:00 的报警未知$/))
    unmount()
    forgetCapabilities()
    platform.extensions.push('moment')
    await openPage(Page, `/monitor/data?moment=${moment}`)
    // The bell counts what needs the reader at present, and everything that was open at that moment.
    await bell(1)
    await waitFor(() => expect(told()?.textContent).toMatch(/^\d\d-\d\d \d\d:00 持续的报警 2 条/))
    expect(asked('episodes').filter(({ query }) => query['at'] === String(moment))).toHaveLength(1)
  })

  it('shows on a phone’s tab the alarms of the shown moment, and no number where they are unknown', async () => {
    const moment = Math.floor(Date.now() / 3_600_000 - 24) * 3_600_000
    const past = `/monitor/data?moment=${moment}`
    platform.rows = [episode(1, { threshold_id: 1 }), episode(2, { threshold_id: 2, work: 'closed' })]
    violate(4)
    const now = await openPage(PhonePage, '/')
    await waitFor(() => expect(tabCount()).toBe('1'))
    now.unmount()
    const unknown = await openPage(PhonePage, past)
    await screen.findByText(/^此数为现在的/)
    expect(tabCount()).toBe('')
    unknown.unmount()
    forgetCapabilities()
    platform.extensions.push('moment')
    await openPage(PhonePage, past)
    await waitFor(() => expect(tabCount()).toBe('2'))
  })

  it('shows no number for a past moment when neither its alarms nor the current ones can be read', async () => {
    const answered = fetch
    const fails = (url: string) => new URL(url, location.href).pathname.includes('/episodes')
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      fails(url) ? Promise.reject(new TypeError('Failed to fetch')) : answered(url, init),
    )
    await openPage(Page, `/monitor/data?moment=${Date.now() - 86_400_000}`)
    await screen.findByText(/^\d\d-\d\d \d\d:\d\d 的报警未知$/)
    expect(screen.getByRole('button', { name: '报警：未知' })).toBeTruthy()
    expect(document.querySelector('[data-of]')).toBeNull()
  })

  it('lists the alarms of the past moment in strip and table, without values, levels and work', async () => {
    const moment = Math.floor(Date.now() / 3_600_000 - 24) * 3_600_000
    const rows = [1, 2, 3, 4].map((id) => episode(id, { fired_at: moment - id * 60_000, work: 'closed', level: 1 }))
    platform.rows = [...rows.slice(1), { ...rows[0], work: 'new' }]
    platform.extensions.push('moment')
    violate(4)
    await openPage(Page, `/monitor/data?moment=${moment}`)
    fireEvent.click(await bell(1))
    const strip = within(await screen.findByRole('dialog', { name: /^\d\d-\d\d \d\d:00 的报警$/ }))
    expect((await strip.findAllByTitle(/^规则 \d+$/)).map(({ textContent }) => textContent)).toEqual([
      '规则 2',
      '规则 3',
      '规则 4',
    ])
    // Values, levels and the work on an alarm are known only as they are now; when it began is told as a time.
    const [first] = strip.getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^规则 2(?:[\d-]+ )?\d\d:58站 2河岸 · PM2\.5曲线$/)
    expect(strip.queryByRole('img')).toBeNull()
    fireEvent.click(strip.getByRole('button', { name: '查看其余 1 条' }))
    const table = within(await screen.findByRole('table'))
    expect(table.getAllByTitle(/^站 \d$/)).toHaveLength(4)
    expect(table.queryByText('实时数据')).toBeNull()
  })

  it('lets the strip of current alarms open by itself after the strip of a past moment was closed', async () => {
    platform.extensions.push('moment')
    platform.rows = [episode(1, { work: 'closed' })]
    violate(4)
    await openPage(Page, `/monitor/data?moment=${Date.now() - 86_400_000}`)
    fireEvent.click(await bell(0))
    const strip = within(await screen.findByRole('dialog', { name: /^\d\d-\d\d \d\d:\d\d 的报警$/ }))
    fireEvent.click(strip.getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sessionStorage.getItem('alarm-popup-closed')).toBeNull()
  })

  it('tells a new alarm at a past moment apart from those of then, and leads back to now', async () => {
    const moment = Math.floor(Date.now() / 3_600_000 - 24) * 3_600_000
    // The alarms that are there at the start open nothing, as the user closed the strip before.
    sessionStorage.setItem('alarm-popup-closed', '1')
    platform.extensions.push('moment')
    platform.rows = [episode(1)]
    violate(4)
    const { location } = await openPage(Page, `/monitor/data?moment=${moment}`)
    fireEvent.click(await bell(1))
    const strip = await screen.findByRole('dialog', { name: /^\d\d-\d\d \d\d:00 的报警$/ })
    await within(strip).findByTitle('规则 1')
    expect(screen.queryByRole('region', { name: '当前报警' })).toBeNull()
    platform.rows = [...platform.rows, episode(2, { threshold_id: 5 })]
    violate(4, 5)
    const notice = within(await screen.findByRole('region', { name: '当前报警' }))
    expect(notice.getByText('报警：站 2，规则 2。')).toBeTruthy()
    await waitFor(() => expect(said()).toBe('现在有新报警。报警：站 2，规则 2。'))
    expect(within(strip).queryByTitle('规则 2')).toBeNull()
    fireEvent.click(notice.getByRole('button', { name: '回到现在' }))
    expect(await entries()).toEqual(['规则 1', '规则 2'])
    expect(location.search).not.toContain('moment=')
    expect(screen.queryByRole('region', { name: '当前报警' })).toBeNull()
  })

  it('tells the current alarms at a past moment only as long as they last and until the notice is closed', async () => {
    platform.rows = [episode(1), episode(2, { threshold_id: 5 })]
    violate(4, 5)
    await openPage(Page, `/monitor/data?moment=${Date.now() - 86_400_000}`)
    const notice = () => screen.queryByRole('region', { name: '当前报警' })
    await waitFor(() => expect(notice()?.textContent).toContain('报警：站 1，规则 1。 报警：站 2，规则 2。'))
    platform.rows = [episode(1)]
    violate(4, 6)
    await waitFor(() => expect(notice()?.textContent).not.toContain('规则 2'))
    fireEvent.click(within(notice() ?? document.body).getByRole('button', { name: '关闭' }))
    expect(notice()).toBeNull()
    await bell(1)
  })

  it('shows no strip at a past moment with unknown alarms; a click opens the table of current alarms', async () => {
    platform.rows = [episode(1)]
    violate(4)
    await openPage(Page, `/monitor/data?moment=${Date.now() - 86_400_000}`)
    await waitFor(() => expect(said()).toBe('当前有 1 条报警'))
    await screen.findByText(/^此数为现在的/)
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(await bell(1))
    expect(await screen.findByRole('dialog', { name: '当前报警 (1)' })).toBeTruthy()
  })

  it('shows since when an alarm has no data', async () => {
    platform.rows = [episode(1, { condition: 'no_data', no_data_since: Date.now() - 600_000 })]
    await open()
    await waitFor(async () =>
      expect((await panel()).getByRole('listitem').textContent).toMatch(/自 (?:[\d-]+ )?\d\d:\d\d 起无数据/),
    )
  })

  it('keeps its alarms while requests are rejected, and updates them afterwards', async () => {
    platform.rows = [episode(1, { threshold_id: 4 })]
    await open()
    await bell(1)
    const before = asked('episodes').length
    platform.refused = true
    violate(4, 5)
    await waitFor(() => expect(asked('episodes').length).toBeGreaterThan(before))
    expect(await entries()).toEqual(['规则 1'])
    platform.refused = false
    platform.rows = [...platform.rows, episode(2, { threshold_id: 6 })]
    violate(4, 5, 6)
    await bell(2)
    expect(await entries()).toEqual(['规则 1', '规则 2'])
  })

  it('lists alarms with names and values without permission for live data', async () => {
    platform.rows = [episode(1)]
    await openPage(AlarmBell, '/', ['2-3'])
    await bell(1)
    const entry = (await panel()).getByRole('listitem').textContent
    for (const part of ['规则 1', '站 1', '河岸 · PM2.5', '121']) expect(entry).toContain(part)
    expect(asked('godbDeviceState')).toEqual([])
  })

  it('counts alarms when the devices cannot be loaded', async () => {
    const poll = new Poller(() => Promise.reject(new Error('no devices')), { every: 60_000, after: 0 })
    const Failing = () => {
      useTellBell(poll)
      return <Page />
    }
    platform.rows = [episode(1)]
    await openPage(Failing, '/')
    poll.start()
    await act(() => poll.refresh())
    await bell(1)
    poll.stop()
  })

  it('counts from the live state and requests no episodes without permission for records', async () => {
    platform.rows = [episode(1), episode(2, { threshold_id: 5 })]
    await open(['2-1', '2-2'])
    await bell(1)
    await panel()
    expect(asked('episodes')).toEqual([])
    expect(screen.queryByRole('link', { name: /^处理报警/ })).toBeNull()
  })
})
