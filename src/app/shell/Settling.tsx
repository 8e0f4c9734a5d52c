import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { atRest } from '../../kit/hooks/idle.ts'

let settle = () => {}

/**
 * Resolves once, when the first page of a visit is shown with its data: code that the page does not need is loaded
 * after it, not alongside.
 */
export const settled = new Promise<void>((resolve) => {
  settle = resolve
})

/** Rendered beside a page in the same Suspense, so that it mounts only with the page's own code. */
export function Settling() {
  const queries = useQueryClient()
  useEffect(() => whenSettled(queries, settle), [queries])
  return null
}

/**
 * Acts once, when no query is under way and the browser is idle, after IDLE_TIMEOUT_MS at the latest. Returns a
 * function that cancels it.
 */
export function whenSettled(queries: QueryClient, act: () => void): () => void {
  let callOff = () => {}
  const end = () => {
    callOff()
    unsubscribe()
    clearTimeout(timer)
  }
  const done = () => {
    end()
    act()
  }
  // An answer often leads to another request, so each change of the cache restarts the wait.
  const wait = () => {
    callOff()
    callOff = queries.isFetching() > 0 ? () => {} : atRest(done, SETTLE_TIMEOUT_MS)
  }
  const unsubscribe = queries.getQueryCache().subscribe(wait)
  const timer = setTimeout(done, IDLE_TIMEOUT_MS)
  wait()
  return end
}

/** How long to wait for a busy browser, and for a query without an answer, ms. */
const SETTLE_TIMEOUT_MS = 2000
const IDLE_TIMEOUT_MS = 10_000
