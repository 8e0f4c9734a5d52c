import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import { alarmEpisodes } from '../../dataProvider/alarms.ts'
import { environmentDays } from '../../dataProvider/calls/historyHours.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { mayRead } from '../../resources/reads.ts'
import { addDays, type Zone } from '../../resources/kit/zone.ts'
import { ALARMS_KEY } from '../../resources/pageKeys.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { InlineError, useCaller } from '../kit/index.ts'
import { dayLawWords, standardOfDay } from '../environment/dayLaw.ts'
import { classKey, levelOn, SCALE_OF } from '../environment/scale.ts'
import { useClassWords } from '../environment/useClassWords.ts'
import textCss from '../kit/text.module.css'
import { Answer, Card } from './Card.tsx'
import css from './devicePage.module.css'

const DAYS = 30

interface DaysProps {
  device: number
  /** The medium in which the device is judged. */
  medium: 'air' | 'noise' | 'water'
  zone: Zone
  /** YYYY-MM-DD. */
  today: string
}

/** The class of each of the last thirty days; a diamond marks a day with an alarm. */
export function DaysCard({ device, medium, zone, today }: DaysProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const words = useClassWords()
  const scale = SCALE_OF[medium]
  const first = addDays(today, 1 - DAYS)
  const range = { from: zone.startOf(first), to: zone.rangeOf(today).to }
  const days = useQuery({
    queryKey: ['environment', 'days', device, first],
    queryFn: ({ signal }) => environmentDays(device, { ...range, signal }),
    enabled: mayRead(caller, 'live'),
    staleTime: 300_000,
    retry: false,
  })
  const seesAlarms = mayOpen(caller, ALARMS_KEY)
  const alarms = useQuery({
    queryKey: ['history', 'alarms', device, range.from, range.to],
    queryFn: ({ signal }) => alarmEpisodes(device, range, signal),
    enabled: seesAlarms,
    staleTime: 300_000,
    retry: false,
  })
  const alarmDays = new Set(alarms.data?.map(({ from }) => zone.day(from)))
  return (
    <Card
      title={translate('devicePage.days')}
      beside={[translate(`overview.medium.${medium}`), seesAlarms && translate('devicePage.daysHint')]
        .filter(Boolean)
        .join(' · ')}
      end={
        alarms.data && (
          <span className={css.small}>{translate('devicePage.dayAlarms', { smart_count: alarms.data.length })}</span>
        )
      }
    >
      <Answer query={days}>
        {(media) => {
          const row = media.find((one) => one.medium === medium)
          const known = new Map(row?.days.map((one) => [one.day, one]))
          return (
            <ol className={css.days}>
              {Array.from({ length: DAYS }, (_, index) => addDays(first, index)).map((day) => {
                const found = known.get(day)
                const standard = standardOfDay(medium, day, row?.scheme ?? '')
                const level = found ? levelOn(medium, found.level, found.exceeded) : null
                const said = [
                  day,
                  level === null ? translate('devicePage.notJudged') : words.full({ scale, level, standard }),
                  found?.index ?? null,
                  (found && words.partial({ standard, period: '24h', missing: found.missing })) || null,
                  alarmDays.has(day) ? translate('devicePage.alarm') : null,
                ]
                  .filter((word) => word !== null)
                  .join(' · ')
                return (
                  <li
                    key={day}
                    title={level === null ? said : `${said}\n${dayLawWords(medium, standard, words)}`}
                    data-alarm={alarmDays.has(day) || undefined}
                    data-verdict={level === null ? undefined : classKey({ scale, level })}
                  >
                    <span className={textCss.visuallyHidden}>{said}</span>
                  </li>
                )
              })}
            </ol>
          )
        }}
      </Answer>
      {days.data && alarms.isLoadingError && (
        <Suspense>
          <AlarmsUnread onRetry={() => void alarms.refetch()} />
        </Suspense>
      )}
    </Card>
  )
}

/** Reports that alarms could not be read: otherwise a day without a diamond would pass for a day without an alarm. */
function AlarmsUnread({ onRetry }: { onRetry: () => void }) {
  const say = useLateWords('deviceNotes')
  return <InlineError tone="warning" error={say('deviceNotes.alarmsUnread')} onRetry={onRetry} />
}
