import type { Grouping } from '../../resources/kit/episode.ts'
import { call } from '../http.ts'
import { integer, readRecords, readText } from '../normalise.ts'
import { episodeQuery } from './calls.ts'
import { readEpisode, type Episode } from './rows.ts'

/** How many episodes a group has, and how many of them are new. */
export interface GroupCount {
  total: number
  fresh: number
}

/** The key of a group in an answer and on the page: `urgent`, `incident 910`, `area 3`. */
export const groupKey = (kind: string, id: number | null): string => (id === null ? kind : `${kind} ${id}`)

/** How many episodes of a list's filter each group has, over all its pages (wire.md, `episode-groups`). `asked`: the list's filter, and its zone. */
export async function episodeGroups(
  by: Grouping,
  asked: AskedEpisodes,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, GroupCount>> {
  const answer = await call('GET', 'episodes/groups', { query: { by, ...queryOf(asked) }, signal })
  return new Map(
    readRecords(answer).flatMap((row): [string, GroupCount][] => {
      const total = integer(row['total'])
      if (total === null) return []
      return [[groupKey(readText(row['kind']), integer(row['id'])), { total, fresh: integer(row['new']) ?? 0 }]]
    }),
  )
}

/** The most episodes that one act is done to. */
export const MOST_AT_ONCE = 1000

/** The members of an incident that a list's filter finds, over all its pages. */
export async function incidentEpisodes(incident: number, asked: AskedEpisodes): Promise<Episode[]> {
  const query = { ...queryOf(asked), incident, page_size: MOST_AT_ONCE, current: 1 }
  return readRecords(await call('GET', 'episodes', { query })).flatMap(readEpisode)
}

/** A list as its address has it, and the zone its days are of. */
export interface AskedEpisodes {
  filter: Readonly<Record<string, unknown>>
  zone: string
}

const queryOf = ({ filter, zone }: AskedEpisodes) =>
  episodeQuery({ filter, search: readText(filter['q']).trim(), meta: { zone } })
