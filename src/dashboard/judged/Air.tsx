import { Fragment } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { classKey, LEVELS, SCALE_OF } from '../../environment/scale.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import { isStation, type StationVerdict } from '../../environment/verdict.ts'
import { useCaller } from '../../kit/index.ts'
import { DAY, HOUR, type Zone } from '../../../resources/kit/zone.ts'
import { lastDay, newestHour } from './changes.ts'
import { ClassCounts } from '../../environment/ClassCounts.tsx'
import { Panel } from './Panel.tsx'
import type { Places } from './usePlaces.ts'
import css from './judged.module.css'

const MAP = '/monitor/data?mode=map&quantity=aqi'

interface AirProps {
  places: Places
  verdicts: readonly StationVerdict[]
  /** Standard of air for hours for which the platform reports none; '' if stations have several standards. */
  standard: string
  zone: Zone
  now: number
}

/**
 * The air of all stations combined: the largest figure of the page, the difference to the same hour of yesterday, both
 * days hour by hour, and the number of stations per class; places that measure too few pollutants to ever have a class
 * are listed separately.
 */
export function AirPanel({ places, verdicts, standard, zone, now }: AirProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const listed = mayOpen(useCaller(), '2-1')
  const row = places.rows?.find(({ medium }) => medium === 'air')
  const hours = row?.hours ?? []
  const sensors = verdicts.filter(({ medium }) => medium === 'air')
  const stations = sensors.filter(isStation)
  const newest = newestHour(hours, now)
  const before = newest && hours.find(({ at }) => at === newest.at - DAY)
  const lawOf = (hour: PlaceHour | null) => hour?.standard || standard
  // Indices of different standards have no meaningful difference.
  const change =
    newest?.index != null && before?.index != null && before.standard === newest.standard
      ? newest.index - before.index
      : null
  const name = (hour: PlaceHour, level: number) => words.full({ scale: 'a', level, standard: lawOf(hour) })
  const partial = (hour: PlaceHour) => words.partial({ standard: lawOf(hour), period: '1h', missing: hour.missing })
  const lacking = newest && partial(newest)
  const parts = { zone, name, partial, law: (hour: PlaceHour) => standardName(lawOf(hour)) }
  // Classes of different standards are not counted together.
  const laws = [...new Set(stations.map((station) => station.standard))]
  const end = newest?.at ?? Math.floor(now / HOUR) * HOUR
  return (
    <Panel
      area="air"
      title={translate('overview.air')}
      beside={joined([translate('overview.airMeaning'), standardName(lawOf(newest))])}
      end={listed && <Link to={MAP}>{translate('overview.map')}</Link>}
      error={places.error}
      onRetry={places.retry}
      waiting={places.offered && places.rows === undefined}
    >
      {places.offered && (
        <div className={css.air}>
          <div data-verdict={newest?.level == null ? undefined : classKey({ scale: 'a', level: newest.level })}>
            <p className={css.airNow}>
              <b>{newest?.index == null ? '—' : listed ? <Link to={MAP}>{newest.index}</Link> : newest.index}</b>
              <span>
                <strong>
                  {newest?.level == null ? translate('environment.state.insufficient') : name(newest, newest.level)}
                </strong>
                {newest && newest.primary.length > 0 && (
                  <small>
                    {translate('environment.primary', {
                      names: newest.primary.map(words.pollutant).join(translate('environment.comma')),
                    })}
                  </small>
                )}
                {lacking && <small>{lacking}</small>}
              </span>
            </p>
            <p className={css.small} title={(before && partial(before)) || undefined}>
              {change !== null && before?.level != null
                ? translate('overview.airChange', {
                    change: change > 0 ? `↑ ${change}` : change < 0 ? `↓ ${-change}` : '±0',
                    before: `${before.index ?? '—'} ${name(before, before.level)}`,
                  })
                : before?.level == null
                  ? translate('overview.noYesterday')
                  : joined([
                      translate('bigscreen.yesterday', {
                        index: `${before.index ?? '—'} ${name(before, before.level)}`,
                      }),
                      standardName(lawOf(before)),
                    ])}
            </p>
          </div>
          <div className={css.twoDays}>
            <Hours label={translate('overview.today')} hours={lastDay(hours, end)} {...parts} />
            <Hours label={translate('overview.yesterday')} hours={lastDay(hours, end - DAY)} {...parts} />
            <p className={css.axis} aria-hidden="true">
              {[23, 16, 8].map((back) => (
                <span key={back}>{zone.clock(end - back * HOUR, false)}</span>
              ))}
              <span>{translate('overview.now')}</span>
            </p>
          </div>
        </div>
      )}
      <p className={css.small}>
        {joined([
          translate('overview.judged', { count: stations.filter(isJudged).length, all: stations.length }),
          sensors.length > stations.length &&
            translate('overview.sensors', { smart_count: sensors.length - stations.length }),
        ])}
      </p>
      {laws.map((law) => {
        const own = stations.filter((station) => station.standard === law)
        return (
          <Fragment key={law}>
            {laws.length > 1 && <p className={css.small}>{standardName(law)}</p>}
            <ClassCounts
              scale="a"
              standard={law}
              classes={Array.from({ length: LEVELS.a }, (_, at) => own.filter(({ level }) => level === at + 1).length)}
              listed={listed}
              few={own.filter((station) => !isJudged(station)).length}
            />
          </Fragment>
        )
      })}
    </Panel>
  )
}

const isJudged = ({ level }: StationVerdict): boolean => level !== null

const joined = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' · ')

interface HoursProps {
  label: string
  hours: readonly (PlaceHour | null)[]
  zone: Zone
  name: (hour: PlaceHour, level: number) => string
  partial: (hour: PlaceHour) => string
  /** Returns the standard of an hour. */
  law: (hour: PlaceHour) => string
}

/** A day as a row of cells in the colours of its classes, with a text for screen readers. */
function Hours({ label, hours, zone, name, partial, law }: HoursProps) {
  const words = (hour: PlaceHour) =>
    [zone.clock(hour.at, false), `${hour.index ?? '—'}`, hour.level !== null && name(hour, hour.level), partial(hour)]
      .filter(Boolean)
      .join(' ')
  const told = hours.flatMap((hour) => (hour ? [words(hour)] : []))
  const laws = new Set(hours.flatMap((hour) => (hour ? [law(hour)] : [])))
  return (
    <>
      <span className={css.small} aria-hidden="true">
        {label}
      </span>
      <div className={css.hours} role="img" aria-label={joined([`${label}: ${told.join(', ') || '—'}`, ...laws])}>
        {hours.map((hour, at) => (
          <i
            key={at}
            title={hour ? joined([words(hour), law(hour)]) : undefined}
            data-verdict={hour?.level == null ? undefined : classKey({ scale: SCALE_OF.air, level: hour.level })}
          />
        ))}
      </div>
    </>
  )
}
