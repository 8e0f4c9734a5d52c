import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { MapView } from '../../map/BaseMap.tsx'
import { MAX_ZOOM, MIN_ZOOM } from '../../map/constants.ts'

/** What the map shows besides the area, as its address has it: ?at=114.51980,38.05764,12&device=7. */
export interface MapParams {
  view: MapView | null
  device: number | null
}

/** Reads an address; what is no view and no device is left out. */
export function readMapParams(search: URLSearchParams): MapParams {
  const [lng, lat, zoom] = (search.get('at') ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const device = Number(search.get('device'))
  const inRange = (value: number | undefined, most: number): value is number =>
    value !== undefined && Math.abs(value) <= most
  const known = inRange(lng, 180) && inRange(lat, 90) && zoom !== undefined && zoom >= MIN_ZOOM && zoom <= MAX_ZOOM
  return {
    view: known ? { centre: [lng, lat], zoom } : null,
    device: Number.isInteger(device) && device > 0 ? device : null,
  }
}

export const viewText = ({ centre: [lng, lat], zoom }: MapView): string => `${lng.toFixed(5)},${lat.toFixed(5)},${zoom}`

/** Writes into the address what the map changed, and leaves the rest of it alone. */
export function useMapParams(): [MapParams, (change: Partial<MapParams>) => void] {
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readMapParams(search), [search])
  const change = useCallback(
    ({ view, device }: Partial<MapParams>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (view) next.set('at', viewText(view))
          if (device === null) next.delete('device')
          else if (device !== undefined) next.set('device', String(device))
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return [params, change]
}
