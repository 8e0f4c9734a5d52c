import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { PlaceHour, PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { byStandard, firstInTurn } from '../../environment/byStandard.ts'
import { Ladder } from '../../environment/Ladder.tsx'
import { partKeyOf, periodOfMean } from '../../environment/quantity.ts'
import { classKey, SCALE_OF } from '../../environment/scale.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import textCss from '../../kit/text.module.css'
import { numberText } from '../../../resources/kit/reading.ts'
import { HOUR, type Zone } from '../../../resources/kit/zone.ts'
import { isDaytime } from '../../../standards/noise.ts'
import type { Medium } from '../../../standards/types.ts'
import { lastDay, newestHour, worseHour } from './changes.ts'
import { Trend } from './Trend.tsx'
import css from './judged.module.css'

/** Pollutant columns beside the index: those air pollutants that vary most between places. */
const POLLUTANTS = ['pm25', 'pm10', 'o3'] as const
const MAX_AREAS = 12

interface AreaRowsProps {
  rows: readonly PlaceRow[]
  /** Standard of each medium for hours for which the platform reports none. */
  standards: Readonly<Record<string, string>>
  areaNames: ReadonlyMap<number, string>
  /** Whether areas link to their devices. */
  listed: boolean
  zone: Zone
  now: number
}

/**
 * The rows of the heat grid, the worst air first; if several standards judge the air, areas are grouped by standard,
 * each group in its own order.
 */
export function AreaRows({ rows, standards, areaNames, listed, zone, now }: AreaRowsProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const areas = areasOf(rows, now)
  const media = new Set(rows.map(({ medium }) => medium))
  const end = Math.max(0, ...rows.map(({ hours }) => hours.at(-1)?.at ?? 0))
  const columns = [
    ...(media.has('air') ? ['index', ...POLLUTANTS] : []),
    ...(media.has('noise') ? ['noise'] : []),
    ...(media.has('water') ? ['water'] : []),
  ]
  const lawOf = (medium: Medium, hour: PlaceHour) => hour.standard || standards[medium] || ''
  const airLawOf = ({ air }: Area) => (air ? lawOf('air', air) : '')
  const isMixed = new Set(areas.map(airLawOf).filter(Boolean)).size > 1
  const groups = firstInTurn(byStandard(areas, isMixed ? airLawOf : () => ''), MAX_AREAS)
  // Heading of areas without air, whose rows may still have noise and water.
  const noAir = `${translate('overview.medium.air')} · ${translate('environment.state.none')}`
  /** Returns an hour's class as text, with `more` about it and the standard; '' without class and `more`. */
  const said = (medium: Medium, hour: PlaceHour | null, level: number | null, period: string, more = ''): string => {
    const standard = hour ? lawOf(medium, hour) : ''
    if (level === null && more === '') return ''
    const word = level !== null && words.full({ scale: SCALE_OF[medium], level, standard })
    return [word, more, standard && words.law({ standard, period })].filter(Boolean).join(' · ')
  }
  const spanOf = ({ at }: PlaceHour) => (isDaytime(zone.hour(at - HOUR)) ? 'day' : 'night')
  const lacking = (hour: PlaceHour): string =>
    words.partial({ standard: lawOf('air', hour), period: '1h', missing: hour.missing })
  const nameOf = (column: string) =>
    column === 'index'
      ? translate('overview.index')
      : column === 'noise' || column === 'water'
        ? translate(`overview.medium.${column}`)
        : words.pollutant(column)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone, and a keyboard must reach what is out of sight (WCAG 2.1.1) */}
      <div className={css.scroll} role="group" aria-label={translate('overview.areas')} tabIndex={0}>
        <table className={css.grid}>
          <thead>
            <tr>
              <th scope="col">{translate('dashboard.area')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {nameOf(column)}
                </th>
              ))}
              {media.has('air') && <th scope="col">{translate('overview.lastDay')}</th>}
            </tr>
          </thead>
          {[...groups].map(([law, own]) => (
            <tbody key={law}>
              {isMixed && (
                <tr>
                  <th scope="rowgroup" colSpan={columns.length + 2}>
                    {standardName(law) || (own.some(({ air }) => air) ? '—' : noAir)}
                  </th>
                </tr>
              )}
              {own.map(({ area, air, noise, water, hours }) => (
                <tr key={area}>
                  <th scope="row">
                    {listed && area !== null ? (
                      <Link to={`/monitor/data?area=${area}`}>{areaNames.get(area) ?? `#${area}`}</Link>
                    ) : (
                      ((area !== null && areaNames.get(area)) ?? translate('monitor.card.noArea'))
                    )}
                  </th>
                  {media.has('air') && (
                    <>
                      <Cell
                        scale="a"
                        level={air?.level ?? null}
                        text={air?.index ?? null}
                        said={air ? said('air', air, air.level, '1h', lacking(air)) : ''}
                      />
                      {POLLUTANTS.map((key) => {
                        const mean = partKeyOf(air?.parts ?? {}, key)
                        const part = air?.parts[mean]
                        const period = periodOfMean({ standard: air ? lawOf('air', air) : '', period: '1h' }, mean)
                        return (
                          <Cell
                            key={key}
                            scale="a"
                            level={part?.level ?? null}
                            text={part ? numberText(part.value, 0) : null}
                            said={said('air', air, part?.level ?? null, period)}
                          />
                        )
                      })}
                    </>
                  )}
                  {media.has('noise') && (
                    <Cell
                      scale="n"
                      level={noise?.level ?? null}
                      text={noise?.parts['leq'] ? numberText(noise.parts['leq'].value, 0) : null}
                      said={noise ? said('noise', noise, noise.level, spanOf(noise)) : ''}
                    />
                  )}
                  {media.has('water') && (
                    <Cell
                      scale="w"
                      level={water?.level ?? null}
                      text={water?.level == null ? null : translate(`environment.numeral.${water.level}`)}
                      said={said('water', water, water?.level ?? null, 'sample')}
                    />
                  )}
                  {media.has('air') && (
                    <td>
                      <Trend hours={lastDay(hours, end)} scale="a" />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {areas.length > MAX_AREAS && (
        <p className={css.small}>{translate('overview.moreAreas', { count: areas.length - MAX_AREAS })}</p>
      )}
    </>
  )
}

interface Area {
  area: number | null
  air: PlaceHour | null
  noise: PlaceHour | null
  water: PlaceHour | null
  /** The hours of its air. */
  hours: readonly PlaceHour[]
}

/** Combines the rows of each area, the worst air first. */
function areasOf(rows: readonly PlaceRow[], now: number): Area[] {
  const areas = new Map<number | null, Area>()
  for (const { area, medium, hours } of rows) {
    const known = areas.get(area) ?? { area, air: null, noise: null, water: null, hours: [] }
    areas.set(area, { ...known, [medium]: newestHour(hours, now), ...(medium === 'air' && { hours }) })
  }
  return [...areas.values()].toSorted((a, b) => worseHour(a.air, b.air))
}

interface CellProps {
  scale: 'a' | 'n' | 'w'
  level: number | null
  text: string | number | null
  /** The class as text with its standard: the tooltip, and the cell's text for screen readers. */
  said: string
}

/** A value on the tint of its class, with the ladder: colour is never the only sign. */
function Cell({ scale, level, text, said }: CellProps) {
  return (
    <td data-verdict={level === null ? undefined : classKey({ scale, level })} title={said || undefined}>
      {text ?? '—'} {level !== null && <Ladder scale={scale} level={level} />}
      {said && <span className={textCss.visuallyHidden}>{said}</span>}
    </td>
  )
}
