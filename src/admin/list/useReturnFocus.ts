import { useEffect, useRef, type RefObject } from 'react'
import type { Place } from '../place.ts'
import { ROW_FOCUS } from './useKeptPlace.ts'

/** Gives the focus back to the row a dialog was opened from, where nothing else has it once the dialog is closed. */
export function useReturnFocus(frame: RefObject<HTMLElement | null>, place: Place): void {
  const last = useRef<number | null>(null)
  const id = 'id' in place ? place.id : null
  useEffect(() => {
    if (id !== null) last.current = id
    if (place.kind !== 'list' || last.current === null) return
    const row = frame.current?.querySelector(`[data-id="${last.current}"]`)
    last.current = null
    // After the dialog's own return, which finds nothing where a press on the row or an entry of a menu opened it.
    const timer = setTimeout(() => {
      if (document.activeElement && document.activeElement !== document.body) return
      row?.querySelector<HTMLElement>(ROW_FOCUS)?.focus()
    })
    return () => clearTimeout(timer)
  }, [frame, id, place.kind])
}
