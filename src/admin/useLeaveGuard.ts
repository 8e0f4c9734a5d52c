import { useBlocker } from 'react-admin'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Asks before unsaved changes are lost: on closing, on any navigation to another page, on the browser's buttons, and on leaving the console. */
export interface LeaveGuard {
  /** The question is open. */
  asking: boolean
  /** Closes, or asks first. */
  close: () => void
  /** Leaves without asking. */
  leave: () => void
  stay: () => void
}

export function useLeaveGuard(dirty: boolean, onClose: () => void): LeaveGuard {
  const [closing, setClosing] = useState(false)
  // Set once the user decided to leave: the navigation that follows is not blocked, although the form still is dirty.
  const decided = useRef(false)
  // A change of the query alone does not leave the form.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !decided.current && nextLocation.pathname !== currentLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    decided.current = false
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    return () => window.removeEventListener('beforeunload', onUnload)
  }, [dirty])
  const latest = useRef(blocker)
  useEffect(() => {
    latest.current = blocker
  }, [blocker])
  const close = useCallback(() => (dirty ? setClosing(true) : onClose()), [dirty, onClose])
  const leave = useCallback(() => {
    decided.current = true
    setClosing(false)
    const { state, proceed } = latest.current
    if (state === 'blocked') proceed?.()
    else onClose()
  }, [onClose])
  const stay = useCallback(() => {
    setClosing(false)
    latest.current.reset?.()
  }, [])
  return { asking: closing || blocker.state === 'blocked', close, leave, stay }
}
