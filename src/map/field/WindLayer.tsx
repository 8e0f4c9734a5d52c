import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useMemo } from 'react'
import { useMap } from 'react-leaflet'
import type { Pair } from '../../../resources/kit/datum.ts'
import { useMode } from '../../kit/theme/useMode.ts'
import type { Conversion } from '../datum.ts'
import { useGroundContext } from '../groundContext.ts'
import { CanvasOverlay, resolveColors } from './overlay.ts'
import { standingApart, windArrow, type Wind } from './wind.ts'

export interface WindAt extends Wind {
  place: Pair
}

/**
 * Measured wind: arrows in the direction it blows to, a ring for calm. They are drawn above the marks of their
 * stations; crowded stations share one.
 */
export function WindLayer({ winds }: { winds: readonly WindAt[] }) {
  const map = useMap()
  const { toMap } = useGroundContext()
  const mode = useMode()
  const drawing = useMemo(() => ({ winds, toMap, mode }), [winds, toMap, mode])
  useEffect(() => {
    const overlay = new CanvasOverlay(map, 'wind', 260)
    const redraw = () => draw(map, overlay, drawing)
    redraw()
    map.on('moveend resize', redraw)
    return () => {
      map.off('moveend resize', redraw)
      overlay.remove()
    }
  }, [map, drawing])
  return null
}

interface Drawing extends Pick<Conversion, 'toMap'> {
  winds: readonly WindAt[]
}

function draw(map: LeafletMap, overlay: CanvasOverlay, { winds, toMap }: Drawing): void {
  const cover = overlay.cover()
  const context = overlay.begin(cover)
  if (!context) return
  const [ink = [0, 0, 0]] = resolveColors(map.getContainer(), ['var(--text2)'])
  context.strokeStyle = `rgb(${ink.join()})`
  context.lineWidth = 1.6
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const placed = winds.map((wind) => {
    const { x, y } = map.latLngToLayerPoint(toMap(wind.place))
    return { wind, x, y }
  })
  // Includes arrows out of view, so that the selection does not change when the map moves.
  for (const { wind, ...at } of standingApart(placed, APART)) {
    const [x, y] = [at.x - cover.topLeft.x, at.y - cover.topLeft.y]
    if (x < 0 || y < 0 || x > cover.width || y > cover.height) continue
    const { radius, lines } = windArrow(wind)
    const middle = y - ABOVE
    context.beginPath()
    if (radius > 0) context.arc(x, middle, radius, 0, 2 * Math.PI)
    for (const line of lines)
      for (const [at, [dx, dy]] of line.entries())
        if (at === 0) context.moveTo(x + dx, middle + dy)
        else context.lineTo(x + dx, middle + dy)
    context.stroke()
  }
  overlay.canvas.dataset['winds'] = String(winds.length)
}

/** Minimum distance of two arrows, px: closer ones would overlap. */
const APART = 36

/** Offset above the position, px: over the plate of a mark. */
const ABOVE = 46
