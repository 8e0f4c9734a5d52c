// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../i18n/types.ts'
import { DayField } from '../../src/kit/index.ts'
import { readDay, turnMonth } from '../../src/kit/days.ts'
import { openInput } from './inputWorld.tsx'

async function open(language: Language, first: string, clearable = false) {
  const input = await openInput(language, first, (day, onChange) => (
    <DayField label="D" day={day} min="2026-01-31" max="2026-11-22" clearable={clearable} onChange={onChange} />
  ))
  return { ...input, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'D' }) }
}

describe('a day', () => {
  it('is read however its numbers are set apart, and only where the calendar has it', () => {
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

  it('keeps its place in a month where that has one, and its limits', () => {
    const limits = { min: '2026-01-31', max: '2026-11-22' }
    expect([
      turnMonth('2026-03-31', -1, limits),
      turnMonth('2026-02-28', -1, limits),
      turnMonth('2026-10-30', 1, limits),
    ]).toEqual(['2026-02-28', '2026-01-31', '2026-11-22'])
  })

  it('is typed: taken as soon as it is whole, brought out of nonsense when the field is left, and refused with words beyond its limits', async () => {
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

  it('is chosen by keyboard alone, and gives the focus back', async () => {
    const { user, chosen, field } = await open('zhEN', '2026-11-02')
    await user.tab()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, November 2, 2026')
    await user.keyboard('{ArrowUp}{PageUp}{ArrowRight}')
    expect([document.activeElement?.textContent, screen.getByText('September 2026').tagName]).toEqual(['27', 'B'])
    await user.keyboard('{Enter}')
    expect(chosen).toEqual(['2026-09-27'])
    expect([screen.queryByRole('dialog'), document.activeElement, field.value]).toEqual([null, field, '2026-09-27'])
  })

  it('gives the focus back on Escape to what opened it', async () => {
    const { user, field } = await open('zhCN', '2026-11-02')
    const button = screen.getByRole('button', { name: '打开日历：D' })
    for (const [opener, key] of [
      [field, '{ArrowDown}'],
      [button, '{Enter}'],
    ] as const) {
      opener.focus()
      await user.keyboard(key)
      expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
      await user.keyboard('{Escape}')
      expect([screen.queryByRole('dialog'), document.activeElement === opener]).toEqual([null, true])
    }
  })

  it('is never one to come, and is left empty only where it may be', async () => {
    const { user, chosen, field } = await open('zhTW', '2026-11-02', true)
    await user.click(screen.getByRole('button', { name: '開啟日曆：D' }))
    expect(
      screen.getAllByRole<HTMLButtonElement>('button', { name: /^2026年11月23日/ }).map(({ disabled }) => disabled),
    ).toEqual([true])
    expect(screen.getByRole('button', { name: '下個月' }).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Escape}')
    await user.clear(field)
    expect(chosen).toEqual([''])
  })
})
