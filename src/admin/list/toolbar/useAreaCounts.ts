import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadCapabilities } from '../../../../authProvider/capabilities.ts'
import { areaCounts } from '../../../../dataProvider/areaCounts.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { rollUp, type AreaNode } from '../../../kit/areaTree/tree.ts'

/** How many records of a list are in each area and below; under null all of them. undefined while they are not known, and where the platform does not count. */
export function useAreaCounts(
  resource: Resource,
  areas: readonly AreaNode[],
  project: number | null,
): ReadonlyMap<number | null, number> | undefined {
  // Under the list's own key: whatever makes it be read anew has these counted anew.
  const { data } = useQuery({
    queryKey: [resource.path, 'areas', project],
    queryFn: ({ signal }) => counted(resource, project, signal),
    staleTime: 10_000,
    retry: false,
    placeholderData: (before) => before,
  })
  return useMemo(() => {
    if (!data) return undefined
    const all = [...data.values()].reduce((sum, count) => sum + count, 0)
    return new Map<number | null, number>([...rollUp(areas, data), [null, all]])
  }, [data, areas])
}

const counted = async (
  resource: Resource,
  project: number | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number> | null> =>
  (await loadCapabilities()).extensions.has('areas') ? areaCounts(resource.api, project, signal) : null
