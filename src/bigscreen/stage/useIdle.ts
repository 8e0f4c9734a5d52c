import { useEffect, useState } from 'react'

/** Time without input after which the screen counts as unattended, ms. */
const IDLE_AFTER_MS = 60_000

/**
 * Returns whether there was no pointer movement or key press for a while. A wall screen may have a pointer resting
 * somewhere, which must not pause anything for weeks.
 */
export function useIdle(after = IDLE_AFTER_MS): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let place = ''
    const used = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIdle(true), after)
      setIdle(false)
    }
    // Content that moves under a resting pointer fires pointer events as well.
    const moved = ({ screenX, screenY }: PointerEvent) => {
      const now = `${screenX} ${screenY}`
      if (now !== place) used()
      place = now
    }
    used()
    window.addEventListener('pointermove', moved, { passive: true })
    for (const type of USES) window.addEventListener(type, used, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', moved)
      for (const type of USES) window.removeEventListener(type, used)
    }
  }, [after])
  return idle
}

const USES = ['pointerdown', 'keydown', 'wheel'] as const
