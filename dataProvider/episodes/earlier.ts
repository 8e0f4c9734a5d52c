import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readRecords } from '../normalise.ts'
import { readEpisode, type Episode } from './rows.ts'

/** Other episodes of a rule at a device since some time, the newest first, at most fifty, and how many there are. */
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
