// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { episode, ME, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('599.95'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const posts = () => platform.sent.filter(({ method }) => method === 'POST')
const menuButton = (id: number) => screen.findByRole('button', { name: `更多 规则 ${id} 站 ${id}` })
const openMenu = async (id: number) => {
  fireEvent.click(await menuButton(id))
  return within(await screen.findByRole('menu', { name: `更多 规则 ${id} 站 ${id}` }))
}

describe('alarm row menu on a phone', () => {
  it('acknowledges the alarm without opening its detail', async () => {
    const { location } = await openPage(AlarmsRoom, '/')
    const menu = await openMenu(1)
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '接手',
      '暂缓 · 1 小时',
      '暂缓 · 直到加重',
      '选择',
    ])
    fireEvent.click(menu.getByRole('menuitem', { name: '接手' }))
    await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['episodes/1/acknowledge']))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(new URLSearchParams(location.search).get('detail')).toBeNull()
  })

  it('snoozes the alarm until it gets worse or for one hour', async () => {
    await openPage(AlarmsRoom, '/')
    fireEvent.click((await openMenu(2)).getByRole('menuitem', { name: '暂缓 · 直到加重' }))
    await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['episodes/2/snooze']))
    expect(posts()[0]?.body).toMatchObject({ worse: 1 })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    const before = Date.now()
    fireEvent.click((await openMenu(3)).getByRole('menuitem', { name: '暂缓 · 1 小时' }))
    await waitFor(() => expect(posts().map(({ path }) => path)).toContain('episodes/3/snooze'))
    const until = Number(posts()[1]?.body['until'])
    expect(until).toBeGreaterThanOrEqual(before + 3_600_000)
    expect(until).toBeLessThanOrEqual(Date.now() + 3_600_000)
  })

  it('offers no acknowledgement for an assigned alarm and only selection for a closed one', async () => {
    platform.rows = [episode(1, { work: 'acknowledged', assignee_id: ME }), episode(2, { work: 'closed' })]
    await openPage(AlarmsRoom, `/?filter=${encodeURIComponent('{"view":"all"}')}`)
    const menu = await openMenu(1)
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '暂缓 · 1 小时',
      '暂缓 · 直到加重',
      '选择',
    ])
    fireEvent.keyDown(menu.getAllByRole('menuitem')[0] as HTMLElement, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect((await openMenu(2)).getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['选择'])
  })
})

describe('alarm detail on a phone', () => {
  it('shows the next escalation step in the timeline section', async () => {
    const next = { at: Date.now() + 174_000, to: 'contact', name: '王工' }
    platform.escalation = { name: '逐级', done: 0, steps: 2, next }
    await openPage(AlarmsRoom, '/?detail=1')
    const words = await screen.findByText('如无人接手，2 分钟后通知 王工')
    expect(words.closest('section')?.getAttribute('aria-label')).toBe('经过')
  })

  const act = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

  it('leads back to the list when the alarm does not exist', async () => {
    await openPage(AlarmsRoom, '/?detail=99')
    await screen.findByText('这条报警已不存在')
    await act('返回')
    expect(await menuButton(1)).toBeTruthy()
  })

  it('shows an action queued while offline and undoes it', async () => {
    platform.down = true
    await openPage(AlarmsRoom, '/?detail=1')
    await act('接手')
    await screen.findByText('没有网络，1 步已存，恢复后发送')
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(screen.queryByText(/没有网络/)).toBeNull())
  })

  it('reports who acknowledged the alarm first', async () => {
    platform.faster.set(1, '李桂英')
    await openPage(AlarmsRoom, '/?detail=1')
    await act('接手')
    await screen.findByText('已有人接手 · 负责人：李桂英')
  })
})

describe('row selection on a phone', () => {
  const row = (id: number) => document.querySelector<HTMLElement>(`[data-part=episodes] [data-id="${id}"]`)
  const tap = (id: number) => fireEvent.click(row(id)?.querySelector('[data-part=episode]') as HTMLElement)

  it('starts from the row menu, adds rows by tap, ignores swipes and acknowledges them as one batch', async () => {
    const { location } = await openPage(AlarmsRoom, '/')
    fireEvent.click((await openMenu(1)).getByRole('menuitem', { name: '选择' }))
    await screen.findByText('已选 1 起')
    tap(3)
    await screen.findByText('已选 2 起')
    expect(new URLSearchParams(location.search).get('detail')).toBeNull()
    // A swiping finger takes no episode meanwhile.
    const finger = { pointerType: 'touch', pointerId: 1, clientY: 50 }
    fireEvent.pointerDown(row(2) as HTMLElement, { ...finger, clientX: 100 })
    fireEvent.pointerMove(row(2) as HTMLElement, { ...finger, clientX: 300 })
    fireEvent.pointerUp(row(2) as HTMLElement, { ...finger, clientX: 300 })
    fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '接手' }))
    await waitFor(() =>
      expect(posts().map(({ path, body }) => [path, body['ids']])).toEqual([['episodes/batch', [1, 3]]]),
    )
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
    tap(2)
    await waitFor(() => expect(new URLSearchParams(location.search).get('detail')).toBe('2'))
  })

  it('starts with a long press whose release neither deselects nor opens the row', async () => {
    const { location } = await openPage(AlarmsRoom, '/')
    await menuButton(2)
    fireEvent.pointerDown(row(2) as HTMLElement, { pointerType: 'touch', pointerId: 1, clientX: 100, clientY: 50 })
    await screen.findByText('已选 1 起')
    fireEvent.pointerUp(row(2) as HTMLElement, { pointerType: 'touch', pointerId: 1, clientX: 100, clientY: 50 })
    tap(2)
    expect(screen.getByText('已选 1 起')).toBeTruthy()
    expect(new URLSearchParams(location.search).get('detail')).toBeNull()
  })
})

