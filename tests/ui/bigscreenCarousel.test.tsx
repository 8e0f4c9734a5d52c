// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endBigScreen, openBigScreen, pass, shown, startBigScreen } from './bigscreenWorld.tsx'
import { deviceRow, type LivePlatform } from './monitorWorld.tsx'

let platform: LivePlatform
beforeEach(() => {
  platform = startBigScreen()
})
afterEach(endBigScreen)

describe('device carousel of the big screen', () => {
  it('advances every 8 s, and pauses under the pointer and by its button', async () => {
    await openBigScreen()
    expect(shown()).toEqual([1, 2, 3, 4].map((id) => `空气微站 ${id}`))
    await pass(8000)
    await pass(700)
    expect(shown()).toEqual([5, 6].map((id) => `空气微站 ${id}`))
    const carousel = screen.getByRole('region', { name: '设备实况' })
    fireEvent.pointerEnter(carousel, { pointerType: 'mouse' })
    await pass(30_000)
    expect(shown()).toHaveLength(2)
    fireEvent.pointerLeave(carousel, { pointerType: 'mouse' })
    fireEvent.click(screen.getByRole('button', { name: '暂停轮播' }))
    await pass(30_000)
    expect(shown()).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: '下一组' }))
    await pass(700)
    expect(shown()).toHaveLength(4)
    fireEvent.click(screen.getByRole('button', { name: '继续轮播' }))
    await pass(8000)
    await pass(700)
    expect(shown()).toHaveLength(2)
  })

  it('advances only by its buttons under reduced motion', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('prefers-reduced-motion'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    await openBigScreen()
    await pass(30_000)
    expect(shown()).toHaveLength(4)
    expect(screen.queryByRole('button', { name: '暂停轮播' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '下一组' }))
    expect(shown()).toEqual([5, 6].map((id) => `空气微站 ${id}`))
  })

  it('shows the class of each station, the reason if there is none, and nothing for an unjudged device', async () => {
    const verdict = {
      medium: 'air',
      standard: 'HJ633-2026',
      period: '1h',
      index: 169,
      level: 4,
      coverage: 1,
      at: Date.now(),
    }
    platform.devices = [
      deviceRow(1),
      deviceRow(2, { maintenance_until: Date.now() + 3_600_000 }),
      deviceRow(3, { deviceisonline: 0 }),
      deviceRow(4),
    ]
    platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment'] }))
    platform.answers.set('environment', () =>
      [1, 2, 3].map((deviceid) => ({ ...verdict, deviceid, primary: [], missing: [] })),
    )
    await openBigScreen(undefined, '/BigScreen?layout=classic')
    await pass(1000)
    const plates = [...document.querySelectorAll('[data-part=plate]')].map(({ textContent }) => textContent)
    expect(shown()).toHaveLength(4)
    expect(plates).toEqual(['169中度', '维护中', '—离线'])
  })

  it('advances again after 60 s without pointer movement while the pointer is over it', async () => {
    await openBigScreen()
    fireEvent.pointerEnter(screen.getByRole('region', { name: '设备实况' }), { pointerType: 'mouse' })
    fireEvent.pointerMove(window, { screenX: 5, screenY: 5 })
    await pass(59_000)
    expect(shown()).toHaveLength(4)
    expect(screen.getByRole('main').dataset['idle']).toBeUndefined()
    await pass(1500)
    expect(screen.getByRole('main').dataset['idle']).toBe('true')
    await pass(8000)
    await pass(700)
    expect(shown()).toHaveLength(2)
    // When content moves under a pointer at rest, the browser reports a pointer move at the same place.
    fireEvent.pointerMove(window, { screenX: 5, screenY: 5 })
    expect(screen.getByRole('main').dataset['idle']).toBe('true')
    fireEvent.pointerMove(window, { screenX: 6, screenY: 5 })
    expect(screen.getByRole('main').dataset['idle']).toBeUndefined()
  })

  it('keeps the current cards when an alarm arrives, and shows it first on the next slide', async () => {
    platform.devices = Array.from({ length: 12 }, (_, at) => deviceRow(at + 1))
    await openBigScreen()
    platform.devices = Array.from({ length: 12 }, (_, at) => deviceRow(at + 1, at === 10 ? { thre_list: [31] } : {}))
    fireEvent(window, new Event('online'))
    await pass(500)
    expect(shown()).toEqual([1, 2, 3, 4].map((id) => `空气微站 ${id}`))
    await pass(7000)
    await pass(700)
    expect(shown()).toEqual([11, 5, 6, 7].map((id) => `空气微站 ${id}`))
  })
})
