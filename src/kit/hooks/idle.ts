/** When the browser has time, after `latest` ms at most: what no view waits for begins then, behind what the page in view still loads. */
export const idle = (latest: number): Promise<void> => new Promise((resolve) => void atRest(resolve, latest))

/** Acts when the browser has time, after `latest` ms at most; answers how to call it off. Not every browser tells when it is idle. */
export function atRest(act: () => void, latest: number): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout: latest })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(act, Math.min(latest, WITHOUT))
  return () => clearTimeout(timer)
}

/** What browsers without that notion wait instead, ms. */
const WITHOUT = 200
