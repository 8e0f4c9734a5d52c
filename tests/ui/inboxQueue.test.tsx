// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useState } from 'react'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import type { QueuedAct } from '../../src/alarms/inbox/acts/queue.ts'
import Sender from '../../src/alarms/inbox/acts/Sender.tsx'
import { inOrder } from '../../src/alarms/inbox/acts/sending.ts'
import { WaitingActs } from '../../src/alarms/WaitingActs.tsx'
import { Toasts } from '../../src/kit/states/Toasts.tsx'
import { episode, ME, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const PREFIX = 'alarm-acts.'
const waiting = (id: number, given: Partial<QueuedAct> = {}): QueuedAct => ({
  key: `other-${id}`,
  user: ME,
  ids: [id],
  act: 'acknowledge',
  sent: { version: 1 },
  at: id,
  ...given,
})
/**
 * Writes into the shared storage as another tab does, and dispatches the event by which the browser informs this tab.
 */
const otherTab = (key: string, item: QueuedAct | null) => {
  const name = PREFIX + key
  const oldValue = localStorage.getItem(name)
  const newValue = item && JSON.stringify(item)
  if (newValue === null) localStorage.removeItem(name)
  else localStorage.setItem(name, newValue)
  act(() => void dispatchEvent(Object.assign(new Event('storage'), { key: name, oldValue, newValue })))
}
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
const posts = () => platform.sent.filter(({ method }) => method === 'POST').map(({ path }) => path)
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const atRow = (id: number) =>
  waitFor(() => expect(document.querySelector<HTMLElement>('[data-current]')?.dataset['id']).toBe(String(id)))
const open = async () => {
  const page = await openPage(AlarmsRoom, '/')
  await atRow(1)
  return page
}

describe('queued alarm actions in several tabs', () => {
  it('counts the actions of another tab, keeps them and sends each once', async () => {
    platform.down = true
    await open()
    otherTab('other-3', waiting(3))
    await screen.findByText('没有网络，1 步已存，恢复后发送')
    press('a')
    await screen.findByText('没有网络，2 步已存，恢复后发送')
    expect(kept()).toHaveLength(2)
    platform.down = false
    const before = posts().length
    globalThis.dispatchEvent(new Event('online'))
    await waitFor(() => expect(kept()).toEqual([]))
    expect(posts().slice(before)).toEqual(['episodes/3/acknowledge', 'episodes/1/acknowledge'])
  })

  it('resends an action with a lost response under the same key and the next one under a new key', async () => {
    platform.down = true
    await open()
    press('a')
    await screen.findByText('没有网络，1 步已存，恢复后发送')
    platform.down = false
    globalThis.dispatchEvent(new Event('online'))
    await waitFor(() => expect(kept()).toEqual([]))
    press('a')
    await waitFor(() => expect(new Set(posts()).size).toBe(2))
    const keys = platform.sent
      .filter(({ method }) => method === 'POST')
      .map(({ path, body }): [string, string] => [path, String(body['key'])])
    const [first, again, next] = [keys[0], keys.findLast(([path]) => path === keys[0]?.[0]), keys.at(-1)]
    expect(first?.[1]).toMatch(/^[\w.-]{10,100}$/)
    expect(keys.indexOf(again as [string, string])).toBeGreaterThan(0)
    expect(again?.[1]).toBe(first?.[1])
    expect(next?.[1]).not.toBe(first?.[1])
  })

  it('sends nothing while another tab holds the lock, nor what that tab has sent meanwhile', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const request = vi.fn(async (_name: string, work: () => Promise<void>) => held.then(work))
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    await open()
    press('a')
    await waitFor(() => expect(kept()).toHaveLength(1))
    await waitFor(() => expect(request).toHaveBeenCalled())
    expect(posts()).toEqual([])
    // The other tab sends the act meanwhile, and another user closes the episode.
    platform.rows = platform.rows.map((row) => (row['id'] === 1 ? episode(1, { work: 'closed', version: 3 }) : row))
    otherTab(kept()[0]?.slice(PREFIX.length) ?? '', null)
    await waitFor(() => expect(document.querySelector('[data-part=episodes] [data-id="1"]')).toBeNull())
    await act(async () => release())
    expect(posts()).toEqual([])
  })

  it('shows the note of an action rejected in any tab until dismissed and keeps other users’ actions', async () => {
    await open()
    const [about] = JSON.parse(JSON.stringify([episode(2)])) as [never]
    otherTab('other-2', waiting(2, { user: 77 }))
    const refused = { reason: '已有人接手', episode: about }
    const item = { ...waiting(2, { key: 'other-1', sent: { note: '等厂家' } }), refused }
    otherTab('other-1', item)
    await screen.findByText(/已保留所写：等厂家/)
    fireEvent.click(within(screen.getByRole('status')).getByRole('button', { name: '关闭' }))
    await waitFor(() => expect(screen.queryByText(/已保留所写/)).toBeNull())
    // An act of another user of this browser waits for that user.
    expect(kept()).toEqual([`${PREFIX}other-2`])
    expect(posts()).toEqual([])
  })
})

