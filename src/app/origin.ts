/** Route of the sign-in page. */
export const signInPath = '/login'

/** Route of registering; it and what stands in `openPaths` need nobody to be signed in (spec 1 §2.1). */
export const registerPath = '/register'
export const openPaths: readonly string[] = [registerPath, '/404', '/BigCity']

/** To the sign-in page after registering, where it is said that it worked. */
export function toSignInRegistered(): void {
  history.replaceState({ registered: true }, '', signInPath)
  location.reload()
}

/** Whether somebody has just registered; true once. */
export function takeRegistered(): boolean {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('registered' in state)) return false
  history.replaceState(null, '', location.href)
  return true
}

/**
 * Where somebody wanted to go before they were sent to sign in, out of the browser's history state. Only a path of this site counts;
 * without one it is the start page.
 */
export function originOf(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  if (typeof from !== 'string' || !from.startsWith('/') || /^\/[/\\]/.test(from)) return '/'
  const { pathname, origin } = new URL(from, location.origin)
  return origin === location.origin && pathname !== signInPath ? from : '/'
}
