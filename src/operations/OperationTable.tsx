import { clsx } from 'clsx'
import { DataTable, useRecordContext, useTranslate } from 'react-admin'
import type { Operation } from '../../dataProvider/calls/operations.ts'
import { isSuper } from '../../resources/kit/access.ts'
import { useLabel } from '../admin/fields/useLabel.ts'
import { EndColumn } from '../admin/list/table/EndColumn.tsx'
import { useOpened } from '../admin/useOpened.ts'
import { useZone } from '../chart/useZone.ts'
import { useCaller } from '../kit/index.ts'
import { useProjectNames } from '../live/useLiveNames.ts'
import textCss from '../kit/text.module.css'
import tableCss from '../admin/list/table/table.module.css'
import { recordKindOf, TypeBadge, whoOf } from './words.tsx'
import css from './operations.module.css'

/** The log's entries: who did what to which record, when. */
export function OperationTable() {
  const translate = useTranslate()
  const zone = useZone()
  const pick = useLabel()
  const projects = useProjectNames(isSuper(useCaller()))
  return (
    <DataTable<Operation>
      className={tableCss.table}
      aria-label={translate('operations.title')}
      bulkActionButtons={false}
      rowClick={false}
    >
      <DataTable.Col<Operation>
        disableSort
        label={translate('operations.time')}
        render={({ at }) => (at === null ? '—' : zone.full(at))}
      />
      <DataTable.Col<Operation>
        disableSort
        label={translate('operations.user')}
        render={(row) => <Name name={whoOf(row)} />}
      />
      <DataTable.Col<Operation>
        disableSort
        label={translate('operations.type')}
        render={({ type }) => <TypeBadge type={type} />}
      />
      <DataTable.Col<Operation>
        disableSort
        label={translate('operations.kind')}
        render={(row) => <Name name={recordKindOf(row, pick)} />}
      />
      <DataTable.Col<Operation>
        source="explained"
        disableSort
        label={translate('operations.record')}
        cellClassName={css.record}
      />
      {projects && (
        <DataTable.Col<Operation>
          disableSort
          label={translate('alarms.project')}
          render={({ project }) => <Name name={projects.find(({ id }) => id === project)?.name ?? ''} />}
        />
      )}
      <ActionsColumn />
    </DataTable>
  )
}

/** Cut if it does not fit; the tooltip shows the full name. */
const Name = ({ name }: { name: string }) => (
  <span className={clsx(css.name, textCss.ellipsis)} title={name}>
    {name}
  </span>
)

function ActionsColumn() {
  const translate = useTranslate()
  const row = useRecordContext<Operation>()
  const [, open] = useOpened(['open'])
  return (
    <EndColumn className={tableCss.actions} head={translate('alarms.actions')}>
      {row && (
        <button
          type="button"
          className={tableCss.detail}
          data-part="details"
          onClick={() => open({ kind: 'open', id: row.id })}
        >
          {translate('alarms.detail')}
        </button>
      )}
    </EndColumn>
  )
}
