import { useState, type FocusEvent, type PointerEvent } from 'react'
import { useReducedMotion } from '../../kit/hooks/useMedia.ts'

export interface Pauses {
  paused: boolean
  /** By its button. */
  stopped: boolean
  toggle: () => void
  /** Less motion is asked for: it never goes on by itself. */
  still: boolean
  /** Of the element that stands still under a hand. */
  hands: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

/**
 * When something that goes on by itself stands still: under a hand or the focus of somebody who is there (not `idle`), by its button, and where less
 * motion is asked for.
 */
export function usePauses(idle: boolean): Pauses {
  const [stopped, setStopped] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const still = useReducedMotion()
  return {
    paused: stopped || still || (!idle && (hovered || focused)),
    stopped,
    toggle: () => setStopped(!stopped),
    still,
    hands: {
      onPointerEnter: ({ pointerType }) => pointerType !== 'touch' && setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: ({ target }) => setFocused(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setFocused(false),
    },
  }
}
