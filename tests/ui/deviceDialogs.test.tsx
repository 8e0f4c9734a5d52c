// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket, feedOf } from './fakeSocket.ts'
import { deviceRow, nodeRow, openMonitor, Refused, startLivePlatform, type LivePlatform } from './monitorWorld.tsx'

let platform: LivePlatform
beforeEach(() => {
  platform = startLivePlatform()
  localStorage.setItem('token', 't')
  localStorage.setItem('login', '1')
  FakeSocket.open.length = 0
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const dialog = (name: RegExp) => screen.findByRole('dialog', { name })
const open = (query: string, keys: string[] | null = null) => openMonitor(`/monitor/data?area=3&${query}`, keys)

describe('the dialogs of a device', () => {
  it('open from its card, stand in the address beside what the list shows, and hold the list still', async () => {
    const { location } = await open('online=online')
    fireEvent.click(
      within(await screen.findByRole('article', { name: '空气微站 2' })).getByRole('button', {
        name: '上线记录: 空气微站 2',
      }),
    )
    await dialog(/^上线记录 · 空气微站 2/)
    expect(location.search).toContain('open=record&of=2')
    expect(location.search).toContain('area=3&online=online')
    expect(await screen.findByText('已暂停')).toBeTruthy()
    fireEvent.click(within(await dialog(/上线记录/)).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(location.search).not.toContain('open'))
    expect(location.search).toContain('online=online')
    expect(screen.queryByText('已暂停')).toBeNull()
  })

  it('open from a row’s menu, and by Enter', async () => {
    const { location } = await open('layout=rows')
    fireEvent.click(await screen.findByRole('button', { name: '空气微站 1 的更多操作' }))
    fireEvent.click(screen.getByRole('menuitem', { name: '数据流' }))
    await dialog(/^数据流/)
    fireEvent.click(within(await dialog(/数据流/)).getByRole('button', { name: '关闭' }))
    const row = screen.getAllByRole('row').find((one) => one.dataset['index'] === '1')
    if (row) fireEvent.focus(row)
    if (row) fireEvent.keyDown(row, { key: 'Enter' })
    await waitFor(() => expect(location.search).toContain('open=data&of=2'))
  })

  it('open by a link as they were sent: which span of the past, and over the whole window', async () => {
    const { location } = await open('open=history&of=1&span=week&size=full')
    const shown = await dialog(/^历史 · 空气微站 1/)
    expect(within(shown).getByRole('radio', { name: '近 7 天' }).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(within(shown).getByRole('button', { name: '还原' }))
    fireEvent.click(within(shown).getByRole('radio', { name: '昨天' }))
    await waitFor(() => expect(location.search).toContain('span=yesterday&size=normal'))
  })

  it('open by a link before anything is loaded, and say when there is no such device', async () => {
    await open('open=data&of=99')
    expect(within(await dialog(/实时数据/)).getByText('没有这台设备')).toBeTruthy()
  })
})

describe('the data flow', () => {
  it('shows each message of the device by the nodes’ names, newest first, and raw', async () => {
    await open('open=flow&of=1')
    const feed = await feedOf('186900001')
    await screen.findByText('等待设备上报')
    feed.say({ sn: '186900001', deviceid: 1, t: Date.now() - 1000, values: { 41: 100, 77: 3 } })
    feed.say({ sn: '186900001', deviceid: 1, t: Date.now(), values: { 41: 200 } })
    feed.say('hello')
    const lines = screen.getAllByRole('listitem').filter((line) => line.closest('[data-part=flow]'))
    expect(lines.map((line) => line.textContent?.replace(/^[\d:]+/, ''))).toEqual([
      'hello',
      '节点 4120.0 µg/m³',
      '节点 4110.0 µg/m³节点 773',
    ])
    fireEvent.click(screen.getByRole('button', { name: '原始 JSON' }))
    expect(screen.getByText(/"41": 200/)).toBeTruthy()
  })

  it('opens with the last messages, where the platform has them, below what comes meanwhile', async () => {
    const at = Date.now()
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['lastmessages'] }))
    const message = (t: number, value: number) => ({ sn: '186900001', deviceid: 1, t, values: { 41: value } })
    platform.answers.set('lastmessages/1', () => [message(at - 2000, 100), message(at - 1000, 200)])
    await open('open=flow&of=1')
    await waitFor(() => expect(screen.getByText(/^2 条/)).toBeTruthy())
    const feed = await feedOf('186900001')
    feed.say(message(at, 300))
    const lines = screen.getAllByRole('listitem').filter((line) => line.closest('[data-part=flow]'))
    expect(lines.map((line) => line.textContent?.replace(/^[\d:]+/, ''))).toEqual([
      '节点 4130.0 µg/m³',
      '节点 4120.0 µg/m³',
      '节点 4110.0 µg/m³',
    ])
  })

  it('stands still while paused and catches up; is cleared; keeps 500', async () => {
    await open('open=flow&of=1')
    const feed = await feedOf('186900001')
    const say = (value: number) => feed.say({ sn: '186900001', deviceid: 1, t: Date.now(), values: { 41: value } })
    say(10)
    fireEvent.click(screen.getByRole('button', { name: '暂停' }))
    say(20)
    expect(screen.getByText(/^1 条/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '继续（1 条新消息）' }))
    expect(screen.getByText(/^2 条/)).toBeTruthy()
    act(() => {
      for (let at = 0; at < 510; at++) feed.dispatchEvent(new MessageEvent('message', { data: '{}' }))
    })
    expect(screen.getByText(/^500 条/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '清空' }))
    expect(screen.getByText('等待设备上报')).toBeTruthy()
  })

  it('says that it reconnects, and that it was refused, with another try', async () => {
    await open('open=flow&of=1')
    const feed = await feedOf('186900001')
    expect(await screen.findByText('已连接')).toBeTruthy()
    feed.end(1006)
    expect(screen.getByText('连接中断，正在重连（第 1 次）')).toBeTruthy()
    globalThis.dispatchEvent(new Event('online'))
    const next = await waitFor(async () => {
      const found = await feedOf('186900001')
      expect(found).not.toBe(feed)
      return found
    })
    next.end(4403)
    expect(screen.getByText('平台拒绝了连接')).toBeTruthy()
    fireEvent.click(within(await dialog(/数据流/)).getByRole('button', { name: '重试' }))
    expect(await screen.findByText('已连接')).toBeTruthy()
  })
})

