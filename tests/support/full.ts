import { DAY } from '../../resources/kit/zone.ts'

/**
 * Whether the whole matrix is requested (`npm test -- --full`): every screen in every language and theme, every loop on
 * both engines, long kill rounds.
 */
export const FULL = process.env.TEST_FULL === '1'

/**
 * Chooses the language and theme of a screen in a run that is not full: SCREEN_SEED, which `npm test` sets to the day
 * of the commit, otherwise the number of the current day.
 */
export const SEED = Number(process.env['SCREEN_SEED'] ?? Math.floor(Date.now() / DAY))

/**
 * Selects among several equivalent variants, mostly languages: all of them with FULL, otherwise one that changes from
 * day to day. `turn` shifts the choice, so that not all tests take the same variant.
 */
export const ofTheDay = <T>(ways: readonly T[], turn = 0): readonly T[] =>
  ways.filter((_, at) => FULL || at === (SEED + turn) % ways.length)
