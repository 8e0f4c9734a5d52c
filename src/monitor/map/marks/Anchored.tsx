import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { Pair } from '../../../../resources/kit/datum.ts'
import { useGroundContext } from '../../../map/groundContext.ts'
import css from '../mapMode.module.css'

const EDGE = 16
/**
 * Vertical distance from its place, px; the search floats over the top of the map, so that the content opens downwards.
 */
const BELOW = 10

/**
 * Content that floats below a place of the map and moves along with it. When it opens, the map pans until all of it is
 * visible.
 */
export function Anchored({ map, place, children }: { map: LeafletMap; place: Pair; children: ReactNode }) {
  const { toMap } = useGroundContext()
  const box = useRef<HTMLDivElement>(null)
  const { lng, lat } = toMap(place)

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const put = () => {
      const { x, y } = map.latLngToContainerPoint({ lng, lat })
      element.style.transform = `translate(${Math.round(x - element.offsetWidth / 2)}px, ${Math.round(y + BELOW)}px)`
    }
    // While the map zooms, its places have no defined position.
    const hide = () => (element.style.visibility = 'hidden')
    const show = () => {
      put()
      element.style.visibility = ''
    }
    put()
    map.on('move', put).on('resize', put).on('zoomanim', hide).on('zoomend', show)
    return () => void map.off('move', put).off('resize', put).off('zoomanim', hide).off('zoomend', show)
  }, [map, lng, lat])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const size = map.getSize()
    const { x, y } = map.latLngToContainerPoint({ lng, lat })
    const left = x - element.offsetWidth / 2
    const bottom = y + BELOW + element.offsetHeight
    const dx = left < EDGE ? left - EDGE : Math.max(0, left + element.offsetWidth + EDGE - size.x)
    const dy = y < EDGE + 60 ? y - EDGE - 60 : Math.max(0, bottom + EDGE - size.y)
    if (dx !== 0 || dy !== 0) map.panBy([dx, dy])
  }, [map, lng, lat])

  return (
    <div className={css.anchored} ref={box}>
      {children}
    </div>
  )
}
