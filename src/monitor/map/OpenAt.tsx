import { useEffect, useRef } from 'react'
import { useMap } from 'react-leaflet'
import type { Pair } from '../../../resources/kit/datum.ts'
import { useGroundContext } from '../../map/groundContext.ts'

/** Goes to the device an address names without saying where to look, once: its place may be known later than the map. */
export function OpenAt({ place, zoom }: { place: Pair | null; zoom: number }) {
  const map = useMap()
  const { toMap } = useGroundContext()
  const done = useRef(false)
  const moved = useRef(false)
  useEffect(() => {
    const stay = () => (moved.current = true)
    map.once('dragstart zoomstart', stay)
    return () => void map.off('dragstart zoomstart', stay)
  }, [map])
  useEffect(() => {
    if (done.current || place === null) return
    done.current = true
    if (!moved.current && map.getZoom() < zoom) map.setView(toMap(place), zoom, { animate: false })
  }, [map, place, toMap, zoom])
  return null
}
