import { useSyncExternalStore } from 'react'

/** Origins that the policy of the page refused: it names the hosts known when the page was loaded. */
const refused = new Set<string>()
const listeners = new Set<() => void>()

/** Whether the page may not reach an address; loading it anew lets it, where the address has been stored meanwhile. */
export const useRefused = (address: string): boolean => useSyncExternalStore(subscribe, () => URL.canParse(address) && refused.has(new URL(address).origin))

function note({ blockedURI }: SecurityPolicyViolationEvent): void {
  if (!URL.canParse(blockedURI)) return
  refused.add(new URL(blockedURI).origin)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('securitypolicyviolation', note)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('securitypolicyviolation', note)
  }
}
