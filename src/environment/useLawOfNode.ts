import { useMemo } from 'react'
import { platformNow } from '../../dataProvider/clock.ts'
import { labelIndex } from '../../i18n/types.ts'
import { classWord, lawOf } from '../../standards/index.ts'
import type { Medium } from '../../standards/types.ts'
import { useZone } from '../kit/hooks/useZone.ts'
import { useLanguage } from '../kit/index.ts'
import { mediumOf } from './judge.ts'
import { useMeasures } from './useJudge.ts'

/** The classes of a node's values by the standard in force today. */
export interface LawOfNode {
  medium: Medium
  /** Whether the standard computes an index, whose ranges are the classes: the European index has classes only. */
  hasIndex: boolean
  /** Number of classes, the last being the worst. */
  count: number
  /** "Moderately polluted (4)"; only the number for a class that the standard does not have. */
  word: (level: number) => string
}

/**
 * Returns a function that gives the standard for the values of a node map in a project, whose scheme judges its air;
 * null if no standard applies, or it is unknown what the node measures.
 */
export function useLawOfNode(): (node: number, project: number | null) => LawOfNode | null {
  const { pollutantOf, whereOf } = useMeasures()
  const place = labelIndex[useLanguage()]
  const zone = useZone()
  return useMemo(
    () => (node, project) => {
      const pollutant = pollutantOf(node)
      const medium = pollutant === undefined ? undefined : mediumOf(pollutant)
      if (!medium) return null
      // The standard depends on the project alone, not on the device's site.
      const { scheme } = whereOf(0, project)
      const law = lawOf(medium, zone.day(platformNow()), scheme)
      return {
        medium,
        hasIndex: medium === 'air' && scheme !== 'EAQI',
        count: law.classes.length,
        word: (level) => classWord(law.code, level, place) ?? String(level),
      }
    },
    [pollutantOf, whereOf, place, zone],
  )
}
