// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { episode, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
  platform.rows = [episode(1, { level: 1 }), episode(2), episode(3, { level: null })]
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const WHY = '报警规则没有更重的级别，不能暂缓到更重'
const atRow = (id: number) =>
  waitFor(() => expect(document.querySelector<HTMLElement>('[data-current]')?.dataset['id']).toBe(String(id)))
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const dialog = async () => within(await screen.findByRole('dialog', { name: /暂缓/ }))

describe('a snooze until it gets worse', () => {
  it('is not offered of an urgent alarm, which cannot; the dialog says why', async () => {
    await openPage(AlarmsRoom, '/?detail=1')
    await atRow(1)
    press('s')
    const asks = await dialog()
    expect(asks.getByRole('radio', { name: '1 小时' })).toBeTruthy()
    expect(asks.queryByRole('radio', { name: '到更重' })).toBeNull()
    expect(asks.getByText(WHY)).toBeTruthy()
  })

  it.each([2, 3])('is offered of one that can: %i', async (id) => {
    await openPage(AlarmsRoom, `/?detail=${id}`)
    await atRow(id)
    press('s')
    const asks = await dialog()
    expect(asks.getByRole('radio', { name: '到更重' })).toBeTruthy()
    expect(asks.queryByText(WHY)).toBeNull()
  })

  it('is not offered where its rule knows no worse level', async () => {
    platform.rows = [episode(1, { level: 3, worst_level: 3 })]
    await openPage(AlarmsRoom, '/?detail=1')
    await atRow(1)
    press('s')
    const asks = await dialog()
    expect(asks.queryByRole('radio', { name: '到更重' })).toBeNull()
    expect(asks.getByText(WHY)).toBeTruthy()
  })

  it('is not offered of several where one of them cannot', async () => {
    await openPage(AlarmsRoom, '/?detail=1')
    await atRow(1)
    press('x')
    press('j')
    await atRow(2)
    press('x')
    await screen.findByText('已选 2 起')
    press('s')
    expect((await dialog()).queryByRole('radio', { name: '到更重' })).toBeNull()
  })

  it('is behind a row on a phone, but for an urgent one', async () => {
    onPhone()
    await openPage(AlarmsRoom, '/')
    expect((await swiped(1)).map(({ textContent }) => textContent)).toEqual(['1 小时'])
    expect((await swiped(2)).map(({ textContent }) => textContent)).toEqual(['1 小时', '到更重'])
  })

  it('is not in the menu of an urgent one either', async () => {
    onPhone()
    await openPage(AlarmsRoom, '/')
    fireEvent.click(await screen.findByRole('button', { name: '更多 规则 1 站 1' }))
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '接手',
      '暂缓 · 1 小时',
      '选择',
    ])
  })
})

function onPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('599.95'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

/** The choices behind a row that a finger has drawn to the left. */
async function swiped(id: number): Promise<HTMLElement[]> {
  const row = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-part=episodes] [data-id="${id}"]`)
    if (!found) throw new Error(`no row ${id}`)
    return found
  })
  const finger = { pointerType: 'touch', pointerId: 1, clientY: 50 }
  fireEvent.pointerDown(row, { ...finger, clientX: 300 })
  fireEvent.pointerMove(row, { ...finger, clientX: 100 })
  fireEvent.pointerUp(row, { ...finger, clientX: 100 })
  const whole = row.closest('li')
  if (!whole) throw new Error(`row ${id} stands in no list`)
  return within(whole)
    .getAllByRole('button')
    .filter((button) => !row.contains(button))
}
