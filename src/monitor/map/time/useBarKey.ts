import { useEffect, useEffectEvent } from 'react'

/** The key T opens and closes the time bar, unless the user is typing. */
export function useBarKey(enabled: boolean, toggle: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event
    if (key.toLowerCase() !== 't' || altKey || ctrlKey || metaKey) return
    if (
      target instanceof HTMLElement &&
      (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
    )
      return
    event.preventDefault()
    toggle()
  })
  useEffect(() => {
    if (!enabled) return
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [enabled])
}
