import { TableSortLabel, Tooltip } from '@mui/material'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { deviceAddress } from '../../resources/menu.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { HISTORY_KEY } from '../../resources/pageKeys.ts'
import type { DaySpan } from '../../standards/daySums.ts'
import { ClassCounts } from '../environment/ClassCounts.tsx'
import { SCALE_OF } from '../environment/scale.ts'
import { writeHistoryParams } from '../history/historyParams.ts'
import controlsCss from '../kit/controls.module.css'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { useCaller } from '../kit/index.ts'
import { writeRankingParams, type RankingParams, type Sort } from './rankingParams.ts'
import type { Ranked } from './ranks.ts'
import { NAMED, useKeyDays } from './useKeyDays.ts'
import css from './ranking.module.css'

/** Maximum number of rows shown; the file has all. */
const MAX_ROWS = 300

/** A row with its name, and its rank in the previous period; null if it had none. */
export interface RankedRow extends Ranked {
  name: string
  before: number | null
}

interface RankingTableProps {
  rows: readonly RankedRow[]
  params: RankingParams
  days: DaySpan
  /** The standard that names the classes. */
  standard: string
  /** Whether the ranks of the previous period are known. */
  hasBefore: boolean
  /** The previous ranks are loading: their column is shown already. */
  isBeforeComing: boolean
  onChange: (change: Partial<RankingParams>) => void
}

/** Rank, name, figures and classes of each place; places without a rank come last in any order. */
export function RankingTable({ rows, params, days, standard, hasBefore, isBeforeComing, onChange }: RankingTableProps) {
  const translate = useTranslate()
  const say = useLateWords('ranking')
  const keyDays = useKeyDays(params.medium)
  const { by, medium, sort, falling } = params
  const hrefOf = useAddresses(params, days)
  const hasChange = isBeforeComing || (hasBefore && rows.some(({ rank, before }) => rank !== null && before !== null))
  const columns: readonly (readonly [sort: Sort | null, title: string, hint?: string])[] = [
    ['rank', say('ranking.rank')],
    ...(hasChange ? ([[null, say('ranking.change')]] as const) : []),
    ['name', say(`ranking.place.${by}`)],
    ...(medium === 'air' ? ([['index', say('ranking.index')]] as const) : []),
    ['wanted', say(`ranking.wanted.${medium}`)],
    [null, say('ranking.classes')],
    [null, say(`ranking.primary.${medium}`)],
    ['coverage', say('ranking.coverage'), say(`ranking.coverageOf.${by}`)],
  ]
  const shown = sorted(rows, params).slice(0, MAX_ROWS)
  return (
    <>
      <table className={controlsCss.table} aria-label={say('ranking.title')}>
        <thead>
          <tr>
            {columns.map(([name, title, hint]) => (
              <Tooltip key={title} describeChild title={hint ?? ''}>
                <th
                  scope="col"
                  className={name === 'name' ? css.name : undefined}
                  aria-sort={name !== null && name === sort ? (falling ? 'descending' : 'ascending') : undefined}
                >
                  {name === null ? (
                    title
                  ) : (
                    <TableSortLabel
                      active={name === sort}
                      direction={name === sort && falling ? 'desc' : 'asc'}
                      onClick={() => onChange({ sort: name, falling: name === sort && !falling })}
                    >
                      {title}
                    </TableSortLabel>
                  )}
                </th>
              </Tooltip>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const href = hrefOf(row.id)
            return (
              <tr key={row.id ?? 'none'} data-few={row.rank === null || undefined}>
                <td>
                  <b>{row.rank ?? '—'}</b>
                </td>
                {hasChange && (
                  <td>{row.rank !== null && hasBefore && <Change rank={row.rank} before={row.before} />}</td>
                )}
                <th scope="row" className={css.name}>
                  {href === null ? row.name : <Link to={href}>{row.name}</Link>}
                  {row.rank === null && <small>{say('ranking.few', { count: row.judged, needed: row.needed })}</small>}
                </th>
                {medium === 'air' && (
                  <td>
                    {row.index?.toFixed(1) ?? '—'}
                    {row.missing.length > 0 && (
                      <small className={css.lacking}>
                        {translate('environment.missing', { names: keyDays(row.missing, Infinity) })}
                      </small>
                    )}
                  </td>
                )}
                <td>{row.wanted === null ? '—' : `${row.wanted.toFixed(1)} %`}</td>
                <td className={css.classes}>
                  {row.judged === 0 ? (
                    '—'
                  ) : (
                    <ClassCounts scale={SCALE_OF[medium]} standard={standard} classes={row.classes} />
                  )}
                </td>
                <td>{keyDays(row.primary, NAMED) || '—'}</td>
                <td>{`${Math.round(row.coverage * 100)} %`}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && <p className={css.note}>{say('ranking.more', { count: rows.length - MAX_ROWS })}</p>}
    </>
  )
}

/** Shows by how many ranks a place is better (up) or worse than before, as a symbol and as text. */
function Change({ rank, before }: { rank: number; before: number | null }) {
  const say = useLateWords('ranking')
  if (before === null)
    return (
      <Tooltip describeChild title={say('ranking.beforeNone')}>
        <span>—</span>
      </Tooltip>
    )
  const change = before - rank
  const kind = change > 0 ? 'up' : change < 0 ? 'down' : 'same'
  const Arrow = ARROWS[kind]
  return (
    <Tooltip describeChild title={say('ranking.before', { rank: before })}>
      <span className={css.change}>
        <Arrow size={12} role="img" aria-label={say(`ranking.${kind}`, { count: Math.abs(change) })} />
        {change !== 0 && <span aria-hidden>{Math.abs(change)}</span>}
      </span>
    </Tooltip>
  )
}

const ARROWS = { up: ArrowUp, down: ArrowDown, same: Minus }

/**
 * Returns a function that gives a row's link: a station to the calendar of its classes, an area to its stations; null
 * if there is no target.
 */
function useAddresses(params: RankingParams, { last }: DaySpan): (id: number | null) => string | null {
  const seesHistory = mayOpen(useCaller(), HISTORY_KEY)
  return (id) => {
    if (id === null) return null
    if (params.by === 'area') return `?${writeRankingParams({ ...params, by: 'station', area: id }, '').toString()}`
    if (!seesHistory) return deviceAddress(id)
    const search = writeHistoryParams({ area: null, devices: [id], period: 'month', day: last, until: last })
    if (params.period === 'year') search.set('cal', 'year')
    return `/monitor/history?${search.toString()}`
  }
}

/** Sorts the rows as requested; rows without a rank come last. */
function sorted(rows: readonly RankedRow[], { sort, falling }: RankingParams): RankedRow[] {
  const sign = falling ? -1 : 1
  return rows.toSorted((a, b) => {
    if ((a.rank === null) !== (b.rank === null)) return a.rank === null ? 1 : -1
    if (sort === 'name') return sign * a.name.localeCompare(b.name)
    return sign * ((a[sort] ?? 0) - (b[sort] ?? 0))
  })
}
