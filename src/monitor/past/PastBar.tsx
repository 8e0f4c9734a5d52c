import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { useContext, type ReactNode } from 'react'
import { useOffered } from '../../environment/useOffered.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { useSharedValue } from '../../kit/hooks/sharedValue.ts'
import { InlineError, StatusMark } from '../../kit/index.ts'
import { DisplayContext } from '../../live/display.ts'
import filtersCss from '../list/filters.module.css'
import { hourEnd } from '../list/useStationDay.ts'
import { AlarmsUnread } from './AlarmsUnread.tsx'
import { classesUntil } from './classesUntil.ts'
import type { Past } from './usePast.ts'
import css from './past.module.css'

interface PastBarProps {
  past: Past
  /** Lists only devices in alarm. */
  alarmsOnly: boolean
  onAlarmsOnly: (on: boolean) => void
  /** The search field; on a phone it is placed elsewhere. */
  search?: ReactNode
}

/** Bar over the list at a past moment: the alarms active then, and what is not known of that moment. */
export function PastBar({ past, alarmsOnly, onAlarmsOnly, search }: PastBarProps) {
  const translate = useTranslate()
  const say = useLateWords('moment')
  const isJudged = useOffered('environment')
  const { zone } = useContext(DisplayContext)
  const { moment, lasted, values, hasValues } = past
  const { episodes, total, isPending, error, refetch } = lasted
  const failed = useSharedValue(values.failed)
  const said = [
    isPending
      ? say('moment.alarmsWait')
      : episodes === null
        ? error === null && say('moment.noAlarms')
        : say('moment.alarms', { smart_count: total }),
    episodes !== null && total > episodes.length && say('moment.part', { smart_count: episodes.length }),
    isJudged && classesUntil(hourEnd(moment), moment, zone, translate),
    say(hasValues ? 'moment.values' : 'moment.noValues'),
    say('moment.unknown'),
  ].filter(Boolean)
  return (
    <div className={clsx(filtersCss.filters, css.bar)} role="group" aria-label={say('moment.label')}>
      {search}
      <button
        type="button"
        className={filtersCss.chip}
        aria-pressed={alarmsOnly}
        disabled={episodes === null}
        onClick={() => onAlarmsOnly(!alarmsOnly)}
      >
        <StatusMark status="alarm" />
        {translate('map.alarmsOnly')}
      </button>
      <span className={css.said}>{said.join(' · ')}</span>
      {error !== null && <AlarmsUnread onRetry={refetch} />}
      {failed && <InlineError tone="warning" error={say('moment.valuesUnread')} onRetry={values.retry} />}
    </div>
  )
}
