import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { deviceStates } from '../../../dataProvider/calls.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { mayRead } from '../../../resources/reads.ts'
import { useCaller } from '../../kit/index.ts'

/**
 * Returns the live states from which a page chooses its first view, loaded once if its address has no parameters yet;
 * undefined while loading; null if the address has parameters, the request failed, or the user may not read live
 * states. A user who clears the choice does not get a new one.
 */
export function useFirstStates(): readonly DeviceState[] | null | undefined {
  const [search] = useSearchParams()
  const blank = search.toString() === ''
  const [fresh, setFresh] = useState(blank)
  if (fresh && !blank) setFresh(false)
  const enabled = mayRead(useCaller(), 'live') && fresh
  const { data, isPending } = useQuery({
    queryKey: ['live', 'firstStates'],
    queryFn: ({ signal }) => deviceStates(null, signal),
    enabled,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return enabled && isPending ? undefined : fresh ? (data ?? null) : null
}
