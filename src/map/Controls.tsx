import { clsx } from 'clsx'
import type { Map as LeafletMap } from 'leaflet'
import { LocateFixed, Minus, Plus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useState } from 'react'
import type { MapView } from './BaseMap.tsx'
import { MAX_ZOOM, MIN_ZOOM } from './constants.ts'
import { useGroundContext } from './groundContext.ts'
import css from './map.module.css'

interface ControlsProps {
  map: LeafletMap
  label: string
  /** The view of the "back to start" button. */
  home: MapView
  small: boolean
}

/** Zoom buttons, back to start, and beside them scale, position and zoom as text. */
export function Controls({ map, label, home, small }: ControlsProps) {
  const translate = useTranslate()
  const { toMap, fromMap } = useGroundContext()
  const [, moved] = useState(0)
  useEffect(() => {
    // An element that the keyboard operates needs a role and a name.
    const element = map.getContainer()
    element.setAttribute('role', 'application')
    element.setAttribute('aria-label', translate('map.keys', { label }))
    const draw = () => moved((count) => count + 1)
    map.on('moveend zoomend resize', draw)
    return () => void map.off('moveend zoomend resize', draw)
  }, [map, label, translate])
  const zoom = map.getZoom()
  const [lng, lat] = fromMap(map.getCenter())
  const { width, text } = scaleOf(map)
  const place = translate('map.place', {
    lng: Math.abs(lng).toFixed(4),
    east: lng < 0 ? 'W' : 'E',
    lat: Math.abs(lat).toFixed(4),
    north: lat < 0 ? 'S' : 'N',
    zoom,
  })
  return (
    <>
      <div className={css.tools} data-part="map-tools">
        <div className={clsx(css.box, css.zoom)}>
          <button
            type="button"
            className={css.button}
            aria-label={translate('map.zoomIn')}
            title={translate('map.zoomIn')}
            disabled={zoom >= MAX_ZOOM}
            onClick={() => map.zoomIn()}
          >
            <Plus size={16} strokeWidth={1.75} aria-hidden />
          </button>
          <button
            type="button"
            className={css.button}
            aria-label={translate('map.zoomOut')}
            title={translate('map.zoomOut')}
            disabled={zoom <= MIN_ZOOM}
            onClick={() => map.zoomOut()}
          >
            <Minus size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
        <div className={css.box}>
          <button
            type="button"
            className={css.button}
            aria-label={translate('map.home')}
            title={translate('map.home')}
            onClick={() => map.setView(toMap(home.centre), home.zoom)}
          >
            <LocateFixed size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
      </div>
      {!small && (
        <div className={css.scale} data-part="map-scale">
          <i style={{ width }} aria-hidden="true" />
          <span>
            {text} · {place}
          </span>
        </div>
      )}
    </>
  )
}

/** Returns the longest round distance of at most 90 px. */
function scaleOf(map: LeafletMap): { width: number; text: string } {
  const centre = map.getSize().divideBy(2)
  const metres = map.containerPointToLatLng(centre).distanceTo(map.containerPointToLatLng(centre.add([90, 0]))) || 1
  const power = 10 ** Math.floor(Math.log10(metres))
  const round = ([5, 2, 1].find((step) => step * power <= metres) ?? 1) * power
  return { width: Math.round((90 * round) / metres), text: round >= 1000 ? `${round / 1000} km` : `${round} m` }
}
