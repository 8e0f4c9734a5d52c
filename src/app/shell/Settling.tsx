import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { atRest } from '../../kit/hooks/idle.ts'

let settle = () => {}

/** Fulfilled once, when the first page of a visit stands with what it asked for: code that it does not need comes behind it, not beside it. */
export const settled = new Promise<void>((resolve) => {
  settle = resolve
})

/** Stands beside a page in the same Suspense, so that it is drawn only with the page's own code. */
export function Settling() {
  const queries = useQueryClient()
  useEffect(() => whenSettled(queries, settle), [queries])
  return null
}

/** Acts once, when no query is under way and the browser has time, after IDLE_TIMEOUT_MS at most; answers how to call it off. */
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
  // An answer often leads to the next question: each change of the cache begins the wait anew.
  const wait = () => {
    callOff()
    callOff = queries.isFetching() > 0 ? () => {} : atRest(done, SETTLE_TIMEOUT_MS)
  }
  const unsubscribe = queries.getQueryCache().subscribe(wait)
  const timer = setTimeout(done, IDLE_TIMEOUT_MS)
  wait()
  return end
}

/** How long a busy browser is waited for, and a query without an answer, ms. */
const SETTLE_TIMEOUT_MS = 2000
const IDLE_TIMEOUT_MS = 10_000