describe('the online record', () => {
  it('lists 20, 40 or 60 records with their states, old forms of times read', async () => {
    const now = Date.now()
    platform.answers.set('godbDeviceOnlineByIdOrCount/1/20', () => [
      { time: now - 1000, state: '1' },
      { time: Math.round((now - 3_601_000) / 1000), state: 0 },
      { time: now - 7_201_000, state: 1 },
    ])
    platform.answers.set('godbDeviceOnlineByIdOrCount/1/60', () => [])
    const { location } = await open('open=record&of=1')
    const shown = within(await dialog(/上线记录/))
    await waitFor(() => expect(shown.getAllByRole('row')).toHaveLength(4))
    expect(shown.getAllByRole('row').map((row) => row.textContent?.slice(-2))).toEqual(['状态', '在线', '离线', '在线'])
    expect(shown.getByRole('img', { name: /^其间在线 50\.\d%$/ })).toBeTruthy()
    fireEvent.click(shown.getByRole('radio', { name: '最近 60 条' }))
    expect(await shown.findByText('暂无上线记录')).toBeTruthy()
    // The address has it, for whoever it is sent to, and no more once the dialog is closed.
    expect(location.search).toContain('count=60')
    fireEvent.click(shown.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(location.search).not.toMatch(/open|count/))
  })

  it('says why it cannot be read, and tries again', async () => {
    platform.answers.set('godbDeviceOnlineByIdOrCount/1/20', () => new Refused(503, '稍后再试'))
    await open('open=record&of=1')
    const shown = within(await dialog(/上线记录/))
    expect((await shown.findByRole('alert')).textContent).toContain('稍后再试')
    platform.answers.set('godbDeviceOnlineByIdOrCount/1/20', () => [{ time: Date.now(), state: 1 }])
    fireEvent.click(shown.getByRole('button', { name: '重试' }))
    expect(await shown.findByText('在线')).toBeTruthy()
  })
})

