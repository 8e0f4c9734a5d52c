import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { numberText } from '../../../resources/kit/reading.ts'
import type { Backdrop, Limit, Moment, Range } from '../../chart/model.ts'
import { useClock } from '../../live/useClock.ts'
import type { ShownDay } from './days.ts'
import type { HourLine } from './hours.ts'
import type { NodeJudgement } from './judged.ts'

interface Behind {
  /** The first node in view; `alone`: whether its line is the only one. */
  line: HourLine | null
  alone: boolean
  judged: NodeJudgement
  days: readonly ShownDay[]
  isDaily: boolean
  moments: readonly Moment[]
  limits: readonly Limit[]
  fullRange: Range
}

/**
 * Returns what is drawn behind the curves (class bands if a single line is drawn, the spread of its days, moments, the
 * future) and the limits, including the statutory one.
 */
export function useBackdrop({ line, alone, judged, days, isDaily, moments, limits, fullRange }: Behind): {
  backdrop: Backdrop
  limits: readonly Limit[]
} {
  const translate = useTranslate()
  const now = useClock(60_000)
  // The standard in force on the newest day in view applies.
  const middle = Math.min(fullRange.to, now)
  const period = isDaily ? 'day' : 'hour'
  const hasClasses = alone && line !== null
  const classes = useMemo(() => (hasClasses ? judged.bands(period, middle) : []), [hasClasses, judged, period, middle])
  const lawLimit = hasClasses && classes.length > 0 ? judged.limit(period, middle) : null
  const allLimits = useMemo(() => {
    if (lawLimit === null) return limits
    const value = numberText(lawLimit)
    return [...limits, { value: lawLimit, label: translate(`history.byDay.${period}Limit`, { value }) }]
  }, [limits, lawLimit, period, translate])
  const backdrop = useMemo(
    (): Backdrop => ({
      classes,
      spread:
        isDaily && days.length > 0 && !line?.isDirection
          ? { times: days.map(({ at }) => at), low: days.map(({ low }) => low), high: days.map(({ high }) => high) }
          : null,
      ...((isDaily || moments.length > 0) && { moments }),
      ...(fullRange.to > now && { future: now }),
    }),
    [classes, isDaily, days, line, moments, fullRange.to, now],
  )
  return { backdrop, limits: allLimits }
}
