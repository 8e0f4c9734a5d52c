import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import type { StationMedium } from '../../dataProvider/calls/environment.ts'
import { useClassWords } from '../environment/useClassWords.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import type { Ranked } from './ranks.ts'

/** What decided, or was missing, on most days: "PM2.5 12 days, O3 3 days", so many of them at most; of sound by day or at night. '' where nothing did. */
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

/** So many are named of what decided; of what was missing all are. */
export const NAMED = 2
