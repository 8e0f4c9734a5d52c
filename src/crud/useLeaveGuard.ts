import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { createPath, UNSAFE_NavigationContext, useLocation } from 'react-router-dom'
import { holdBack } from '../ui/index.ts'

/** Asks before unsaved changes are lost: on closing, on any navigation to another page, on the browser's buttons, and on leaving the console. */
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
  // What had begun when the question came up; null where it was our own button.
  const onward = useRef<(() => void) | null>(null)
  const release = useRef(() => {})
  const holdLinks = useHeldLinks()
  useEffect(() => {
    if (!dirty) return
    const ask = (go: () => void) => {
      onward.current = go
      setAsking(true)
    }
    const frees = [holdBack((steps) => ask(() => window.history.go(steps))), holdLinks(ask)]
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    release.current = () => {
      for (const free of frees) free()
      window.removeEventListener('beforeunload', onUnload)
    }
    return release.current
  }, [dirty, holdLinks])
  const close = useCallback(() => {
    if (!dirty) return onClose()
    onward.current = null
    setAsking(true)
  }, [dirty, onClose])
  const leave = useCallback(() => {
    setAsking(false)
    release.current()
    ;(onward.current ?? onClose)()
  }, [onClose])
  const stay = useCallback(() => {
    onward.current = null
    setAsking(false)
  }, [])
  return { asking, close, leave, stay }
}

/**
 * Holds links and navigate(). The router has no blocker outside of its data routers, but every navigation of its own goes through one
 * navigator: its two methods ask first while something would be lost. Changes of the query are none: the form stays where it is.
 */
function useHeldLinks(): (ask: (go: () => void) => void) => () => void {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const { pathname } = useLocation()
  const here = useRef(pathname)
  useEffect(() => {
    here.current = pathname
  }, [pathname])
  return useCallback(
    (ask) => {
      const own = { push: navigator.push, replace: navigator.replace }
      const held =
        (go: typeof own.push): typeof own.push =>
        (to, state, options) => {
          const there = (typeof to === 'string' ? to : createPath(to)).split(/[?#]/)[0]
          if (there === here.current) go.call(navigator, to, state, options)
          else ask(() => go.call(navigator, to, state, options))
        }
      Object.assign(navigator, { push: held(own.push), replace: held(own.replace) })
      return () => void Object.assign(navigator, own)
    },
    [navigator],
  )
}
