import { createContext, useContext } from 'react'
import { conversions } from './datum.ts'
import type { MapGround } from './useGround.ts'

export const GroundContext = createContext<MapGround>({
  settings: { tiles: null, pmtiles: null, demoCity: false },
  ...conversions.WGS84,
})

/** Converts positions to and from the enclosing map's datum. */
export const useGroundContext = (): MapGround => useContext(GroundContext)
