import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Resource } from '../../resources/kit/define.ts'
import { pathTo, placeOf, type Place } from './place.ts'

/** What the URL says is open over a list, and the way to somewhere else with the list's state kept. */
export function usePlace(resource: Resource): { place: Place; open: (place: Place) => void } {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const place = useMemo(() => placeOf(resource, pathname), [resource, pathname])
  const open = useCallback((next: Place) => void navigate({ pathname: pathTo(resource, next), search }), [navigate, resource, search])
  return { place, open }
}
