import { clsx } from 'clsx'
import { ArrowUpDown, ChevronDown } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Suspense, type ReactNode } from 'react'
import { SORTS, type ClassCounts, type ListCounts, type OnlineFilter, type RunFilter } from '../../live/deviceList.ts'
import { StatusMark } from '../../kit/index.ts'
import { isWorseLow, SORTABLE_QUANTITIES, type Quantity } from '../../environment/quantity.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { UNFILTERED, type MonitorParams } from '../monitorParams.ts'
import { ClassChips } from './ClassChips.tsx'
import { FilterChip } from './FilterChip.tsx'
import { LawFilters } from './LawFilters.tsx'
import type { Standards } from './useListVerdicts.ts'
import css from './filters.module.css'

interface FilterBarProps {
  params: MonitorParams
  /** undefined until devices are known. */
  counts: ListCounts | undefined
  /** undefined if no device is judged. */
  classes?: ClassCounts | undefined
  /**
   * The scales in use, each with its standards, and the standard of the chosen class; null if one standard applies to
   * all.
   */
  standards?: Standards
  standard?: string | null
  /** Quantities by which the list can be sorted and bounded, and the unit of the bounded one. */
  quantities?: readonly Quantity[]
  unit?: string
  onChange: (change: Partial<MonitorParams>) => void
  /** The search field; on a phone it is placed elsewhere. */
  search?: ReactNode
}

/**
 * The filters and the order of the list: search, online state, run state, class, bound on a value. Every chip shows how
 * many devices it would leave.
 */
export function FilterBar({
  params,
  counts,
  classes,
  standards = NO_STANDARDS,
  standard = null,
  quantities = [],
  unit = '',
  onChange,
  search,
}: FilterBarProps) {
  const translate = useTranslate()
  const isJudged = useOffered('environment')
  const { online, run, judged, bounded } = params
  const toggleOnline = (value: OnlineFilter) => onChange({ online: online === value ? 'all' : value })
  // The quantity in the address stays among the options even if no device measures it now.
  const offer = (chosen: string | null) =>
    SORTABLE_QUANTITIES.filter((quantity) => quantities.includes(quantity) || chosen === quantity)
  const offered = offer(params.sort)
  const boundable = offer(bounded)
  const nameOf = (quantity: Quantity): string => {
    const name = translate(`map.quantity.${quantity}`)
    return isWorseLow(quantity) ? translate('monitor.sort.lowest', { name }) : name
  }
  const ordered = offered.find((quantity) => quantity === params.sort)
  const toggleRun = (value: RunFilter) => onChange({ run: run === value ? 'all' : value })
  // On a platform that judges, these two chips yield to class chips in a narrow bar, and are in the panel then.
  const onlineChip = (spare: boolean) => (
    <FilterChip
      on={online === 'online'}
      count={counts?.online}
      mark={<StatusMark status="online" />}
      spare={spare}
      onClick={() => toggleOnline('online')}
    >
      {translate('shell.status.online')}
    </FilterChip>
  )
  const normalChip = (spare: boolean) => (
    <FilterChip on={run === 'normal'} count={counts?.normal} spare={spare} onClick={() => toggleRun('normal')}>
      {translate('monitor.filter.normal')}
    </FilterChip>
  )
  const line = <span className={css.bar} aria-hidden="true" />
  return (
    <div className={css.filters}>
      {search}
      {search && line}
      <div className={css.chips} role="group" aria-label={translate('monitor.filter.online')}>
        <FilterChip
          on={online === 'all' && run === 'all' && judged === null && params.bound === null}
          count={counts?.all}
          onClick={() => onChange(UNFILTERED)}
        >
          {translate('monitor.filter.all')}
        </FilterChip>
        {onlineChip(isJudged)}
        <FilterChip
          on={online === 'offline'}
          count={counts?.offline}
          mark={<StatusMark status="offline" />}
          onClick={() => toggleOnline('offline')}
        >
          {translate('shell.status.offline')}
        </FilterChip>
      </div>
      {line}
      <div className={css.chips} role="group" aria-label={translate('monitor.filter.run')}>
        {normalChip(isJudged)}
        <FilterChip
          on={run === 'abnormal'}
          count={counts?.abnormal}
          mark={<StatusMark status="alarm" />}
          onClick={() => toggleRun('abnormal')}
        >
          {translate('monitor.filter.abnormal')}
        </FilterChip>
      </div>
      {(isJudged || boundable.length > 0) && (
        <>
          {classes && (
            <Suspense>
              <ClassChips
                judged={judged}
                standard={standard}
                standards={standards}
                classes={classes}
                onChange={onChange}
              />
            </Suspense>
          )}
          <LawFilters
            judged={judged}
            bounded={bounded}
            bound={params.bound}
            classes={classes}
            standards={standards}
            standard={standard}
            quantities={boundable}
            unit={unit}
            onChange={onChange}
          >
            {onlineChip(false)}
            {normalChip(false)}
          </LawFilters>
        </>
      )}
      <label className={clsx(css.choice, css.order)}>
        <ArrowUpDown size={14} strokeWidth={1.9} aria-hidden />
        <select
          aria-label={translate('monitor.sort.label')}
          title={ordered ? nameOf(ordered) : translate(`monitor.sort.${params.sort}`)}
          value={params.sort}
          onChange={({ target }) =>
            onChange({ sort: [...SORTS, ...offered].find((sort) => sort === target.value) ?? 'default' })
          }
        >
          {SORTS.filter((sort) => sort !== 'class' || classes || params.sort === 'class').map((sort) => (
            <option key={sort} value={sort}>
              {translate(`monitor.sort.${sort}`)}
            </option>
          ))}
          {offered.length > 0 && (
            <optgroup label={translate('monitor.sort.quantity')}>
              {offered.map((quantity) => (
                <option key={quantity} value={quantity}>
                  {nameOf(quantity)}
                </option>
              ))}
            </optgroup>
          )}
        </select>
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </label>
    </div>
  )
}

const NO_STANDARDS: Standards = new Map()
