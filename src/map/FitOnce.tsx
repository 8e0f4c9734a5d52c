import type { LatLngBounds } from 'leaflet'
import { useEffect, useRef } from 'react'
import { useMap } from 'react-leaflet'

/** Shows all of something once it is known; later changes leave the view to the user. */
export function FitOnce({ bounds }: { bounds: LatLngBounds | null }) {
  const map = useMap()
  const done = useRef(false)
  useEffect(() => {
    if (done.current || bounds === null) return
    done.current = true
    map.fitBounds(bounds.pad(0.15), { maxZoom: 15, animate: false })
  }, [map, bounds])
  return null
}
