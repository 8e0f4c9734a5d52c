import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { pageNumbers } from '../crud/pageNumbers.ts'
import './pager.css'

interface PagerProps {
  page: number
  size: number
  /** undefined until it is known: no number is claimed then. */
  total: number | undefined
  onPage: (page: number) => void
  onSize: (size: number) => void
}

export const PAGE_SIZES: readonly number[] = [10, 20, 50]

/** Below a paged table of a page without MUI: which rows these are, how many a page, the pages, and a jump. */
export function Pager({ page: wanted, size, total = 0, onPage, onSize }: PagerProps) {
  const translate = useTranslate()
  const jump = useId()
  const [text, setText] = useState('')
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(wanted, pages)
  const go = () => {
    const to = Number(text)
    if (Number.isInteger(to) && to > 0) onPage(Math.min(pages, to))
    setText('')
  }
  return (
    <nav className="pager" aria-label={translate('crud.pages')}>
      <span className="pager-range" aria-live="polite">
        {total > 0 && translate('crud.range', { from: (page - 1) * size + 1, to: Math.min(page * size, total), total })}
      </span>
      <label className="pager-size">
        {translate('crud.perPage')}
        <span className="pager-choice">
          <select className="ui-input" value={size} onChange={({ target }) => onSize(Number(target.value))}>
            {PAGE_SIZES.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
          <ChevronDown size={14} strokeWidth={1.9} aria-hidden />
        </span>
      </label>
      <button type="button" className="ui-icon-button" aria-label={translate('crud.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </button>
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          <span key={`gap${index}`}>⋯</span>
        ) : (
          <button key={number} type="button" className="pager-page" aria-current={number === page ? 'page' : undefined} aria-label={translate('crud.page', { page: number })} onClick={() => onPage(number)}>
            {number}
          </button>
        ),
      )}
      <button type="button" className="ui-icon-button" aria-label={translate('crud.next')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={16} aria-hidden />
      </button>
      {pages > 7 && (
        <form
          className="pager-jump"
          onSubmit={(event) => {
            event.preventDefault()
            go()
          }}
        >
          <label htmlFor={jump}>{translate('crud.jump')}</label>
          <input id={jump} className="ui-input" inputMode="numeric" value={text} onChange={({ target }) => setText(target.value.replaceAll(/\D/g, ''))} />
        </form>
      )}
    </nav>
  )
}
