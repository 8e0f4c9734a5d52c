/** Whether the whole matrix is asked for (`npm test -- --full`): every screen in every language and theme, every loop on both engines, long kill rounds. */
export const FULL = process.env.TEST_FULL === '1'
