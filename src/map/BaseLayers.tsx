import { useEffect, useState } from 'react'
import { TileLayer, useMap, useMapEvents } from 'react-leaflet'
import { onModeChange } from '../kit/theme/mode.ts'
import { useMode } from '../kit/theme/useMode.ts'
import { useLanguage } from '../kit/hooks/useLanguage.ts'
import { MAX_ZOOM } from './constants.ts'
import { readPalette } from './sketch/palette.ts'
import type { SketchShape } from './sketch/sketch.ts'
import { LAST_WORLD, SketchLayer } from './sketch/SketchLayer.ts'
import { loadCity, loadProvinces, loadWorld } from './sketch/sources.ts'
import type { MapSettings } from '../kit/hooks/settings.ts'

/** The ground of a map: the operator's tiles, else the operator's PMTiles file, else the bundled drawing. */
export function BaseLayers({ tiles, pmtiles, demoCity }: MapSettings) {
  if (tiles !== null) return <TileLayer url={tiles.url} attribution={escaped(tiles.attribution)} maxZoom={MAX_ZOOM} />
  if (pmtiles !== null) return <VectorFile url={pmtiles} city={demoCity} />
  return <Sketch city={demoCity} />
}

/** Leaflet inserts attributions as HTML; the setting is plain text. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function Sketch({ city }: { city: boolean }) {
  const map = useMap()
  const language = useLanguage()
  const [layer] = useState(() => new SketchLayer())
  const [zoom, setZoom] = useState(() => map.getZoom())
  const [world, setWorld] = useState<readonly SketchShape[]>([])
  const [provinces, setProvinces] = useState<readonly SketchShape[]>([])
  const [streets, setStreets] = useState<readonly SketchShape[]>([])
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) })
  const detail = zoom > LAST_WORLD ? null : Math.max(4, zoom)
  useEffect(() => {
    layer.addTo(map)
    return () => void layer.remove()
  }, [layer, map])
  useEffect(() => {
    // If the drawing fails to load, the ground stays plain; the marks are drawn on it all the same.
    if (city) loadCity().then(setStreets, () => {})
  }, [city])
  useEffect(() => {
    if (detail === null) return
    loadWorld(detail).then(setWorld, () => {})
    loadProvinces().then(setProvinces, () => {})
  }, [detail])
  useEffect(() => {
    const draw = () => layer.show([...world, ...provinces, ...streets], readPalette(map.getContainer()), language)
    draw()
    return onModeChange(draw)
  }, [layer, map, world, provinces, streets, language])
  return null
}

/**
 * A PMTiles file in the colours of the bundled drawing, which replaces it if its code fails to load; the code is loaded
 * only if a file is set.
 */
function VectorFile({ url, city }: { url: string; city: boolean }) {
  const map = useMap()
  const mode = useMode()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let cancelled = false
    let remove = () => {}
    import('./vectorFile.ts')
      .then(({ vectorFileLayer }) => {
        if (cancelled) return
        const layer = vectorFileLayer(url, mode, readPalette(map.getContainer())).addTo(map)
        remove = () => void layer.remove()
      })
      .catch(() => setFailed(true))
    return () => {
      cancelled = true
      remove()
    }
  }, [map, mode, url])
  return failed ? <Sketch city={city} /> : null
}
