import { useEffect, useRef, type RefObject } from 'react'

/** Keys move through a group whose way in by Tab is the one they are at; the focus goes along, while it is there. */
export function useFocusAlong(): RefObject<HTMLDivElement | null> {
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (group.current?.contains(document.activeElement))
      group.current.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  return group
}
