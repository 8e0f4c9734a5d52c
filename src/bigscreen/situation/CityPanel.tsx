import { useTranslate } from 'react-admin'
import type { PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { DAY, HOUR } from '../../../resources/kit/zone.ts'
import { newestHour } from '../../dashboard/judged/changes.ts'
import { Ladder } from '../../environment/Ladder.tsx'
import { periodWords } from '../../environment/periodWords.ts'
import { scaleOfQuantity } from '../../environment/quantity.ts'
import { classKey, LEVELS } from '../../environment/scale.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import type { Readings } from '../../monitor/map/useReadings.ts'
import textCss from '../../kit/text.module.css'
import { FramedPanel } from '../stage/FramedPanel.tsx'
import { Late } from '../stage/Late.tsx'
import { CityMap } from './CityMap.tsx'
import css from './situation.module.css'

/** A verdict is of the last whole hour; an older one is late. */
const LATE_AFTER_MS = 2.5 * HOUR
/** For water the verdict is of the newest of the last six hours that has a sample (docs/wire.md, `environment`). */
const WATER_LATE_AFTER_MS = 6 * HOUR + LATE_AFTER_MS

interface CityPanelProps {
  store: DeviceStore
  readings: Readings
  /** The hours of all stations' air. */
  row: PlaceRow | undefined
  /** The hours could not be read. */
  rowFailed: boolean
  /** Why nothing is judged. */
  none: string
  idle: boolean
  now: number
}

/** The city on a map: each station with its figure and class; in the head the city's index now and a day ago. */
export function CityPanel({ store, readings, row, rowFailed, none, idle, now }: CityPanelProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const { quantity, standard, periods, at, error } = readings
  const scale = scaleOfQuantity(quantity ?? 'aqi')
  const isLate = at !== null && (error !== null || now - at > (scale === 'w' ? WATER_LATE_AFTER_MS : LATE_AFTER_MS))
  return (
    <FramedPanel
      name="city"
      title={translate(scale === 'a' ? 'bigscreen.cityAir' : `map.quantity.${quantity ?? 'aqi'}`)}
      beside={
        standard !== '' &&
        [
          scale === 'a' ? translate(`map.quantity.${quantity ?? 'aqi'}`) : '',
          standardName(standard),
          periodWords(periods, translate),
        ]
          .filter(Boolean)
          .join(' · ')
      }
      tools={
        isLate ? (
          <Late at={at} />
        ) : rowFailed && quantity !== null ? (
          <Late at={null} />
        ) : (
          <CityIndex row={row} standard={standard} now={now} />
        )
      }
    >
      <div className={css.mapBox}>
        <CityMap store={store} readings={readings} idle={idle} />
        {quantity === null ? (
          <p className={css.mapNone} role="status">
            {none}
          </p>
        ) : (
          <ul className={css.legend} aria-label={translate('map.legend.label')}>
            {Array.from({ length: LEVELS[scale] }, (_, index) => (
              <li key={index} data-verdict={classKey({ scale, level: index + 1 })}>
                <Ladder scale={scale} level={index + 1} />
                {words.short({ scale, level: index + 1, standard })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </FramedPanel>
  )
}

/**
 * The city's index of the last hour, its class, the standard if it differs from that in the panel's head, and the index
 * of a day ago.
 */
function CityIndex({ row, now, ...stations }: Pick<CityPanelProps, 'row' | 'now'> & { standard: string }) {
  const translate = useTranslate()
  const words = useClassWords()
  const newest = row && newestHour(row.hours, now)
  if (!newest) return null
  const before = row.hours.find(({ at }) => at === newest.at - DAY)
  const { index, level, missing } = newest
  const standard = newest.standard || stations.standard
  const lacking = words.partial({ standard, period: '1h', missing })
  return (
    <span
      className={css.index}
      data-part="city-index"
      data-verdict={level === null ? undefined : classKey({ scale: 'a', level })}
    >
      <b>{index ?? '—'}</b>
      <Ladder scale="a" level={level} />
      <strong>
        {level === null ? translate('environment.state.insufficient') : words.full({ scale: 'a', level, standard })}
      </strong>
      {standard !== stations.standard && <small>{standardName(standard)}</small>}
      {lacking && (
        <small className={textCss.ellipsis} title={lacking}>
          {lacking}
        </small>
      )}
      <small>
        {before?.index == null
          ? translate('overview.noYesterday')
          : [
              translate('bigscreen.yesterday', { index: before.index }),
              before.standard !== newest.standard && standardName(before.standard),
            ]
              .filter(Boolean)
              .join(' · ')}
      </small>
    </span>
  )
}
