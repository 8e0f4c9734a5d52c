import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import type { StationMedium } from '../../dataProvider/calls/environment.ts'
import { useClassWords } from '../environment/useClassWords.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import type { Ranked } from './ranks.ts'

/**
 * Returns the pollutants that decided, or were missing, on the most days: "PM2.5 12 days, O3 3 days", at most `most` of
 * them; for sound day or night. '' if there are none.
 */
export function useKeyDays(medium: StationMedium): (found: Ranked['primary'], most: number) => string {
  const translate = useTranslate()
  const say = useLateWords('ranking')
  const { pollutant } = useClassWords()
  return useCallback(
    (found, most) =>
      found
        .slice(0, most)
        .map(({ key, days }) => {
          const name =
            medium === 'noise' ? translate(`environment.period.${key === 'ln' ? 'night' : 'day'}`) : pollutant(key)
          return say('ranking.days', { name, count: days })
        })
        .join(translate('environment.comma')),
    [medium, pollutant, say, translate],
  )
}

/** Number of deciding pollutants named; missing ones are all named. */
export const NAMED = 2
