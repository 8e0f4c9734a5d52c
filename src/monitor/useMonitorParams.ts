import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readMonitorParams, writeMonitorParams, type MonitorParams } from './monitorParams.ts'

const LAYOUT_KEY = 'monitorLayout'

/** The list's state in the address, so that it survives reload and can be sent to someone. The layout is also remembered by the browser. */
export function useMonitorParams(): [MonitorParams, (change: Partial<MonitorParams>) => void] {
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readMonitorParams(search, stored()), [search])
  const change = useCallback(
    (changed: Partial<MonitorParams>) => {
      if (changed.layout !== undefined) store(changed.layout)
      setSearch(
        (before) => preserveParams(writeMonitorParams({ ...readMonitorParams(before, stored()), ...changed }), before),
        {
          replace: true,
        },
      )
    },
    [setSearch],
  )
  return [params, change]
}

function stored(): string | null {
  try {
    return localStorage.getItem(LAYOUT_KEY)
  } catch {
    return null
  }
}

function store(layout: string): void {
  try {
    localStorage.setItem(LAYOUT_KEY, layout)
  } catch {
    // A browser that refuses storage keeps the layout in the address.
  }
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
