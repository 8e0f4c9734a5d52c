/** Route of the sign-in page. */
export const signInPath = '/login'

/** Route of registration; this page and `openPaths` do not require a sign-in (spec 1 §2.1). */
export const registerPath = '/register'
export const openPaths: readonly string[] = [registerPath, '/404', '/BigCity']

/** Goes to the sign-in page after a registration; that page reports the success. */
export function toSignInRegistered(): void {
  history.replaceState({ registered: true }, '', signInPath)
  location.reload()
}

/** Whether a user has just registered; true once. */
export function takeRegistered(): boolean {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('registered' in state)) return false
  history.replaceState(null, '', location.href)
  return true
}

/**
 * Returns the page that a user wanted before being sent to sign in, from the browser's history state. Only a path of
 * this site is accepted; otherwise it is the start page.
 */
export function originOf(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  if (typeof from !== 'string' || !from.startsWith('/') || /^\/[/\\]/.test(from)) return '/'
  const { pathname, origin } = new URL(from, location.origin)
  return origin === location.origin && pathname !== signInPath ? from : '/'
}
