import { IconButton, NativeSelect, OutlinedInput } from '@mui/material'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import { Chevron } from './Chevron.tsx'
import css from './pager.module.css'

/** How many rows a page may have. */
const PAGE_SIZES: readonly number[] = [10, 20, 50]

interface PagerProps {
  /** From 1. */
  page: number
  /** Rows a page. */
  size: number
  /** undefined until it is known: no number is claimed then. */
  total: number | undefined
  /** All rows stand on one page. */
  singlePage?: boolean
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** The room of a pager, while nothing is known. */
export const PagerPlaceholder = () => <div className={css.pager} aria-hidden />

/** Below every table: which rows these are, how many a page, the pages, and a jump; of a whole one only how many there are. */
export function Pager({ singlePage = false, ...list }: PagerProps) {
  const translate = useTranslate()
  if (!singlePage) return <Pages {...list} />
  return (
    <div className={css.pager}>
      <span className={css.range}>{translate('crud.total', { smart_count: list.total ?? 0, total: list.total })}</span>
    </div>
  )
}

function Pages({ page: wanted, size, total, onPage, onSize }: Omit<PagerProps, 'whole'>) {
  const translate = useTranslate()
  const sizeLabel = useId()
  const pages = Math.max(1, Math.ceil((total ?? 0) / size))
  const page = Math.min(wanted, pages)
  return (
    <nav className={css.pager} aria-label={translate('crud.pages')}>
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
          IconComponent={Chevron}
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
        <IconButton
          size="small"
          aria-label={translate('crud.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft size={16} />
        </IconButton>
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            <span key={`gap${index}`} className={css.gap}>
              ⋯
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className={css.page}
              aria-current={number === page ? 'page' : undefined}
              aria-label={translate('crud.page', { page: number })}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          ),
        )}
        <IconButton
          size="small"
          aria-label={translate('crud.next')}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight size={16} />
        </IconButton>
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

/** The pages a pager shows, with null for a gap: the first, the last, and those around the present one; at most seven places. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return range(1, pages)
  if (page <= 4) return [...range(1, 5), null, pages]
  if (page >= pages - 3) return [1, null, ...range(pages - 4, pages)]
  return [1, null, page - 1, page, page + 1, null, pages]
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)
