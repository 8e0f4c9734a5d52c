import { useCallback, useSyncExternalStore } from 'react'

/** Whether the page fills the screen, and the way there and back; null where the browser cannot, as on phones. */
export function useFullScreen(): { full: boolean; toggle: () => void } | null {
  const full = useSyncExternalStore(subscribe, () => document.fullscreenElement != null)
  // A refusal leaves things as they are, which the button shows.
  const toggle = useCallback(
    () =>
      void (
        document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      ).catch(() => {}),
    [],
  )
  return document.fullscreenEnabled ? { full, toggle } : null
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
