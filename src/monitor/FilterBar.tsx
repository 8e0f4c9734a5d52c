import { ArrowUpDown, ChevronDown } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { SORTS, type ListCounts, type OnlineFilter, type RunFilter } from '../live/deviceList.ts'
import { StatusMark, type Status } from '../kit/index.ts'
import type { MonitorParams } from './monitorParams.ts'
import css from './filters.module.css'

interface FilterBarProps {
  params: MonitorParams
  /** undefined until devices are known. */
  counts: ListCounts | undefined
  onChange: (change: Partial<MonitorParams>) => void
  /** The search field; on a phone it stands elsewhere. */
  search?: ReactNode
}

/** Search, what is online, what is abnormal, and the order. Every chip says how many devices it would leave. */
export function FilterBar({ params, counts, onChange, search }: FilterBarProps) {
  const translate = useTranslate()
  const { online, run } = params
  const toggleOnline = (value: OnlineFilter) => onChange({ online: online === value ? 'all' : value })
  const toggleRun = (value: RunFilter) => onChange({ run: run === value ? 'all' : value })
  return (
    <div className={css.filters}>
      {search}
      {search && <span className={css.bar} aria-hidden="true" />}
      <div className={css.chips} role="group" aria-label={translate('monitor.filter.online')}>
        <Chip
          on={online === 'all' && run === 'all'}
          count={counts?.all}
          onClick={() => onChange({ online: 'all', run: 'all' })}
        >
          {translate('monitor.filter.all')}
        </Chip>
        <Chip on={online === 'online'} count={counts?.online} mark="online" onClick={() => toggleOnline('online')}>
          {translate('shell.status.online')}
        </Chip>
        <Chip on={online === 'offline'} count={counts?.offline} mark="offline" onClick={() => toggleOnline('offline')}>
          {translate('shell.status.offline')}
        </Chip>
      </div>
      <span className={css.bar} aria-hidden="true" />
      <div className={css.chips} role="group" aria-label={translate('monitor.filter.run')}>
        <Chip on={run === 'normal'} count={counts?.normal} onClick={() => toggleRun('normal')}>
          {translate('monitor.filter.normal')}
        </Chip>
        <Chip on={run === 'abnormal'} count={counts?.abnormal} mark="alarm" onClick={() => toggleRun('abnormal')}>
          {translate('monitor.filter.abnormal')}
        </Chip>
      </div>
      <label className={css.sort}>
        <ArrowUpDown size={14} strokeWidth={1.9} aria-hidden />
        <select
          aria-label={translate('monitor.sort.label')}
          value={params.sort}
          onChange={(event) => onChange({ sort: SORTS.find((sort) => sort === event.target.value) ?? 'default' })}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {translate(`monitor.sort.${sort}`)}
            </option>
          ))}
        </select>
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </label>
    </div>
  )
}

function Chip({
  on,
  count,
  mark,
  onClick,
  children,
}: {
  on: boolean
  count: number | undefined
  mark?: Status
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button type="button" className={css.chip} aria-pressed={on} onClick={onClick}>
      {mark && <StatusMark status={mark} />}
      {children}
      {count !== undefined && <span className={css.chipCount}>{count}</span>}
    </button>
  )
}
