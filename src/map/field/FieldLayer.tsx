import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useMap } from 'react-leaflet'
import type { Pair } from '../../../resources/kit/datum.ts'
import { useMode } from '../../kit/theme/useMode.ts'
import { useGroundContext } from '../groundContext.ts'
import { pixelRatioOf } from '../pixelRatio.ts'
import { cellOf } from './field.ts'
import type { FieldAnswer, FieldAsked } from './field.worker.ts'
import { CanvasOverlay, resolveColors, type Cover } from './overlay.ts'
import { reachOf } from './reach.ts'

export interface FieldStation {
  place: Pair
  value: number
}

export interface FieldLayerProps {
  /** Must be the same object as long as the stations are equal: a new one is drawn again. */
  stations: readonly FieldStation[]
  /** Values at class boundaries, ascending. */
  limits: readonly number[]
  /** CSS colours of the classes: one more than limits. */
  colors: readonly string[]
  /** Called if the field cannot be drawn. */
  onFailed: () => void
}

/** Maximum opacity (design 8.3); on the dark ground the colours are brighter by themselves. */
const OPACITY = { light: 0.56, dark: 0.42 } as const

/**
 * The interpolated field between stations with its isolines, drawn by a worker after each move and placed over the map
 * unchanged.
 */
export function FieldLayer({ stations, limits, colors, onFailed }: FieldLayerProps) {
  const map = useMap()
  const { toMap } = useGroundContext()
  const mode = useMode()
  const reach = useMemo(() => reachOf(stations.map(({ place }) => place)), [stations])
  const redraw = useRef(() => {})

  const questionOf = useEffectEvent((cover: Cover): Omit<FieldAsked, 'id'> => {
    const { topLeft, width, height } = cover
    const far = reach / metresPerPixel(map)
    const [xs, ys, values]: [number[], number[], number[]] = [[], [], []]
    for (const { place, value } of stations) {
      const point = map.latLngToLayerPoint(toMap(place))
      const [x, y] = [point.x - topLeft.x, point.y - topLeft.y]
      if (x < -far || y < -far || x > width + far || y > height + far) continue
      xs.push(x)
      ys.push(y)
      values.push(value)
    }
    const container = map.getContainer()
    const [ink, ...classes] = resolveColors(container, ['var(--text)', ...colors])
    return {
      question: {
        width,
        height,
        step: cellOf(width, height),
        xs: Float32Array.from(xs),
        ys: Float32Array.from(ys),
        values: Float32Array.from(values),
        reach: far,
        limits,
        colors: classes,
        opacity: OPACITY[mode],
      },
      look: { ink: ink ?? [0, 0, 0], ratio: pixelRatioOf(container) },
    }
  })
  const failed = useEffectEvent(onFailed)

  useEffect(() => {
    const overlay = new CanvasOverlay(map, 'field', 250)
    let worker: Worker | null = null
    try {
      worker = new Worker(new URL('./field.worker.ts', import.meta.url), { type: 'module' })
    } catch {
      failed()
    }
    let asked = 0
    let waiting: { id: number; cover: Cover } | null = null
    let again = false
    const ask = () => {
      if (waiting) {
        again = true
        return
      }
      const cover = overlay.cover()
      waiting = { id: ++asked, cover }
      again = false
      worker?.postMessage({ id: asked, ...questionOf(cover) } satisfies FieldAsked, {})
    }
    const onAnswer = ({ data: { id, picture } }: MessageEvent<FieldAnswer>) => {
      if (waiting?.id !== id) return
      const { cover } = waiting
      waiting = null
      if (!again) {
        overlay.lay(cover, picture)
        return
      }
      // If the view has moved meanwhile, the field is requested again: after a zoom the picture would be misplaced.
      picture.close()
      ask()
    }
    worker?.addEventListener('message', onAnswer)
    worker?.addEventListener('error', () => failed())
    redraw.current = ask
    map.on('moveend resize', ask)
    return () => {
      map.off('moveend resize', ask)
      redraw.current = () => {}
      worker?.terminate()
      overlay.remove()
    }
  }, [map])

  // A new object whenever an input of the picture changes.
  const drawn = useMemo(() => ({ stations, limits, colors, mode, reach }), [stations, limits, colors, mode, reach])
  useEffect(() => {
    if (drawn) redraw.current()
  }, [drawn])
  return null
}

const EARTH = 40_075_016.686

const metresPerPixel = (map: LeafletMap): number =>
  (EARTH * Math.cos((map.getCenter().lat * Math.PI) / 180)) / (256 * 2 ** map.getZoom())
