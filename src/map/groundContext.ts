import { createContext, useContext } from 'react'
import { conversions } from './datum.ts'
import type { Ground } from './useGround.ts'

export const GroundContext = createContext<Ground>({
  settings: { tiles: null, pmtiles: null, demoCity: false },
  ...conversions.WGS84,
})

/** How places get onto the map around, and off it. */
export const useGroundContext = (): Ground => useContext(GroundContext)
