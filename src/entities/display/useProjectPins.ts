import { useQuery } from '@tanstack/react-query'
import { projectPins } from '../../../dataProvider/calls/project.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { useCaller } from '../../kit/index.ts'

/**
 * Returns the pin codes of projects at the external site of display screens; a record without a project belongs to the
 * caller's own.
 */
export function useProjectPins(): { pinOf: (project: number | null) => string; isLoading: boolean } {
  const caller = useCaller()
  const all = isSuper(caller)
  const { data, isLoading } = useQuery({
    queryKey: ['names', 'projectPins'],
    queryFn: ({ signal }) => projectPins(all, signal),
    staleTime: 30_000,
    retry: false,
  })
  const own = all ? null : ([...(data?.keys() ?? [])][0] ?? null)
  return { pinOf: (project) => data?.get(project ?? own ?? 0) ?? '', isLoading }
}
