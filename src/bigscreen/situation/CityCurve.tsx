import { useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import type { PlaceHour } from '../../../dataProvider/calls/placeHours.ts'
import { HOUR, type Zone } from '../../../resources/kit/zone.ts'
import type { Backdrop, Line, Range } from '../../chart/model.ts'
import { indexLimits } from '../../environment/quantity.ts'
import { classKey, LEVELS } from '../../environment/scale.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import { FramedPanel } from '../stage/FramedPanel.tsx'
import { StageChart } from '../stage/StageChart.tsx'
import bigscreenCss from '../bigscreen.module.css'

interface CityCurveProps {
  hours: readonly PlaceHour[]
  standard: string
  /** Why there are no hours. */
  none: string
  zone: Zone
}

/**
 * The city's index over the last two days, coloured by class, limited to hours of the same standard as the last one.
 * Shown while there is no alarm.
 */
export function CityCurve({ hours, standard, none, zone }: CityCurveProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const [zoom, setZoom] = useState<Range | null>(null)
  const lines = useMemo((): Line[] => {
    const isSame = (hour: PlaceHour): boolean => hour.standard === '' || hour.standard === standard
    const indexAt = new Map(
      hours.flatMap((hour) => (hour.index === null || !isSame(hour) ? [] : [[hour.at, hour.index] as const])),
    )
    const [first = 0, last = -1] = [[...indexAt.keys()][0], [...indexAt.keys()].at(-1)]
    // An hour that is not judged breaks the line.
    const times = Array.from({ length: Math.floor((last - first) / HOUR) + 1 }, (_, hour) => first + hour * HOUR)
    return [
      {
        key: 'index',
        label: translate('bigscreen.cityIndex'),
        unit: '',
        color: '--c1',
        times,
        values: times.map((at) => indexAt.get(at) ?? null),
        decimals: 0,
      },
    ]
  }, [hours, standard, translate])
  const backdrop = useMemo((): Backdrop => {
    const limits = indexLimits(standard)
    return {
      classes: Array.from({ length: LEVELS.a }, (_, at) => ({
        from: limits[at - 1] ?? 0,
        to: limits[at] ?? Infinity,
        color: `--${classKey({ scale: 'a', level: at + 1 })}`,
        label: words.short({ scale: 'a', level: at + 1, standard }),
      })),
    }
  }, [standard, words])
  const [first, last] = [lines[0]?.times[0], lines[0]?.times.at(-1)]
  const whole = useMemo(
    () => (first === undefined || last === undefined ? null : { from: first, to: last }),
    [first, last],
  )
  return (
    <FramedPanel
      name="urgent"
      title={translate('bigscreen.cityIndex')}
      beside={standard === '' ? '' : `${standardName(standard)} · ${translate('environment.period.1h')}`}
    >
      {whole === null || whole.from === whole.to ? (
        <p className={bigscreenCss.none}>{none}</p>
      ) : (
        <StageChart
          label={translate('bigscreen.cityIndex')}
          lines={lines}
          backdrop={backdrop}
          zone={zone}
          whole={whole}
          range={zoom ?? whole}
          onRange={setZoom}
        />
      )}
    </FramedPanel>
  )
}
