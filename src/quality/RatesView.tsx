import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useMemo } from 'react'
import { toCsv } from '../../resources/kit/csv.ts'
import { nodeRates, type NodeRates, type Place } from '../../dataProvider/calls/quality.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { REQUIRED_RATE, Rate } from '../environment/Rate.tsx'
import { Badge, download, EmptyState, InlineError } from '../kit/index.ts'
import { RowsSkeleton } from '../kit/states/RowsSkeleton.tsx'
import controlsCss from '../kit/controls.module.css'
import css from './quality.module.css'
import { useLateWords } from '../kit/hooks/useLateWords.ts'

export interface Asked {
  place: Place
  /** YYYY-MM. */
  month: string
  span: { from: number; to: number }
  zone: Zone
}

/** Maximum number of rows shown, the worst first; the file has all. */
const MAX_ROWS = 300

const COUNTS = ['expected', 'received', 'intime', 'valid'] as const
const GAPS = ['missing', 'gaps', 'gapminutes'] as const
const RATES = ['transmission', 'timeliness', 'validity'] as const

/** The rates of a month, the worst validity first, with the overall rates above. */
export function RatesView({ place, month, span }: Asked) {
  const translate = useLateWords('qualityPage')
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'rates', place, month],
    queryFn: ({ signal }) => nodeRates(place, span, signal),
    staleTime: 60_000,
    retry: false,
  })
  const rows = useMemo(
    () => data?.toSorted((a, b) => (a.validity ?? 2) - (b.validity ?? 2) || a.device - b.device),
    [data],
  )
  const failure = error && <InlineError error={error} onRetry={() => void refetch()} />
  if (failure && !rows) return <div className={css.scroll}>{failure}</div>
  if (!rows) return <RowsSkeleton height={40} />
  if (rows.length === 0)
    return <EmptyState title={translate('qualityPage.noRates')} hint={translate('qualityPage.noRatesHint')} />
  // If no node is checked for gaps, or the platform has no gap data, the columns are left out.
  const told = rows.some(({ gaps }) => gaps !== null)
  const counts = told ? [...COUNTS, ...GAPS] : COUNTS
  const untested = rows.filter(isUntested).length
  const silent = rows.filter((row) => row.silent).length
  const save = () =>
    download(
      `${translate('qualityPage.title')} ${month}.csv`,
      toCsv(
        [
          translate('qualityPage.device'),
          translate('qualityPage.node'),
          ...[...counts, ...RATES].map((name) => translate(`qualityPage.columns.${name}`)),
          ...(untested > 0 ? [translate('qualityPage.flag')] : []),
        ],
        rows.map((row) => [
          row.deviceName,
          row.alias,
          ...counts.map((name) => row[name]),
          ...RATES.map((name) => rateOf(row, name)),
          ...(untested > 0 ? [isUntested(row) ? translate('qualityPage.flags.2') : ''] : []),
        ]),
      ),
    )
  return (
    <div className={css.scroll}>
      {failure}
      <div className={css.totals}>
        {RATES.map((name) => (
          <dl key={name} className={css.total}>
            <dt>{translate(`qualityPage.columns.${name}`)}</dt>
            <dd>
              <Rate rate={totalOf(rows, name)} untested={name === 'validity' && untested > 0} large />
            </dd>
            {name === 'validity' && untested > 0 && (
              <dd className={css.untested}>{translate('qualityPage.untested', { smart_count: untested })}</dd>
            )}
            {name === 'transmission' && silent > 0 && (
              <dd className={css.untested}>{translate('qualityPage.silentNodes', { smart_count: silent })}</dd>
            )}
          </dl>
        ))}
        <p className={css.aim}>{translate('qualityPage.aim', { percent: REQUIRED_RATE * 100 })}</p>
        <Button size="small" onClick={save}>
          <Download size={14} aria-hidden />
          {translate('history.csv')}
        </Button>
      </div>
      <table className={controlsCss.table} aria-label={translate('qualityPage.views.rates')}>
        <thead>
          <tr>
            <th scope="col">{translate('qualityPage.device')}</th>
            <th scope="col">{translate('qualityPage.node')}</th>
            {[...counts, ...RATES].map((name) => (
              <th key={name} scope="col" data-numeric>
                {translate(`qualityPage.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row) => (
            <tr key={`${row.device} ${row.nodemap}`}>
              <td>
                <Link to={`/device/${row.device}`}>{row.deviceName}</Link>
              </td>
              <td>
                {row.alias}
                {row.silent && (
                  <>
                    {' '}
                    <Badge>{translate('qualityPage.silent')}</Badge>
                  </>
                )}
                {isUntested(row) && (
                  <>
                    {' '}
                    <Badge>{translate('qualityPage.flags.2')}</Badge>
                  </>
                )}
              </td>
              {counts.map((name) => (
                <td key={name} data-numeric>
                  {row[name]?.toLocaleString('en') ?? '—'}
                </td>
              ))}
              {RATES.map((name) => (
                <td key={name} data-numeric>
                  <Rate rate={rateOf(row, name)} untested={name === 'validity' && isUntested(row)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && (
        <p className={css.note}>{translate('qualityPage.more', { count: rows.length - MAX_ROWS })}</p>
      )}
    </div>
  )
}

const PART = { transmission: 'received', timeliness: 'intime', validity: 'valid' } as const

const isUntested = ({ tested }: NodeRates): boolean => tested === false

/**
 * Returns a rate, truncated to four decimals where the platform rounds: a rate below the aim is never shown as the aim.
 * Validity is null for untested values: they are not evaluated.
 */
function rateOf(row: NodeRates, name: keyof typeof PART): number | null {
  if (!row.expected || (name === 'validity' && isUntested(row))) return null
  return Math.min(1, Math.floor((row[PART[name]] * CUT) / row.expected) / CUT)
}

const CUT = 10_000

/**
 * Returns the overall rate of all nodes whose expected number is known; null if there are none and, for validity, if no
 * node is tested.
 */
function totalOf(rows: readonly NodeRates[], name: keyof typeof PART): number | null {
  if (name === 'validity' && rows.every(isUntested)) return null
  let [expected, part] = [0, 0]
  for (const row of rows) {
    if (!row.expected) continue
    expected += row.expected
    part += Math.min(row.expected, row[PART[name]])
  }
  return expected === 0 ? null : part / expected
}
