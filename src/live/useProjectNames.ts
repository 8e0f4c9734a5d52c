import { useQuery } from '@tanstack/react-query'
import { call } from '../../dataProvider/http.ts'
import { readNames, type NamedId } from '../../dataProvider/normalise.ts'

/** Projects by name, for the super administrator alone; undefined for everybody else. */
export function useProjectNames(wanted: boolean): readonly NamedId[] | undefined {
  const { data } = useQuery({
    queryKey: ['live', 'projects'],
    queryFn: async ({ signal }) => readNames(await call('GET', 'godbProjectNameList', { signal })),
    enabled: wanted,
    staleTime: 300_000,
    retry: false,
  })
  return wanted ? (data ?? []) : undefined
}
