import type { Grouping, HolderKind, WorkKind } from '../../resources/kit/episode.ts'
import { call } from '../http.ts'
import { integer, readRecords, readText } from '../normalise.ts'
import { episodeQuery } from './calls.ts'
import { readEpisode, type Episode } from './rows.ts'

/** Number of episodes in a group, and how many of them are new and unassigned. */
export interface GroupCount {
  total: number
  free: number
}

/** A group of the inbox; `id` is that of an incident, area, user or roster. */
export interface Group {
  kind: WorkKind | 'incident' | 'area' | HolderKind
  id: number | null
}

/** The key of a group in an answer and on the page: `urgent`, `incident 910`, `area 3`, `roster 2`. */
export const groupKey = (kind: string, id: number | null): string => (id === null ? kind : `${kind} ${id}`)

/**
 * Returns the number of episodes in each group, over all pages of a list (wire.md, `episode-groups`). `asked`: the
 * list's filter and its time zone.
 */
export async function episodeGroups(
  by: Grouping,
  asked: AskedEpisodes,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, GroupCount>> {
  const answer = await call('GET', 'episodes/groups', { query: { by, ...groupQuery(asked) }, signal })
  return new Map(
    readRecords(answer).flatMap((row): [string, GroupCount][] => {
      const total = integer(row['total'])
      if (total === null) return []
      return [[groupKey(readText(row['kind']), integer(row['id'])), { total, free: integer(row['free']) ?? 0 }]]
    }),
  )
}

/**
 * Returns the new and unassigned episodes of a group, over all pages of a list: the worst level first, at most as many
 * as one act is applied to.
 */
export async function freeEpisodes(by: Grouping, { kind, id }: Group, asked: AskedEpisodes): Promise<Episode[]> {
  const query = { by, kind, id, ...groupQuery(asked) }
  return readRecords(await call('GET', 'episodes/groups/free', { query })).flatMap(readEpisode)
}

/** A list's filter as in its address, and the time zone of its days. */
export interface AskedEpisodes {
  filter: Readonly<Record<string, unknown>>
  zone: string
}

/** Returns the same filter as query parameters of the wire. */
export const groupQuery = ({ filter, zone }: AskedEpisodes) =>
  episodeQuery({ filter, search: readText(filter['q']).trim(), meta: { zone } })
