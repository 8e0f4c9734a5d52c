import { useEffect, useState } from 'react'
import { loadSettings, type MapSettings } from '../kit/hooks/settings.ts'
import { conversions, type Conversion } from './datum.ts'

export interface MapGround extends Conversion {
  settings: MapSettings
}

/** Returns the base map's source and the conversion of positions; null until the settings are loaded. */
export function useGround(): MapGround | null {
  const [ground, setGround] = useState<MapGround | null>(null)
  useEffect(() => {
    let mounted = true
    void loadSettings().then(
      ({ map }) => mounted && setGround({ settings: map, ...conversions[map.tiles?.datum ?? 'WGS84'] }),
    )
    return () => {
      mounted = false
    }
  }, [])
  return ground
}
