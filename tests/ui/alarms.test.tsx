// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AlarmsPage from '../../src/alarms/records/AlarmsPage.tsx'
import { alarm, now, startAlarms, usual, type AlarmPlatform } from './alarmsWorld.tsx'
import { filterIn, openPage } from './pageWorld.tsx'
import { findRow, queryRow } from './rows.ts'

let platform: AlarmPlatform
beforeEach(() => {
  // The list requests whole days up to today, which must stay the same day.
  vi.useFakeTimers({ toFake: ['Date'], now })
  platform = startAlarms()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const lists = () => platform.sent.filter(({ path }) => path === 'godbThresholdlogByTimeOrId')
const puts = () => platform.sent.filter(({ method }) => method === 'PUT')
const rowOf = (text: string) => findRow(new RegExp(text))
const days = (count: number) => new Date(now - count * 86_400_000).toISOString().slice(0, 10)

describe('alarm record list', () => {
  it('requests the last seven whole days in the platform’s time zone', async () => {
    await openPage(AlarmsPage, '/')
    await rowOf('超标 1')
    const { starttime, endtime, ...query } = lists()[0]?.query ?? {}
    expect(query).toEqual({ page_size: '10', current: '1', totals: '1' })
    expect([starttime, endtime]).toEqual([
      String(Date.parse(`${days(6)}T00:00:00Z`)),
      String(Date.parse(`${days(0)}T23:59:59.999Z`)),
    ])
  })

  it('offers handling only for active, unhandled alarms', async () => {
    await openPage(AlarmsPage, '/')
    for (const [text, offered] of [
      ['超标 1', true],
      ['超标 3', false],
      ['超标 4', false],
      ['超标 5', false],
    ] as const)
      expect(within(await rowOf(text)).queryByRole('button', { name: '处理' }) !== null).toBe(offered)
  })

  it('shows the rule’s name below the message, and only once if both are equal', async () => {
    platform.rows = [alarm(1), alarm(2, { alarm_msg: '规则 2' })]
    await openPage(AlarmsPage, '/')
    expect((await rowOf('超标 1')).textContent).toContain('超标 1规则 1')
    expect((await rowOf('规则 2')).textContent?.split('规则 2')).toHaveLength(2)
  })

  it('applies filters on "query", keeps them in the address, and clears them on "reset"', async () => {
    const { location } = await openPage(AlarmsPage, '/')
    await rowOf('超标 1')
    const field = screen.getByLabelText<HTMLInputElement>('开始日期')
    fireEvent.change(field, { target: { value: days(2) } })
    expect(location.search).toBe('')
    fireEvent.click(screen.getByRole('button', { name: '查询' }))
    await waitFor(() => expect(filterIn(location)).toEqual({ first: days(2) }))
    await waitFor(() => expect(lists().at(-1)?.query['starttime']).toBe(String(Date.parse(`${days(2)}T00:00:00Z`))))
    expect([field.isConnected, field.value]).toEqual([true, days(2)])
    fireEvent.change(field, { target: { value: days(1) } })
    fireEvent.click(screen.getByRole('button', { name: '重置' }))
    await waitFor(() => expect(filterIn(location)).toEqual({}))
    expect(field.value).toBe(days(6))
  })

  it('limits dates in the address and in the fields to the last 30 days', async () => {
    await openPage(AlarmsPage, `/?first=2001-01-01&last=${days(-5)}`)
    await rowOf('超标 1')
    const { starttime, endtime } = lists()[0]?.query ?? {}
    expect([starttime, endtime]).toEqual([
      String(Date.parse(`${days(30)}T00:00:00Z`)),
      String(Date.parse(`${days(0)}T23:59:59.999Z`)),
    ])
    const asked = lists().length
    for (const [label, beyond, good] of [
      ['开始日期', days(40), days(30)],
      ['结束日期', days(-1), days(0)],
    ] as const) {
      const field = screen.getByLabelText<HTMLInputElement>(label)
      fireEvent.change(field, { target: { value: beyond } })
      fireEvent.blur(field)
      expect([field.value, screen.getByRole('alert').textContent], label).toEqual([
        beyond,
        `请选择 ${days(30)} 至 ${days(0)} 之间的日期`,
      ])
      fireEvent.click(screen.getByRole('button', { name: '查询' }))
      expect(lists()).toHaveLength(asked)
      fireEvent.change(field, { target: { value: good } })
    }
  })

  it('opens list and dialog from an address with the former parameter names', async () => {
    const first = days(3)
    platform.rows = Array.from({ length: 25 }, (_, i) => alarm(i + 1))
    const { location } = await openPage(
      AlarmsPage,
      `/?area=3&device=7&project=2&first=${first}&states=0,3&page=2&size=20&handle=1`,
    )
    await screen.findByRole('dialog', { name: '处理报警' })
    expect(lists()[0]?.query).toMatchObject({
      page_size: '20',
      current: '2',
      districtid: '3',
      deviceid: '7',
      pro_id: '2',
      starttime: String(Date.parse(`${first}T00:00:00Z`)),
      groups: 'open,over',
    })
    expect(filterIn(location)).toEqual({ dis_id: 3, device: 7, pro_id: 2, first, states: ['open', 'over'] })
  })

  it('shows the platform’s totals by state, and filters by the selected states', async () => {
    // Twelve alarms to be handled, ten of them on the page.
    platform.rows = [
      ...Array.from({ length: 12 }, (_, i) => alarm(i + 1)),
      alarm(20, { is_alarm: 0 }),
      alarm(21, { is_alarm: 0 }),
      alarm(22, { alarm_state: 2 }),
    ]
    const { location } = await openPage(AlarmsPage, '/')
    await rowOf('超标 1(?!\\d)')
    const tally = screen.getByRole('group', { name: '状态' })
    const chip = (name: RegExp) => within(tally).getByRole('button', { name })
    const counts = () =>
      within(tally)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    const all = ['未处理 12', '已恢复 2', '误报 0', '已处理 1']
    expect(counts()).toEqual(all)
    expect(screen.getByText('共 15 条')).toBeTruthy()
    fireEvent.click(chip(/^未处理/))
    await waitFor(() => expect(filterIn(location)).toEqual({ states: ['open'] }))
    await waitFor(() => expect(screen.getByText('共 12 条')).toBeTruthy())
    expect(lists().at(-1)?.query).toMatchObject({ groups: 'open', totals: '1' })
    // Recovered alarms are not among them, and the other counts stay.
    expect(queryRow(/超标 20/)).toBeNull()
    expect(counts()).toEqual(all)
    fireEvent.click(chip(/^未处理/))
    await waitFor(() => expect(filterIn(location)).toEqual({}))
    fireEvent.click(chip(/^已恢复/))
    await waitFor(() => expect(screen.getByText('共 2 条')).toBeTruthy())
    expect(filterIn(location)).toEqual({ states: ['over'] })
    await rowOf('超标 20')
  })

  it('labels and counts recovered alarms as unhandled on a platform without extensions', async () => {
    platform.extensions = []
    await openPage(AlarmsPage, '/?states=0')
    await rowOf('超标 3')
    const chips = within(screen.getByRole('group', { name: '状态' })).getAllByRole('button')
    await waitFor(() =>
      expect(chips.map(({ textContent }) => textContent)).toEqual(['未处理（含已恢复） 3', '误报 1', '已处理 1']),
    )
    expect(screen.getByText('共 3 条')).toBeTruthy()
    expect(lists().every(({ query }) => query['groups'] === undefined && query['totals'] === undefined)).toBe(true)
  })

  it('shows since when an alarm has no data, and does not mark it as active', async () => {
    platform.rows = [alarm(1), alarm(2, { no_data_since: Date.UTC(2026, 0, 2, 3, 4, 5) })]
    await openPage(AlarmsPage, '/')
    const [measured, silent] = [await rowOf('超标 1'), await rowOf('超标 2')]
    expect([measured.dataset['open'], silent.dataset['open']]).toEqual(['true', undefined])
    expect(within(measured).getByText('未处理')).toBeTruthy()
    expect(within(silent).getByText(/^自 (2026-)?01-02 03:04 起无数据$/)).toBeTruthy()
    expect(within(silent).getByRole('button', { name: '处理' })).toBeTruthy()
  })

  it('shows the four levels as words, and other levels unchanged', async () => {
    platform.rows = [1, 2, 3, 4, 7, '特急', null].map((alert_level, i) => alarm(i + 1, { alert_level }))
    await openPage(AlarmsPage, '/')
    await rowOf('超标 1')
    expect([...document.querySelectorAll('[data-part=level]')].map(({ textContent }) => textContent)).toEqual([
      '紧急',
      '严重',
      '一般',
      '预警',
      '7',
      '特急',
    ])
  })

  it('shows projects only to the super administrator', async () => {
    const { unmount } = await openPage(AlarmsPage, '/')
    await rowOf('超标 1')
    expect(await screen.findByRole('columnheader', { name: '项目' })).toBeTruthy()
    unmount()
    await openPage(AlarmsPage, '/', ['2-3'])
    await rowOf('超标 1')
    expect(screen.queryByRole('columnheader', { name: '项目' })).toBeNull()
    expect(platform.sent.filter(({ path }) => path === 'godbProjectNameList')).toHaveLength(1)
  })

  it('disables the export of an empty list, and shows the error of a failed export', async () => {
    platform.rows = []
    const { unmount } = await openPage(AlarmsPage, '/')
    await screen.findByText('暂无数据')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '导出 Excel' }).disabled).toBe(true)
    unmount()
    platform.rows = usual
    platform.sheet = { code: 6, msg: '导出任务繁忙' }
    const { toasts } = await openPage(AlarmsPage, '/')
    await rowOf('超标 1')
    fireEvent.click(screen.getByRole('button', { name: '导出 Excel' }))
    await waitFor(() => expect(toasts).toContain('导出任务繁忙'))
  })
})

