import { useMemo } from 'react'
import { windIn, type WindNodes } from '../../resources/kit/reading.ts'
import { POLLUTANTS } from '../../resources/pollutants.ts'
import { useMeasures, type NodeMeasures } from './useJudge.ts'

/** Returns the nodes of a device that measure the wind; null if there are none, and before they are known. */
type WindOf = (nodes: readonly { id: number; unitname: string }[]) => WindNodes | null

/** Uses the platform's information; for a platform without it, the nodes' units. */
export function useWind(): WindOf {
  const measures = useMeasures()
  return useMemo(() => windOf(measures), [measures])
}

function windOf({ winds, pollutantOf }: NodeMeasures): WindOf {
  if (winds === undefined) return () => null
  if (winds === null)
    return (nodes) =>
      windIn(nodes.map(({ id, unitname }) => ({ id, unitname, isWater: WATER.has(pollutantOf(id) ?? '') })))
  return (nodes) => {
    const direction = nodes.find(({ id }) => winds.has(id))?.id
    const speed = direction === undefined ? undefined : winds.get(direction)
    return direction === undefined || speed === undefined ? null : { direction, speed }
  }
}

const WATER: ReadonlySet<string> = new Set(POLLUTANTS.flatMap(({ medium, key }) => (medium === 'water' ? [key] : [])))
