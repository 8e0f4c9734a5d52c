import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { judgedBy, type JudgedBy, type NodeWritten } from '../../dataProvider/calls/environment.ts'
import { AIR_SCHEMES } from '../../standards/index.ts'
import { BODIES, NOISE_ZONES, type Period } from '../../standards/types.ts'
import { useZone } from '../kit/hooks/useZone.ts'
import { useOffered } from './useOffered.ts'
import { judgeValue, type Judgement, type Where } from './judge.ts'

/** The class of one value of a node as it is shown: see `judgeValue`. */
export type Judge = (
  value: number,
  pollutant: string,
  unit: string,
  period: Period,
  at: number,
  where?: Where,
) => Judgement | null

/** Judges single values by the platform's calendar. Suspends until its time zone is known. */
export function useJudge(): Judge {
  const zone = useZone()
  return useMemo(
    () =>
      (...question) =>
        judgeValue(zone, ...question),
    [zone],
  )
}

/** A node map that measures a pollutant. */
export interface MeasuringNode extends NodeWritten {
  id: number
  /** Whether stations are judged by it: its values have classes. */
  isJudged: boolean
}

/** What nodes measure, and where a device's values are judged. */
export interface NodeMeasures {
  /** By node map; undefined of a node that law does not judge. */
  pollutantOf: (node: number) => string | undefined
  /** The node maps that measure a pollutant, those first by which stations are judged; none where the platform does not say. */
  nodesOf: (pollutant: string) => readonly MeasuringNode[]
  whereOf: (device: number, project: number | null) => Where
  /** Node maps that tell the wind (`useWind`), the speed by the direction; null where the platform does not say, undefined before it is known. */
  winds: ReadonlyMap<number, number> | null | undefined
  /** Whether the values of a node map are directions, which differ by the shorter way round. */
  isDirection: (node: number) => boolean
}

/** What of the devices' nodes is judged, and by which rule; nothing before it is known, and on a platform that does not say. */
export function useMeasures(enabled = true): NodeMeasures {
  const offered = useOffered('environment-measures')
  const { data, isLoading } = useQuery({
    queryKey: ['environment', 'measures'],
    queryFn: ({ signal }) => judgedBy(signal),
    enabled: enabled && offered,
    staleTime: VERDICT_TTL_MS,
    retry: false,
  })
  return useMemo(() => (data ? measuresOf(data) : isLoading ? WAITING : NOTHING), [data, isLoading])
}

/** How long they count as fresh, ms: models and sites change seldom. */
const VERDICT_TTL_MS = 300_000

const measuresOf = ({ pollutants, nodes, further, sites, schemes, winds, directions }: JudgedBy): NodeMeasures => ({
  pollutantOf: (node) => pollutants.get(node),
  nodesOf: (pollutant) => [
    ...[...nodes].flatMap(([id, node]) => (pollutants.get(id) === pollutant ? [{ ...node, id, isJudged: true }] : [])),
    ...further.flatMap((node) => (node.pollutant === pollutant ? [{ ...node, isJudged: false }] : [])),
  ],
  whereOf: (device, project) => {
    const { zone, body, traffic } = sites.get(device) ?? {}
    const scheme = project === null ? undefined : schemes.get(project)
    return {
      scheme: AIR_SCHEMES.find((known) => known === scheme),
      zone: NOISE_ZONES.find((known) => known === zone),
      body: BODIES.find((known) => known === body),
      traffic,
    }
  },
  winds,
  isDirection: (node) => directions.has(node),
})

const NOTHING: NodeMeasures = {
  pollutantOf: () => undefined,
  nodesOf: () => [],
  whereOf: () => ({}),
  winds: null,
  isDirection: () => false,
}
const WAITING: NodeMeasures = { ...NOTHING, winds: undefined }
