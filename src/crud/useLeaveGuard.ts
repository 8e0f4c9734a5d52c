import { useCallback, useEffect, useRef, useState } from 'react'
import { holdBack } from '../ui/index.ts'

/** Asks before unsaved changes are lost: on closing, on the browser's back button, and on leaving the page. */
export interface LeaveGuard {
  /** The question is being asked. */
  asking: boolean
  /** Closes, or asks first. */
  close: () => void
  /** Goes without asking. */
  leave: () => void
  stay: () => void
}

export function useLeaveGuard(dirty: boolean, onClose: () => void): LeaveGuard {
  const [asking, setAsking] = useState(false)
  // What the browser had begun when the question came up; null where it was our own button.
  const steps = useRef<number | null>(null)
  const release = useRef(() => {})
  useEffect(() => {
    if (!dirty) return
    const free = holdBack((begun) => {
      steps.current = begun
      setAsking(true)
    })
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    release.current = () => {
      free()
      window.removeEventListener('beforeunload', onUnload)
    }
    return release.current
  }, [dirty])
  const close = useCallback(() => {
    if (!dirty) return onClose()
    steps.current = null
    setAsking(true)
  }, [dirty, onClose])
  const leave = useCallback(() => {
    setAsking(false)
    release.current()
    if (steps.current === null) onClose()
    else window.history.go(steps.current)
  }, [onClose])
  const stay = useCallback(() => {
    steps.current = null
    setAsking(false)
  }, [])
  return { asking, close, leave, stay }
}
