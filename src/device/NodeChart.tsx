import { useId, useMemo } from 'react'
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { DAY, HOUR, type Zone } from '../../resources/kit/zone.ts'
import type { Line as Samples, MarkedRange, Range } from '../chart/model.ts'
import { numberText } from '../../resources/kit/reading.ts'
import { axisEnds, curvePoints, MARKS, type DoubtedPoint } from './curve.ts'
import { NodeTip } from './NodeTip.tsx'

/** A class of a standard as a range of the axis. */
export interface Band {
  from: number
  to: number
  /** Prefix of the class's tokens: `a3`. */
  token: string
}

export interface NodeChartProps {
  line: Samples
  /** Its suspect or failed values. */
  doubted: readonly DoubtedPoint[]
  range: Range
  zone: Zone
  /** Gaps without measurements, the same in every chart of the device. */
  gaps: readonly Range[]
  limits: readonly number[]
  alarms: readonly MarkedRange[]
  /** Maintenance windows, the same in every chart of the device. */
  upkeep: readonly MarkedRange[]
  bands: readonly Band[]
  height: number
  /** Without axes: on a phone. */
  bare?: boolean
}

/**
 * A node's last hours as a small chart: class bands behind the curve, dashed limits, hatched gaps, maintenance grey
 * with a broken upper edge, alarms as diamonds at their begin; suspect values as hollow triangles and failed ones as
 * crosses, at the edge if they lie beyond the axis. Recharts is large: load this component lazily.
 */
export default function NodeChart({
  line,
  doubted,
  range,
  zone,
  gaps,
  limits,
  alarms,
  upkeep,
  bands,
  height,
  bare = false,
}: NodeChartProps) {
  const id = useId().replaceAll(/[^a-zA-Z0-9]/g, '')
  const points = useMemo(
    // A day on which every value is flagged has marks and no curve.
    () => (line.times.length > 0 ? curvePoints(line, gaps) : doubted.map(({ at }) => ({ at, value: null }))),
    [line, gaps, doubted],
  )
  const [low, high] = useMemo(() => axisEnds(points, limits, doubted), [points, limits, doubted])
  const shown = bands.flatMap((band) =>
    band.from < high && band.to > low ? [{ ...band, from: Math.max(low, band.from), to: Math.min(high, band.to) }] : [],
  )
  const long = range.to - range.from > 2 * DAY
  const clock = (at: number) => (long ? zone.day(at).slice(5) : zone.clock(at, false))
  const plot = height - (bare ? 0 : AXIS) - 2 * EDGE
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 280, height }}>
      <LineChart data={points} margin={{ top: EDGE, right: 8, bottom: EDGE, left: 0 }} accessibilityLayer={false}>
        <defs>
          <pattern id={`gap${id}`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1={0} y1={0} x2={0} y2={6} stroke="var(--border-strong)" strokeWidth={1.5} />
          </pattern>
          {shown.length > 0 && (
            <linearGradient id={`curve${id}`} gradientUnits="userSpaceOnUse" x1={0} x2={0} y1={EDGE + plot} y2={EDGE}>
              {shown.flatMap(({ from, to, token }) =>
                [from, to].map((value) => (
                  <stop
                    key={`${token} ${value}`}
                    offset={(value - low) / (high - low)}
                    stopColor={`var(--${token}-line)`}
                  />
                )),
              )}
            </linearGradient>
          )}
        </defs>
        {!bare && <CartesianGrid vertical={false} stroke="var(--gridline)" />}
        <XAxis
          dataKey="at"
          type="number"
          domain={[range.from, range.to]}
          ticks={bare ? [] : ticksOf(range)}
          tickFormatter={clock}
          height={bare ? 1 : AXIS}
          tickLine={false}
          axisLine={false}
          interval={0}
        />
        <YAxis
          type="number"
          domain={[low, high]}
          ticks={[low, (low + high) / 2, high]}
          tickFormatter={(value: number) => numberText(value, undefined)}
          width={bare ? 1 : 40}
          hide={bare}
          tickLine={false}
          axisLine={false}
          interval={0}
          allowDataOverflow
        />
        {shown.map(({ from, to, token }) => (
          <ReferenceArea
            key={token}
            y1={from}
            y2={to}
            fill={`var(--${token}-bg)`}
            fillOpacity={0.7}
            ifOverflow="hidden"
          />
        ))}
        {/* The rail: each class on the axis, so that the bands need not be distinguished by eye. */}
        {!bare &&
          shown.map(({ from, to, token }) => (
            <ReferenceLine
              key={`rail ${token}`}
              segment={[
                { x: range.from, y: from },
                { x: range.from, y: to },
              ]}
              stroke={`var(--${token}-line)`}
              strokeWidth={3}
            />
          ))}
        {upkeep.map(({ from, to, label }) => (
          <ReferenceArea
            key={`${label} ${from} ${to}`}
            x1={from}
            x2={to}
            fill="var(--text3)"
            fillOpacity={0.14}
            ifOverflow="hidden"
          />
        ))}
        {/* The upper edge distinguishes it from a class without its colour. */}
        {upkeep.map(({ from, to, label }) => (
          <ReferenceLine
            key={`edge ${label} ${from}`}
            segment={[
              { x: from, y: high },
              { x: to, y: high },
            ]}
            stroke="var(--text3)"
            strokeWidth={3}
            strokeDasharray="4 4"
          />
        ))}
        {gaps.map(({ from, to }) => (
          <ReferenceArea
            key={from}
            x1={Math.max(from, range.from)}
            x2={Math.min(to, range.to)}
            fill={`url(#gap${id})`}
            fillOpacity={0.6}
            ifOverflow="hidden"
          />
        ))}
        {limits.map((limit) => (
          <ReferenceLine key={limit} y={limit} stroke="var(--l2)" strokeDasharray="4 3" ifOverflow="hidden" />
        ))}
        <Line
          dataKey="value"
          type={line.positions ? 'stepAfter' : 'linear'}
          stroke={shown.length > 0 ? `url(#curve${id})` : `var(${line.color})`}
          strokeWidth={1.75}
          dot={false}
          activeDot={{ r: 3 }}
          connectNulls={false}
          isAnimationActive={false}
        />
        {doubted.map(({ at, value, doubt }) => (
          <ReferenceDot
            key={`${doubt} ${at}`}
            x={at}
            y={Math.min(high, Math.max(low, value))}
            shape={doubt === 'fail' ? Cross : Triangle}
            stroke={`var(${line.color})`}
            ifOverflow="visible"
          />
        ))}
        {alarms.map(({ from }) => {
          const value = valueAt(points, from)
          return value === null || from < range.from ? null : (
            <ReferenceDot key={from} x={from} y={value} shape={Diamond} ifOverflow="hidden" />
          )
        })}
        {!bare && (
          <Tooltip
            isAnimationActive={false}
            // Flagged values have a tooltip where the curve has no value, too.
            filterNull={false}
            cursor={{ stroke: 'var(--border-strong)' }}
            content={
              <NodeTip
                line={line}
                doubted={doubted}
                upkeep={upkeep}
                reach={(range.to - range.from) / MARKS}
                long={long}
                zone={zone}
              />
            }
          />
        )}
      </LineChart>
    </ResponsiveContainer>
  )
}

