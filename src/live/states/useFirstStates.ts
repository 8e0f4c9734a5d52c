import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { deviceStates } from '../../../dataProvider/calls.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { mayRead } from '../../../resources/reads.ts'
import { useCaller } from '../../kit/index.ts'

/**
 * The live states a page opens its first view with, asked for once where its address says nothing yet; undefined until they are there, null where the address
 * does, where they could not be had, or where the user may not read them. Whoever takes a choice back is not given it again.
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
