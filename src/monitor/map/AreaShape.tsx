import { latLngBounds } from 'leaflet'
import { useEffect, useRef } from 'react'
import { Polygon, useMap } from 'react-leaflet'
import type { Pair } from '../../../resources/kit/datum.ts'
import { useGroundContext } from '../../map/groundContext.ts'
import mapCss from '../../map/map.module.css'

interface AreaShapeProps {
  area: number | null
  outline: readonly Pair[]
  /** The outlines are not known yet. */
  waiting: boolean
  /** Places of the area's devices, to look at where it has no outline. */
  places: readonly Pair[]
  /** The address says where to look: the area is not moved to as the page opens. */
  moved: boolean
}

/** Nearer than this choosing an area does not bring the map. */
const NEAREST = 14

/** The outline of the chosen area; choosing another one moves the map to it, or to its devices. */
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
