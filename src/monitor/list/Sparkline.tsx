import { classKey, type ScaleLevel } from '../../environment/scale.ts'
import type { Status } from '../../kit/index.ts'
import { classPaths } from './classPaths.ts'
import css from './rows.module.css'

export interface SparklineProps {
  values: readonly number[]
  /** Alarm is drawn red; stale and offline dashed. */
  tone: Status
  /**
   * The class of each value, which colours the line instead of `tone`; null: that value has none. Undefined: the values
   * are not judged, or not now.
   */
  classes?: readonly (ScaleLevel | null)[] | undefined
  width?: number
}

const HEIGHT = 20
const PADDING = 3
/** With fewer points the space is kept, but nothing is drawn. */
const MIN_POINTS = 3

/**
 * Draws values as a small line, of the last hour or since the page opened; hidden from assistive technology, since
 * value and class are shown beside it.
 */
export function Sparkline({ values, tone, classes, width = 68 }: SparklineProps) {
  const points = values.length < MIN_POINTS ? [] : place(values, width, classes)
  const last = points.at(-1)
  const line = points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  return (
    <svg
      className={css.spark}
      data-part="spark"
      data-status={classes ? 'online' : tone}
      data-verdict={last?.verdict}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      aria-hidden="true"
    >
      {last !== undefined && (
        <>
          <path className={css.sparkArea} d={`M0 ${HEIGHT}L${line}L${last.x.toFixed(1)} ${HEIGHT}Z`} />
          {[...classPaths(points)].map(([verdict, path]) => (
            <path key={verdict ?? ''} className={css.sparkLine} data-part="line" data-verdict={verdict} d={path} />
          ))}
          <circle className={css.sparkEnd} cx={last.x} cy={last.y} r={2} />
        </>
      )}
    </svg>
  )
}

/** Spreads the values over the width; a constant value runs through the middle. */
function place(values: readonly number[], width: number, classes: SparklineProps['classes']) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const step = (width - 4) / (values.length - 1)
  return values.map((value, at) => {
    const judged = classes?.[at]
    return {
      x: at * step,
      y: high === low ? HEIGHT / 2 : HEIGHT - PADDING - ((value - low) / (high - low)) * (HEIGHT - 2 * PADDING),
      verdict: judged ? classKey(judged) : undefined,
      joined: at > 0,
    }
  })
}
