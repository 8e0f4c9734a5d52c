// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket, feedsOf } from './fakeSocket.ts'
import { openMonitor, Refused, startLivePlatform, type LivePlatform } from './monitorWorld.tsx'

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

describe('former addresses of device dialogs', () => {
  it.each([
    ['open=data&of=2', '/device/2', ''],
    ['open=history&of=2&span=week&size=full', '/device/2', '?span=week'],
    ['open=flow&of=2', '/device/2', '?open=flow'],
    ['open=record&of=2&count=60', '/device/2', '?open=record&count=60'],
    ['open=set&of=2', '/device/2', '?open=set'],
  ])('redirect to the device page: %s', async (query, path, search) => {
    const { location } = await open(query)
    await screen.findByRole('heading', { level: 1, name: '空气微站 2', hidden: true })
    expect(location).toEqual({ pathname: path, search })
  })

  it('are ignored without a valid device ID', async () => {
    const { location } = await open('open=data&of=x')
    expect(await screen.findByRole('article', { name: '空气微站 1' })).toBeTruthy()
    expect(location.pathname).toBe('/monitor/data')
  })
})

describe('navigation to device page and dialogs', () => {
  it.each([false, true])('opens the device page from the card’s name, its only link; on a phone: %s', async (phone) => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: phone && query.includes('max-width'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const { location } = await open('online=online')
    const card = within(await screen.findByRole('article', { name: '空气微站 2' }))
    const [link, ...others] = card.getAllByRole('link')
    expect(others).toEqual([])
    expect(link?.textContent).toBe('空气微站 2')
    fireEvent.click(card.getByRole('link', { name: '打开 空气微站 2' }))
    await waitFor(() => expect(location.pathname).toBe('/device/2'))
  })

  it('opens the device page from a row with Enter', async () => {
    const { location } = await open('layout=rows')
    const row = await waitFor(
      () =>
        screen.getAllByRole('row').find((one) => one.dataset['index'] === '1') ?? Promise.reject(new Error('no row')),
    )
    fireEvent.focus(row)
    fireEvent.keyDown(row, { key: 'Enter' })
    await waitFor(() => expect(location.pathname).toBe('/device/2'))
  })

  it('removes a closed dialog’s parameter from the address', async () => {
    const { location } = await openMonitor('/device/1?open=record&span=week')
    fireEvent.click(within(await dialog(/^上线记录 · 空气微站 1/)).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(location.search).toBe('?span=week'))
  })
})

describe('data flow dialog', () => {
  it('shows each message with node names, newest first, and as raw JSON', async () => {
    await open('open=flow&of=1')
    const feed = await feedsOf('186900001')
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

  it('starts with the last messages stored on the platform, below newer ones', async () => {
    const at = Date.now()
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['lastmessages'] }))
    const message = (t: number, value: number) => ({ sn: '186900001', deviceid: 1, t, values: { 41: value } })
    platform.answers.set('lastmessages/1', () => [message(at - 2000, 100), message(at - 1000, 200)])
    await open('open=flow&of=1')
    await waitFor(() => expect(screen.getByText(/^2 条/)).toBeTruthy())
    const feed = await feedsOf('186900001')
    feed.say(message(at, 300))
    const lines = screen.getAllByRole('listitem').filter((line) => line.closest('[data-part=flow]'))
    expect(lines.map((line) => line.textContent?.replace(/^[\d:]+/, ''))).toEqual([
      '节点 4130.0 µg/m³',
      '节点 4120.0 µg/m³',
      '节点 4110.0 µg/m³',
    ])
  })

  it('pauses and catches up, keeps 500 messages, and can be cleared', async () => {
    await open('open=flow&of=1')
    const feed = await feedsOf('186900001')
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

  it('shows reconnection attempts, and offers a retry when the connection is rejected', async () => {
    await open('open=flow&of=1')
    const feed = await feedsOf('186900001')
    expect(await screen.findByText('已连接')).toBeTruthy()
    feed.end(1006)
    expect(screen.getByText('连接中断，正在重连（第 1 次）')).toBeTruthy()
    globalThis.dispatchEvent(new Event('online'))
    const next = await feedsOf('186900001', 4)
    next.end(4403)
    expect(screen.getByText('平台拒绝了连接')).toBeTruthy()
    fireEvent.click(within(await dialog(/数据流/)).getByRole('button', { name: '重试' }))
    expect(await screen.findByText('已连接')).toBeTruthy()
  })
})

describe('online record dialog', () => {
  it('lists states with times in old formats too, and keeps the selected count in the address', async () => {
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
    expect(shown.getByRole('img', { name: /^其间在线 50\.\d %$/ })).toBeTruthy()
    fireEvent.click(shown.getByRole('radio', { name: '最近 60 条' }))
    expect(await shown.findByText('暂无上线记录')).toBeTruthy()
    // The address holds the count, so that it can be shared, and drops it when the dialog closes.
    expect(location.search).toContain('count=60')
    fireEvent.click(shown.getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(location.search).not.toMatch(/open|count/))
  })

  it('shows a load error, and loads the records on retry', async () => {
    platform.answers.set('godbDeviceOnlineByIdOrCount/1/20', () => new Refused(503, '稍后再试'))
    await open('open=record&of=1')
    const shown = within(await dialog(/上线记录/))
    expect((await shown.findByRole('alert')).textContent).toContain('稍后再试')
    platform.answers.set('godbDeviceOnlineByIdOrCount/1/20', () => [{ time: Date.now(), state: 1 }])
    fireEvent.click(shown.getByRole('button', { name: '重试' }))
    expect(await shown.findByText('在线')).toBeTruthy()
  })
})
