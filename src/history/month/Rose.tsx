import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { numberText } from '../../../resources/kit/reading.ts'
import { EmptyState } from '../../kit/index.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { extentOf, fillOf, type NodeJudgement } from './judged.ts'
import type { HourLine } from './hours.ts'
import { RINGS, roseEnds, roseOf, SECTORS, type RoseCell } from './rose.ts'
import css from './month.module.css'

interface PollutionRoseProps {
  line: HourLine
  judged: NodeJudgement
  /** Hours of wind speed and direction; null if the device does not measure both. */
  wind: { speed: HourLine; direction: HourLine } | null
  zone: Zone
  /** The day under the pointer, whose cells are highlighted. */
  day: string | null
}

const INNER = 12
const WIDTH = 17
const radius = (ring: number): number => INNER + ring * WIDTH
const OUTER = radius(RINGS.length + 1)

/** Means by wind direction (angle) and wind speed (radius); cells of fewer hours are paler. */
export function PollutionRose({ line, judged, wind, zone, day }: PollutionRoseProps) {
  const translate = useTranslate()
  const rose = useMemo(
    () => wind && roseOf(line.hours, wind.speed.hours, wind.direction.hours, line.isSound),
    [line, wind],
  )
  if (!rose)
    return <EmptyState title={translate('history.byDay.noWind')} hint={translate('history.byDay.noWindHint')} />
  if (rose.cells.length === 0)
    return (
      <EmptyState
        title={translate('history.byDay.roseFew')}
        hint={translate('history.byDay.calm', { hours: rose.calm })}
      />
    )
  const nameOf = ({ sector }: RoseCell): string => translate(`history.byDay.winds.${sector}`)
  const valueOf = (value: number): string => `${numberText(value, line.decimals)} ${line.unit}`.trim()
  const most = Math.max(...rose.cells.map(({ hours }) => hours.length))
  const extent = extentOf(rose.cells.map(({ mean }) => mean))
  const ends = roseEnds(rose)
  const words = ends
    ? translate('history.byDay.roseEnds', {
        most: nameOf(ends.most),
        value: valueOf(ends.most.mean),
        least: nameOf(ends.least),
      })
    : ''
  return (
    <>
      <svg className={css.rose} viewBox="-126 -122 252 244" role="img" aria-label={words} data-part="rose">
        {RINGS.map((_speed, ring) => (
          <circle key={ring} r={radius(ring + 1)} className={css.ring} />
        ))}
        <circle r={OUTER} className={css.ring} />
        {rose.cells.map((cell) => (
          <path
            key={`${cell.sector} ${cell.ring}`}
            d={shapeOf(cell)}
            fill={fillOf(judged.hour(cell.mean, cell.hours.at(-1) ?? 0), cell.mean, extent)}
            fillOpacity={0.35 + 0.65 * (cell.hours.length / most)}
            data-lit={(day !== null && cell.hours.some((at) => zone.day(at) === day)) || undefined}
          >
            <title>
              {translate('history.byDay.roseCell', {
                direction: nameOf(cell),
                speed: speedOf(cell.ring),
                value: valueOf(cell.mean),
                hours: cell.hours.length,
              })}
            </title>
          </path>
        ))}
        {RINGS.map((speed, ring) => (
          <text key={speed} className={css.speed} {...at(SECTORS / 8, radius(ring + 1))}>
            {ring === RINGS.length - 1 ? `${speed} m/s` : speed}
          </text>
        ))}
        {[0, 4, 8, 12].map((sector) => (
          <text key={sector} className={css.wind} {...at(sector, OUTER + 12)}>
            {letterOf(translate(`history.byDay.winds.${sector}`))}
          </text>
        ))}
      </svg>
      <p className={css.said}>{words}</p>
      <p className={css.hint}>{translate(judged.isJudged ? 'history.byDay.roseHint' : 'history.byDay.rosePlain')}</p>
    </>
  )
}

/** Returns the position at a distance in the middle of a sector, north up. */
function at(sector: number, distance: number): { x: number; y: number } {
  const angle = (2 * Math.PI * sector) / SECTORS
  return { x: round(distance * Math.sin(angle)), y: round(-distance * Math.cos(angle)) }
}

/** Returns the path of a cell: a segment of a ring. */
function shapeOf({ sector, ring }: RoseCell): string {
  const [inner, outer] = [radius(ring), radius(ring + 1)]
  const [from, to] = [sector - 0.46, sector + 0.46]
  const point = (part: number, distance: number): string => {
    const { x, y } = at(part, distance)
    return `${x} ${y}`
  }
  return `M${point(from, inner)}L${point(from, outer)}A${outer} ${outer} 0 0 1 ${point(to, outer)}L${point(to, inner)}A${inner} ${inner} 0 0 0 ${point(from, inner)}Z`
}

/** Returns the compass letter of a wind direction: 北, N. */
const letterOf = (wind: string): string => wind.slice(0, 1)

function speedOf(ring: number): string {
  const [from, to] = [ring === 0 ? 0 : RINGS[ring - 1], RINGS[ring]]
  return to === undefined ? `> ${from}` : `${from}–${to}`
}

const round = (value: number): number => Math.round(value * 100) / 100
