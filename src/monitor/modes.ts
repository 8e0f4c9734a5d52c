import { lazy } from 'react'

/** The three ways to look at live devices (spec 1 §2.7). */
const MODES = ['list', 'map', 'video'] as const
export type MonitorMode = (typeof MODES)[number]

/** Loaded with the first look at the map: Leaflet costs nobody else anything. */
export const MapPanel = lazy(() => import('./map/MapPanel.tsx'))
export const VideoPanel = lazy(() => import('./video/VideoPanel.tsx'))

/** The mode an address names; the list where it names none. */
export const readMode = (search: URLSearchParams): MonitorMode =>
  MODES.find((mode) => mode === search.get('mode')) ?? 'list'

/** The same address in another mode: what belongs to the one left stays in it for whoever comes back. */
export function withMode(search: URLSearchParams, mode: MonitorMode): URLSearchParams {
  const next = new URLSearchParams(search)
  if (mode === 'list') next.delete('mode')
  else next.set('mode', mode)
  return next
}
