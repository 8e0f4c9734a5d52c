import { idle } from '../kit/idle.ts'

/** Brings public/sw.js to the browser, once everything the first page needs is there. Not in development, where files change under it. */
export function registerOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A browser that refuses (private window, blocked storage) only lacks the offline page.
  const register = (): unknown => navigator.serviceWorker.register('/sw.js').catch(() => {})
  const whenIdle = (): unknown => idle(30_000).then(register)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
