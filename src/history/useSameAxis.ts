import { useCallback, useState } from 'react'

/** The range of a panel's drawn values, and their unit. */
export interface Extent {
  unit: string
  low: number
  high: number
}

/** Uses one y axis for all panels of a unit, so that their curves can be compared by eye. */
export function useSameAxis() {
  const [same, setSame] = useState(false)
  const [extents, setExtents] = useState<ReadonlyMap<number, Extent>>(new Map())
  const onExtent = useCallback((device: number, extent: Extent | null) => {
    setExtents((before) => {
      const after = new Map([...before].filter(([other]) => other !== device))
      return extent === null ? after : after.set(device, extent)
    })
  }, [])
  const endsOf = (unit: string): readonly [number, number] | null => {
    const alike = [...extents.values()].filter((extent) => extent.unit === unit)
    return same && alike.length > 1
      ? [Math.min(...alike.map(({ low }) => low)), Math.max(...alike.map(({ high }) => high))]
      : null
  }
  return { same, setSame, onExtent, endsOf }
}
