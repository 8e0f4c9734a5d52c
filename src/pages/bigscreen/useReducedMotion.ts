import { useSyncExternalStore } from 'react'

/** Whether the reader asked for less motion: then nothing moves by itself (design, tokens 5). */
export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false)

const query = () => (typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null)

function subscribe(listener: () => void): () => void {
  const watched = query()
  watched?.addEventListener('change', listener)
  return () => watched?.removeEventListener('change', listener)
}
