import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether a media query matches; renders again when that changes. False if the browser cannot evaluate it. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = mediaQuery(query)
      media?.addEventListener('change', listener)
      return () => media?.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => mediaQuery(query)?.matches ?? false)
}

/** Returns whether the window is as narrow as a phone's (design §2: below 600). */
export const usePhone = (): boolean => useMedia('(max-width: 599.95px)')

/** Returns whether the user asked for reduced motion: nothing then moves by itself (design, tokens 5). */
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')

const mediaQuery = (query: string): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia(query) : null
