import { useSyncExternalStore } from 'react'

/**
 * Origins that the page's content security policy refused: it lists the hosts that were known for the user who was
 * signed in when the page loaded.
 */
const refused = new Set<string>()
const listeners = new Set<() => void>()

/**
 * Returns whether the page may not load an address; reloading the page allows it, if the address has been stored
 * meanwhile.
 */
export const useRefused = (address: string): boolean =>
  useSyncExternalStore(subscribe, () => URL.canParse(address) && refused.has(new URL(address).origin))

function note({ blockedURI }: SecurityPolicyViolationEvent): void {
  if (!URL.canParse(blockedURI)) return
  const { origin } = new URL(blockedURI)
  if (mayReload(origin)) return location.reload()
  refused.add(origin)
  for (const listener of listeners) listener()
}

/**
 * Returns whether to reload the page automatically: another user may have signed in since, or a video been added. At
 * most once a minute per origin.
 */
function mayReload(origin: string): boolean {
  const key = `video-reload ${origin}`
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 60_000) return false
    sessionStorage.setItem(key, String(Date.now()))
    return true
  } catch {
    // If the browser stores nothing, the tile offers the reload instead.
    return false
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('securitypolicyviolation', note)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('securitypolicyviolation', note)
  }
}