describe('swiping an alarm row', () => {
  beforeEach(() => {
    HTMLElement.prototype.setPointerCapture ??= () => {}
  })
  const row = (id: number) => document.querySelector(`[data-part=episodes] [data-id="${id}"]`) as HTMLElement
  /** Swipes by so many pixels from the touch; `hold` leaves the finger on the screen. */
  const slide = (id: number, by: number, { down = 0, pointerType = 'touch', hold = false } = {}) => {
    const touch = { pointerType, pointerId: 1, clientX: 200, clientY: 50 }
    fireEvent.pointerDown(row(id), touch)
    for (const part of [0.5, 1])
      fireEvent.pointerMove(row(id), { ...touch, clientX: 200 + by * part, clientY: 50 + down * part })
    if (!hold) fireEvent.pointerUp(row(id), { ...touch, clientX: 200 + by, clientY: 50 + down })
  }

  it('acknowledges on a long swipe to the right but not on a short or reversed one', async () => {
    const { location } = await openPage(AlarmsRoom, '/')
    await menuButton(1)
    slide(1, 40)
    slide(2, 150, { hold: true })
    fireEvent.pointerMove(row(2), { pointerType: 'touch', pointerId: 1, clientX: 210, clientY: 50 })
    fireEvent.pointerUp(row(2), { pointerType: 'touch', pointerId: 1, clientX: 210, clientY: 50 })
    slide(3, 150)
    await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['episodes/3/acknowledge']))
    expect(new URLSearchParams(location.search).get('detail')).toBeNull()
  })

  it('does nothing and resets the row when the pointer is cancelled', async () => {
    await openPage(AlarmsRoom, '/')
    await menuButton(1)
    slide(1, 150, { hold: true })
    fireEvent.pointerCancel(row(1), { pointerType: 'touch', pointerId: 1, clientX: 350, clientY: 50 })
    slide(2, -150, { hold: true })
    fireEvent.pointerCancel(row(2), { pointerType: 'touch', pointerId: 1, clientX: 50, clientY: 50 })
    expect(screen.queryByRole('button', { name: '1 小时' })).toBeNull()
    // The later acknowledgement is the only request.
    slide(3, 150)
    await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['episodes/3/acknowledge']))
  })

  it('reveals the snooze choices on a swipe to the left and sends nothing until one is chosen', async () => {
    await openPage(AlarmsRoom, '/')
    await menuButton(1)
    slide(1, -150)
    const later = await screen.findByRole('button', { name: '直到加重' })
    expect(posts()).toEqual([])
    fireEvent.click(later)
    await waitFor(() =>
      expect(posts().map(({ path, body }) => [path, body['worse']])).toEqual([['episodes/1/snooze', 1]]),
    )
    expect(screen.queryByRole('button', { name: '直到加重' })).toBeNull()
  })

  it('hides the snooze choices on a swipe back', async () => {
    await openPage(AlarmsRoom, '/')
    await menuButton(1)
    slide(1, -150)
    await screen.findByRole('button', { name: '1 小时' })
    slide(1, 120)
    expect(screen.queryByRole('button', { name: '1 小时' })).toBeNull()
    expect(posts()).toEqual([])
  })

  it('ignores vertical scrolling and the mouse', async () => {
    await openPage(AlarmsRoom, '/')
    await menuButton(1)
    slide(1, 150, { down: 300 })
    slide(2, 150, { pointerType: 'mouse' })
    // The later acknowledgement is the only request.
    slide(3, 150)
    await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['episodes/3/acknowledge']))
  })

  it('does not acknowledge an assigned or closed alarm and does not snooze a closed one', async () => {
    platform.rows = [episode(1, { work: 'acknowledged', assignee_id: ME }), episode(2, { work: 'closed' }), episode(3)]
    await openPage(AlarmsRoom, `/?filter=${encodeURIComponent('{"view":"all"}')}`)
    await menuButton(1)
    slide(1, 150)
    slide(2, 150)
    slide(2, -150)
    expect(screen.queryByRole('button', { name: '1 小时' })).toBeNull()
    slide(3, 150)
    await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['episodes/3/acknowledge']))
  })

  it('offers no snooze until worse when the alarm has the highest level', async () => {
    platform.rows = [episode(1, { level: 1 })]
    await openPage(AlarmsRoom, '/')
    await menuButton(1)
    slide(1, -150)
    await screen.findByRole('button', { name: '1 小时' })
    expect(screen.queryByRole('button', { name: '直到加重' })).toBeNull()
  })
})
