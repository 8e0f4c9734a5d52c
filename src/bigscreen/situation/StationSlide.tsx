import { useTranslate } from 'react-admin'
import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { Trend } from '../../dashboard/judged/Trend.tsx'
import { Ladder } from '../../environment/Ladder.tsx'
import { Plate } from '../../environment/Plate.tsx'
import { namedMean, unitOfPollutant, type StationReading } from '../../environment/quantity.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import { classOf, partClass, type StationVerdict } from '../../environment/verdict.ts'
import textCss from '../../kit/text.module.css'
import { useShownDevice } from '../../live/display.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import css from './situation.module.css'

/** Number of pollutants that fit on a card. */
const MAX_POLLUTANTS = 4

interface StationSlideProps {
  id: number
  reading: StationReading
  /** The hours of its last day; undefined if unknown. */
  hours: readonly (PlaceHour | null)[] | undefined
  /** Whether other stations are judged by another standard. */
  saysStandard: boolean
}

/** A station: its index and class, its last day, and its worst pollutants. */
export function StationSlide({ id, reading: { verdict, scale, level }, hours, saysStandard }: StationSlideProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const shown = useShownDevice(id)
  if (shown === null) return null
  const { device, status, measured, area, zone, at } = shown
  const silent = status === 'offline' || status === 'disabled' ? 'offline' : status === 'stale' ? 'stale' : null
  const known = classOf(verdict)
  const about = [saysStandard && standardName(verdict.standard), area, at === null ? '' : zone.clock(at)]
    .filter(Boolean)
    .join(' · ')
  return (
    <article className={css.station} data-alarm={measured || undefined} aria-label={device.name}>
      <h3 className={textCss.ellipsis} title={device.name}>
        {device.name}
      </h3>
      <p className={textCss.ellipsis} title={about}>
        {about}
      </p>
      <p className={css.plateLine}>
        <Plate verdict={verdict} state={silent} size="large" word="none" />
        <b>
          {silent === null && known
            ? words.full({ ...known, standard: verdict.standard })
            : translate(`environment.state.${silent ?? 'insufficient'}`)}
        </b>
        <Ladder scale={scale} level={level} muted={silent !== null} />
      </p>
      {hours && <Trend hours={hours} scale={scale} />}
      <dl>
        {partsOf(verdict).map(({ key, value, unit, at: partAt }) => (
          <div key={key}>
            <dt className={textCss.ellipsis}>{words.pollutant(namedMean(verdict, key))}</dt>
            <dd>
              <b>{value}</b>
              <small>{unit}</small>
              <Ladder scale={scale} level={partAt?.level ?? null} muted={silent !== null} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

/** Returns the pollutants of a verdict, the worst first. */
function partsOf(verdict: StationVerdict) {
  return Object.entries(verdict.parts)
    .flatMap(([key, part]) => {
      if (part.value === null) return []
      const value = numberText(Number(part.value.toPrecision(3)), undefined)
      return [{ key, value, unit: unitOfPollutant(key), at: partClass(verdict, part), index: part.index ?? 0 }]
    })
    .toSorted((a, b) => (b.at?.level ?? 0) - (a.at?.level ?? 0) || b.index - a.index)
    .slice(0, MAX_POLLUTANTS)
}
