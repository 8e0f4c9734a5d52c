import { isRecord } from '../../resources/kit/record.ts'
import { call } from '../http.ts'
import { integer, readRecords } from '../normalise.ts'
import { readEpisode, type Episode } from './rows.ts'

/** So many of them are told: as many as one answer holds. */
const MAX_LASTED = 1000

/**
 * What lasted at a past moment (epoch ms; wire.md, `moment`), whatever became of it: those that fired last, and how many there are in all. `level`, `limit_text` and the
 * work on it are as they are now. Throws WireError.
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
