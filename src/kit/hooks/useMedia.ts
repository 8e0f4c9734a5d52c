import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds; the component is drawn again when that changes. Where the browser cannot tell it does not. */
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

/** Whether the window is as narrow as a phone's (design §2: below 600). */
export const usePhone = (): boolean => useMedia('(max-width: 599.95px)')

/** Whether the reader asked for less motion: then nothing moves by itself (design, tokens 5). */
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)')

const mediaQuery = (query: string): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia(query) : null