describe('real-time data', () => {
  it('goes on by the device’s own feed while the list waits, with by how much it changed', async () => {
    await open('open=data&of=1')
    const shown = within(await dialog(/实时数据/))
    expect(shown.getByText('35.0')).toBeTruthy()
    const feed = await feedOf('186900001')
    feed.say({ sn: '186900001', deviceid: 1, t: Date.now() + 1000, values: { 41: 371 } })
    expect(await shown.findByText('37.1')).toBeTruthy()
    expect(shown.getByText('↑2.1')).toBeTruthy()
    feed.say({ sn: '186900001', deviceid: 1, t: Date.now() - 60_000, values: { 41: 5 } })
    expect(shown.queryByText('0.50')).toBeNull()
  })

  it('survives nodes of unknown kinds, without values, with words for numbers and with hostile scripts', async () => {
    const hostile = { String: 'constructor.constructor("return process")()', Valid: true }
    platform.devices = [
      deviceRow(1, {
        nodestatelist: [
          nodeRow(1, 'x'),
          nodeRow(2, 5, { registertype: 99, node_script: null }),
          nodeRow(3, 5, { node_script: hostile }),
          nodeRow(4, 1, { lastdata: undefined }),
          nodeRow(5, 7, { min_value: 'a', max_value: null, node_script: null }),
        ],
      }),
    ]
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await open('open=data&of=1')
    const shown = within(await dialog(/实时数据/))
    expect(shown.getByText('5.0')).toBeTruthy()
    expect(shown.getByText('7.0')).toBeTruthy()
    expect(shown.getByTitle('脚本错误')).toBeTruthy()
    expect(shown.getAllByTitle('无数据')).toHaveLength(2)
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('lists cleaners with whether they clocked in; nonsense lists none', async () => {
    const list = [
      { name: '王秀兰', car_num: '冀A·1', good: '3', nomal: 1, bad: 0, status: -1 },
      { name: '李桂英', status: 0 },
      { name: '张建国', status: 2 },
      'x',
    ]
    platform.devices = [deviceRow(1, { json_data: { String: JSON.stringify({ cleaner_list: list }), Valid: true } })]
    await open('open=data&of=1&tab=cleaner')
    const shown = within(await dialog(/实时数据/))
    expect(
      shown
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['王秀兰冀A·1等待中310', '李桂英—未打卡———', '张建国—已打卡———'])
  })

  it('tells more of the device', async () => {
    platform.answers.set('godbDevicetypeNameList', () => [{ id: 4, name: '微站 A1' }])
    platform.devices = [
      deviceRow(1, {
        devicetype_id: 4,
        district_id: null,
        positional: { String: '{"maplng":114.5,"maplat":38}', Valid: true },
      }),
    ]
    await openMonitor('/monitor/data?open=data&of=1')
    fireEvent.click(within(await dialog(/实时数据/)).getByRole('button', { name: '更多信息' }))
    const shown = within(await dialog(/设备信息/))
    expect(await shown.findByText('微站 A1')).toBeTruthy()
    expect(shown.getByText('未分配区域')).toBeTruthy()
    expect(shown.getByRole('link', { name: '114.50000, 38.00000' }).getAttribute('href')).toBe(
      '/monitor/data?mode=map&device=1',
    )
  })
})
