import { CircleAlert } from 'lucide-react'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import type { Parsed } from './parse.ts'
import css from './import.module.css'

/** What reading a file left out or had to guess: the template's lines, and rows with a stray quote. */
export function LeftOut({ parsed: { comments, strays } }: { parsed: Parsed }) {
  const translate = useLateWords('importing')
  const rows = strays.slice(0, NAMED).join(', ') + (strays.length > NAMED ? ', …' : '')
  return (
    <>
      {comments > 0 && <small>{translate('importing.comments', { count: comments })}</small>}
      {strays.length > 0 && (
        <small className={css.stray} role="alert">
          <CircleAlert size={12} aria-hidden />
          {translate('importing.strays', { smart_count: strays.length, rows })}
        </small>
      )}
    </>
  )
}

/** Maximum number of rows that are named. */
const NAMED = 5
