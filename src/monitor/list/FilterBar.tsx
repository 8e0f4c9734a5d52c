import { ArrowUpDown, ChevronDown } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState, type ReactNode } from 'react'
import { SORTS, type ClassCounts, type ListCounts, type OnlineFilter, type RunFilter } from '../../live/deviceList.ts'
import { Ladder } from '../../environment/Ladder.tsx'
import { StatusMark, type Status } from '../../kit/index.ts'
import { isWorseLow, SORTABLE_QUANTITIES, type Quantity } from '../../environment/quantity.ts'
import { boundName, isQuantity, type MonitorParams } from '../monitorParams.ts'
import css from './filters.module.css'

interface FilterBarProps {
  params: MonitorParams
  /** undefined until devices are known. */
  counts: ListCounts | undefined
  /** undefined where nothing is judged. */
  classes?: ClassCounts | undefined
  /** Quantities that the list can be sorted by, and the unit of the one it is sorted by. */
  quantities?: readonly Quantity[]
  unit?: string
  onChange: (change: Partial<MonitorParams>) => void
  /** The search field; on a phone it stands elsewhere. */
  search?: ReactNode
}

/** Search, what is online, what is abnormal, and the order. Every chip says how many devices it would leave. */
export function FilterBar({ params, counts, classes, quantities = [], unit, onChange, search }: FilterBarProps) {
  const translate = useTranslate()
  const { online, run, judged } = params
  const toggleOnline = (value: OnlineFilter) => onChange({ online: online === value ? 'all' : value })
  // What the address names stays among the choices, though nothing measures it now.
  const offered = SORTABLE_QUANTITIES.filter((quantity) => quantities.includes(quantity) || params.sort === quantity)
  const toggleRun = (value: RunFilter) => onChange({ run: run === value ? 'all' : value })
  return (
    <div className={css.filters}>
      {search}
      {search && <span className={css.bar} aria-hidden="true" />}
      <div className={css.chips} role="group" aria-label={translate('monitor.filter.online')}>
        <Chip
          on={online === 'all' && run === 'all' && judged === 'all' && params.bound === null}
          count={counts?.all}
          onClick={() => onChange({ online: 'all', run: 'all', judged: 'all', bound: null })}
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
      {classes && <span className={css.bar} aria-hidden="true" />}
      {classes && (
        <div className={css.chips} role="group" aria-label={translate('monitor.filter.class')}>
          {LADDERS.map(({ name, scale, level }) =>
            classes[name] === 0 && judged !== name ? null : (
              <button
                key={name}
                type="button"
                className={css.chip}
                aria-pressed={judged === name}
                onClick={() => onChange({ judged: judged === name ? 'all' : name })}
              >
                <Ladder scale={scale} level={level} />
                {translate(`monitor.filter.${name}`)}
                <span className={css.chipCount}>{classes[name]}</span>
              </button>
            ),
          )}
        </div>
      )}
      {isQuantity(params.sort) && (
        <Bound key={params.sort} quantity={params.sort} unit={unit} bound={params.bound} onChange={onChange} />
      )}
      <label className={css.sort}>
        <ArrowUpDown size={14} strokeWidth={1.9} aria-hidden />
        <select
          aria-label={translate('monitor.sort.label')}
          value={params.sort}
          onChange={({ target }) =>
            onChange({ sort: [...SORTS, ...offered].find((sort) => sort === target.value) ?? 'default', bound: null })
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
                  {isWorseLow(quantity)
                    ? translate('monitor.sort.lowest', { name: translate(`map.quantity.${quantity}`) })
                    : translate(`map.quantity.${quantity}`)}
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

/** Narrows the list to what is at least so much of the quantity it is sorted by, at most where less of it is worse. */
function Bound({
  quantity,
  unit = '',
  bound,
  onChange,
}: {
  quantity: Quantity
  unit?: string | undefined
  bound: number | null
  onChange: FilterBarProps['onChange']
}) {
  const translate = useTranslate()
  const name = translate(`map.quantity.${quantity}`)
  const [text, setText] = useState(bound === null ? '' : String(bound))
  return (
    <label className={css.bound}>
      <span aria-hidden="true">
        {name} {isWorseLow(quantity) ? '≤' : '≥'}
      </span>
      <input
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        aria-label={translate(`monitor.filter.${boundName(quantity)}`, { name, unit })}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onChange({
            bound: target.value === '' || !Number.isFinite(target.valueAsNumber) ? null : target.valueAsNumber,
          })
        }}
      />
      {unit && <span aria-hidden="true">{unit}</span>}
    </label>
  )
}

/** The filters by class, with the ladder of the best level that each names. */
const LADDERS = [
  { name: 'air4', scale: 'a', level: 4 },
  { name: 'air3', scale: 'a', level: 3 },
  { name: 'noise2', scale: 'n', level: 2 },
  { name: 'water4', scale: 'w', level: 4 },
] as const

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
