/**
 * Resolves when the browser is idle, after `latest` ms at most: for work that no view waits for, after everything the
 * current page still loads.
 */
export const idle = (latest: number): Promise<void> => new Promise((resolve) => void atRest(resolve, latest))

/**
 * Calls `act` when the browser is idle, after `latest` ms at most; returns a function that cancels it. Falls back to a
 * timer in browsers without requestIdleCallback.
 */
export function atRest(act: () => void, latest: number): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout: latest })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(act, Math.min(latest, WITHOUT))
  return () => clearTimeout(timer)
}

/** Delay in browsers without requestIdleCallback, ms. */
const WITHOUT = 200
