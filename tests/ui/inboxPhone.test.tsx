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

describe('the menu of a row on a phone', () => {
  it('takes the alarm, and opens no detail', async () => {
    const { location } = await openPage(AlarmsRoom, '/')
    const menu = await openMenu(1)
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '接手',
      '暂缓 · 1 小时',
      '暂缓 · 到更重',
    ])
    fireEvent.click(menu.getByRole('menuitem', { name: '接手' }))
    await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['episodes/1/acknowledge']))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(new URLSearchParams(location.search).get('detail')).toBeNull()
  })

  it('puts it off until it gets worse, or for an hour', async () => {
    await openPage(AlarmsRoom, '/')
    fireEvent.click((await openMenu(2)).getByRole('menuitem', { name: '暂缓 · 到更重' }))
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

  it('offers what a swipe does: nothing to take of what somebody has, none where it is closed', async () => {
    platform.rows = [episode(1, { work: 'acknowledged', assignee_id: ME }), episode(2, { work: 'closed' })]
    await openPage(AlarmsRoom, `/?filter=${encodeURIComponent('{"view":"all"}')}`)
    const menu = await openMenu(1)
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '暂缓 · 1 小时',
      '暂缓 · 到更重',
    ])
    expect(document.querySelector('[data-part=episodes] [data-id="2"] [data-part=episode]')).toBeTruthy()
    expect(document.querySelector('[data-part=episodes] [data-id="2"] [aria-haspopup=menu]')).toBeNull()
  })
})
