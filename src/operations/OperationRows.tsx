import { clsx } from 'clsx'
import { useListContext, useTranslate } from 'react-admin'
import type { Operation } from '../../dataProvider/calls/operations.ts'
import { useLabel } from '../admin/fields/useLabel.ts'
import { useOpened } from '../admin/useOpened.ts'
import { useZone } from '../chart/useZone.ts'
import textCss from '../kit/text.module.css'
import { recordKindOf, TypeBadge, whoOf } from './words.tsx'
import css from './operations.module.css'

/** The entries on a phone, two lines each: what was done to which record, by whom and when. A tap opens the changes. */
export function OperationRows() {
  const translate = useTranslate()
  const zone = useZone()
  const pick = useLabel()
  const { data = [] } = useListContext<Operation>()
  const [, open] = useOpened(['open'])
  return (
    <ul className={css.list} aria-label={translate('operations.title')}>
      {data.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => open({ kind: 'open', id: row.id })}>
            <span className={css.line}>
              <b className={textCss.ellipsis}>{[recordKindOf(row, pick), row.explained].filter(Boolean).join(' · ')}</b>
              <TypeBadge type={row.type} />
            </span>
            <span className={clsx(css.line, css.small)}>
              <span className={textCss.ellipsis}>{whoOf(row)}</span>
              <span>{row.at === null ? '—' : zone.full(row.at)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
