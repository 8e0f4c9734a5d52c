import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import type { Judgement } from '../../environment/judge.ts'
import { useJudge, useMeasures } from '../../environment/useJudge.ts'
import { readNode } from '../../../resources/kit/reading.ts'

/** Alarms concern single values, which are judged by the table for one hour, as live cards do. */
const PERIOD = '1h'

/**
 * Returns the legal class of an episode's value; null where the value is not judged, where the node is silent, and
 * where the platform does not say what the node measures.
 */
export function useEpisodeVerdict(episode: Episode): Judgement | null {
  const judge = useJudge()
  const { pollutantOf, whereOf } = useMeasures()
  const { nodemap_id, device_id, project_id, unitname, node_script, registertype, condition } = episode
  // The value that fired the episode may be a class itself, and is then no value of the node.
  const value = episode.value ?? (episode.standard === null ? episode.fired_value : null)
  const pollutant = nodemap_id === null ? undefined : pollutantOf(nodemap_id)
  if (pollutant === undefined || device_id === null || condition === 'no_data') return null
  const reading = readNode({ node_script, registertype, value })
  if (reading.kind !== 'number') return null
  const at = episode.value_at ?? episode.fired_at
  return judge(reading.value, pollutant, unitname, PERIOD, at, whereOf(device_id, project_id))
}
