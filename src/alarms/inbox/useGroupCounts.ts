import { useQuery } from '@tanstack/react-query'
import { useListContext } from 'react-admin'
import type { EpisodesMeta } from '../../../dataProvider/episodes/calls.ts'
import { groupQuery, episodeGroups } from '../../../dataProvider/episodes/groups.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { Grouping } from '../../../resources/kit/episode.ts'
import { useZone } from '../../chart/useZone.ts'
import { useExtensions } from '../../kit/index.ts'
import type { GroupCounts } from './groups.ts'

/**
 * Returns how many episodes each group of the list has over all its pages, requested again with each answer of the
 * list. A list of one page is counted by its rows.
 */
export function useGroupCounts(by: Grouping): GroupCounts {
  const { data = [], total = 0, filterValues, meta } = useListContext<Episode>()
  const zone = useZone().name
  const offered = useExtensions()?.has('episode-groups') === true
  const isLong = total > data.length
  const { at } = (meta ?? {}) as Partial<EpisodesMeta>
  // As sent: the filter also holds the grouping, which enters the address only after it is known here.
  const asked = JSON.stringify([by, groupQuery({ filter: filterValues, zone })])
  const counted = useQuery({
    queryKey: ['inbox', 'groups', asked, at],
    queryFn: ({ signal }) => episodeGroups(by, { filter: filterValues, zone }, signal),
    enabled: offered && isLong,
    retry: false,
    staleTime: Infinity,
    placeholderData: (before, query) => (query?.queryKey[2] === asked ? before : undefined),
  })
  return isLong ? (counted.data ?? null) : undefined
}
