import { useMemo } from 'react'
import type { Zone } from '../../../resources/kit/zone.ts'
import type { ClassBand } from '../../chart/model.ts'
import { sharedBands } from '../../compare/useItemClasses.ts'
import { classBandsOf } from '../../environment/bands.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { useMeasures } from '../../environment/useJudge.ts'

/**
 * Returns the class bands behind the curves of a device's nodes, by the standard in force at their newest samples; none
 * if the nodes have different classes, or are not judged.
 */
export function useNodeBands(
  nodes: readonly { id: number; line: { unit: string; times: readonly number[] } }[],
  { device, project, zone }: { device: number; project: number | null; zone: Zone },
): readonly ClassBand[] {
  const words = useClassWords()
  const { pollutantOf, whereOf } = useMeasures()
  return useMemo(() => {
    const where = whereOf(device, project)
    return sharedBands(
      nodes.map(({ id, line: { unit, times } }) => {
        const [pollutant, at] = [pollutantOf(id), times.at(-1)]
        if (pollutant === undefined || at === undefined) return null
        return { bands: classBandsOf(words, zone, pollutant, unit, '1h', at, where) }
      }),
    )
  }, [nodes, device, project, zone, words, pollutantOf, whereOf])
}
