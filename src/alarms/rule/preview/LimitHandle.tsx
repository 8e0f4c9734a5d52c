import { GripVertical, Moon } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { formatNumber } from '../../../admin/fields/formats.ts'
import { heightOf, nearestOf, placesOn, rounded, stepOf, type Scale } from './scale.ts'
import type { FormLimit } from './useFormLimits.ts'
import css from './preview.module.css'

interface LimitHandleProps {
  limit: FormLimit
  scale: Scale
  unit: string
  /** Height of what is drawn, px. */
  height: () => number
  /** It is taken hold of, by pointer or focus. */
  onBegin: () => void
  /** While a pointer moves it the scale stands still. */
  onDrag: (dragging: boolean) => void
  onEnd: () => void
  /** Back to what it was; false where it is that. */
  onCancel: () => boolean
}

/** What moves a limit by so many steps, ten of them with Shift; where it has stops, from one to another. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
}

/** A limit's handle at the right end of its line: a slider, dragged up and down or moved by keys; Escape takes it back. */
export function LimitHandle(props: LimitHandleProps) {
  const { limit, scale, unit, height, onBegin, onDrag, onEnd, onCancel } = props
  const translate = useTranslate()
  const held = useRef<{ y: number; value: number } | null>(null)
  const step = stepOf(scale)
  const stops = limit.stops?.map(({ value }) => value)
  const moveTo = (value: number | undefined): void => {
    if (value === undefined) return
    const next = stops ? nearestOf(stops, value) : rounded(value, step)
    if (next !== undefined && next !== limit.value) limit.move(next)
  }
  const moveBy = (steps: number): void =>
    moveTo(stops ? placesOn(stops, limit.value, steps) : limit.value + steps * step)
  const [least, most] = [stops?.[0] ?? scale.low, stops?.at(-1) ?? scale.high]
  const byKey = (event: KeyboardEvent): void => {
    const steps = KEYS[event.key]
    if (steps !== undefined) moveBy(steps * (event.shiftKey ? 10 : 1))
    else if (event.key === 'Home') moveTo(least)
    else if (event.key === 'End') moveTo(most)
    else if (event.key !== 'Escape' || !onCancel()) return
    // Neither does the page scroll, nor the dialog close.
    event.preventDefault()
    event.stopPropagation()
  }
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    held.current = { y: event.clientY, value: limit.value }
    onBegin()
    onDrag(true)
  }
  const drag = ({ clientY }: PointerEvent): void => {
    if (!held.current) return
    const { low, high } = scale
    const value = held.current.value - ((clientY - held.current.y) / Math.max(1, height())) * (high - low)
    moveTo(Math.min(high, Math.max(low, value)))
  }
  const release = (): void => {
    if (held.current) onDrag(false)
    held.current = null
  }
  const name = limit.stops?.find(({ value }) => value === limit.value)?.name
  const shown = `${formatNumber(limit.value)} ${unit}`.trim()
  const Icon = limit.isNight ? Moon : GripVertical
  return (
    <div
      role="slider"
      tabIndex={0}
      className={css.handle}
      data-level={limit.level ?? undefined}
      style={{ bottom: `${heightOf(limit.value, scale) * 100}%` }}
      aria-label={translate('alarmConfig.preview.move', { name: limit.label })}
      aria-orientation="vertical"
      aria-valuemin={stops ? least : rounded(least, step)}
      aria-valuemax={stops ? most : rounded(most, step)}
      aria-valuenow={limit.value}
      aria-valuetext={name === undefined ? shown : `${name} · ${shown}`}
      onKeyDown={byKey}
      onFocus={onBegin}
      onBlur={onEnd}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <Icon size={12} aria-hidden />
      {formatNumber(limit.value)}
    </div>
  )
}
