import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readRecords } from '../normalise.ts'
import { readEpisode, type Episode } from './rows.ts'

/**
 * Returns the other episodes of the same rule on the same device since `start`, epoch ms: at most fifty, newest first,
 * and their total number.
 */
export async function earlierEpisodes(
  { threshold_id, device_id, id }: Episode,
  start: number,
  signal?: AbortSignal,
): Promise<{ episodes: Episode[]; total: number }> {
  const answer = await call('GET', 'episodes', {
    query: { page_size: 50, current: 1, state: 'all', threshold_id, device_id, start, sort: 'fired_at', order: 'desc' },
    signal,
  })
  const found = readRecords(answer).flatMap(readEpisode)
  const total = (isRecord(answer) ? integer(answer['total']) : null) ?? found.length
  return { episodes: found.filter((episode) => episode.id !== id), total }
}
