// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Pager } from '../../src/kit/Pager.tsx'
import { openInput } from './inputWorld.tsx'

/** The page numbers shown, with ⋯ for those left out. */
const places = (): string[] =>
  [...(document.querySelector('[aria-current="page"]')?.parentElement?.children ?? [])]
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text !== '')

const open = (page: number, pages: number) =>
  openInput('zhEN', String(page), (_value, onChange) => (
    <Pager
      page={page}
      size={10}
      total={pages * 10}
      onPage={(next) => onChange(String(next))}
      onSize={() => undefined}
    />
  ))

describe('Pager', () => {
  it.each([
    [1, 1, '1'],
    [3, 7, '1 2 3 4 5 6 7'],
    [2, 13, '1 2 3 4 5 ⋯ 13'],
    [7, 13, '1 ⋯ 6 7 8 ⋯ 13'],
    [12, 13, '1 ⋯ 9 10 11 12 13'],
  ])('on page %i of %i shows %s', async (page, pages, shown) => {
    await open(page, pages)
    expect(places().join(' ')).toBe(shown)
    expect(document.querySelector('[aria-current="page"]')?.textContent).toBe(String(page))
  })

  it.each([
    ['Previous page', 1, 'Next page'],
    ['Next page', 3, 'Previous page'],
  ])('disables the button "%s" on page %i of 3', async (disabled, page, enabled) => {
    await open(page, 3)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: disabled }).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: enabled }).disabled).toBe(false)
  })

  it('changes to the selected page', async () => {
    const { user, chosen } = await open(13, 13)
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    await user.click(screen.getByRole('button', { name: 'Page 10' }))
    expect(chosen).toEqual(['12', '10'])
  })
})
