import { useMemo } from 'react'
import type { Zone } from '../../resources/kit/zone.ts'
import type { ClassBand } from '../chart/model.ts'
import { classBandsOf } from '../environment/bands.ts'
import { ruleOf, type Judgement } from '../environment/judge.ts'
import { judgeSeries, type SeriesJudge } from '../environment/judgeSeries.ts'
import { useClassWords } from '../environment/useClassWords.ts'
import { useMeasures } from '../environment/useJudge.ts'
import { drawnValues } from '../history/panel/nodeLines.ts'
import { numberText } from '../../resources/kit/reading.ts'
import type { NamedItem } from './useItems.ts'

/** The judgement of a compared node. */
export interface ItemClass {
  judge: SeriesJudge
  /**
   * Its newest value of the month: the judgement, the value in display units and its time, ms since the epoch; null if
   * there is none to judge.
   */
  last: { judged: Judgement; value: string; at: number } | null
  /** The classes along its axis by the standard in force at that time; empty if it has none. */
  bands: readonly ClassBand[]
}

type Samples = { times: readonly number[]; values: readonly number[] }

/**
 * Returns the classes of compared nodes, in order; null for nodes that are not judged, and on a platform that judges
 * nothing.
 */
export function useItemClasses(
  items: readonly NamedItem[],
  samples: readonly Samples[] | undefined,
  zone: Zone,
): readonly (ItemClass | null)[] {
  const words = useClassWords()
  const { pollutantOf, whereOf } = useMeasures()
  return useMemo(
    () =>
      items.map((item, index): ItemClass | null => {
        const pollutant = pollutantOf(item.nodemap)
        const own = samples?.[index]
        const at = own?.times.at(-1)
        if (pollutant === undefined || item.waiting || !own || at === undefined) return null
        const where = whereOf(item.device, item.project)
        const rule = ruleOf(zone, pollutant, item.unit, '1h', at, where)
        if (!rule) return null
        const judge = judgeSeries(zone, pollutant, item.unit, where)
        const value = drawnValues(item, own.values.slice(-1))[0]
        const judged = value === undefined ? null : judge(value, at)
        return {
          judge,
          last:
            judged && value !== undefined ? { judged, value: `${numberText(value)} ${item.unit}`.trim(), at } : null,
          bands: classBandsOf(words, zone, pollutant, item.unit, '1h', at, where),
        }
      }),
    [items, samples, zone, words, pollutantOf, whereOf],
  )
}

/**
 * Returns the classes along the axis of some lines: those of the first, provided that all judged lines have the same.
 */
export function sharedBands(classes: readonly (Pick<ItemClass, 'bands'> | null)[]): readonly ClassBand[] {
  const judged = classes.flatMap((one) => (one && one.bands.length > 0 ? [one.bands] : []))
  const [first] = judged
  if (!first) return NONE
  const isSame = judged.every(
    (bands) =>
      bands.length === first.length &&
      bands.every(
        (band, at) => band.from === first[at]?.from && band.to === first[at]?.to && band.color === first[at]?.color,
      ),
  )
  return isSame ? first : NONE
}

const NONE: readonly ClassBand[] = []
