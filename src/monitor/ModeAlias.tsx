import { Navigate, useLocation } from 'react-router-dom'
import { withMode } from './modes.ts'

/**
 * Serves /monitor/dataMap and /monitor/video: the map and video modes of /monitor/data under the addresses that one
 * reading of the spec gives them (spec 1 §2.1).
 */
export default function ModeAlias() {
  const { pathname, search } = useLocation()
  const mode = pathname.endsWith('/video') ? 'video' : 'map'
  return <Navigate to={`/monitor/data?${withMode(new URLSearchParams(search), mode).toString()}`} replace />
}
