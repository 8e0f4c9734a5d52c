import { isRecord } from '../../resources/kit/record.ts'
import { call } from '../http.ts'
import { integer, readRecords } from '../normalise.ts'
import { readEpisode, type Episode } from './rows.ts'

/** Episodes that are returned at most: as many as one answer holds. */
const MAX_LASTED = 1000

/**
 * Returns the episodes that lasted at a past moment (epoch ms; wire.md, `moment`), whether or not they have ended
 * since: those that fired last, and their total number. `level`, `limit_text` and the work on them are in their current
 * state, not that of the moment.
 *
 * @throws WireError
 */
export async function lastedEpisodes(
  at: number,
  signal?: AbortSignal,
): Promise<{ episodes: Episode[]; total: number }> {
  const answer = await call('GET', 'episodes', {
    query: { page_size: MAX_LASTED, current: 1, state: 'all', at },
    signal,
  })
  const episodes = readRecords(answer).flatMap(readEpisode)
  return { episodes, total: (isRecord(answer) ? integer(answer['total']) : null) ?? episodes.length }
}
