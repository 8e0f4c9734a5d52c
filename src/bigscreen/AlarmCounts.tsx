import { useWake } from './stage/useWake.ts'
import { useCaller } from '../kit/index.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { alarmRecords } from '../../dataProvider/alarms.ts'
import { useQueries } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { memo } from 'react'
import type { Zone } from '../../resources/kit/zone.ts'
import { ALARMS_KEY } from '../../resources/pageKeys.ts'
import { Figure } from './stage/Figure.tsx'
import { FramedPanel } from './stage/FramedPanel.tsx'
import { Late } from './stage/Late.tsx'
import { WINDOWS, type WindowDays, windowOf } from './queries/windows.ts'
import css from './status.module.css'
import bigscreenCss from './bigscreen.module.css'

/** The number of alarms today, in 7 and in 30 days, with their daily mean. */
export const AlarmCounts = memo(function AlarmCounts({ today, zone }: { today: string; zone: Zone }) {
  const translate = useTranslate()
  const { counts, lateAt, allowed } = useAlarmCounts(today, zone)
  const most = Math.max(1, ...counts.map((count) => count ?? 0))
  return (
    <FramedPanel
      name="alarms"
      title={translate('bigscreen.alarms')}
      beside={!allowed && translate('bigscreen.noRight')}
      tools={lateAt !== null && <Late at={lateAt} />}
    >
      <dl className={css.counts}>
        {WINDOWS.map((days, index) => {
          const count = counts[index] ?? null
          return (
            <div key={days} className={clsx(css.count, days === 1 && count && css.countToday)}>
              <dt>{translate(words[days])}</dt>
              <Figure count={count} unit={translate('bigscreen.alarmUnit', { smart_count: count ?? 0 })} />
              <dd className={css.countNote}>
                {count !== null &&
                  (days === 1
                    ? translate('bigscreen.raised')
                    : translate('bigscreen.daily', { count: (count / days).toLocaleString('en-US', DECIMAL) }))}
              </dd>
              <i className={clsx(bigscreenCss.bar, css.countBar)} aria-hidden>
                {/* The bar is scaled by the square root, so that a quiet day beside a busy month is still visible. */}
                <i style={{ width: `${100 * Math.sqrt((count ?? 0) / most)}%` }} />
              </i>
            </div>
          )
        })}
      </dl>
    </FramedPanel>
  )
})

const words: Record<WindowDays, string> = { 1: 'bigscreen.days1', 7: 'bigscreen.days7', 30: 'bigscreen.days30' }

/** Number format of a mean. */
const DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

const POLL_INTERVAL_MS = 60_000

/**
 * Loads the number of alarms of today, 7 and 30 days, in the order of WINDOWS: the totals of the records (spec 1 §8),
 * polled every minute. null: not known (yet). Requires the right to the records. A failure keeps the last number, and
 * `lateAt` is then its time (ms since the epoch, 0: there is none; null: no failure).
 */
function useAlarmCounts(
  today: string,
  zone: Zone,
): { counts: (number | null)[]; lateAt: number | null; allowed: boolean } {
  const allowed = mayOpen(useCaller(), ALARMS_KEY)
  const results = useQueries({
    queries: WINDOWS.map((days) => ({
      queryKey: ['bigscreen', 'alarms', days, today],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await alarmRecords({ ...windowOf(days, today, zone), page: 1, size: 10 }, signal)).total,
      enabled: allowed,
      refetchInterval: POLL_INTERVAL_MS,
      refetchIntervalInBackground: false,
      // Yesterday's answers are dropped soon: the screen runs for weeks.
      gcTime: POLL_INTERVAL_MS,
      retry: false,
    })),
  })
  useWake(() => {
    if (allowed) for (const { refetch } of results) void refetch()
  })
  const failed = results.filter(({ isError }) => isError)
  return {
    counts: results.map(({ data }) => data ?? null),
    lateAt: failed.length === 0 ? null : Math.min(...failed.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    allowed,
  }
}
