/** Aborts after so many ms: AbortSignal.timeout is too young for some of the browsers in use. */
export function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}
