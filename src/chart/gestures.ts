import type uPlot from 'uplot'
import { shiftedRange, zoomedRange, type Range } from './model.ts'

export interface RangeControl {
  /** The visible range, and the full range. */
  range: () => Range
  fullRange: () => Range
  onRange: (range: Range) => void
}

/**
 * Adds gestures for moving and zooming beside uPlot's own zoom by dragging: dragging with Shift or along the time axis
 * moves, as does Shift with the wheel; Ctrl with the wheel zooms at the pointer. One finger reads values as it slides,
 * two fingers move and zoom. Returns a function that removes the gestures.
 */
export function watchGestures(chart: uPlot, sight: RangeControl): () => void {
  const off = new AbortController()
  const { signal } = off
  const fingers = new Map<number, number>()
  const axis = chart.root.querySelector<HTMLElement>('.u-axis')
  axis?.setAttribute('data-grip', '')
  let grip: { range: Range; at: number } | null = null
  let pinch: { range: Range; fingers: number[] } | null = null

  /** Returns a horizontal position as a share of the plot's width, 0 to 1. */
  const partOf = (x: number): number => {
    const { left, width } = chart.over.getBoundingClientRect()
    return (x - left) / (width || 1)
  }
  const lengthOf = ({ from, to }: Range): number => to - from
  const take = ({ clientX }: PointerEvent) => (grip = { range: sight.range(), at: partOf(clientX) })
  const drag = ({ clientX }: PointerEvent) => {
    if (grip)
      sight.onRange(shiftedRange(grip.range, sight.fullRange(), (grip.at - partOf(clientX)) * lengthOf(grip.range)))
  }
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    grip = null
    pinch = null
  }
  const hold = (event: PointerEvent) => {
    if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId)
  }

  const press = (event: PointerEvent) => {
    if (event.pointerType === 'touch') {
      fingers.set(event.pointerId, partOf(event.clientX))
      pinch = fingers.size === 2 ? { range: sight.range(), fingers: [...fingers.values()] } : null
    } else if (event.button === 0 && event.shiftKey) {
      hold(event)
      take(event)
    }
  }
  const move = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return drag(event)
    if (!fingers.has(event.pointerId)) return
    fingers.set(event.pointerId, partOf(event.clientX))
    if (fingers.size === 1) {
      const { left, top } = chart.over.getBoundingClientRect()
      chart.setCursor({ left: event.clientX - left, top: event.clientY - top }, true)
    } else if (pinch) sight.onRange(pinched(pinch.range, sight.fullRange(), pinch.fingers, [...fingers.values()]))
  }
  const wheel = (event: WheelEvent) => {
    if (!event.shiftKey && !event.ctrlKey) return
    event.preventDefault()
    const range = sight.range()
    const turned = event.deltaY || event.deltaX
    if (event.ctrlKey)
      sight.onRange(
        zoomedRange(
          range,
          sight.fullRange(),
          2 ** (Math.max(-200, Math.min(200, turned)) / 200),
          range.from + partOf(event.clientX) * lengthOf(range),
        ),
      )
    else sight.onRange(shiftedRange(range, sight.fullRange(), (Math.sign(turned) * lengthOf(range)) / 8))
  }

  chart.over.addEventListener('pointerdown', press, { signal })
  chart.over.addEventListener('pointermove', move, { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) chart.over.addEventListener(end, release, { signal })
  chart.root.addEventListener('wheel', wheel, { signal, passive: false })
  axis?.addEventListener('pointerdown', (event) => (hold(event), take(event)), { signal })
  axis?.addEventListener('pointermove', drag, { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) axis?.addEventListener(end, release, { signal })
  return () => off.abort()
}

/** Disables uPlot's own drag selection while Shift is pressed, which moves the view. */
export const chooseWithoutShift: uPlot.Cursor.Bind['mousedown'] = (_chart, _target, choose) => (event) => {
  if (event.button === 0 && !event.shiftKey) choose(event)
  return null
}

/** Returns the range after a two-finger gesture: each finger keeps its point of the data. */
export function pinched(
  range: Range,
  fullRange: Range,
  [one = 0, other = 1]: readonly number[],
  [oneNow = 0, otherNow = 1]: readonly number[],
): Range {
  const [spread, spreadNow] = [Math.abs(one - other), Math.abs(oneNow - otherNow)]
  if (spread < 0.01 || spreadNow < 0.01) return range
  const length = range.to - range.from
  const middle = (one + other) / 2
  const zoom = zoomedRange(range, fullRange, spread / spreadNow, range.from + middle * length)
  return shiftedRange(zoom, fullRange, (middle - (oneNow + otherNow) / 2) * (zoom.to - zoom.from))
}
