import { useQuery } from '@tanstack/react-query'
import { myProject } from '../../../dataProvider/calls/project.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { useCaller } from '../../kit/index.ts'

export const MY_PROJECT_KEY = ['my-project']

/** Queries the caller's project; only for project users, because the super administrator has none. */
export function useMyProject() {
  const hasProject = !isSuper(useCaller())
  return useQuery({
    queryKey: MY_PROJECT_KEY,
    queryFn: ({ signal }) => myProject(signal),
    enabled: hasProject,
    staleTime: 300_000,
    retry: false,
  })
}
