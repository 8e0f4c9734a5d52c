// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DAY } from '../../resources/kit/zone.ts'
import { OverlayChoice } from '../../src/history/month/OverlayChoice.tsx'
import { overlaysFor, type Overlay } from '../../src/history/month/overlays.ts'
import { wrapperFor } from './monitorWorld.tsx'

async function offered(days: number, overlay: Overlay | null = null, isOverlayEmpty = false) {
  const setOverlay = vi.fn()
  const over = { overlay, overlays: overlaysFor({ from: 0, to: days * DAY }), setOverlay, isOverlayEmpty }
  const view = render(<OverlayChoice over={over} />, { wrapper: await wrapperFor() })
  const chips = within(screen.getByRole('group', { name: '叠加' })).getAllByRole('button')
  return { ...view, setOverlay, chips, names: chips.map(({ textContent }) => textContent) }
}

it.each([
  [1, ['昨天', '上周', '去年同期']],
  [7, ['上周', '去年同期']],
  [31, ['上月', '去年同期']],
] as const)('OverlayChoice offers the comparison periods that suit %i days', async (days, names) => {
  expect((await offered(days)).names).toEqual(names)
})

it('OverlayChoice selects an overlay and clears the selected one', async () => {
  const first = await offered(1)
  fireEvent.click(screen.getByRole('button', { name: '上周' }))
  expect(first.setOverlay).toHaveBeenCalledExactlyOnceWith('week')
  first.unmount()
  const second = await offered(1, 'week')
  expect(second.chips.map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['false', 'true', 'false'])
  fireEvent.click(screen.getByRole('button', { name: '上周' }))
  expect(second.setOverlay).toHaveBeenCalledExactlyOnceWith(null)
})

it('OverlayChoice reports that the chosen period has no data', async () => {
  const { unmount } = await offered(1, 'day', true)
  expect(screen.getByRole('status').textContent).toBe('昨天没有数据')
  unmount()
  await offered(1, null, true)
  expect(screen.queryByRole('status')).toBeNull()
})
