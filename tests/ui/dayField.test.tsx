// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { format } from 'date-fns'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../i18n/types.ts'
import { DayField } from '../../src/kit/index.ts'
import { readDay } from '../../src/kit/days/days.ts'
import { openInput } from './inputWorld.tsx'

async function open(language: Language, first: string, clearable = false) {
  const input = await openInput(language, first, (day, onChange) => (
    <DayField label="D" day={day} min="2026-01-31" max="2026-11-22" clearable={clearable} onChange={onChange} />
  ))
  return { ...input, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'D' }) }
}

describe('DayField', () => {
  it('reads dates with any separator, and rejects dates that do not exist', () => {
    expect(
      [
        '2026-11-02',
        '2026/11/2',
        ' 2026.1.02 ',
        '20261102',
        '2026-02-29',
        '2024-02-29',
        '2026-13-01',
        '2026-00-10',
        '11/02/2026',
        'x',
      ].map(readDay),
    ).toEqual(['2026-11-02', '2026-11-02', '2026-01-02', '2026-11-02', null, '2024-02-29', null, null, null, null])
  })

  it('accepts a complete date, reports one out of range, and restores the last valid one on blur', async () => {
    const { user, chosen, field } = await open('zhCN', '2026-11-22')
    await user.clear(field)
    await user.type(field, '2026-11-20')
    expect(chosen).toEqual(['2026-11-20'])
    await user.clear(field)
    await user.type(field, '2027/1/1')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.tab()
    expect([chosen, field.value, field.getAttribute('aria-invalid')]).toEqual([['2026-11-20'], '2027/1/1', 'true'])
    const words = screen.getByRole('alert')
    expect([words.textContent, field.getAttribute('aria-describedby')]).toEqual([
      '请选择 2026-01-31 至 2026-11-22 之间的日期',
      words.id,
    ])
    await user.clear(field)
    await user.type(field, '2026-99-99')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.tab()
    expect([field.value, field.getAttribute('aria-invalid'), screen.queryByRole('alert')]).toEqual([
      '2026-11-20',
      'false',
      null,
    ])
  })

  it('supports choosing a date by keyboard alone, and gets the focus back', async () => {
    const { user, chosen, field } = await open('zhEN', '2026-11-02')
    await user.tab()
    await user.keyboard('{ArrowDown}')
    const chosenDay = await screen.findByRole('button', { name: 'Monday, November 2, 2026' })
    await waitFor(() => expect(document.activeElement).toBe(chosenDay))
    await user.keyboard('{ArrowUp}{PageUp}{ArrowRight}')
    expect([document.activeElement?.textContent, screen.getByRole('status').textContent]).toEqual([
      '27',
      'September 2026',
    ])
    await user.keyboard('{Enter}')
    expect(chosen).toEqual(['2026-09-27'])
    expect([screen.queryByRole('dialog'), document.activeElement, field.value]).toEqual([null, field, '2026-09-27'])
  })

  it('returns the focus to the element that opened the calendar on Escape', async () => {
    const { user, field } = await open('zhCN', '2026-11-02')
    const button = screen.getByRole('button', { name: '打开日历：D' })
    for (const [opener, key] of [
      [field, '{ArrowDown}'],
      [button, '{Enter}'],
    ] as const) {
      opener.focus()
      await user.keyboard(key)
      const dialog = await screen.findByRole('dialog')
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
      await user.keyboard('{Escape}')
      expect([screen.queryByRole('dialog'), document.activeElement === opener]).toEqual([null, true])
    }
  })

  it('offers no date after the maximum, and can be emptied if clearable', async () => {
    const { user, chosen, field } = await open('zhTW', '2026-11-02', true)
    await user.click(screen.getByRole('button', { name: '開啟日曆：D' }))
    const tomorrow = await screen.findByRole<HTMLButtonElement>('button', { name: /^2026年11月23日/ })
    expect(tomorrow.disabled).toBe(true)
    expect(screen.getByRole('grid', { name: 'D' }).querySelectorAll('[aria-selected=true]')).toHaveLength(1)
    const next = screen.getByRole('button', { name: '下個月' })
    await user.click(next)
    expect([next.getAttribute('aria-disabled'), screen.getByRole('status').textContent]).toEqual(['true', '2026年11月'])
    await user.keyboard('{Escape}')
    await user.clear(field)
    expect(chosen).toEqual([''])
  })

  it('opens at today or the last permitted day if no date is set', async () => {
    const { user } = await open('zhEN', '', true)
    await user.click(screen.getByRole('button', { name: 'Open the calendar: D' }))
    await screen.findByRole('dialog')
    const today = format(new Date(), 'yyyy-MM-dd')
    const begin = today < '2026-11-22' ? today : '2026-11-22'
    await waitFor(() => expect(document.activeElement?.closest('td')?.dataset['day']).toBe(begin))
    expect(screen.getByRole('dialog').querySelector('[aria-selected=true]')).toBeNull()
  })
})
