import { useTranslate } from 'react-admin'
import { useCallback } from 'react'
import type { StationMedium } from '../../dataProvider/calls/environment.ts'
import { useClassWords } from '../environment/useClassWords.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import type { Ranked } from './ranks.ts'

/** So many are named of what decided. */
const NAMED = 2

/** What decided on most days: "PM2.5 12 days, O3 3 days"; of sound by day or at night. '' where nothing did. */
export function usePrimaryWords(medium: StationMedium): (primary: Ranked['primary']) => string {
  const translate = useTranslate()
  const say = useLateWords('ranking')
  const { pollutant } = useClassWords()
  return useCallback(
    (primary) =>
      primary
        .slice(0, NAMED)
        .map(({ key, days }) => {
          const name =
            medium === 'noise' ? translate(`environment.period.${key === 'ln' ? 'night' : 'day'}`) : pollutant(key)
          return say('ranking.days', { name, count: days })
        })
        .join(translate('environment.comma')),
    [medium, pollutant, say, translate],
  )
}