describe('alarm handling dialog', () => {
  const dialog = () => screen.findByRole('dialog')

  it('preselects "false alarm", and sends the whole record with the trimmed note', async () => {
    const { toasts, location } = await openPage(AlarmsPage, '/')
    fireEvent.click(within(await rowOf('超标 1')).getByRole('button', { name: '处理' }))
    expect(location.search).toBe('?handle=1')
    const open = await dialog()
    expect(
      within(open)
        .getAllByRole<HTMLInputElement>('radio')
        .map(({ checked }) => checked),
    ).toEqual([true, false])
    fireEvent.change(within(open).getByRole('textbox', { name: '处理说明' }), { target: { value: ' 已复测 ' } })
    fireEvent.click(within(open).getByRole('button', { name: '提交' }))
    await waitFor(() => expect(toasts).toEqual(['alarms.done']))
    expect(puts()).toHaveLength(1)
    expect(puts()[0]).toMatchObject({
      path: 'godbThresholdlog/1',
      body: { ...usual[0], alarm_state: 1, explained: { String: '已复测', Valid: true } },
    })
    await waitFor(() => expect(location.search).toBe(''))
    await waitFor(() => expect(screen.getByRole('group', { name: '状态' }).textContent).toContain('误报 2'))
  })

  it('shows the server’s rejection and keeps the note', async () => {
    platform.quicker = [1]
    await openPage(AlarmsPage, '/?handle=1')
    const open = await dialog()
    fireEvent.click(within(open).getByRole('radio', { name: /误报/ }))
    fireEvent.change(within(open).getByRole('textbox', { name: '处理说明' }), { target: { value: '已复测' } })
    fireEvent.click(within(open).getByRole('button', { name: '提交' }))
    expect((await within(open).findByRole('alert')).textContent).toBe('该报警已被处理')
    expect(within(open).getByRole<HTMLTextAreaElement>('textbox', { name: '处理说明' }).value).toBe('已复测')
  })

  it('handles several alarms with one note, names the failed one and retries only that', async () => {
    platform.quicker = [2]
    await openPage(AlarmsPage, '/')
    await rowOf('超标 1')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部未处理报警' }))
    fireEvent.click(screen.getByRole('button', { name: '批量处理' }))
    const open = await dialog()
    fireEvent.click(within(open).getByRole('radio', { name: /已处理/ }))
    fireEvent.click(within(open).getByRole('button', { name: '提交' }))
    const failed = await within(open).findByRole('alert')
    expect(failed.textContent).toBe('站 2 · 该报警已被处理')
    expect(puts().map(({ path, body }) => [path, body['alarm_state']])).toEqual([
      ['godbThresholdlog/1', 2],
      ['godbThresholdlog/2', 2],
    ])
    // The retry leaves out the alarms that are done.
    platform.quicker = []
    fireEvent.click(within(open).getByRole('button', { name: '提交' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(puts().map(({ path }) => path)).toEqual(['godbThresholdlog/1', 'godbThresholdlog/2', 'godbThresholdlog/2'])
  })
})

describe('keyboard control of the alarm list', () => {
  it('moves between rows, selects with Space, opens details with Enter, and handling with H unless recovered', async () => {
    const { location } = await openPage(AlarmsPage, '/')
    const [first, second, third] = await Promise.all(['超标 1', '超标 2', '超标 3'].map(rowOf))
    if (!first || !second || !third) throw new Error('rows are missing')
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(second)
    expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0])
    fireEvent.keyDown(second, { key: ' ' })
    expect(screen.getByText('已选 1 条')).toBeTruthy()
    fireEvent.keyDown(second, { key: 'ArrowDown' })
    fireEvent.keyDown(third, { key: 'h' })
    expect(location.search).toBe('')
    fireEvent.keyDown(third, { key: 'Enter' })
    await waitFor(() => expect(location.search).toBe('?detail=3'))
    fireEvent.keyDown(second, { key: 'h' })
    await waitFor(() => expect(location.search).toBe('?handle=2'))
  })
})
