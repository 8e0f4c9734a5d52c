import { useQuery } from '@tanstack/react-query'
import { myProject } from '../../../dataProvider/calls/project.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import { useCaller } from '../../kit/index.ts'

/** The caller's project; asked for by project users alone, the super administrator has none. */
export function useMyProject() {
  const hasProject = !isSuper(useCaller())
  return useQuery({
    queryKey: ['my-project'],
    queryFn: ({ signal }) => myProject(signal),
    enabled: hasProject,
    staleTime: 300_000,
    retry: false,
  })
}
