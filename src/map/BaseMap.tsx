import { clsx } from 'clsx'
import type { Map as LeafletMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useTranslate } from 'react-admin'
import { useState, type ReactNode } from 'react'
import { MapContainer } from 'react-leaflet'
import { BaseLayers } from './BaseLayers.tsx'
import { CENTRE, MAX_ZOOM, MIN_ZOOM, ZOOM } from './constants.ts'
import { Controls } from './Controls.tsx'
import type { Pair } from '../../resources/kit/datum.ts'
import { GroundContext } from './groundContext.ts'
import { useGround } from './useGround.ts'
import css from './map.module.css'

export interface MapView {
  centre: Pair
  zoom: number
}

export interface BaseMapProps {
  /** Accessible name. */
  label: string
  /** Initial view; by default that of spec 1 §9. */
  view?: MapView | null
  /** Content of the map: layers and marks. */
  children?: ReactNode
  /** Content over the map, outside its gestures: search, legend, cards. */
  renderOver?: (map: LeafletMap) => ReactNode
  /** Small maps of forms have no line with scale and position. */
  small?: boolean
}

/**
 * A map with its ground, zoom buttons and scale. While it has the focus, arrow keys pan and + and − zoom. Positions
 * inside are in the map's datum: convert them with useGroundContext.
 */
export function BaseMap({ label, view, children, renderOver, small = false }: BaseMapProps) {
  const translate = useTranslate()
  const ground = useGround()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [reducedMotion] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (ground === null) return <div className={css.map} role="status" aria-label={translate('map.loading')} />
  const start = view ?? { centre: [CENTRE.lng, CENTRE.lat] as const, zoom: ZOOM }
  return (
    <GroundContext.Provider value={ground}>
      <div className={clsx(css.map, small && css.small)} role="group" aria-label={label}>
        <MapContainer
          ref={setMap}
          className={css.canvas}
          center={ground.toMap(start.centre)}
          zoom={start.zoom}
          minZoom={MIN_ZOOM}
          maxZoom={MAX_ZOOM}
          worldCopyJump
          maxBounds={[
            [-85, -Infinity],
            [85, Infinity],
          ]}
          zoomControl={false}
          attributionControl={ground.settings.tiles !== null || ground.settings.pmtiles !== null}
          zoomAnimation={!reducedMotion}
          fadeAnimation={!reducedMotion}
          markerZoomAnimation={!reducedMotion}
          inertia={!reducedMotion}
        >
          <BaseLayers {...ground.settings} />
          {children}
        </MapContainer>
        {map !== null && (
          <>
            <Controls map={map} label={label} home={start} small={small} />
            {renderOver?.(map)}
          </>
        )}
      </div>
    </GroundContext.Provider>
  )
}
