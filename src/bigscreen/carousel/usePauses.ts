import { useState, type FocusEvent, type PointerEvent } from 'react'
import { useReducedMotion } from '../../kit/hooks/useMedia.ts'

export interface Pauses {
  paused: boolean
  /** Paused by the button. */
  stopped: boolean
  toggle: () => void
  /** Reduced motion: the carousel never advances by itself. */
  still: boolean
  /** Handlers for the element that pauses while hovered. */
  hands: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

/**
 * Returns when an automatic rotation pauses: while a user who is present (not `idle`) hovers or focuses it, by its
 * button, and under reduced motion.
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
