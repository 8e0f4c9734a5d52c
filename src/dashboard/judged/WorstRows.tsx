import { Fragment } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { deviceAddress } from '../../../resources/menu.ts'
import { POLLUTANTS } from '../../../resources/pollutants.ts'
import { byStandard, firstInTurn, orderOf } from '../../environment/byStandard.ts'
import { Ladder } from '../../environment/Ladder.tsx'
import { Plate } from '../../environment/Plate.tsx'
import { namedMean } from '../../environment/quantity.ts'
import { severityOf } from '../../environment/scale.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import { classOf, type StationVerdict } from '../../environment/verdict.ts'
import type { DeviceStore } from '../../live/deviceStore.ts'
import { useDeviceIndex } from '../../live/useDevice.ts'
import { Trend } from './Trend.tsx'
import { useStationHours } from './useStationHours.ts'
import css from './judged.module.css'

const SHOWN = 5
/** Keeps the space of a trend while it is not known. */
const NOTHING: readonly never[] = []

/**
 * The rows of the worst stations: deciding pollutant with its value, the last day, and the class. If several standards
 * judge the air, stations are grouped by standard.
 */
export function WorstRows({ verdicts, store }: { verdicts: readonly StationVerdict[]; store: DeviceStore }) {
  const translate = useTranslate()
  useDeviceIndex(store)
  const worst = worstOf(verdicts)
  const hoursOf = useStationHours([...worst.values()].flat().map(({ deviceid }) => deviceid))
  if (worst.size === 0) return <p className={css.none}>{translate('overview.noVerdicts')}</p>
  return [...worst].map(([standard, own]) => (
    <Fragment key={standard}>
      {standard && <p className={css.small}>{standardName(standard)}</p>}
      <ol className={css.worst} aria-label={standardName(standard) || undefined}>
        {own.map((verdict) => (
          <li key={`${verdict.medium} ${verdict.deviceid}`}>
            <span>
              <Link to={deviceAddress(verdict.deviceid)}>
                {store.get(verdict.deviceid)?.name ?? `#${verdict.deviceid}`}
              </Link>
              <small>
                <Cause verdict={verdict} />
              </small>
            </span>
            <Trend hours={hoursOf(verdict) ?? NOTHING} scale={verdict.scale} />
            <Plate verdict={verdict} word="none" />
            <Ladder scale={verdict.scale} level={verdict.level} />
          </li>
        ))}
      </ol>
    </Fragment>
  ))
}

/**
 * The deciding pollutants of a station, the first with the mean by which it is judged: "PM2.5 128 µg/m³, PM10", "臭氧 8 h
 * 150 µg/m³".
 */
function Cause({ verdict }: { verdict: StationVerdict }) {
  const { medium, primary, deciding = primary, value } = verdict
  const translate = useTranslate()
  const words = useClassWords()
  const [first, ...others] = deciding
  const key = medium === 'noise' ? 'leq' : first?.split('_')[0]
  const unit = POLLUTANTS.find((known) => known.key === key)?.unit ?? ''
  const name =
    first === undefined || medium === 'noise'
      ? translate(`overview.medium.${medium}`)
      : words.pollutant(namedMean(verdict, first))
  return (
    <>
      {name}
      {key !== undefined && value !== null && (
        <>
          {' '}
          <b>{Number(value.toPrecision(3))}</b> {unit}
        </>
      )}
      {medium !== 'noise' &&
        others
          .map((other) => `${translate('environment.comma')}${words.pollutant(namedMean(verdict, other))}`)
          .join('')}
    </>
  )
}

/**
 * Returns the worst stations, by class and within a class by index; stations that cannot be judged are left out. One
 * list (under '') while one standard judges the air; otherwise one per standard, since their classes are not
 * comparable.
 */
function worstOf(verdicts: readonly StationVerdict[]): ReadonlyMap<string, readonly StationVerdict[]> {
  const ordered = verdicts
    .filter((verdict) => classOf(verdict) !== null)
    .toSorted((a, b) => severity(b) - severity(a) || (b.index ?? 0) - (a.index ?? 0))
  return firstInTurn(byStandard(ordered, orderOf(ordered)), SHOWN)
}

const severity = (verdict: StationVerdict): number => {
  const at = classOf(verdict)
  return at ? severityOf(at) : -1
}
