import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readHistoryParams, writeHistoryParams, type HistoryParams } from './historyParams.ts'

/**
 * Keeps the page's state in its address, so that a view can be shared. A new choice starts with its whole span and all
 * its nodes.
 */
export function useHistoryParams(today: string): [HistoryParams, (change: Partial<HistoryParams>) => void] {
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readHistoryParams(search, today), [search, today])
  const change = useCallback(
    (changed: Partial<HistoryParams>) =>
      setSearch(
        (before) =>
          writeHistoryParams({ ...readHistoryParams(before, today), zoom: null, node: null, ...changed }, today),
        { replace: true },
      ),
    [setSearch, today],
  )
  return [params, change]
}
