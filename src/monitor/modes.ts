import { lazy } from 'react'

/** The three views of live devices (spec 1 §2.7). */
const MODES = ['list', 'map', 'video'] as const
export type MonitorMode = (typeof MODES)[number]

/** Loaded when the map is first opened: users without the map do not load Leaflet. */
export const MapPanel = lazy(() => import('./map/MapPanel.tsx'))
export const VideoPanel = lazy(() => import('./video/VideoPanel.tsx'))

/** Returns the mode in an address; the list by default. */
export const readMode = (search: URLSearchParams): MonitorMode =>
  MODES.find((mode) => mode === search.get('mode')) ?? 'list'

/**
 * Returns the same address in another mode: parameters of the previous mode are kept for when the user returns to it.
 */
export function withMode(search: URLSearchParams, mode: MonitorMode): URLSearchParams {
  const next = new URLSearchParams(search)
  if (mode === 'list') next.delete('mode')
  else next.set('mode', mode)
  return next
}
