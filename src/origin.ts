/** Route of the sign-in page. */
export const signInPath = '/login'

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
