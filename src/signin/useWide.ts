import { useSyncExternalStore } from 'react'

const query = () => (typeof matchMedia === 'function' ? matchMedia('(min-width: 1024px)') : null)

/** Whether there is room for the picture. It is not even drawn where there is none. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (notify) => {
      const media = query()
      media?.addEventListener('change', notify)
      return () => media?.removeEventListener('change', notify)
    },
    () => query()?.matches ?? false,
  )
