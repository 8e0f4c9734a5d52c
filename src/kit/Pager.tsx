import { IconButton, NativeSelect, OutlinedInput, usePagination } from '@mui/material'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import css from './pager.module.css'

/** The choices for the number of rows per page. */
const PAGE_SIZES: readonly number[] = [10, 20, 50]

interface PagerProps {
  /** Counted from 1. */
  page: number
  /** Rows per page. */
  size: number
  /** undefined until it is known: no number is shown then. */
  total: number | undefined
  /** All rows are on one page. */
  singlePage?: boolean
  /** For narrow places: without the choice of size and the page jump. */
  narrow?: boolean
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Placeholder of a pager while the number of rows is unknown. */
export const PagerPlaceholder = () => <div className={css.pager} aria-hidden />

/**
 * Footer of every table: the visible rows, rows per page, the pages, and a jump; for a single page only the number of
 * rows.
 */
export function Pager({ singlePage = false, ...list }: PagerProps) {
  const translate = useTranslate()
  if (!singlePage) return <Pages {...list} />
  return (
    <div className={css.pager}>
      <span className={css.range}>{translate('crud.total', { smart_count: list.total ?? 0, total: list.total })}</span>
    </div>
  )
}

function Pages({ page: wanted, size, total, narrow, onPage, onSize }: Omit<PagerProps, 'singlePage'>) {
  const translate = useTranslate()
  const sizeLabel = useId()
  const pages = Math.max(1, Math.ceil((total ?? 0) / size))
  const page = Math.min(wanted, pages)
  // At most seven items: the first page, the last, and those around the current one.
  const { items } = usePagination({ count: pages, page, onChange: (_event, next) => onPage(next) })
  return (
    <nav className={css.pager} data-narrow={narrow || undefined} aria-label={translate('crud.pages')}>
      <span className={css.range} aria-live="polite">
        {total === 0
          ? translate('crud.total', { smart_count: 0, total })
          : total !== undefined &&
            translate('crud.range', { from: (page - 1) * size + 1, to: Math.min(page * size, total), total })}
      </span>
      <span className={css.size}>
        <span id={sizeLabel}>{translate('crud.perPage')}</span>
        <NativeSelect
          input={<OutlinedInput />}
          value={size}
          onChange={(event) => onSize(Number(event.target.value))}
          inputProps={{ 'aria-labelledby': sizeLabel }}
        >
          {[...new Set([...PAGE_SIZES, size])]
            .toSorted((a, b) => a - b)
            .map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
        </NativeSelect>
      </span>
      <span className={css.pages}>
        {items.map(({ type, page: number, selected, disabled, onClick }) =>
          type === 'page' ? (
            <button
              key={number}
              type="button"
              className={css.page}
              aria-current={selected ? 'page' : undefined}
              aria-label={translate('crud.page', { page: number })}
              onClick={onClick}
            >
              {number}
            </button>
          ) : type === 'previous' || type === 'next' ? (
            <IconButton
              key={type}
              size="small"
              aria-label={translate(type === 'next' ? 'crud.next' : 'crud.previous')}
              disabled={disabled}
              onClick={onClick}
            >
              {type === 'next' ? <ChevronRight size={16} /> : <ChevronLeft size={16} />}
            </IconButton>
          ) : (
            <span key={type} className={css.gap}>
              ⋯
            </span>
          ),
        )}
      </span>
      {pages > 1 && <Jump pages={pages} onJump={onPage} />}
    </nav>
  )
}

function Jump({ pages, onJump }: { pages: number; onJump: (page: number) => void }) {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const jump = () => {
    const wanted = Number(text)
    if (text.trim() !== '' && Number.isInteger(wanted)) onJump(Math.min(Math.max(wanted, 1), pages))
    setText('')
  }
  return (
    <label className={css.jump}>
      {translate('crud.jump')}
      <OutlinedInput
        value={text}
        onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
        onKeyDown={(event) => event.key === 'Enter' && jump()}
        onBlur={jump}
        inputProps={{ inputMode: 'numeric', 'aria-label': translate('crud.jumpLabel', { pages }) }}
      />
      {translate('crud.jumpAfter', { pages })}
    </label>
  )
}
