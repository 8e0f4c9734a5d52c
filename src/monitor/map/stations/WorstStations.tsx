import { Fragment, useContext, useEffect, useMemo, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { Ladder } from '../../../environment/Ladder.tsx'
import { Plate } from '../../../environment/Plate.tsx'
import { firstInTurn } from '../../../environment/byStandard.ts'
import { periodWords } from '../../../environment/periodWords.ts'
import {
  mediumOfQuantity,
  namedMean,
  pollutantOfMean,
  type Quantity,
  type StationReading,
} from '../../../environment/quantity.ts'
import { classKey } from '../../../environment/scale.ts'
import { standardName, useClassWords } from '../../../environment/useClassWords.ts'
import { useMeasures } from '../../../environment/useJudge.ts'
import type { StationVerdict } from '../../../environment/verdict.ts'
import textCss from '../../../kit/text.module.css'
import { useShownDevice } from '../../../live/display.ts'
import { lineValues } from '../../../../resources/kit/reading.ts'
import { useLastHour } from '../../../live/sparklines/lastHour.ts'
import { DeviceStoreContext } from '../../../live/useDevice.ts'
import { Sparkline } from '../../list/Sparkline.tsx'
import { figureText } from '../marks/faces.ts'
import { isAwaited, tallyOf, type WorstFirst } from './worst.ts'
import css from './stations.module.css'

export interface WorstStationsProps {
  /** Devices by standard, the worst first. */
  order: WorstFirst
  readings: ReadonlyMap<number, StationReading>
  quantity: Quantity
  /** Verdicts of all stations, including those that the map does not show. */
  verdicts: readonly StationVerdict[]
  /** The devices on the map. */
  shown: Pick<ReadonlySet<number>, 'has'>
  /** Whether the devices are loaded. */
  loaded: boolean
  /** The verdicts could not be read. */
  isUnread: boolean
  /** "AQI · 1 小时". */
  caption: string
  /** Period of the means that the caption names; '' if it names several. */
  period: string
  selected: number | null
  hovered: number | null
  onHover: (id: number | null) => void
  onPick: (id: number) => void
}

const MAX_STATIONS = 50

/**
 * The stations of the quantity in view, the worst first; with several standards each has a list of its own, under its
 * name. Hovering and selection are shared with the map.
 */
export function WorstStations(props: WorstStationsProps) {
  const { order, readings, verdicts, shown, loaded, isUnread, caption, selected, hovered, onHover, ...line } = props
  const translate = useTranslate()
  const words = useClassWords()
  const shownOnes = useMemo(() => firstInTurn(order, MAX_STATIONS), [order])
  const nameOf = (standard: string) => (order.size > 1 ? standardName(standard) : '')
  const tallies = [...order].map(([standard, ids]) => ({
    standard,
    places: ids.length,
    ...tallyOf(ids, readings, line.quantity),
  }))
  const [places, count] = [sum(tallies.map((one) => one.places)), sum(tallies.map((one) => one.stations))]
  const judged = sum(tallies.map((one) => one.judged))
  const counted = [
    count > 0 && translate('map.worst.judged', { count, judged, few: count - judged }),
    places > count && translate('overview.sensors', { smart_count: places - count }),
  ].filter(Boolean)
  return (
    <section className={css.worst} aria-label={translate('map.worst.title')} data-part="worst">
      <header className={css.head}>
        <h2>{translate('map.worst.title')}</h2>
        <span className={textCss.ellipsis}>{caption}</span>
      </header>
      {places === 0 && (
        <NoStations quantity={line.quantity} verdicts={verdicts} shown={shown} loaded={loaded} isUnread={isUnread} />
      )}
      <div className={css.list} onPointerLeave={() => onHover(null)}>
        {[...shownOnes].map(([standard, ids]) => (
          <Fragment key={standard}>
            {nameOf(standard) && <h3>{nameOf(standard)}</h3>}
            <ol aria-label={nameOf(standard) || undefined}>
              {ids.map((id, at) => {
                const reading = readings.get(id)
                return (
                  reading && (
                    <StationLine
                      key={id}
                      {...line}
                      id={id}
                      rank={at + 1}
                      reading={reading}
                      isSelected={id === selected}
                      isHovered={id === hovered}
                      onHover={onHover}
                    />
                  )
                )
              })}
            </ol>
          </Fragment>
        ))}
      </div>
      {places > 0 && (
        <footer className={css.foot}>
          {tallies.map(({ standard, levels }) => (
            <p key={standard}>
              {levels.length > 0 && nameOf(standard)}
              {levels.map(
                ({ count: own, ...named }) =>
                  own > 0 && (
                    <span key={named.level}>
                      <Ladder scale={named.scale} level={named.level} /> {words.short(named)} {own}
                    </span>
                  ),
              )}
            </p>
          ))}
          <p>{counted.join(' · ')}</p>
        </footer>
      )}
    </section>
  )
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)

/** Explains why there are no stations: data that is still loading is not reported as missing. */
function NoStations(props: Pick<WorstStationsProps, 'quantity' | 'verdicts' | 'shown' | 'loaded' | 'isUnread'>) {
  const { quantity, verdicts, shown, loaded, isUnread } = props
  const translate = useTranslate()
  const store = useContext(DeviceStoreContext)
  const { pollutantOf } = useMeasures()
  const here = verdicts.filter(({ deviceid }) => shown.has(deviceid))
  const awaited = isAwaited(quantity, here, (device) =>
    (store.get(device)?.nodes ?? []).flatMap(({ id }) => pollutantOf(id) ?? []),
  )
  const why = awaited ? 'map.worst.unjudged' : 'map.worst.none'
  return <p className={css.none}>{translate(isUnread ? 'shell.status.unknown' : loaded ? why : 'shell.loading')}</p>
}

interface StationLineProps extends Pick<WorstStationsProps, 'quantity' | 'period' | 'onHover' | 'onPick'> {
  id: number
  rank: number
  reading: StationReading
  isSelected: boolean
  isHovered: boolean
}

function StationLine(props: StationLineProps) {
  const { id, rank, reading, quantity, period, isSelected, isHovered, onHover, onPick } = props
  const translate = useTranslate()
  const words = useClassWords()
  const { pollutantOf } = useMeasures()
  const { history } = useContext(DeviceStoreContext)
  useLastHour(history, id)
  const shown = useShownDevice(id)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSelected) button.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isSelected])
  if (shown === null) return null
  const { verdict, scale, level } = reading
  const { status, measured } = shown
  const state = status === 'offline' || status === 'disabled' ? 'offline' : status === 'stale' ? 'stale' : null
  // The mean that decides the overall verdict (o3_8h of ozone by the US index), or the pollutant in view.
  const isWhole = mediumOfQuantity(quantity) !== 'air' || quantity === 'aqi'
  const main = isWhole ? ((verdict.deciding ?? verdict.primary)[0] ?? Object.keys(verdict.parts)[0] ?? '') : quantity
  const value = verdict.parts[main]?.value ?? null
  const node = shown.device.nodes.find(({ id: nodeId }) => pollutantOf(nodeId) === pollutantOfMean(main))
  const said = [
    isWhole && scale !== 'n' && value !== null
      ? `${words.pollutant(namedMean(verdict, main))} ${Number(value.toPrecision(3))}`
      : (shown.area ?? ''),
    !isWhole && level !== null && reading.period !== period && periodWords([reading.period], translate),
    measured ? translate('shell.status.alarm') : state === null ? '' : translate(`shell.status.${state}`),
  ].filter(Boolean)
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={css.line}
        aria-current={isSelected || undefined}
        data-hovered={isHovered || undefined}
        onPointerEnter={() => onHover(id)}
        onFocus={() => onHover(id)}
        onBlur={() => onHover(null)}
        onClick={() => onPick(id)}
      >
        <i>{rank}</i>
        <span className={css.station}>
          <b className={textCss.ellipsis}>{shown.device.name}</b>
          <small className={textCss.ellipsis} data-alarm={measured || undefined}>
            {said.join(' · ')}
          </small>
        </span>
        <Sparkline values={node ? lineValues(node, history.of(id, node.id)) : []} tone={status} width={44} />
        {isWhole ? (
          <Plate verdict={verdict} state={state} word="none" />
        ) : (
          <b className={css.figure} data-verdict={level === null ? undefined : classKey({ scale, level })}>
            {figureText(reading, words)}
          </b>
        )}
        <Ladder scale={scale} level={level} muted={state !== null} />
      </button>
    </li>
  )
}
