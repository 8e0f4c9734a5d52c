import { clsx } from 'clsx'
import { useContext, useMemo } from 'react'
import { useTranslate } from 'react-admin'
import { bandsOf } from '../../environment/bands.ts'
import { indexLimits, scaleOfQuantity, unitOfQuantity, type Quantity } from '../../environment/quantity.ts'
import { classKey, LEVELS } from '../../environment/scale.ts'
import { periodWords } from '../../environment/periodWords.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import { DisplayContext } from '../../live/display.ts'
import mapCss from '../../map/map.module.css'
import { AIR_SCHEMES } from '../../../standards/index.ts'
import { PERIODS } from '../../../standards/types.ts'
import css from './mapTools.module.css'

interface ClassLegendProps {
  quantity: Quantity
  standard: string
  /** Averaging periods of the means shown. */
  periods: readonly string[]
  at: number
  /** Devices of the area without a position. */
  unplaced: number
  /** Devices whose position was never set. */
  unset: number
}

/** The classes of the quantity in view: colour, name and lower limit of each, with the standard. */
export function ClassLegend({ quantity, standard, periods, at, unplaced, unset }: ClassLegendProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const { zone } = useContext(DisplayContext)
  const scale = scaleOfQuantity(quantity)
  const begins = useMemo((): readonly (number | null)[] => {
    if (quantity === 'aqi') return standard.startsWith('EAQI') ? [] : [0, ...indexLimits(standard)]
    const [period, another] = periods
    // With means of several periods the limits differ by period, so that none are listed.
    if (scale !== 'a' || standard === '' || another !== undefined) return []
    const scheme = AIR_SCHEMES.find((known) => standard.startsWith(known))
    const mean = PERIODS.find((known) => known === period) ?? '1h'
    const key = quantity === 'o3' && mean === '8h' ? 'o3_8h' : quantity
    return bandsOf(zone, key, unitOfQuantity(quantity), mean, at, { scheme }).map(({ from }) => from)
  }, [quantity, standard, scale, periods, at, zone])
  const unit = scale === 'a' ? unitOfQuantity(quantity) : ''
  return (
    <div className={clsx(mapCss.box, css.legend)} role="group" aria-label={translate('map.legend.label')}>
      <p>
        <b>{translate(`map.quantity.${quantity}`)}</b> {unit}{' '}
        {standard !== '' &&
          translate('environment.basis', {
            period: periodWords(periods, translate),
            standard: standardName(standard),
          })}
      </p>
      <ol>
        {Array.from({ length: LEVELS[scale] }, (_, index) => {
          const level = index + 1
          return (
            <li key={level} data-verdict={classKey({ scale, level })}>
              <i aria-hidden="true" />
              <span>{words.short({ scale, level, standard })}</span>
              {begins[index] !== undefined && <small>{begins[index]}</small>}
            </li>
          )
        })}
      </ol>
      {unplaced > 0 && <p>{translate('map.legend.noPlace', { count: unplaced })}</p>}
      {unset > 0 && <p>{translate('map.legend.unset', { count: unset })}</p>}
    </div>
  )
}
