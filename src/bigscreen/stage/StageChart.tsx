import { use, useEffect, useRef, useState } from 'react'
import type { Apart, Backdrop, Limit, Line, MarkedRange, Range } from '../../chart/model.ts'
import { TimeSeries } from '../../chart/TimeSeries.tsx'
import type { Zone } from '../../../resources/kit/zone.ts'
import { StageContext } from './useStage.ts'
import css from '../queries/queries.module.css'

interface StageChartProps {
  label: string
  lines: readonly Line[]
  limits?: readonly Limit[]
  episodes?: readonly MarkedRange[]
  apart?: readonly Apart[]
  backdrop?: Backdrop
  zone: Zone
  whole: Range
  range: Range
  onRange: (range: Range) => void
}

/** Axis text size relative to the console's charts: 14 px instead of 11. */
const LARGER = 14 / 11

/**
 * A chart that fills its box. The stage is scaled as a whole, which would blur a canvas and misplace the pointer: the
 * chart reverses that scale and is drawn larger by the same factor, so that its canvas uses every pixel of the screen.
 */
export function StageChart({
  label,
  lines,
  limits,
  episodes,
  apart,
  backdrop,
  zone,
  whole,
  range,
  onRange,
}: StageChartProps) {
  const { scale } = use(StageContext)
  const box = useRef<HTMLDivElement>(null)
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  const size = scale * LARGER
  const unit = lines[0]?.unit && lines.every((line) => line.unit === lines[0]?.unit) ? 20 * scale : 0
  return (
    <div ref={box} className={css.chart}>
      {width > 0 && height > 60 && (
        <div
          style={{
            width: width * scale,
            height: height * scale,
            transform: `scale(${1 / scale})`,
            transformOrigin: '0 0',
          }}
        >
          <TimeSeries
            label={label}
            lines={lines}
            limits={limits}
            episodes={episodes}
            apart={apart}
            backdrop={backdrop}
            zone={zone}
            fullRange={whole}
            range={range}
            onRange={onRange}
            height={Math.floor(height * scale - unit)}
            size={size}
          />
        </div>
      )}
    </div>
  )
}
