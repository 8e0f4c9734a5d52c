import { Button } from '@mui/material'
import { clsx } from 'clsx'
import {
  DataTable,
  DataTableBody,
  DataTableRow,
  useListContext,
  useRecordContext,
  useDataTableCallbacksContext,
  useTranslate,
  type DataTableRowProps,
} from 'react-admin'
import { createContext, useContext, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { EndColumn } from '../../admin/list/table/EndColumn.tsx'
import { SelectPage, SelectRow } from '../../admin/list/table/SelectBoxes.tsx'
import { useOpened } from '../../admin/useOpened.ts'
import { useZone } from '../../chart/useZone.ts'
import { useCaller } from '../../kit/index.ts'
import { useAreaNames, useProjectNames } from '../../live/useLiveNames.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import { canHandle, isKnownActive, LevelBadge, Measured, StateBadge, useShortTime } from './badges.tsx'
import { RECORD_DIALOGS } from './AlarmRecordDialog.tsx'
import css from './alarms.module.css'

/** Id of the record whose row is in the tab order: the row focused last, otherwise the first. */
const StopContext = createContext<number | undefined>(undefined)

/**
 * Table of the records. By keyboard: up and down move between rows, space ticks one, H handles it, Enter opens its
 * detail.
 */
export function AlarmTable() {
  const translate = useTranslate()
  const zone = useZone()
  const short = useShortTime()
  const { data = [], onToggleItem } = useListContext<AlarmRecord>()
  const { data: areas } = useAreaNames()
  const areaNames = useMemo(() => new Map(areas?.map(({ id, name }) => [id, name])), [areas])
  const projects = useProjectNames(isSuper(useCaller()))
  const [, open] = useOpened(RECORD_DIALOGS)
  const [stood, stand] = useState<number>()
  const inRow = ({ target }: { target: EventTarget }) =>
    target instanceof HTMLElement ? data.find(({ id }) => String(id) === target.dataset['id']) : undefined
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const record = inRow(event)
    if (!record || event.ctrlKey || event.metaKey || event.altKey) return
    const { nextElementSibling: next, previousElementSibling: before } = event.target as HTMLElement
    const moves: Record<string, () => void> = {
      ArrowDown: () => next instanceof HTMLElement && next.focus(),
      ArrowUp: () => before instanceof HTMLElement && before.focus(),
      Enter: () => open({ kind: 'detail', id: record.id }),
      h: () => canHandle(record) && open({ kind: 'handle', id: record.id }),
      ' ': () => canHandle(record) && onToggleItem(record.id),
    }
    const move = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <StopContext value={data.some(({ id }) => id === stood) ? stood : data[0]?.id}>
      <p id="alarms-keys" className={textCss.visuallyHidden}>
        {translate('alarms.keys')}
      </p>
      <DataTable<AlarmRecord>
        className={clsx(tableCss.table, css.table)}
        aria-label={translate('alarms.title')}
        aria-describedby="alarms-keys"
        bulkActionButtons={false}
        isRowSelectable={canHandle}
        rowClick={false}
        body={Body}
        onKeyDown={press}
        onFocus={(event) => {
          const record = inRow(event)
          if (record) stand(record.id)
        }}
      >
        <SelectColumn />
        <DataTable.Col<AlarmRecord>
          disableSort
          label={translate('alarms.time')}
          render={({ at }) => <span title={zone.full(at)}>{short(at)}</span>}
        />
        {data.some(({ level }) => level !== null) && (
          <DataTable.Col<AlarmRecord>
            disableSort
            label={translate('alarms.level')}
            render={({ level }) => <LevelBadge level={level} />}
          />
        )}
        <DataTable.Col<AlarmRecord>
          disableSort
          label={translate('alarms.deviceArea')}
          cellClassName={css.device}
          render={({ deviceName, area }) => (
            <>
              <Name name={deviceName || '—'} />
              <small className={textCss.ellipsis}>{area === null ? '' : areaNames.get(area)}</small>
            </>
          )}
        />
        <DataTable.Col<AlarmRecord>
          disableSort
          label={translate('alarms.node')}
          cellClassName={css.short}
          render={({ nodeName }) => <Name name={nodeName || '—'} />}
        />
        <DataTable.Col<AlarmRecord>
          disableSort
          label={translate('alarms.value')}
          data-numeric
          cellClassName={css.value}
          render={(record) => <Measured record={record} />}
        />
        <DataTable.Col<AlarmRecord>
          source="rule"
          disableSort
          label={translate('alarms.rule')}
          cellClassName={css.rule}
        />
        <DataTable.Col<AlarmRecord>
          disableSort
          label={translate('alarms.message')}
          cellClassName={css.message}
          render={({ message, threshold }) => (
            <>
              <div title={message}>{message}</div>
              {threshold !== '' && threshold !== message && (
                <small className={textCss.ellipsis} title={threshold}>
                  {threshold}
                </small>
              )}
            </>
          )}
        />
        {projects && (
          <DataTable.Col<AlarmRecord>
            disableSort
            label={translate('alarms.project')}
            cellClassName={css.short}
            render={({ project }) => <Name name={projects.find(({ id }) => id === project)?.name ?? ''} />}
          />
        )}
        <DataTable.Col<AlarmRecord>
          disableSort
          label={translate('alarms.state')}
          render={(record) => <StateBadge record={record} />}
        />
        <ActionsColumn />
      </DataTable>
    </StopContext>
  )
}

const Body = ({ children }: { children?: ReactNode }) => <DataTableBody row={AlarmRow}>{children}</DataTableBody>

function AlarmRow(props: DataTableRowProps) {
  const record = useRecordContext<AlarmRecord>()
  const stop = useContext(StopContext)
  return (
    <DataTableRow
      {...props}
      data-id={record?.id}
      data-open={(record && canHandle(record) && isKnownActive(record)) || undefined}
      tabIndex={record?.id === stop ? 0 : -1}
    />
  )
}

/** A name, cut off where it does not fit, and shown whole in the tooltip. */
const Name = ({ name }: { name: string }) => (
  <div className={textCss.ellipsis} title={name}>
    {name}
  </div>
)

/** Checkbox for records that can be handled. */
function SelectColumn() {
  const translate = useTranslate()
  const { data = [] } = useListContext<AlarmRecord>()
  const { handleToggleItem } = useDataTableCallbacksContext()
  const record = useRecordContext<AlarmRecord>()
  const ids = data.filter(canHandle).map(({ id }) => id)
  return (
    <EndColumn className={tableCss.select} head={<SelectPage ids={ids} label={translate('alarms.markAll')} />}>
      {record && canHandle(record) && (
        <SelectRow
          id={record.id}
          label={translate('alarms.mark', { name: record.message || record.threshold })}
          onToggle={(event) => handleToggleItem?.(record.id, event as React.MouseEvent<HTMLInputElement>)}
        />
      )}
    </EndColumn>
  )
}

function ActionsColumn() {
  const translate = useTranslate()
  const record = useRecordContext<AlarmRecord>()
  const [, open] = useOpened(RECORD_DIALOGS)
  return (
    <EndColumn className={tableCss.actions} head={translate('alarms.actions')}>
      {record && canHandle(record) && (
        <Button size="small" className={css.act} onClick={() => open({ kind: 'handle', id: record.id })}>
          {translate('alarms.handle')}
        </Button>
      )}
      {record && (
        <button
          type="button"
          className={tableCss.detail}
          data-part="details"
          onClick={() => open({ kind: 'detail', id: record.id })}
        >
          {translate('alarms.detail')}
        </button>
      )}
    </EndColumn>
  )
}
