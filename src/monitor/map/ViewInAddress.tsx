import { useRef } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { View } from '../../map/BaseMap.tsx'
import { useGroundContext } from '../../map/groundContext.ts'
import { viewText } from './mapParams.ts'

/** Tells where the map was moved to, once it stands still; not of the view it opened with. */
export function ViewInAddress({ onView }: { onView: (view: View) => void }) {
  const map = useMap()
  const { fromMap } = useGroundContext()
  const view = (): View => ({ centre: fromMap(map.getCenter().wrap()), zoom: map.getZoom() })
  const told = useRef(viewText(view()))
  useMapEvents({
    moveend: () => {
      const now = view()
      if (viewText(now) === told.current) return
      told.current = viewText(now)
      onView(now)
    },
  })
  return null
}