/** Height of the lower axis, and the margin above and below the plot, px. */
const AXIS = 20
const EDGE = 4

/**
 * Labels of all whole hours would crowd a small chart: three are shown, the whole hours nearest to 17, 50 and 83 % of
 * the range.
 */
const ticksOf = ({ from, to }: Range): number[] =>
  [0.17, 0.5, 0.83].map((part) => Math.round((from + part * (to - from)) / HOUR) * HOUR)

function valueAt(points: readonly { at: number; value: number | null }[], at: number): number | null {
  const found =
    points.find((point) => point.at >= at && point.value !== null) ?? points.findLast(({ value }) => value !== null)
  return found?.value ?? null
}

/** The mark of an alarm on all pages. */
const Diamond = ({ cx = 0, cy = 0 }: { cx?: number; cy?: number }) => (
  <path d={`M${cx} ${cy - 5}l5 5l-5 5l-5-5z`} fill="var(--alarm)" stroke="var(--surface)" strokeWidth={1} />
)

interface MarkProps {
  cx?: number
  cy?: number
  stroke?: string | undefined
}

/** Marks of flagged values, as in histories (chart/paint.ts). */
const Triangle = ({ cx = 0, cy = 0, stroke }: MarkProps) => (
  <path d={`M${cx} ${cy - 3}l3 6h-6z`} fill="var(--surface)" stroke={stroke} strokeWidth={1.5} />
)
const Cross = ({ cx = 0, cy = 0, stroke }: MarkProps) => (
  <path d={`M${cx - 3} ${cy - 3}l6 6m-6 0l6-6`} fill="none" stroke={stroke} strokeWidth={1.5} />
)
