import type { Status } from '../../kit/index.ts'
import css from './rows.module.css'

export interface SparklineProps {
  values: readonly number[]
  /** Alarm red; stale and offline dashed. */
  tone: Status
  width?: number
}

const HEIGHT = 20
const PADDING = 3
/** Fewer points are no line: the space is kept, nothing is drawn. */
const MIN_POINTS = 3

/** The values seen since the page opened, as a small line; decoration, hidden from assistive technology. */
export function Sparkline({ values, tone, width = 68 }: SparklineProps) {
  const points = values.length < MIN_POINTS ? [] : place(values, width)
  const last = points.at(-1)
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return (
    <svg
      className={css.spark}
      data-part="spark"
      data-status={tone}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden="true"
    >
      {last !== undefined && (
        <>
          <path className={css.sparkArea} d={`M0 ${HEIGHT}L${line}L${last[0].toFixed(1)} ${HEIGHT}Z`} />
          <path className={css.sparkLine} data-part="line" d={`M${line}`} />
          <circle className={css.sparkEnd} cx={last[0]} cy={last[1]} r={2} />
        </>
      )}
    </svg>
  )
}

/** Spread over the width; a constant runs through the middle. */
function place(values: readonly number[], width: number): [number, number][] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const step = (width - 4) / (values.length - 1)
  return values.map((value, at) => [
    at * step,
    high === low ? HEIGHT / 2 : HEIGHT - PADDING - ((value - low) / (high - low)) * (HEIGHT - 2 * PADDING),
  ])
}
