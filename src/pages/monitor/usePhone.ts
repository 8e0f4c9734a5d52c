import { useSyncExternalStore } from 'react'

const QUERY = '(max-width: 599.95px)'

/** Whether the window is as narrow as a phone's (design §2: below 600). */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(QUERY)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(QUERY).matches,
  )
