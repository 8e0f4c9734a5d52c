import { useTranslate } from 'react-admin'
import type { RuleSample } from '../../../resources/kit/rule.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { brokenBands, ruleLimits, type DraftRule } from './rule.ts'
import css from './alarm.module.css'

interface RuleChartProps {
  /** Oldest first, at least one. */
  samples: readonly RuleSample[]
  rule: DraftRule
  /** Epoch ms. */
  start: number
  end: number
}

const WIDTH = 254
const HEIGHT = 116
const LEFT = 34
const BOTTOM = 18
const TOP = 6

/** A small picture of samples with a rule's limits as dashed lines and what breaks it tinted. */
export function RuleChart({ samples, rule, start, end }: RuleChartProps) {
  const translate = useTranslate()
  const limits = ruleLimits(rule)
  const least = samples.reduce((low, { value }) => Math.min(low, value), Infinity)
  const most = samples.reduce((high, { value }) => Math.max(high, value), -Infinity)
  const [low, high] = rangeOf(Math.min(least, ...limits), Math.max(most, ...limits))
  const x = (at: number) => round(LEFT + ((at - start) / (end - start)) * (WIDTH - LEFT))
  const y = (value: number) => round(TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM))
  // The limits come first: a label too near to one is left out.
  const labels = [...limits, most, least]
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={translate('alarmConfig.preview.summary', { min: formatNumber(least), max: formatNumber(most) })}
    >
      {brokenBands(rule, low, high).map(([from, to]) => (
        <rect key={from} className={css.chartBand} x={LEFT} y={y(to)} width={WIDTH - LEFT} height={y(from) - y(to)} />
      ))}
      {limits.map((limit, index) => (
        <line key={index} className={css.chartLimit} x1={LEFT} x2={WIDTH} y1={y(limit)} y2={y(limit)} />
      ))}
      <line className={css.chartAxis} x1={LEFT} x2={WIDTH} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
      <path className={css.chartLine} d={pathOf(samples, x, y)} />
      {apart(labels.map((value) => ({ value, at: y(value) }))).map(({ value, at }, index) => (
        <text key={index} x={LEFT - 6} y={at + 4} textAnchor="end">
          {formatNumber(value)}
        </text>
      ))}
      <text x={LEFT} y={HEIGHT - 4}>
        −24 h
      </text>
      <text x={WIDTH} y={HEIGHT - 4} textAnchor="end">
        {translate('alarmConfig.preview.now')}
      </text>
    </svg>
  )
}

/** A tenth of air above and below; a flat line lies in the middle. */
function rangeOf(low: number, high: number): [number, number] {
  const air = (high - low) * 0.1 || Math.abs(high) * 0.1 || 1
  return [low - air, high + air]
}

/** Where nothing came for so long, the line breaks. */
const GAP = 30 * 60_000

function pathOf(samples: readonly RuleSample[], x: (at: number) => number, y: (value: number) => number): string {
  let last = -Infinity
  return samples
    .map(({ at, value }) => {
      const move = at - last > GAP
      last = at
      return `${move ? 'M' : 'L'}${x(at)} ${y(value)}`
    })
    .join('')
}

/** Labels at least a line's height apart: one too near to the one before is left out. */
function apart<T extends { at: number }>(labels: readonly T[]): T[] {
  return labels.filter((label, index) => labels.slice(0, index).every((other) => Math.abs(other.at - label.at) > 11))
}

const round = (value: number): number => Math.round(value * 10) / 10
