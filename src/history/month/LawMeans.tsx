import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { longMeans, type LongMean } from '../../../dataProvider/calls/longMeans.ts'
import { monthOf, type Zone } from '../../../resources/kit/zone.ts'
import { LONG_MEANS } from '../../../resources/pollutants.ts'
import { meanDecimals } from '../../../standards/air/limits.ts'
import { roundHalfEven } from '../../../standards/decimal.ts'
import { NEEDED, neededOfMonth } from '../../../standards/validity.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { InlineError, Skeleton } from '../../kit/index.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import css from './month.module.css'

interface LawMeansProps {
  device: number
  /** YYYY-MM or YYYY. */
  of: string
  zone: Zone
  /**
   * Shows only this pollutant, even without a valid day; otherwise all pollutants for which the station has valid days.
   */
  pollutant?: string | null
}

/**
 * Means of a month or a year by GB 3095, compared with the limit if the standard has one; with too few days it shows
 * their number. Renders nothing for a device that is no air station, or if the platform provides no means.
 */
export function LawMeans(props: LawMeansProps) {
  if (!useOffered('environment-means')) return null
  return (
    <Suspense fallback={<Skeleton width="100%" height={44} />}>
      <Means {...props} />
    </Suspense>
  )
}

function Means({ device, of, zone, pollutant = null }: LawMeansProps) {
  const say = useLateWords('lawMeans')
  const words = useClassWords()
  const period = of.length === 4 ? 'year' : 'month'
  const { data, error, refetch } = useQuery({
    queryKey: ['environment', 'means', device, of],
    queryFn: ({ signal }) => longMeans(device, { period, ...rangeOf(of, zone), signal }),
    staleTime: 300_000,
    retry: false,
  })
  if (error && !data) return <InlineError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="100%" height={44} />
  const parts = data.find((one) => one.of === of)?.parts
  if (!parts) return null
  const none = noneOf(of)
  const told = LONG_MEANS.filter(({ key }) => (pollutant === null ? parts.has(key) : key === pollutant))
  const few = ({ count, needed, months }: LongMean): string =>
    count < needed ? say('lawMeans.few', { count, needed }) : say('lawMeans.fewMonths', { months: months ?? 0 })
  const note = (mean: LongMean): string | null => {
    const { value, limit, exceeded } = mean
    if (value === null) return few(mean)
    if (limit === null || exceeded === null) return null
    return say(exceeded ? 'lawMeans.above' : 'lawMeans.within', { limit: String(limit) })
  }
  return (
    <div className={css.figures} data-part="law-means">
      {told.length === 0 && <p className={css.note}>{few(none)}</p>}
      {told.length > 0 && (
        <dl data-short={period === 'year'}>
          {told.map(({ key, unit }) => {
            const mean = parts.get(key) ?? none
            return (
              <div key={key}>
                <dt>{say(`lawMeans.${period}`, { name: words.pollutant(key) })}</dt>
                <dd>
                  <b>{valueText(mean, key)}</b> {mean.value !== null && unit} <small>{note(mean)}</small>
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </div>
  )
}

/** Rounds as the comparison does, so that no value within its limit is displayed above it. */
function valueText({ value }: LongMean, pollutant: string): string {
  const decimals = meanDecimals(pollutant)
  return value === null ? '—' : roundHalfEven(value, decimals).toFixed(decimals)
}

/** Returns a month or a year as moments. */
const rangeOf = (of: string, zone: Zone): { from: number; to: number } =>
  of.length === 4 ? zone.rangeOf(`${of}-01-01`, `${of}-12-31`) : zone.rangeOf(`${of}-01`, monthOf(of).last)

/** Returns the mean of a month or a year without a valid day. */
const noneOf = (of: string): LongMean => ({
  value: null,
  count: 0,
  needed: of.length === 4 ? NEEDED.year : neededOfMonth(Number(of.slice(5))),
  months: 0,
  limit: null,
  exceeded: null,
})
