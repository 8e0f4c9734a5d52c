import { useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Resource } from '../../resources/kit/define.ts'
import { pathTo, placeOf, type Place } from './place.ts'
import { useStable } from './useStable.ts'

/**
 * What the URL says is open over a list, and the way to somewhere else with the list's state kept. Closing goes back to the entry of the
 * history a dialog was opened from, so that the browser's back button never opens again what was closed; what was opened by its
 * address gives its own entry to what it closes to.
 */
export function usePlace(resource: Resource): { place: Place; open: (place: Place) => void } {
  const { pathname, search, state, key } = useLocation()
  const navigate = useNavigate()
  const place = useMemo(() => placeOf(resource, pathname), [resource, pathname])
  // The browser goes back in its own time: closed twice meanwhile, a dialog is closed once.
  const left = useRef<string | null>(null)
  const open = useStable((next: Place) => {
    if (left.current === key) return
    const there = pathTo(resource, next)
    if (openerIn(state) === there) {
      left.current = key
      void navigate(-1)
    } else if (pathname.startsWith(`${there}/`)) void navigate({ pathname: there, search }, { replace: true })
    else void navigate({ pathname: there, search }, { state: { opener: pathname } })
  })
  return { place, open }
}

/** The path a dialog was opened from, as its entry of the history holds it. */
const openerIn = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'opener' in state ? state.opener : undefined
