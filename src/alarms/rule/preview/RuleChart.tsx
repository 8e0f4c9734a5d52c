import { useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Firing, RuleSample } from '../../../../resources/kit/rule.ts'
import { DAY } from '../../../../resources/kit/zone.ts'
import { formatNumber } from '../../../admin/fields/formats.ts'
import { useZone } from '../../../kit/hooks/useZone.ts'
import { brokenBands, type DraftRule } from '../rule.ts'
import { LimitHandle } from './LimitHandle.tsx'
import { heightOf, scaleOf, type Scale } from './scale.ts'
import { CURVE_POINTS } from './useBacktest.ts'
import type { FormLimit } from './useFormLimits.ts'
import css from './preview.module.css'

interface RuleChartProps {
  /** Oldest first, at least one. */
  samples: readonly RuleSample[]
  rule: DraftRule
  limits: readonly FormLimit[]
  unit: string
  /** When the rule would have fired on this device. */
  episodes: readonly Firing[]
  /** Number of firings over all devices; null while it is unknown for the form's current values. */
  count: number | null
  held: HeldLimit | null
  /** The user takes hold of a limit. */
  onHold: (limit: HeldLimit) => void
  /** The user lets go of the limit with this key. */
  onLetGo: (key: string) => void
  /** Epoch ms. */
  start: number
  end: number
  /** Length of the period, in words. */
  span: string
}

/** A limit as it was when the user took hold of it, and how often the rule would have fired with it. */
export interface HeldLimit {
  key: string
  value: number
  /** The value in words: with its unit, or the name of its class. */
  text: string
  /** Number of firings over all devices; null where unknown. */
  count: number | null
}

/**
 * Samples of one or several days with the rule's limits, violating ranges tinted, and the firings; each limit can be
 * dragged.
 */
export function RuleChart(props: RuleChartProps) {
  const { samples, rule, limits, unit, episodes, count, held, onHold, onLetGo, start, end, span } = props
  const translate = useTranslate()
  const zone = useZone()
  const plot = useRef<HTMLDivElement>(null)
  const [still, setStill] = useState<Scale | null>(null)
  const values = samples.map(({ value }) => value)
  const least = values.reduce((low, value) => Math.min(low, value), Infinity)
  const most = values.reduce((high, value) => Math.max(high, value), -Infinity)
  const scale = still ?? scaleOf([least, most, ...limits.map(({ value }) => value)])
  const x = (at: number): number => round(((at - start) / (end - start)) * 100)
  const y = (value: number): number => round((1 - heightOf(value, scale)) * 100)
  const shown = (value: number): string => formatNumber(value)
  const moved = limits.find(({ key, value }) => key === held?.key && value !== held.value)
  const begin = ({ key, value, stops }: FormLimit): void => {
    if (held?.key === key) return
    const text = stops?.find((stop) => stop.value === value)?.name ?? `${shown(value)} ${unit}`.trim()
    onHold({ key, value, text, count })
  }
  const cancel = (limit: FormLimit): boolean => {
    if (held?.key !== limit.key || held.value === limit.value) return false
    limit.move(held.value)
    return true
  }
  return (
    <div className={css.chart}>
      <div ref={plot} className={css.plot}>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={translate('alarmConfig.preview.summary', { span, min: shown(least), max: shown(most) })}
        >
          {episodes.map(({ from, to }) => {
            const [left, right] = [Math.max(0, x(from)), Math.min(100, x(to ?? end))]
            return (
              right >= left && (
                <rect
                  key={from}
                  className={css.episode}
                  x={left}
                  y={0}
                  width={Math.max(0.6, right - left)}
                  height={100}
                />
              )
            )
          })}
          {brokenBands(rule, scale.low, scale.high).map(([from, to]) => (
            <rect key={from} className={css.band} x={0} y={y(to)} width={100} height={Math.max(0, y(from) - y(to))} />
          ))}
          {moved && held && <line className={css.ghost} x1={0} x2={100} y1={y(held.value)} y2={y(held.value)} />}
          {limits.map(({ key, level, value, isNight }) => (
            <line
              key={key}
              className={css.limit}
              data-level={level ?? undefined}
              data-night={isNight}
              x1={0}
              x2={100}
              y1={y(value)}
              y2={y(value)}
            />
          ))}
          <path className={css.line} d={pathOf(samples, x, y, gapOf(end - start))} />
        </svg>
        {[most, least].map((value, index) => (
          <span key={index} className={css.value} style={{ bottom: `${heightOf(value, scale) * 100}%` }} aria-hidden>
            {shown(value)}
          </span>
        ))}
        {limits.map((limit) => (
          <LimitHandle
            key={limit.key}
            limit={limit}
            scale={scale}
            unit={unit}
            height={() => plot.current?.getBoundingClientRect().height ?? 0}
            onBegin={() => begin(limit)}
            onDrag={(dragging) => setStill(dragging ? scale : null)}
            onEnd={() => onLetGo(limit.key)}
            onCancel={() => cancel(limit)}
          />
        ))}
        {moved && held && (
          <output className={css.moved}>
            {translate('alarmConfig.preview.moved', { from: shown(held.value), to: shown(moved.value) })} {unit}
            {held.count !== null && count !== null && (
              <>
                {' · '}
                {translate('alarmConfig.preview.movedCount', { from: held.count, to: count })}
              </>
            )}
          </output>
        )}
      </div>
      <div className={css.times} aria-hidden>
        {end - start > DAY ? (
          THIRDS.map((third) => <span key={third}>{zone.day(start + third * (end - start)).slice(5)}</span>)
        ) : (
          <span>−24 h</span>
        )}
        <span>{translate('alarmConfig.preview.now')}</span>
      </div>
    </div>
  )
}

/** Positions of the day labels below the chart; its end is the present. */
const THIRDS = [0, 1 / 3, 2 / 3]

/** The line breaks where no sample came for this long, ms. */
const MAX_GAP_MS = 30 * 60_000
/** Over several days each interval has four samples, which may lie anywhere in it. */
const gapOf = (length: number): number =>
  length > DAY ? Math.max(MAX_GAP_MS, (12 * length) / CURVE_POINTS) : MAX_GAP_MS

function pathOf(
  samples: readonly RuleSample[],
  x: (at: number) => number,
  y: (value: number) => number,
  gap: number,
): string {
  let last = -Infinity
  return samples
    .map(({ at, value }) => {
      const move = at - last > gap
      last = at
      return `${move ? 'M' : 'L'}${x(at)} ${y(value)}`
    })
    .join('')
}

const round = (value: number): number => Math.round(value * 100) / 100
