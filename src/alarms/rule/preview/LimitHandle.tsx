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
  /** Height of the drawing, px. */
  height: () => number
  /** The user takes hold of the handle, by pointer or focus. */
  onBegin: () => void
  /** While a pointer drags the handle, the scale is frozen. */
  onDrag: (dragging: boolean) => void
  onEnd: () => void
  /** Restores the limit's former value; returns false where it has not changed. */
  onCancel: () => boolean
}

/** Steps that a key moves a limit, ten times as many with Shift; a limit with stops moves from stop to stop. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
}

/**
 * Handle of a limit at the right end of its line: a slider that is dragged up and down or moved by keys; Escape
 * restores the former value.
 */
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
    // The page must not scroll, and the dialog must not close.
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
