import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { pageNumbers } from './pageNumbers.ts'
import './pagerBar.css'

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
export function Pager({ page: wanted, size, total, onPage, onSize }: PagerProps) {
  const translate = useTranslate()
  const pages = Math.max(1, Math.ceil((total ?? 0) / size))
  const page = Math.min(wanted, pages)
  return (
    <nav className="pager" aria-label={translate('crud.pages')}>
      <span className="pager-range" aria-live="polite">
        {total === 0
          ? translate('crud.total', { smart_count: 0, total })
          : total !== undefined &&
            translate('crud.range', { from: (page - 1) * size + 1, to: Math.min(page * size, total), total })}
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
      <span className="pager-pages">
        <button
          type="button"
          className="ui-icon-button"
          aria-label={translate('crud.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            <span key={`gap${index}`} className="pager-gap">
              ⋯
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className="pager-page"
              aria-current={number === page ? 'page' : undefined}
              aria-label={translate('crud.page', { page: number })}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          ),
        )}
        <button
          type="button"
          className="ui-icon-button"
          aria-label={translate('crud.next')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
      </span>
      {pages > 1 && <Jump pages={pages} onPage={onPage} />}
    </nav>
  )
}

function Jump({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const jump = () => {
    const wanted = Number(text)
    if (text !== '' && Number.isInteger(wanted)) onPage(Math.min(Math.max(wanted, 1), pages))
    setText('')
  }
  return (
    <label className="pager-jump">
      {translate('crud.jump')}
      <input
        className="ui-input"
        inputMode="numeric"
        aria-label={translate('crud.jumpLabel', { pages })}
        value={text}
        onChange={({ target }) => setText(target.value.replaceAll(/\D/g, ''))}
        onKeyDown={({ key }) => key === 'Enter' && jump()}
        onBlur={jump}
      />
      {translate('crud.jumpAfter', { pages })}
    </label>
  )
}
