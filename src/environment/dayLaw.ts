import { AIR_SCHEMES, lawOf } from '../../standards/index.ts'
import type { Medium } from '../../standards/types.ts'
import { standardName, type ClassWords } from './useClassWords.ts'

/**
 * Returns the code of the standard that judges a day.
 *
 * @param day YYYY-MM-DD
 * @param scheme of the air, as the platform names it; an unknown one counts as HJ
 */
export const standardOfDay = (medium: Medium, day: string, scheme: string): string =>
  lawOf(
    medium,
    day,
    AIR_SCHEMES.find((known) => known === scheme),
  ).code

/**
 * Returns the basis of a day's judgement as text: for air the mean of 24 hours; sound has two limits per day, and water
 * is judged by its samples.
 */
export const dayLawWords = (medium: Medium, standard: string, words: Pick<ClassWords, 'law'>): string =>
  medium === 'air' ? words.law({ standard, period: '24h' }) : standardName(standard)
