import { useTranslate } from 'ra-core'
import { useLabel } from '../admin/fields/useLabel.ts'
import type { OperationTableProps } from './OperationTable.tsx'
import { kindOf } from './plainWords.ts'
import { TypeBadge, whoOf } from './words.tsx'

/** The entries on a phone, two lines each: what was done to which record, by whom and when. A tap opens the changes. */
export function OperationRows({ rows, zone, onOpen }: OperationTableProps) {
  const translate = useTranslate()
  const pick = useLabel()
  return (
    <ul className="operations-list" aria-label={translate('operations.title')}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onOpen(row.id)}>
            <span className="operations-line">
              <b className="ellipsis">{[kindOf(row, pick), row.explained].filter(Boolean).join(' · ')}</b>
              <TypeBadge type={row.type} />
            </span>
            <span className="operations-line operations-small">
              <span className="ellipsis">{whoOf(row)}</span>
              <span className="operations-time">{row.at === null ? '—' : zone.full(row.at)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
