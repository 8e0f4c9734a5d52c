// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { episode, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { filterIn, openPage } from './pageWorld.tsx'

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
  platform.extensions.push('rosters')
  platform.rosters = [{ id: 3, name: '夜班', project_id: 2 }]
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Requests of the list itself: the detail requests earlier episodes by the same call. */
const lists = () =>
  platform.sent.filter(({ method, path, query }) => method === 'GET' && path === 'episodes' && query['totals'] === '1')
const asked = () => lists().at(-1)?.query ?? {}
const ids = () =>
  [...document.querySelectorAll<HTMLElement>('[data-part=episodes] [data-id]')].map(({ dataset }) =>
    Number(dataset['id']),
  )
const openAt = (filter: object) =>
  openPage(AlarmsRoom, `/?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`)
const filtersButton = () => screen.findByRole('button', { name: /^筛选/ })

async function openFilters() {
  fireEvent.click(await filtersButton())
  return within(await screen.findByRole('dialog', { name: '筛选' }))
}
type Filters = Awaited<ReturnType<typeof openFilters>>

const assigneeIn = (filters: Filters) => filters.getByRole<HTMLInputElement>('combobox', { name: '全部负责人' })
const stateIn = (filters: Filters, name: string) =>
  within(filters.getByRole('group', { name: '处理状态' })).getByRole('button', { name })

