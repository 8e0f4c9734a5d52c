import { AIR_SCHEMES, lawOf } from '../../standards/index.ts'
import type { Medium } from '../../standards/types.ts'
import { standardName, type ClassWords } from './useClassWords.ts'

/**
 * The code of the standard that judges a day.
 *
 * @param day YYYY-MM-DD
 * @param scheme of the air, as the platform names it; one that is not known counts as HJ
 */
export const standardOfDay = (medium: Medium, day: string, scheme: string): string =>
  lawOf(
    medium,
    day,
    AIR_SCHEMES.find((known) => known === scheme),
  ).code

/** By what a day is judged, in words: of air as a mean of 24 hours; sound has two limits a day, and water is judged by its samples. */
export const dayLawWords = (medium: Medium, standard: string, words: Pick<ClassWords, 'law'>): string =>
  medium === 'air' ? words.law({ standard, period: '24h' }) : standardName(standard)