describe('rejected alarm actions', () => {
  it('include an action after 60 s of failures, so that the actions queued behind it are sent', async () => {
    const clock = Date.now.bind(Date)
    let later = 0
    vi.spyOn(Date, 'now').mockImplementation(() => clock() + later)
    platform.failing.add(2)
    localStorage.setItem(
      `${PREFIX}other-2`,
      JSON.stringify(waiting(2, { sent: { note: '等厂家', version: 1 }, about: episode(2) as never })),
    )
    localStorage.setItem(`${PREFIX}other-3`, JSON.stringify(waiting(3)))
    const tryAgain = async () => {
      globalThis.dispatchEvent(new Event('online'))
      await act(() => inOrder(async () => {}))
    }
    await open()
    await waitFor(() => expect(posts()).not.toEqual([]))
    for (let tries = 0; tries < 5; tries++) await tryAgain()
    expect(new Set(posts())).toEqual(new Set(['episodes/2/acknowledge']))
    later = 60_000
    await tryAgain()
    await screen.findByText(/已保留所写：等厂家/)
    await waitFor(() => expect(kept()).toEqual([`${PREFIX}other-2`]))
    expect(posts().filter((path) => path !== 'episodes/2/acknowledge')).toEqual(['episodes/3/acknowledge'])
  })

  it('are dismissed one by one, keeping the notes of the others', async () => {
    for (const [id, note] of [
      [2, '等厂家'],
      [3, '已断电'],
    ] as const)
      localStorage.setItem(
        `${PREFIX}other-${id}`,
        JSON.stringify({
          ...waiting(id, { sent: { note } }),
          refused: { reason: '已有人接手', episode: episode(id) },
        }),
      )
    await open()
    await screen.findByText(/已保留所写：已断电/)
    const [first] = within(screen.getByRole('status')).getAllByRole('button', { name: '关闭' })
    fireEvent.click(first as HTMLElement)
    await waitFor(() => expect(screen.queryByText(/已保留所写：等厂家/)).toBeNull())
    expect(screen.getByText(/已保留所写：已断电/)).toBeTruthy()
    expect(kept()).toEqual([`${PREFIX}other-3`])
  })
})

describe('queued alarm actions on another page', () => {
  it('are sent from there and confirmed with a toast', async () => {
    localStorage.setItem(`${PREFIX}other-2`, JSON.stringify(waiting(2)))
    const { toasts } = await openPage(WaitingActs, '/')
    await waitFor(() => expect(posts()).toEqual(['episodes/2/acknowledge']))
    await waitFor(() => expect(toasts).toEqual(['已接手 1 起 · 规则 2 · 站 2']))
    expect(kept()).toEqual([])
  })

  it('can be undone there in the toast', async () => {
    localStorage.setItem(`${PREFIX}other-2`, JSON.stringify(waiting(2)))
    const Page = () => (
      <>
        <WaitingActs />
        <Toasts />
      </>
    )
    await openPage(Page, '/')
    fireEvent.click(await screen.findByRole('button', { name: '撤销' }))
    await waitFor(() => expect(posts()).toEqual(['episodes/2/acknowledge', 'episodes/batch']))
    expect(platform.sent.find(({ path }) => path === 'episodes/batch')?.body).toMatchObject({
      ids: [2],
      action: 'undo',
    })
    await waitFor(() => expect(platform.rows.map(({ work }) => work)).toEqual(['new', 'new', 'new']))
  })

  it('are reported there when rejected, and their note is kept for the inbox', async () => {
    platform.faster.set(2, '李桂英')
    localStorage.setItem(`${PREFIX}other-2`, JSON.stringify(waiting(2, { sent: { note: '等厂家', version: 1 } })))
    const { toasts, unmount } = await openPage(WaitingActs, '/')
    await waitFor(() => expect(toasts).toEqual(['已有人接手']))
    expect(kept()).toHaveLength(1)
    unmount()
    await openPage(AlarmsRoom, '/')
    await screen.findByText(/已保留所写：等厂家/)
    expect(posts()).toEqual(['episodes/2/acknowledge'])
  })

  it('make no request when the queue is empty', async () => {
    await openPage(WaitingActs, '/')
    expect(platform.sent).toEqual([])
  })
})

describe('alarm action in an inbox inside the page frame', () => {
  /** The frame's sender is loaded with the first act, later than the inbox. */
  const Framed = () => {
    const [isFramed, frame] = useState(false)
    return (
      <>
        <AlarmsRoom />
        <button type="button" onClick={() => frame(true)}>
          frame
        </button>
        {isFramed && <Sender />}
      </>
    )
  }

  it('shows the current assignee when another user was faster, even if the frame subscribed later', async () => {
    await openPage(Framed, '/')
    await atRow(1)
    fireEvent.click(screen.getByText('frame'))
    platform.faster.set(1, '李桂英')
    press('a')
    fireEvent.click(await screen.findByText('规则 1 · 站 1'))
    await within(document.querySelector<HTMLElement>('[data-part=detail]') as HTMLElement).findByText('处理中，李桂英')
  })
})

describe('linked alarm that is not in the list', () => {
  it('is reopened with the R key', async () => {
    platform.rows = [episode(1), episode(2, { work: 'closed' })]
    await openPage(AlarmsRoom, '/?detail=2')
    await screen.findByRole('button', { name: /重新打开/ })
    press('r')
    await waitFor(() => expect(posts()).toEqual(['episodes/2/reopen']))
  })
})
