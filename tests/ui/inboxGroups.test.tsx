// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { episode, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { filterIn, openPage } from './pageWorld.tsx'

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
  platform.extensions.push('episode-groups')
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const of = (path: string) => platform.sent.filter((call) => call.path === path)
/** An incident that spans two pages, and one alarm besides. */
const storm = () => {
  platform.shortPage = 3
  platform.rows = [...Array.from({ length: 5 }, (_, at) => episode(at + 1, { incident: 1 })), episode(99)]
  platform.groups = [
    { kind: 'incident', id: 1, total: 5, free: 5 },
    { kind: 'urgent', id: null, total: 1, free: 1 },
  ]
}

it('alarm row draws the sparkline of the last hour in the colour of its environmental class', async () => {
  platform.extensions.push('sparklines', 'environment', 'environment-measures')
  platform.measures = [{ id: 11, pollutant: 'pm25', model: 1, unit: 'µg/m³' }]
  const data = [3, 2, 1].map((minutes) => [Date.now() - minutes * 60_000, 120 - minutes])
  platform.lines = [{ deviceid: 7, nodes: [{ nodemapid: 11, data }] }]
  await openPage(AlarmsRoom, '/')
  const in1 = (selector: string) => document.querySelector(`[data-part=episodes] [data-id="1"] ${selector}`)
  await waitFor(() => expect(in1('[data-part=spark] polyline')).toBeTruthy())
  await waitFor(() => expect(in1('[data-part=class-chip]')).toBeTruthy())
  const verdict = in1('[data-part=class-chip]')?.getAttribute('data-verdict')
  expect(verdict).toMatch(/^a[1-6]$/)
  expect(in1('[data-part=spark]')?.getAttribute('data-verdict')).toBe(verdict)
})

