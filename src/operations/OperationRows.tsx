import { useListContext, useTranslate } from 'react-admin'
import type { Operation } from '../../dataProvider/operations.ts'
import { useLabel } from '../admin/fields/useLabel.ts'
import { useOpened } from '../admin/useOpened.ts'
import { useZone } from '../chart/useZone.ts'
import { kindOf, TypeBadge, whoOf } from './words.tsx'

/** The entries on a phone, two lines each: what was done to which record, by whom and when. A tap opens the changes. */
export function OperationRows() {
  const translate = useTranslate()
  const zone = useZone()
  const pick = useLabel()
  const { data = [] } = useListContext<Operation>()
  const [, open] = useOpened(['open'])
  return (
    <ul className="operations-list" aria-label={translate('operations.title')}>
      {data.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => open({ kind: 'open', id: row.id })}>
            <span className="operations-line">
              <b className="ellipsis">{[kindOf(row, pick), row.explained].filter(Boolean).join(' · ')}</b>
              <TypeBadge type={row.type} />
            </span>
            <span className="operations-line operations-small">
              <span className="ellipsis">{whoOf(row)}</span>
              <span>{row.at === null ? '—' : zone.full(row.at)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
