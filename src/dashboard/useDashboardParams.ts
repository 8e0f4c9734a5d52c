import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readParams, writeParams, type DashboardParams } from './dashboardParams.ts'
import { stored, store } from './stored.ts'

const DEVICE_KEY = 'dashboardDevice'

/** The page's state in its address, so that a view can be sent to a colleague; the device looked at last is remembered by the browser too. */
export function useDashboardParams(): [
  DashboardParams & { last: number | null },
  (change: Partial<DashboardParams>) => void,
] {
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => ({ ...readParams(search), last: Number(stored(DEVICE_KEY)) || null }), [search])
  const change = useCallback(
    (changed: Partial<DashboardParams>) => {
      if (changed.device) store(DEVICE_KEY, String(changed.device))
      setSearch((before) => writeParams({ ...readParams(before), ...changed }), { replace: true })
    },
    [setSearch],
  )
  return [params, change]
}
