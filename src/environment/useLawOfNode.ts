import { useMemo } from 'react'
import { platformNow } from '../../dataProvider/clock.ts'
import { labelIndex } from '../../i18n/types.ts'
import { classWord, lawOf } from '../../standards/index.ts'
import type { Medium } from '../../standards/types.ts'
import { useZone } from '../kit/hooks/useZone.ts'
import { useLanguage } from '../kit/index.ts'
import { mediumOf } from './judge.ts'
import { useMeasures } from './useJudge.ts'

/** The classes of a node's values by the law of today. */
export interface LawOfNode {
  medium: Medium
  /** Whether it makes an index of them, whose classes are spans of it: the European one has classes alone. */
  hasIndex: boolean
  /** How many classes there are, the last the worst. */
  count: number
  /** "Moderately polluted (4)"; the number of a class that the law does not have. */
  word: (level: number) => string
}

/** By which law the values of a node map have classes in a project, whose scheme judges its air; null where none judges them, or nobody says what the node measures. */
export function useLawOfNode(): (node: number, project: number | null) => LawOfNode | null {
  const { pollutantOf, whereOf } = useMeasures()
  const place = labelIndex[useLanguage()]
  const zone = useZone()
  return useMemo(
    () => (node, project) => {
      const pollutant = pollutantOf(node)
      const medium = pollutant === undefined ? undefined : mediumOf(pollutant)
      if (!medium) return null
      // Of where a device stands its project alone decides which law that is.
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