describe('alarm inbox grouping', () => {
  it('requests no group totals when one page holds all alarms', async () => {
    await openPage(AlarmsRoom, '/')
    await screen.findByRole('button', { name: /^紧急与未接手/ })
    expect(screen.getByRole('button', { name: '紧急与未接手 3' })).toBeTruthy()
    expect(of('episodes/groups')).toEqual([])
  })

  it('counts groups over all pages and acknowledges an incident including alarms on other pages', async () => {
    storm()
    await openPage(AlarmsRoom, '/')
    const incident = await screen.findByRole('region', { name: '事件 · 河岸' })
    await within(incident).findByRole('button', { name: '事件 · 河岸 5' })
    expect(of('episodes/groups')[0]?.query).toMatchObject({ by: 'incident', state: 'needs' })
    fireEvent.click(within(incident).getByRole('button', { name: '一起接手 5' }))
    await waitFor(() =>
      expect(of('episodes/batch')[0]?.body).toMatchObject({
        action: 'acknowledge',
        ids: [1, 2, 3, 4, 5],
      }),
    )
    // Rows outside of the page are left out.
    await waitFor(() => expect(document.querySelectorAll('[data-part=episodes] [data-id]')).toHaveLength(3))
  })

  it('acknowledges the unassigned alarms of an area on all pages', async () => {
    platform.shortPage = 2
    platform.rows = [
      episode(1),
      episode(2, { district_id: 4, area_name: '城东' }),
      episode(3, { assignee_id: 9, assignee_name: '李桂英' }),
      episode(4),
    ]
    platform.groups = [
      { kind: 'area', id: 3, total: 3, free: 2 },
      { kind: 'area', id: 4, total: 1, free: 1 },
    ]
    await openPage(AlarmsRoom, `/?filter=${encodeURIComponent('{"by":"area"}')}`)
    const area = await screen.findByRole('region', { name: '河岸' })
    fireEvent.click(await within(area).findByRole('button', { name: '一起接手 2' }))
    await waitFor(() => expect(of('episodes/batch')[0]?.body).toMatchObject({ action: 'acknowledge', ids: [1, 4] }))
    expect(of('episodes/groups/free')[0]?.query).toMatchObject({ by: 'area', kind: 'area', id: '3', state: 'needs' })
  })

  it('groups by assignee with totals over all pages and acknowledges the unassigned group', async () => {
    platform.shortPage = 3
    platform.rows = [
      episode(1, { assignee_id: 9, assignee_name: '李桂英' }),
      episode(2, { roster_id: 3, roster_name: '夜班', on_call_now_name: '王工' }),
      episode(3),
      episode(4),
    ]
    platform.groups = [
      { kind: 'nobody', id: null, total: 2, free: 2 },
      { kind: 'user', id: 9, total: 1, free: 0 },
      { kind: 'roster', id: 3, total: 1, free: 0 },
    ]
    const { location } = await openPage(AlarmsRoom, '/')
    fireEvent.click(await screen.findByRole('button', { name: '按事件，分组与排序' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: '按负责人' }))
    await screen.findByRole('button', { name: '无人接手 2' })
    expect(of('episodes/groups').at(-1)?.query).toMatchObject({ by: 'assignee', state: 'needs' })
    const regions = [...document.querySelectorAll('[data-part=episodes] > section')]
    expect(regions.map((region) => region.getAttribute('aria-label'))).toEqual(['无人接手', '李桂英', '夜班 · 王工'])
    // The address changes a moment later; meanwhile the groups' totals stay known.
    await waitFor(() => expect(filterIn(location)).toEqual({ by: 'assignee' }))
    expect(screen.getByRole('button', { name: '无人接手 2' })).toBeTruthy()
    const nobodys = screen.getByRole('region', { name: '无人接手' })
    fireEvent.click(await within(nobodys).findByRole('button', { name: '一起接手 2' }))
    await waitFor(() => expect(of('episodes/batch')[0]?.body).toMatchObject({ action: 'acknowledge', ids: [3, 4] }))
    expect(of('episodes/groups/free')[0]?.query).toMatchObject({ by: 'assignee', kind: 'nobody' })
  })

  it('acknowledges the rows of a single page without requesting ids, and offers no button if all are assigned', async () => {
    platform.rows = [episode(1), episode(2), episode(3, { work: 'acknowledged', assignee_id: 5 })]
    await openPage(AlarmsRoom, '/')
    const urgent = await screen.findByRole('region', { name: '紧急与未接手' })
    const mine = screen.getByRole('region', { name: '处理中' })
    expect(within(mine).queryByRole('button', { name: /^一起接手/ })).toBeNull()
    fireEvent.click(within(urgent).getByRole('button', { name: '一起接手 2' }))
    await waitFor(() => expect(of('episodes/batch')[0]?.body).toMatchObject({ action: 'acknowledge', ids: [1, 2] }))
    expect(of('episodes/groups/free')).toEqual([])
  })

  it('labels the button with the limit of 1,000 when a group has more alarms', async () => {
    storm()
    platform.groups = [
      { kind: 'incident', id: 1, total: 5, free: 5 },
      { kind: 'urgent', id: null, total: 1437, free: 1437 },
    ]
    platform.rows = [episode(99), ...platform.rows.slice(0, 5)]
    await openPage(AlarmsRoom, '/')
    await screen.findByRole('button', { name: '一起接手最紧急的 1,000 起（共 1,437 起）' })
  })

  it('queues the acknowledgement of the page’s rows while offline and sends it when online', async () => {
    storm()
    await openPage(AlarmsRoom, '/')
    const button = await screen.findByRole('button', { name: '一起接手 5' })
    platform.down = true
    fireEvent.click(button)
    await screen.findByText('没有网络，1 步已存，恢复后发送')
    platform.down = false
    globalThis.dispatchEvent(new Event('online'))
    await waitFor(() => expect(of('episodes/batch').at(-1)?.body).toMatchObject({ ids: [1, 2, 3] }))
  })

  it('counts only the loaded rows when the platform provides no group totals', async () => {
    storm()
    platform.extensions = ['alarmwork', 'alarm-groups']
    await openPage(AlarmsRoom, '/')
    expect(await screen.findByRole('button', { name: '事件 · 河岸 3+' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '一起接手 3' })).toBeTruthy()
  })

  it('is stored in a saved view and restored with it', async () => {
    const { location } = await openPage(AlarmsRoom, '/')
    const arrange = async (from: string, to: string) => {
      fireEvent.click(await screen.findByRole('button', { name: `${from}，分组与排序` }))
      fireEvent.click(await screen.findByRole('menuitem', { name: to }))
    }
    await arrange('按事件', '按区域')
    await waitFor(() => expect(filterIn(location)).toEqual({ by: 'area' }))
    await screen.findByRole('region', { name: '河岸' })
    fireEvent.click(screen.getByRole('button', { name: '已存筛选' }))
    const name = await screen.findByRole('textbox', { name: '筛选名称' })
    fireEvent.change(name, { target: { value: '分区' } })
    fireEvent.submit(name)
    fireEvent.keyDown(name, { key: 'Escape' })
    await screen.findByRole('button', { name: /分区/ })
    await arrange('按区域', '按报警')
    await waitFor(() => expect(filterIn(location)).toEqual({ by: 'episode' }))
    fireEvent.click(screen.getByRole('button', { name: '已存筛选' }))
    fireEvent.click(await screen.findByText('分区'))
    await waitFor(() => expect(filterIn(location)).toEqual({ by: 'area' }))
    await screen.findByRole('region', { name: '河岸' })
  })
})
