import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import { atRest } from './hooks/idle.ts'

// The one rule for code that no first row needs (layers, dialogs, the bell, filters beside a list): it is requested
// once the page is usable. Alongside the page it would take the connection and the processor from the page's rows.
// What a user opens before that is loaded at once, as anywhere.

let settle = () => {}

/** Resolves once, when the first page of a visit is usable. */
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
 * Acts once, when the page is usable: no query is under way, no placeholder is shown, and the browser has drawn that and
 * is idle; after USABLE_TIMEOUT_MS at the latest. Returns a function that cancels it.
 */
export function whenSettled(queries: QueryClient, act: () => void): () => void {
  let callOff = () => {}
  const end = () => {
    callOff()
    unsubscribe()
    listeners.delete(wait)
    clearTimeout(timer)
  }
  const done = () => {
    end()
    act()
  }
  // An answer often leads to another request, so each change restarts the wait.
  const wait = () => {
    callOff()
    callOff = shown > 0 || queries.isFetching() > 0 ? () => {} : atRest(done, IDLE_TIMEOUT_MS)
  }
  const unsubscribe = queries.getQueryCache().subscribe(wait)
  listeners.add(wait)
  const timer = setTimeout(done, USABLE_TIMEOUT_MS)
  wait()
  return end
}

/** How long to wait for a busy browser, and for a page that never becomes usable, ms. */
const IDLE_TIMEOUT_MS = 2000
const USABLE_TIMEOUT_MS = 10_000

/** How many placeholders are shown, and what is called when the first one appears or the last one goes. */
let shown = 0
const listeners = new Set<() => void>()

/** Called by a placeholder: the page is not usable while it is shown. Not all data are queries: the live list polls. */
export function usePlaceholder(): void {
  const isLate = useContext(LatePartContext)
  useEffect(() => {
    if (isLate) return
    count(1)
    return () => count(-1)
  }, [isLate])
}

function count(change: 1 | -1): void {
  const isTold = shown === 0 || shown + change === 0
  shown += change
  if (isTold) for (const listener of listeners) listener()
}

/** Whether placeholders are those of a part that itself comes after the page. */
export const LatePartContext = createContext(false)
