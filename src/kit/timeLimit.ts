/** Returns a signal that aborts after `ms`: AbortSignal.timeout is too recent for some supported browsers. */
export function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}
