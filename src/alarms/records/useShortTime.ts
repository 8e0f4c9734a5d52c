import { useCallback } from 'react'
import type { Zone } from '../../../resources/kit/zone.ts'

/** Moments as a list shows them, in the platform's zone: MM-DD HH:mm:ss, with the year where it is another than this. */
export const useShortTime = (zone: Zone, today: string): ((at: number) => string) =>
  useCallback(
    (at: number) => (zone.day(at).slice(0, 4) === today.slice(0, 4) ? zone.full(at).slice(5) : zone.full(at)),
    [zone, today],
  )
