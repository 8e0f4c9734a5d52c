import { DAY } from '../../resources/kit/zone.ts'

/** Whether the whole matrix is asked for (`npm test -- --full`): every screen in every language and theme, every loop on both engines, long kill rounds. */
export const FULL = process.env.TEST_FULL === '1'

/** Which language and theme a screen has in a run that is not full: SCREEN_SEED, which `npm test` makes the day of the commit; else today's number. */
export const SEED = Number(process.env['SCREEN_SEED'] ?? Math.floor(Date.now() / DAY))

/**
 * Of several ways to see the same, mostly languages: with FULL all of them, else one, by the day another one. `turn` keeps tests from all having the
 * same one.
 */
export const ofTheDay = <T>(ways: readonly T[], turn = 0): readonly T[] =>
  ways.filter((_, at) => FULL || at === (SEED + turn) % ways.length)
