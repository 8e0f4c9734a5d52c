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
  /** When it would have fired here. */
  episodes: readonly Firing[]
  /** How often over all devices; null while that is not known of what the form holds now. */
  count: number | null
  /** Epoch ms. */
  start: number
  end: number
  /** How long that is, in words. */
  span: string
}

/** A limit as it was when it was taken hold of. */
interface Origin {
  key: string
  value: number
  count: number | null
}

/** The samples of a day or several with the rule's limits, what breaks it tinted, when it would have fired; each limit can be moved. */
export function RuleChart({ samples, rule, limits, unit, episodes, count, start, end, span }: RuleChartProps) {
  const translate = useTranslate()
  const zone = useZone()
  const plot = useRef<HTMLDivElement>(null)
  const [origin, setOrigin] = useState<Origin | null>(null)
  const [still, setStill] = useState<Scale | null>(null)
  const values = samples.map(({ value }) => value)
  const least = values.reduce((low, value) => Math.min(low, value), Infinity)
  const most = values.reduce((high, value) => Math.max(high, value), -Infinity)
  const scale = still ?? scaleOf([least, most, ...limits.map(({ value }) => value)])
  const x = (at: number): number => round(((at - start) / (end - start)) * 100)
  const y = (value: number): number => round((1 - heightOf(value, scale)) * 100)
  const moved = limits.find(({ key, value }) => key === origin?.key && value !== origin.value)
  const begin = (limit: FormLimit): void =>
    setOrigin((before) => (before?.key === limit.key ? before : { key: limit.key, value: limit.value, count }))
  const cancel = (limit: FormLimit): boolean => {
    if (origin?.key !== limit.key || origin.value === limit.value) return false
    limit.move(origin.value)
    return true
  }
  const shown = (value: number): string => formatNumber(value)
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
          {moved && origin && <line className={css.ghost} x1={0} x2={100} y1={y(origin.value)} y2={y(origin.value)} />}
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
            onEnd={() => setOrigin(null)}
            onCancel={() => cancel(limit)}
          />
        ))}
        {moved && origin && (
          <output className={css.moved}>
            {translate('alarmConfig.preview.moved', { from: shown(origin.value), to: shown(moved.value) })} {unit}
            {origin.count !== null && count !== null && (
              <>
                {' · '}
                {translate('alarmConfig.preview.movedCount', { from: origin.count, to: count })}
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

/** Where the days stand below the chart; at its end is now. */
const THIRDS = [0, 1 / 3, 2 / 3]

/** Where nothing came for so long, the line breaks, ms. */
const GAP = 30 * 60_000
/** Of several days each stretch has four samples, which may lie anywhere in it. */
const gapOf = (length: number): number => (length > DAY ? Math.max(GAP, (12 * length) / CURVE_POINTS) : GAP)

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
