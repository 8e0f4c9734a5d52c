import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { MAP_QUANTITIES, type Quantity } from '../../environment/quantity.ts'
import { readMoment } from '../../live/moment.ts'
import type { MapView } from '../../map/BaseMap.tsx'
import { MAX_ZOOM, MIN_ZOOM } from '../../map/constants.ts'

/** The optional layers between the ground and the marks. */
export const MAP_LAYERS = ['field', 'wind', 'areas'] as const
export type MapLayer = (typeof MAP_LAYERS)[number]

/**
 * State of the map besides the area, as its address has it:
 * ?at=114.51980,38.05764,12&device=7&quantity=pm25&layers=field,wind&moment=1795262400000&bar=1.
 */
export interface MapParams {
  view: MapView | null
  device: number | null
  /** What the marks show: a quantity, or the state of devices; null: the default for the stations. */
  quantity: Quantity | 'state' | null
  layers: readonly MapLayer[]
  /** A past moment, ms since the epoch; null: now. */
  moment: number | null
  /** Whether the time bar is open. */
  bar: boolean
}

const USUAL_LAYERS: readonly MapLayer[] = ['field', 'wind']

/** Parses an address; an invalid view or device is ignored. */
export function readMapParams(search: URLSearchParams): MapParams {
  const [lng, lat, zoom] = (search.get('at') ?? '')
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const device = Number(search.get('device'))
  const inRange = (value: number | undefined, most: number): value is number =>
    value !== undefined && Math.abs(value) <= most
  const known = inRange(lng, 180) && inRange(lat, 90) && zoom !== undefined && zoom >= MIN_ZOOM && zoom <= MAX_ZOOM
  const layers = search.get('layers')?.split(',')
  const moment = readMoment(search)
  return {
    view: known ? { centre: [lng, lat], zoom } : null,
    device: Number.isInteger(device) && device > 0 ? device : null,
    quantity: [...MAP_QUANTITIES, 'state' as const].find((name) => name === search.get('quantity')) ?? null,
    layers: layers ? MAP_LAYERS.filter((layer) => layers.includes(layer)) : USUAL_LAYERS,
    moment,
    bar: search.get('bar') === '1' || moment !== null,
  }
}

export const viewText = ({ centre: [lng, lat], zoom }: MapView): string => `${lng.toFixed(5)},${lat.toFixed(5)},${zoom}`

/**
 * Returns the map's parameters and a function that writes changes into the address and leaves the rest of it unchanged.
 */
export function useMapParams(): [MapParams, (change: Partial<MapParams>) => void] {
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readMapParams(search), [search])
  const change = useCallback(
    ({ view, device, quantity, layers, moment, bar }: Partial<MapParams>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          const put = (name: string, value: string | number | null | undefined) => {
            if (value === null) next.delete(name)
            else if (value !== undefined) next.set(name, String(value))
          }
          put('at', view ? viewText(view) : undefined)
          put('device', device)
          put('quantity', quantity)
          put('layers', layers && (layers.join() === USUAL_LAYERS.join() ? null : layers.join()))
          put('moment', moment)
          put('bar', bar === undefined ? undefined : bar ? 1 : null)
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  return [params, change]
}
