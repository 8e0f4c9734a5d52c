import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alarmTrace } from '../../../dataProvider/calls/alarmTrace.ts'
import { labelIndex } from '../../../i18n/types.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { threshold } from '../../../resources/threshold.ts'
import { classWord } from '../../../standards/index.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { useZone } from '../../chart/useZone.ts'
import controlsCss from '../../kit/controls.module.css'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { Dialog, InlineError, Segment, TextSkeleton, useLanguage } from '../../kit/index.ts'
import { icons } from './icons.ts'
import { useHoldWords } from './useHoldWords.ts'
import { inAlarm, stepsOf, verdictOf } from './steps.ts'
import type { WhyProps } from './WhyButton.tsx'
import css from './trace.module.css'

/** Polling interval of the trace of the present, ms. */
const POLL_INTERVAL_MS = 10_000

type When = 'now' | 'fired' | 'moment'

/** Returns a minute on the platform's clocks, as an input of date and time holds it. */
const minuteOf = (zone: Zone, at: number): string => zone.full(at).slice(0, 16).replace(' ', 'T')

/**
 * Why a rule fired over a device or not, step by step: at its firing, where one is given, at present, or at a chosen
 * moment.
 */
export function TraceDialog({
  rule,
  device,
  firedAt = null,
  onClose,
}: Omit<WhyProps, 'icon'> & { onClose: () => void }) {
  const translate = useLateWords('trace')
  const zone = useZone()
  const span = useHoldWords()
  const pick = useLabel()
  const place = labelIndex[useLanguage()]
  const [opened] = useState(Date.now)
  const [when, setWhen] = useState<When>(firedAt === null ? 'now' : 'fired')
  const [moment, setMoment] = useState(() => minuteOf(zone, firedAt ?? opened))
  const [day = '', clock = ''] = moment.split('T')
  // The end of the chosen minute, so that events within it are included.
  const chosen = day === '' || clock === '' ? null : zone.moment(day, clock) + 59_999
  usePausePolls(true)
  const at = when === 'now' ? null : when === 'fired' ? firedAt : chosen
  const asks = when === 'now' || at !== null
  // No data of another moment is kept: it would be read as belonging to the chosen one.
  const { data, error, refetch } = useQuery({
    queryKey: ['alarmTrace', rule.id, device.id, at],
    queryFn: ({ signal }) => alarmTrace({ threshold: rule.id, device: device.id, at }, signal),
    enabled: asks,
    refetchInterval: when === 'now' ? POLL_INTERVAL_MS : false,
    retry: false,
  })
  const words = {
    translate,
    span,
    time: (of: number) => zone.short(of, opened),
    level: (level: number | null) => {
      const option = threshold.fields.alert_level.options.find(({ value }) => value === level)
      return option ? pick(option.label) : ''
    },
    classOf: (standard: string, of: number) => classWord(standard, of, place),
  }
  return (
    <Dialog title={translate('trace.title')} named={`${rule.name} · ${device.name}`} width={560} onClose={onClose}>
      <div className={css.when}>
        <Segment<When>
          label={translate('trace.when')}
          value={when}
          onChange={setWhen}
          options={[
            { value: 'now', label: translate('trace.now') },
            ...(firedAt === null ? [] : [{ value: 'fired' as const, label: translate('trace.whenFired') }]),
            { value: 'moment', label: translate('trace.moment') },
          ]}
        />
        {when === 'moment' && (
          <input
            type="datetime-local"
            aria-label={translate('trace.moment')}
            className={controlsCss.input}
            value={moment}
            max={minuteOf(zone, opened)}
            onChange={(event) => setMoment(event.target.value)}
          />
        )}
      </div>
      {error && <InlineError error={error} onRetry={() => void refetch()} />}
      {asks && !error && data === undefined && <TextSkeleton />}
      <div aria-live="polite">
        {!error && data !== undefined && (
          <>
            <p className={css.verdict} data-alarm={inAlarm(data) || undefined}>
              {verdictOf(data, words)}
            </p>
            <ol className={css.steps}>
              {stepsOf(data, words).map(({ key, tone, text }) => {
                const Icon = icons[tone]
                return (
                  <li key={key} data-tone={tone}>
                    <Icon size={14} aria-hidden />
                    <span>{text}</span>
                  </li>
                )
              })}
            </ol>
            {when !== 'now' && <p className={css.note}>{translate('trace.asToday')}</p>}
            {when === 'now' && data.replayed && data.verdict !== 'unwatched' && (
              <p className={css.note}>{translate('trace.replayed')}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
