import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readStored, writeStored } from '../kit/stored.ts'
import { readMonitorParams, writeMonitorParams, type MonitorParams } from './monitorParams.ts'

const LAYOUT_KEY = 'monitorLayout'

/**
 * The list's state in the address, so that it survives reload and can be shared. The layout is also remembered by the
 * browser.
 */
export function useMonitorParams(): [MonitorParams, (change: Partial<MonitorParams>) => void] {
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readMonitorParams(search, readStored(LAYOUT_KEY)), [search])
  const change = useCallback(
    (changed: Partial<MonitorParams>) => {
      if (changed.layout !== undefined) writeStored(LAYOUT_KEY, changed.layout)
      setSearch(
        (before) =>
          preserveParams(
            writeMonitorParams({ ...readMonitorParams(before, readStored(LAYOUT_KEY)), ...changed }),
            before,
          ),
        {
          replace: true,
        },
      )
    },
    [setSearch],
  )
  return [params, change]
}

/** URL parameters that belong to the page's modes (modes.ts, map/mapParams.ts). */
const PRESERVED_PARAMS = ['mode', 'at', 'device', 'quantity', 'layers', 'moment', 'bar']

function preserveParams(search: URLSearchParams, before: URLSearchParams): URLSearchParams {
  for (const name of PRESERVED_PARAMS) {
    const value = before.get(name)
    if (value !== null) search.set(name, value)
  }
  return search
}
