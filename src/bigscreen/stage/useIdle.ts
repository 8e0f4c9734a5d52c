import { useEffect, useState } from 'react'

/** A hand that rests this long is taken away again, ms. */
const IDLE_AFTER_MS = 60_000

/**
 * Whether nobody has moved the pointer or pressed anything for a while. A wall has a pointer too, left lying somewhere: where it lies must not hold anything
 * up for weeks.
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
    // What moves under a pointer at rest is told as its movement too.
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
