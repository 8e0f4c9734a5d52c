import { useSyncExternalStore } from 'react'

/** Origins that the policy of the page refused: it names the hosts known to whoever was signed in when the page was loaded. */
const refused = new Set<string>()
const listeners = new Set<() => void>()

/** Whether the page may not reach an address; loading it anew lets it, where the address has been stored meanwhile. */
export const useRefused = (address: string): boolean =>
  useSyncExternalStore(subscribe, () => URL.canParse(address) && refused.has(new URL(address).origin))

function note({ blockedURI }: SecurityPolicyViolationEvent): void {
  if (!URL.canParse(blockedURI)) return
  const { origin } = new URL(blockedURI)
  if (mayReload(origin)) return location.reload()
  refused.add(origin)
  for (const listener of listeners) listener()
}

/** Somebody may have signed in since, or a video been added: loading the page once more, by itself, tells. Once a minute and origin at most. */
function mayReload(origin: string): boolean {
  const key = `video-reload ${origin}`
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 60_000) return false
    sessionStorage.setItem(key, String(Date.now()))
    return true
  } catch {
    // Where a browser keeps nothing the tile offers it.
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
