// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Language } from '../../i18n/types.ts'
import { MonthPicker } from '../../src/kit/index.ts'
import { openInput } from './inputWorld.tsx'

const open = (language: Language, first: string | null) =>
  openInput(language, first, (month, onChange) => (
    <MonthPicker label="M" month={month} last="2026-11" onChange={onChange} />
  ))

describe('MonthPicker', () => {
  it('selects a month by keyboard across years and returns the focus', async () => {
    const { user, chosen } = await open('zhCN', '2026-02')
    await user.tab()
    await user.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe('2月')
    await user.keyboard('{ArrowUp}')
    expect([document.activeElement?.textContent, screen.getByText('2025年').tagName]).toEqual(['11月', 'B'])
    await user.keyboard('{PageUp}{ArrowDown}')
    expect([document.activeElement?.textContent, screen.getByText('2025年').tagName]).toEqual(['2月', 'B'])
    await user.keyboard('{Enter}')
    expect(chosen).toEqual(['2025-02'])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'M: 2025年2月' }))
  })

  it('disables future months and keeps the focus on the disabled next-year button', async () => {
    const { user } = await open('zhEN', '2025-12')
    await user.click(screen.getByRole('button', { name: 'M: December 2025' }))
    const next = screen.getByRole('button', { name: 'Next year' })
    await user.click(next)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Dec' }).disabled).toBe(true)
    expect([next.getAttribute('aria-disabled'), document.activeElement === next]).toEqual(['true', true])
    await user.click(next)
    expect(screen.getByText('2026')).toBeTruthy()
  })

  it('closes on Escape, returns the focus and traps it while open', async () => {
    const { user } = await open('zhTW', null)
    const button = screen.getByRole('button', { name: 'M' })
    await user.click(button)
    await user.keyboard('{Escape}')
    expect([screen.queryByRole('dialog'), document.activeElement === button]).toEqual([null, true])
    await user.click(button)
    expect(document.activeElement?.textContent).toBe('11月')
    await user.tab()
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  })
})
