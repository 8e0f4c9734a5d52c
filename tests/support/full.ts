import { DAY } from '../../resources/kit/zone.ts'

/** Whether the whole matrix is asked for (`npm test -- --full`): every screen in every language and theme, every loop on both engines, long kill rounds. */
export const FULL = process.env.TEST_FULL === '1'

/** Which language and theme a screen has in a run that is not full: the day's number, or SCREEN_SEED to see a run of another day again. */
export const SEED = Number(process.env['SCREEN_SEED'] ?? Math.floor(Date.now() / DAY))
