import { useTranslate } from 'ra-core'
import type { NamedId } from '../../dataProvider/normalise.ts'
import type { Operation } from '../../dataProvider/operations.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { useLabel } from '../admin/fields/useLabel.ts'
import { kindOf } from './plainWords.ts'
import { TypeBadge, whoOf } from './words.tsx'

export interface OperationTableProps {
  rows: readonly Operation[]
  zone: Zone
  /** undefined: no project column. */
  projects: readonly NamedId[] | undefined
  onOpen: (id: number) => void
}

/** The log's entries: who did what to which record, when. */
export function OperationTable({ rows, zone, projects, onOpen }: OperationTableProps) {
  const translate = useTranslate()
  const pick = useLabel()
  return (
    <table className="ui-table" aria-label={translate('operations.title')}>
      <thead>
        <tr>
          <th scope="col">{translate('operations.time')}</th>
          <th scope="col">{translate('operations.user')}</th>
          <th scope="col">{translate('operations.type')}</th>
          <th scope="col">{translate('operations.kind')}</th>
          <th scope="col">{translate('operations.record')}</th>
          {projects && <th scope="col">{translate('alarms.project')}</th>}
          <th scope="col" className="operations-actions">
            {translate('alarms.actions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="operations-time">{row.at === null ? '—' : zone.full(row.at)}</td>
            <td className="operations-name" title={whoOf(row)}>
              {whoOf(row)}
            </td>
            <td>
              <TypeBadge type={row.type} />
            </td>
            <td className="operations-name" title={kindOf(row, pick)}>
              {kindOf(row, pick)}
            </td>
            <td className="operations-record">{row.explained}</td>
            {projects && <Project name={projects.find(({ id }) => id === row.project)?.name ?? ''} />}
            <td className="operations-actions">
              <button type="button" className="operations-link" onClick={() => onOpen(row.id)}>
                {translate('alarms.detail')}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Project = ({ name }: { name: string }) => (
  <td className="operations-name" title={name}>
    {name}
  </td>
)
