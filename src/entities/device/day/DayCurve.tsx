import { useTranslate } from 'react-admin'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { formatNumber } from '../../../admin/fields/formats.ts'
import { domainOf, HOURS, snapped, ticksOf, type DayValues, type Domain, type DayPart } from './day.ts'
import type { DayForm } from './useDay.ts'
import css from './day.module.css'

const [WIDTH, HEIGHT] = [812, 236]
const PLOT = { left: 52, right: 8, top: 14, bottom: 26 }
const COLUMN = (WIDTH - PLOT.left - PLOT.right) / 24
/** Least distance between the spread handle and the base handle of an hour, px, so that both can be grabbed. */
const APART = 16
const PAGE = 10

interface DayCurveProps extends Pick<DayForm, 'day' | 'change' | 'settle'> {
  /** Returns the name of one value: "base value at 8:00". */
  nameOf: (part: DayPart, hour: number) => string
  describedBy: string
}

/**
 * A day's values as a curve in their band. Each base value and each spread is a slider: dragged, or changed with the
 * keyboard. The sliders of a part are one tab stop; left and right move between hours.
 */
export function DayCurve({ day, change, settle, nameOf, describedBy }: DayCurveProps) {
  const translate = useTranslate()
  const svg = useRef<SVGSVGElement>(null)
  const [focused, setFocused] = useState<Record<DayPart, number>>({ base: 0, rand: 0 })
  const [drag, setDrag] = useState<Drag | null>(null)
  // The axis is frozen while a handle is dragged, because it would otherwise move away under the pointer.
  const domain = drag?.domain ?? domainOf(day)
  const yOf = (value: number): number =>
    PLOT.top + (1 - (value - domain.min) / (domain.max - domain.min)) * (HEIGHT - PLOT.top - PLOT.bottom)

  const set = (part: DayPart, hour: number, value: number, gesture: string) => {
    const bounded = part === 'rand' ? Math.max(0, value) : value
    if (bounded !== day[part][hour]) change({ [part]: day[part].with(hour, bounded) }, gesture)
  }
  const begin = (part: DayPart, hour: number) => (event: PointerEvent<SVGGElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    setDrag({
      part,
      hour,
      from: event.clientY,
      value: day[part][hour] ?? 0,
      domain,
      gesture: `drag ${event.timeStamp}`,
    })
  }
  const move = (event: PointerEvent<SVGGElement>) => {
    const height = svg.current?.getBoundingClientRect().height
    if (!drag || !height) return
    const perPixel = (drag.domain.max - drag.domain.min) / ((HEIGHT - PLOT.top - PLOT.bottom) * (height / HEIGHT))
    const value = snapped(drag.value + (drag.from - event.clientY) * perPixel, drag.domain.step)
    set(
      drag.part,
      drag.hour,
      drag.part === 'base' ? Math.min(drag.domain.max, Math.max(drag.domain.min, value)) : value,
      drag.gesture,
    )
  }
  const end = () => {
    setDrag(null)
    settle()
  }
  const press = (part: DayPart, hour: number) => (event: KeyboardEvent<SVGGElement>) => {
    const value = day[part][hour] ?? 0
    const next = keyed(event.key, value, part, domain)
    const aside = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (next === null && aside === 0) return
    event.preventDefault()
    if (next !== null) return set(part, hour, next, `keys ${part} ${hour}`)
    const target = (hour + aside + 24) % 24
    setFocused({ ...focused, [part]: target })
    svg.current?.querySelector<SVGGElement>(`[data-handle='${part} ${target}']`)?.focus()
  }
  const handle = (part: DayPart, hour: number) => {
    const value = day[part][hour] ?? 0
    const base = yOf(day.base[hour] ?? 0)
    const y = part === 'base' ? base : Math.max(6, Math.min(yOf((day.base[hour] ?? 0) + Math.abs(value)), base - APART))
    return (
      <g
        key={`${part} ${hour}`}
        data-handle={`${part} ${hour}`}
        className={css.handle}
        data-end={part}
        transform={`translate(${xOf(hour)} ${y})`}
        role="slider"
        tabIndex={focused[part] === hour ? 0 : -1}
        aria-label={nameOf(part, hour)}
        aria-orientation="vertical"
        aria-valuemin={part === 'base' ? domain.min : 0}
        aria-valuemax={part === 'base' ? domain.max : domain.max - domain.min}
        aria-valuenow={value}
        aria-valuetext={part === 'base' ? formatNumber(value) : `± ${formatNumber(value)}`}
        aria-describedby={describedBy}
        onPointerDown={begin(part, hour)}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={press(part, hour)}
        onFocus={() => setFocused({ ...focused, [part]: hour })}
        onBlur={settle}
      >
        <title>{`${nameOf(part, hour)}: ${part === 'rand' ? '± ' : ''}${formatNumber(value)}`}</title>
        <rect x={-12} y={part === 'base' ? -8 : -14} width={24} height={24} fill="transparent" />
        {part === 'base' ? <circle r={5} /> : <path d="M0 -5 L5 0 L0 5 L-5 0 Z" />}
      </g>
    )
  }
  return (
    <div className={css.scroll}>
      <svg
        ref={svg}
        className={css.curve}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="group"
        aria-label={translate('device.day.curve')}
        data-dragging={drag !== null || undefined}
      >
        <Grid domain={domain} yOf={yOf} />
        <path className={css.band} d={bandOf(day, yOf)} />
        <path
          className={css.line}
          d={`M${HOURS.map((hour) => `${xOf(hour)} ${yOf(day.base[hour] ?? 0)}`).join(' L')}`}
        />
        {HOURS.map((hour) => handle('rand', hour))}
        {HOURS.map((hour) => handle('base', hour))}
      </svg>
    </div>
  )
}

interface Drag {
  part: DayPart
  hour: number
  /** Position of the pointer, and value, at the beginning of the drag. */
  from: number
  value: number
  domain: Domain
  gesture: string
}

/** Returns the value after a key press; null where the key has no meaning here. */
function keyed(key: string, value: number, part: DayPart, { min, max, step }: Domain): number | null {
  if (key === 'ArrowUp') return snapped(value + step, step)
  if (key === 'ArrowDown') return snapped(value - step, step)
  if (key === 'PageUp') return snapped(value + PAGE * step, step)
  if (key === 'PageDown') return snapped(value - PAGE * step, step)
  if (key === 'Home') return part === 'base' ? min : 0
  if (key === 'End') return part === 'base' ? max : max - min
  return null
}

function Grid({ domain, yOf }: { domain: Domain; yOf: (value: number) => number }) {
  return (
    <g aria-hidden className={css.grid}>
      {ticksOf(domain).map((tick) => (
        <g key={tick}>
          <line x1={PLOT.left} x2={WIDTH - PLOT.right} y1={yOf(tick)} y2={yOf(tick)} />
          <text x={PLOT.left - 8} y={yOf(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {HOURS.map((hour) => (
        <text key={hour} x={xOf(hour)} y={HEIGHT - 8} textAnchor="middle">
          {hour}
        </text>
      ))}
    </g>
  )
}

const xOf = (hour: number): number => PLOT.left + COLUMN * (hour + 0.5)

function bandOf({ base, rand }: DayValues, yOf: (value: number) => number): string {
  const edge = (sign: 1 | -1) =>
    HOURS.map((hour) => `${xOf(hour)} ${yOf((base[hour] ?? 0) + sign * Math.abs(rand[hour] ?? 0))}`)
  return `M${edge(1).join(' L')} L${edge(-1).toReversed().join(' L')} Z`
}
