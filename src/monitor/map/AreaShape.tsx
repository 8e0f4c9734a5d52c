import { latLngBounds } from 'leaflet'
import { useEffect, useRef } from 'react'
import { Polygon, useMap } from 'react-leaflet'
import type { Pair } from '../../../resources/kit/datum.ts'
import { useGroundContext } from '../../map/groundContext.ts'
import mapCss from '../../map/map.module.css'

interface AreaShapeProps {
  area: number | null
  outline: readonly Pair[]
  /** The outlines are not loaded yet. */
  waiting: boolean
  /** Positions of the area's devices, shown if the area has no outline. */
  places: readonly Pair[]
  /** The address contains a view: the map does not move to the area when the page opens. */
  moved: boolean
}

/** Maximum zoom when an area is chosen. */
const NEAREST = 14

/** Draws the outline of the chosen area; choosing another one moves the map to its outline, or to its devices. */
export function AreaShape({ area, outline, waiting, places, moved }: AreaShapeProps) {
  const map = useMap()
  const { toMap } = useGroundContext()
  const shown = useRef(moved ? area : null)
  useEffect(() => {
    if (area === shown.current || (area !== null && waiting)) return
    const points = outline.length > 2 ? outline : places
    if (area !== null && points.length === 0) return
    shown.current = area
    if (area !== null) map.fitBounds(latLngBounds(points.map(toMap)).pad(0.08), { maxZoom: NEAREST })
  }, [map, area, outline, places, waiting, toMap])
  return outline.length > 2 ? (
    <Polygon positions={outline.map(toMap)} className={mapCss.area} interactive={false} />
  ) : null
}
