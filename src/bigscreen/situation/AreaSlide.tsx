import { useTranslate } from 'react-admin'
import type { PlaceHour, PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { lastDay } from '../../dashboard/judged/changes.ts'
import { Trend } from '../../dashboard/judged/Trend.tsx'
import { Ladder } from '../../environment/Ladder.tsx'
import { namedMean, partKeyOf, unitOfPollutant } from '../../environment/quantity.ts'
import { classKey } from '../../environment/scale.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import textCss from '../../kit/text.module.css'
import { numberText } from '../../../resources/kit/reading.ts'
import css from './situation.module.css'

const POLLUTANTS = ['pm25', 'pm10', 'o3', 'no2'] as const

interface AreaSlideProps {
  name: string
  row: PlaceRow
  hour: PlaceHour
  /** Standard assumed for an hour for which the platform reports none. */
  standard: string
}

/** An area: the mean index of its stations, its last day, and its pollutants. */
export function AreaSlide({ name, row: { hours, stations }, hour, ...of }: AreaSlideProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const { level, index } = hour
  const standard = hour.standard || of.standard
  const judged = [translate('overview.judged', { count: hour.stations, all: stations }), standardName(standard)]
    .filter(Boolean)
    .join(' · ')
  const lacking = words.partial({ standard, period: '1h', missing: hour.missing })
  return (
    <article className={css.station} aria-label={name}>
      <h3 className={textCss.ellipsis} title={name}>
        {name}
      </h3>
      <p className={textCss.ellipsis} title={judged}>
        {judged}
      </p>
      <p className={css.plateLine} data-verdict={level === null ? undefined : classKey({ scale: 'a', level })}>
        <b className={css.areaPlate}>{index ?? '—'}</b>
        <b>
          {level === null ? translate('environment.state.insufficient') : words.full({ scale: 'a', level, standard })}
        </b>
        <Ladder scale="a" level={level} />
      </p>
      {lacking && <p>{lacking}</p>}
      <Trend hours={lastDay(hours, hour.at)} scale="a" />
      <dl>
        {POLLUTANTS.map((key) => {
          const mean = partKeyOf(hour.parts, key)
          const part = hour.parts[mean]
          return (
            part && (
              <div key={key}>
                <dt className={textCss.ellipsis}>{words.pollutant(namedMean({ standard, period: '1h' }, mean))}</dt>
                <dd>
                  <b>{numberText(Number(part.value.toPrecision(3)), undefined)}</b>
                  <small>{unitOfPollutant(key)}</small>
                  <Ladder scale="a" level={part.level} />
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </article>
  )
}
