import { latLngBounds, type Map as LeafletMap } from 'leaflet'
import { useEffect, useRef } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { Pair } from '../../../resources/kit/datum.ts'
import type { MapView } from '../../map/BaseMap.tsx'
import { useGroundContext } from '../../map/groundContext.ts'
import { viewText } from './mapParams.ts'

/** Reports the view after a move ended; not the one the map opened with. */
export function ViewInAddress({ onView }: { onView: (view: MapView) => void }) {
  const map = useMap()
  const { fromMap } = useGroundContext()
  const view = (): MapView => ({ centre: fromMap(map.getCenter().wrap()), zoom: map.getZoom() })
  const reportedView = useRef(viewText(view()))
  useMapEvents({
    moveend: () => {
      const now = view()
      if (viewText(now) === reportedView.current) return
      reportedView.current = viewText(now)
      onView(now)
    },
  })
  return null
}

/**
 * Centres once on the device in the address if the address contains no view: the device's position may arrive after the
 * map.
 */
export function OpenAt({ place, zoom }: { place: Pair | null; zoom: number }) {
  const map = useMap()
  const { toMap } = useGroundContext()
  const opened = useRef(false)
  const moved = useRef(false)
  useEffect(() => {
    const stay = () => (moved.current = true)
    map.once('dragstart zoomstart', stay)
    return () => void map.off('dragstart zoomstart', stay)
  }, [map])
  useEffect(() => {
    if (opened.current || place === null) return
    opened.current = true
    if (!moved.current && map.getZoom() < zoom) map.setView(toMap(place), zoom, { animate: false })
  }, [map, place, toMap, zoom])
  return null
}

/** Maximum zoom when the map is fitted to alarms. */
const NEAREST = 15

/** Fits the map to the places whenever `asked` counts up. */
export function FitTo({ places, asked }: { places: readonly Pair[]; asked: number }) {
  const map = useMap()
  const { toMap } = useGroundContext()
  const done = useRef(0)
  useEffect(() => {
    if (asked === done.current || places.length === 0) return
    done.current = asked
    map.fitBounds(latLngBounds(places.map(toMap)).pad(0.12), { maxZoom: NEAREST })
  }, [map, asked, places, toMap])
  return null
}

/** Passes the Leaflet map to components beside it. */
export function TellMap({ onMap }: { onMap: (map: LeafletMap) => void }) {
  const map = useMap()
  useEffect(() => onMap(map), [map, onMap])
  return null
}
