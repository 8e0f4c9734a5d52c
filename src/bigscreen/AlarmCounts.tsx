import { useTranslate } from 'ra-core'
import { memo } from 'react'
import type { Zone } from '../kit/zones.ts'
import { Figure } from './Figure.tsx'
import { Panel } from './Panel.tsx'
import { useAlarmCounts } from './useAlarmCounts.ts'
import { WINDOWS, type Days } from './windows.ts'

/** How many alarms there were today, in 7 and in 30 days, with their daily mean. */
export const AlarmCounts = memo(function AlarmCounts({ today, zone }: { today: string; zone: Zone }) {
  const translate = useTranslate()
  const counts = useAlarmCounts(today, zone)
  const most = Math.max(1, ...counts.map((count) => count ?? 0))
  return (
    <Panel name="alarms" title={translate('bigscreen.alarms')}>
      <dl className="big-counts">
        {WINDOWS.map((days, index) => {
          const count = counts[index] ?? null
          return (
            <div key={days} className={days === 1 && count ? 'big-count big-count--today' : 'big-count'}>
              <dt>{translate(words[days])}</dt>
              <Figure count={count} unit={translate('bigscreen.alarmUnit', { smart_count: count ?? 0 })} />
              <dd className="big-count-note">
                {count !== null &&
                  (days === 1
                    ? translate('bigscreen.raised')
                    : translate('bigscreen.daily', { count: (count / days).toFixed(1) }))}
              </dd>
              <i className="big-bar" aria-hidden>
                {/* By the root: a quiet day beside a busy month is still seen. */}
                <i style={{ width: `${100 * Math.sqrt((count ?? 0) / most)}%` }} />
              </i>
            </div>
          )
        })}
      </dl>
    </Panel>
  )
})

const words: Record<Days, string> = { 1: 'bigscreen.days1', 7: 'bigscreen.days7', 30: 'bigscreen.days30' }
