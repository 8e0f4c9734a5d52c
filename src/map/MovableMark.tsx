import type { DivIcon, Marker as LeafletMarker } from 'leaflet'
import { useEffect, useMemo, useRef } from 'react'
import { Marker, useMap } from 'react-leaflet'
import type { Pair } from '../../resources/kit/datum.ts'
import { useGroundContext } from './groundContext.ts'
import { rounded } from './places.ts'

interface MovableMarkProps {
  place: Pair
  icon: DivIcon
  /** Accessible name, including the position. */
  label: string
  disabled: boolean
  onMove: (place: Pair) => void
  /** Absent: the mark cannot be removed. */
  onRemove?: () => void
}

/** Distance per arrow key, px; ten times as far with Shift. */
const STEP = 1
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * A mark that is dragged or, while focused, moved by the arrow keys; a click or Delete removes it, if that is allowed.
 */
export function MovableMark({ place, icon, label, disabled, onMove, onRemove }: MovableMarkProps) {
  const map = useMap()
  const { toMap, fromMap } = useGroundContext()
  const marker = useRef<LeafletMarker>(null)
  const latest = useRef({ onMove, onRemove, disabled })
  useEffect(() => {
    latest.current = { onMove, onRemove, disabled }
    const element = marker.current?.getElement()
    element?.setAttribute('aria-label', label)
    element?.setAttribute('title', label)
  })
  const handlers = useMemo(
    () => ({
      dragend: () => {
        const moved = marker.current?.getLatLng().wrap()
        if (moved) latest.current.onMove(rounded(fromMap(moved)))
      },
      click: () => {
        if (!latest.current.disabled) latest.current.onRemove?.()
      },
      keydown: ({ originalEvent: event }: { originalEvent: KeyboardEvent }) => {
        const at = marker.current?.getLatLng()
        const arrow = ARROWS[event.key]
        if (latest.current.disabled || !at) return
        // Keeps the arrow keys from panning the map, and Enter from submitting a form.
        if (arrow) {
          event.preventDefault()
          event.stopPropagation()
          const far = STEP * (event.shiftKey ? 10 : 1)
          const moved = map.containerPointToLatLng(map.latLngToContainerPoint(at).add([arrow[0] * far, arrow[1] * far]))
          latest.current.onMove(rounded(fromMap(moved.wrap())))
        } else if (event.key === 'Delete' || event.key === 'Backspace' || event.key === 'Enter') {
          event.preventDefault()
          event.stopPropagation()
          latest.current.onRemove?.()
        }
      },
    }),
    [map, fromMap],
  )
  const [lng, lat] = place
  const position = useMemo(() => toMap([lng, lat]), [toMap, lng, lat])
  return (
    <Marker
      ref={marker}
      position={position}
      icon={icon}
      draggable={!disabled}
      eventHandlers={handlers}
      bubblingMouseEvents={false}
    />
  )
}
