import { useQuery } from '@tanstack/react-query'
import { projectResults } from '../../../dataProvider/episodes/calls.ts'
import { useExtensions } from '../../kit/index.ts'

/**
 * Returns a project's own results, in addition to the built-in ones; none on a platform without them, or where episodes
 * are of several projects.
 */
export function useResults(project: number | null): readonly { id: string; name: string }[] {
  const known = useExtensions()?.has('alarm-results') === true
  const { data = NONE } = useQuery({
    queryKey: ['alarmResults', project],
    enabled: known && project !== null,
    queryFn: ({ signal }) => (project === null ? [] : projectResults(project, signal)),
  })
  return data
}

const NONE: readonly { id: string; name: string }[] = []
