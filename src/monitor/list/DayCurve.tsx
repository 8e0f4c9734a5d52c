import { useTranslate } from 'react-admin'
import { memo, useMemo, type CSSProperties } from 'react'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { NoiseZone } from '../../../standards/types.ts'
import { classKey, type Scale } from '../../environment/scale.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { DAY_HEIGHT, DAY_WIDTH, dayShape, type DayShape } from './dayShape.ts'
import { useStationDay } from './useStationDay.ts'
import css from './rows.module.css'

interface DayCurveProps {
  device: number
  /** The scale of the station's main verdict. */
  scale: Scale
  /** The end of the newest hour, ms since the epoch. */
  until: number
  /** The station's class does not count now: the curve is dashed and grey, without class bands. */
  old: boolean
  noiseZone: NoiseZone | undefined
  zone: Zone
}

/**
 * A station's last 24 hours as a cell of its row (design 8.2). Rendered again when its hours change, not when its
 * values do.
 */
export const DayCurve = memo(function DayCurve({ device, scale, until, old, noiseZone, zone }: DayCurveProps) {
  const translate = useTranslate()
  const day = useStationDay(device, until)?.find((one) => one.scale === scale)
  const shape = useMemo(() => day && dayShape(day, { until, noiseZone, zone }), [day, until, noiseZone, zone])
  if (!shape) return <div role="gridcell" />
  const { paths, end, bands } = shape
  const words = `${translate('overview.lastDay')} · ${rangeOf(shape, translate)}`
  return (
    <div role="gridcell" className={css.rowDay} title={words}>
      <svg
        className={css.day}
        data-part="day"
        data-look={old ? 'old' : undefined}
        data-verdict={old ? undefined : classKey(end)}
        width={DAY_WIDTH}
        height={DAY_HEIGHT}
        viewBox={`0 0 ${DAY_WIDTH} ${DAY_HEIGHT}`}
        style={old ? undefined : ({ '--bands': bands } as CSSProperties)}
        role="img"
        aria-label={words}
      >
        {[...paths].map(([verdict, path]) => (
          <path key={verdict} className={css.dayLine} data-verdict={old ? undefined : verdict} d={path} />
        ))}
        {!old && <circle className={css.dayEnd} cx={end.x} cy={end.y} r={2} />}
      </svg>
    </div>
  )
})

/** Returns the range of the day as text: "42 – 169", "54 – 72 dB", "Ⅱ – Ⅳ". */
function rangeOf({ end, lowest, highest }: DayShape, translate: (key: string) => string): string {
  const said = (value: number): string =>
    end.scale === 'w' ? translate(`environment.numeral.${value}`) : String(Math.round(value))
  const range = [...new Set([said(lowest), said(highest)])].join(' – ')
  return end.scale === 'n' ? `${range} dB` : range
}

/** The head of the curves' column. Suspends until its texts are loaded. */
export function DayHead() {
  const translate = useLateWords('liveList')
  return <span title={translate('liveList.what')}>{translate('liveList.head')}</span>
}
