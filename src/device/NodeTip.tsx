import { useTranslate } from 'react-admin'
import type { Zone } from '../../resources/kit/zone.ts'
import { numberText } from '../../resources/kit/reading.ts'
import type { Line, MarkedRange } from '../chart/model.ts'
import { doubtedNear, type CurvePoint, type DoubtedPoint } from './curve.ts'
import css from './devicePage.module.css'

interface NodeTipProps {
  line: Line
  doubted: readonly DoubtedPoint[]
  upkeep: readonly MarkedRange[]
  zone: Zone
  /** Shows the date too. */
  long: boolean
  /** Maximum distance between the cross-hair and a flagged value, ms. */
  reach: number
  /** Passed by recharts. */
  payload?: readonly { payload?: CurvePoint }[]
}

/**
 * Tooltip at the cross-hair of a small chart: time, value, the nearest flagged value, and maintenance; where the curve
 * has no value, only the flagged one.
 */
export function NodeTip({ line, doubted, upkeep, long, reach, zone, payload }: NodeTipProps) {
  const translate = useTranslate()
  const point = payload?.[0]?.payload
  const near = point && doubtedNear(doubted, point.at, reach)
  if (!point || (point.value === null && !near)) return null
  const { at, value } = point.value === null && near ? { at: near.at, value: null } : point
  const words = [
    long ? zone.full(at).slice(5, 16) : zone.clock(at, false),
    value !== null && `${numberText(value, line.decimals)} ${line.unit}`,
    near && translate(`history.file.${near.doubt}`, { value: numberText(near.value, line.decimals) }),
    ...new Set(upkeep.filter(({ from, to }) => from <= at && at <= to).map(({ label }) => label)),
  ]
  return <span className={css.tip}>{words.filter(Boolean).join(' · ')}</span>
}