async function apply(filters: Filters) {
  fireEvent.click(filters.getByRole('button', { name: '查询' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

async function choose(filters: Filters, option: RegExp | string) {
  fireEvent.mouseDown(assigneeIn(filters))
  fireEvent.click(await screen.findByRole('option', { name: option }))
  await apply(filters)
}

describe('alarm inbox search', () => {
  it('keeps newer input when the list applies the previous input', async () => {
    const { location } = await openPage(AlarmsRoom, '/')
    const search = await screen.findByRole<HTMLInputElement>('searchbox')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.change(search, { target: { value: '泵' } })
    await act(async () => {
      await vi.advanceTimersByTimeAsync(500)
      fireEvent.change(search, { target: { value: '泵站' } })
    })
    expect([filterIn(location), search.value]).toEqual([{ q: '泵' }, '泵站'])
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect([filterIn(location), search.value]).toEqual([{ q: '泵站' }, '泵站'])
  })
})

describe('alarm inbox filtering and sorting', () => {
  it('shows the server’s message when areas fail to load and loads them on retry', async () => {
    const others = globalThis.fetch
    let down = true
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      down && url.includes('godbDistrictNameList')
        ? Promise.resolve(new Response(JSON.stringify({ code: 500, msg: '区域读取失败' }), { status: 500 }))
        : others(url, init),
    )
    await openPage(AlarmsRoom, '/')
    const filters = await openFilters()
    fireEvent.click(filters.getByRole('button', { name: /^区域/ }))
    await screen.findByText('区域读取失败')
    down = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('treeitem', { name: /河岸/ })).toBeTruthy()
  })

  it('limits the date range to 30 days and clears a device outside the chosen area', async () => {
    const { location } = await openAt({ first: '2025-03-01', device: 7 })
    const filters = await openFilters()
    const device = filters.getByRole<HTMLInputElement>('combobox', { name: '全部设备' })
    await waitFor(() => expect(device.value).toBe('站 1'))
    const last = filters.getByLabelText<HTMLInputElement>('结束日期')
    fireEvent.change(last, { target: { value: '2025-04-30' } })
    fireEvent.blur(last)
    expect(filters.getByRole('alert').textContent).toBe('请选择 2025-03-01 至 2025-03-31 之间的日期')
    fireEvent.change(last, { target: { value: '2025-03-31' } })
    fireEvent.click(filters.getByRole('button', { name: /^区域/ }))
    fireEvent.click(await screen.findByRole('treeitem', { name: /河岸/ }))
    expect(device.value).toBe('')
    await apply(filters)
    // The list changes the address after the dialog has closed.
    await waitFor(() => expect(filterIn(location)).toEqual({ dis_id: 3, first: '2025-03-01', last: '2025-03-31' }))
  })

  it('filters by unassigned, by roster or by person, each replacing the previous choice', async () => {
    const { location } = await openPage(AlarmsRoom, '/')
    await choose(await openFilters(), '无人接手')
    await waitFor(() => expect(asked()).toMatchObject({ assignee: 'nobody' }))
    expect(filterIn(location)).toEqual({ assignee: 'nobody' })
    const again = await openFilters()
    expect(assigneeIn(again).value).toBe('无人接手')
    await choose(again, /夜班.*项目二/)
    await waitFor(() => expect(asked()).toMatchObject({ roster_id: '3' }))
    expect(asked()).not.toHaveProperty('assignee')
    expect(filterIn(location)).toEqual({ roster_id: 3 })
    expect((await filtersButton()).textContent).toBe('筛选1')
    await choose(await openFilters(), '李桂英')
    await waitFor(() => expect(asked()).toMatchObject({ assignee: '9' }))
    expect(asked()).not.toHaveProperty('roster_id')
    expect(filterIn(location)).toEqual({ assignee: 9 })
  })

  it('offers no rosters when the platform lacks the rosters extension', async () => {
    platform.extensions = ['alarmwork', 'alarm-groups']
    await openPage(AlarmsRoom, '/')
    fireEvent.mouseDown(assigneeIn(await openFilters()))
    await screen.findByRole('option', { name: '李桂英' })
    expect(screen.queryByRole('option', { name: /夜班/ })).toBeNull()
    expect(screen.getByRole('option', { name: '无人接手' })).toBeTruthy()
  })

  it('filters by work state without a selected view and returns to the default on reset', async () => {
    platform.rows = [episode(1), episode(2, { work: 'closed' }), episode(3, { work: 'acknowledged', assignee_id: 9 })]
    const { location } = await openPage(AlarmsRoom, '/')
    const filters = await openFilters()
    fireEvent.click(stateIn(filters, '已关闭'))
    await apply(filters)
    await waitFor(() => expect(ids()).toEqual([2]))
    expect(asked()).toMatchObject({ state: 'closed' })
    expect(filterIn(location)).toEqual({ view: 'closed' })
    expect((await filtersButton()).getAttribute('aria-pressed')).toBe('true')
    const views = within(screen.getByRole('group', { name: '视图' }))
    expect(views.queryAllByRole('button', { pressed: true })).toEqual([])
    const again = await openFilters()
    expect(stateIn(again, '已关闭').getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(again.getByRole('button', { name: '重置' }))
    await waitFor(() => expect(ids()).toEqual([1]))
    expect(filterIn(location)).toEqual({})
  })

  it('exports 31 days up to the last date and disables the export of a longer range', async () => {
    const files = () => platform.sent.filter(({ path }) => path === 'godbThresholdlogByTimeOrIdToExcel')
    const long = await openAt({ first: '2025-01-01', last: '2025-06-30' })
    const off = (await openFilters()).getByRole('button', { name: '导出 Excel', description: /最长/ })
    expect(off.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(off)
    expect([long.toasts, files()]).toEqual([['alarms.limit'], []])
    long.unmount()
    await openAt({ last: '2025-03-31' })
    fireEvent.click((await openFilters()).getByRole('button', { name: '导出 Excel' }))
    await waitFor(() => expect(files()).toHaveLength(1))
    const { starttime, endtime } = files()[0]?.query ?? {}
    expect((Number(endtime) + 1 - Number(starttime)) / 86_400_000).toBe(31)
  })

  it('exports the alarm sheet with the list’s filters over any date range and disables it without results', async () => {
    platform.extensions.push('episode-sheet')
    const exported = () => platform.sent.filter(({ path }) => path === 'episodes/export')
    const sheet = async () => (await openFilters()).getByRole('button', { name: '导出 Excel' })
    const filter = { view: 'all', level: [1, 2], assignee: 'nobody', q: 'pH', first: '2025-01-01', last: '2025-06-30' }
    const found = await openAt(filter)
    await waitFor(() => expect(ids()).toHaveLength(3))
    fireEvent.click(await sheet())
    await waitFor(() => expect(exported()).toHaveLength(1))
    const { page_size: _size, current: _page, totals: _totals, ...query } = asked()
    expect(exported()[0]?.query).toEqual(query)
    expect(query).toMatchObject({ state: 'all', level: '1,2', assignee: 'nobody', search: 'pH' })
    found.unmount()
    platform.rows = []
    const { toasts } = await openAt({ view: 'mine' })
    await waitFor(() => expect(asked()).toMatchObject({ state: 'mine' }))
    // The button is disabled, but the keyboard reaches it and its description says why.
    const said = { name: '导出 Excel', description: '没有符合条件的报警' }
    const button = await (await openFilters()).findByRole('button', said)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    expect([toasts, exported().length]).toEqual([['inbox.noneFound'], 1])
  })

  it('keeps the view when a state is selected and cleared again', async () => {
    const { location } = await openAt({ view: 'mine' })
    const filters = await openFilters()
    fireEvent.click(stateIn(filters, '处理中'))
    fireEvent.click(stateIn(filters, '处理中'))
    await apply(filters)
    expect(filterIn(location)).toEqual({ view: 'mine' })
  })

  it.each([
    [{ assignee: 'nobody' }, { assignee: 'nobody', state: 'needs' }],
    [{ assignee: 'me' }, { assignee: 'me', state: 'needs' }],
    [{ roster_id: 3 }, { roster_id: '3', state: 'needs' }],
    [{ view: 'new' }, { state: 'new' }],
    [{ view: 'acknowledged' }, { state: 'acknowledged' }],
    [
      { view: 'closed', roster_id: 3 },
      { roster_id: '3', state: 'closed' },
    ],
    [{ view: 'of old' }, { state: 'needs' }],
  ])('restores the filter %j from the address', async (filter, query) => {
    await openAt(filter)
    await waitFor(() => expect(lists()[0]?.query).toMatchObject(query))
  })

  it.each([
    ['最近恢复在前', 'cleared_at'],
    ['最近关闭在前', 'closed_at'],
  ])('sorts by the menu item %s', async (name, sort) => {
    await openPage(AlarmsRoom, '/')
    fireEvent.click(await screen.findByRole('button', { name: '按事件，分组与排序' }))
    fireEvent.click(await screen.findByRole('menuitem', { name }))
    await waitFor(() => expect(asked()).toMatchObject({ sort, order: 'desc' }))
  })
})
